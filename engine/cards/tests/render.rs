//! Rules text of cards made up for these tests.

use insta::assert_snapshot;
use proptest::prelude::*;
use turnzero_cards::language::parse_card;
use turnzero_cards::render::rules_text;

mod generate;

fn text(lines: &str) -> String {
    let card = parse_card("test", lines).unwrap_or_else(|error| panic!("{error}"));
    rules_text(&card)
}

#[test]
fn a_land_with_every_kind_of_mana() {
    assert_snapshot!(text(
        "name: Glass Delta\nidentity: none\ntype: Land\n\
         static: enters tapped unless any(you control >= 1 Island or Swamp; opponents >= 3)\n\
         activated: {T} -> add {any} only for casting creature\n\
         activated: {1}, {T} -> add {U}{U} or {U}{B} or {B}{B}\n\
         activated if not(your turn): {T}, pay 1 life -> add {own-lands} times count(other Island you control)\n\
         typecycling \"Island\" for Island: {2}\n"
    ), @r"
    This land enters tapped unless you control an Island or Swamp or you have three or more opponents.
    {T}: Add one mana of any color. Spend this mana only to cast creature spells.
    {1}, {T}: Add {U}{U}, {U}{B}, or {B}{B}.
    {T}, Pay 1 life: Add one mana of any color that a land you control could produce for each other Island you control. Activate only if it's not your turn.
    Islandcycling {2}
    ");
}

#[test]
fn a_legend_speaks_of_itself_by_its_short_name() {
    assert_snapshot!(text(
        "name: Orla, Keeper of Tides\nidentity: blue\ncost: {2}{U}\ntype: Legendary Creature — Merfolk\npt: 2/3\n\
         ward {1}, pay 2 life\n\
         static: creature you control not self gets +1/+1 while commander on battlefield\n\
         static: creature an opponent controls power >= power-of(self) can't block\n\
         when self enters, or self attacks -> surveil 2; draw 1\n"
    ), @r"
    Ward—{1}, Pay 2 life.
    Creatures you control other than Orla get +1/+1 as long as you control your commander.
    Creatures your opponents control with power greater than or equal to Orla's power can't block.
    Whenever Orla enters or attacks, surveil 2. Draw a card.
    ");
}

#[test]
fn a_spell_with_choices_and_conditions() {
    assert_snapshot!(text(
        "name: Broken Vow\nidentity: black\ncost: {X}{B}\ntype: Sorcery\n\
         static: additional cost sacrifice one creature, pay X life\n\
         spell: choose up to 2: (each opponent discards 2 card at random) (destroy up to 3 target tapped creature without regeneration) \
         (target player mills X; target player loses that many life)\n\
         flashback tap 2 not tapped creature you control\n"
    ), @r"
    As an additional cost to cast this spell, sacrifice a creature and pay X life.
    Choose up to two —
    • Each opponent discards two cards at random.
    • Destroy up to three target tapped creatures. They can't be regenerated.
    • Target player mills X cards and loses that much life.
    Flashback—Tap two untapped creatures you control.
    ");
}

#[test]
fn players_pay_or_suffer() {
    assert_snapshot!(text(
        "name: Toll Gate\nidentity: white\ncost: {2}{W}\ntype: Enchantment\n\
         when an opponent casts not creature mana value >= 4 -> that player may pay {2}: nothing else (draw 1; create 1 Treasure)\n\
         when beginning of combat for each opponent, if life-of(that player) > 20 -> do exile target card in graveyard if done gain power-of(it) life\n\
         activated from graveyard as sorcery once each turn: {W}, exile self -> move one creature in graveyard you own at random to battlefield tapped\n\
         static: cost +2 of instant or sorcery cast by each opponent\n"
    ), @r"
    Whenever an opponent casts a noncreature spell with mana value 4 or greater, that player may pay {2}. If that player doesn't, draw a card, then create a Treasure token.
    At the beginning of combat on each opponent's turn, if that player has more than 20 life, exile target card from a graveyard. If you do, you gain life equal to its power.
    {W}, Exile this card from your graveyard: Return a creature card at random from your graveyard to the battlefield tapped. Activate only as a sorcery. Activate only once each turn.
    Instant or sorcery spells your opponents cast cost {2} more to cast.
    ");
}

#[test]
fn tokens_and_pending_clauses() {
    assert_snapshot!(text(
        "name: Hatchery\nidentity: green\ncost: {G}\ntype: Artifact\n\
         when self dies -> create X [0/1 green creature Egg with (defender) (when self dies -> create 1 [3/3 creature Drake named \"Emra\" with (flying)])]\n\
         static: pending replacement\n\
         when never -> pending copy\n"
    ), @r#"
    When this artifact is put into a graveyard from the battlefield, create X 0/1 green Egg creature tokens with defender and "When this token dies, create a 3/3 Drake creature token named Emra with flying."
    [replacement: not spelled out yet]
    Never, [copy: not spelled out yet].
    "#);
}

#[test]
fn damage_spells_divide_and_depend() {
    assert_snapshot!(text(
        "name: Ember Storm\nidentity: red\ncost: {X}{R}\ntype: Sorcery\nkicker {2}\n\
         static: X paid with black red\n\
         static: cost +1 times (targets minus 1) of self cast by you\n\
         spell: deal (X / targets) damage to any number of any target; deal 5 damage divided to between 1 and 3 any target; \
         if is(it; creature): constrain it can't be regenerated this turn; prevent all damage to self this turn; \
         deal (4 if kicked else 2) damage to any target; gain drained life\n"
    ), @r"
    Kicker {2}
    Spend only black or red mana on X.
    This spell costs {1} more to cast for each target beyond the first.
    Ember Storm deals X damage divided evenly, rounded down, among any number of targets. Ember Storm deals 5 damage divided as you choose among one, two, or three targets. If it is a creature, it can't be regenerated this turn. Prevent all damage that would be dealt to Ember Storm this turn. Ember Storm deals 2 damage to any target. If this spell was kicked, it deals 4 damage instead. You gain life equal to the damage dealt, but no more than the life total or loyalty before it, or the toughness, of what it was dealt to.
    ");
}

#[test]
fn players_choose_pay_and_look() {
    assert_snapshot!(text(
        "name: Toll Mage\nidentity: blue\ncost: {U}\ntype: Creature — Merfolk\npower: \"*\"\ntoughness: 2\nbanding\n\
         static: size count(Island you control) / 2\n\
         static: enters with 1 \"+1/+1\" counters\n\
         static: land an opponent controls is controlled by you\n\
         static: creature can't untap\n\
         when self is dealt damage, or creature damaged-by-self dies -> unless each opponent pays {1}, discard one card: draw that many\n\
         when self deals combat damage to an opponent -> that player reveals hand; that player discards 2 card chosen by you\n\
         when beginning of draw for each player, if is(self; not tapped) -> rearrange top 3; may tap or untap target permanent\n\
         activated: {T} -> counter target instant to hand; fight self against target creature; \
         search for up to 3 Island one to battlefield and rest to graveyard\n"
    ), @r"
    Banding
    This creature's power is equal to the number of Islands you control and its toughness is equal to 2.
    This creature enters with a +1/+1 counter on it.
    You control lands your opponents control.
    Creatures don't untap during their controllers' untap steps.
    Whenever this creature is dealt damage, or a creature dealt damage by this creature this turn dies, draw that many cards unless each opponent pays {1} and discards a card.
    Whenever this creature deals combat damage to an opponent, that player reveals their hand and discards two cards of your choice.
    At the beginning of each player's draw step, if this creature is untapped, look at the top three cards of your library, then put them back in any order. You may tap or untap target permanent.
    {T}: Counter target instant spell. If that spell is countered this way, put it into its owner's hand instead of into its owner's graveyard. This creature fights target creature. Search your library for up to three Island cards, put one of them onto the battlefield and put the rest into your graveyard, then shuffle.
    ");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_definition_has_a_text_with_a_line_for_every_ability(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let card = generate::Choices::new(&bytes).card();
        let text = rules_text(&card);
        let abilities: usize = card.faces.iter().map(|face| face.abilities.len()).sum();
        prop_assert!(text.split('\n').count() >= abilities.max(1), "{}", text);
        prop_assert_eq!(&text, &rules_text(&card));
    }
}
