//! Rules on boards of real cards, one file a section of the Comprehensive Rules.

mod cr_106_mana;
mod cr_107_amounts;
mod cr_115_targets;
mod cr_118_costs;
mod cr_118_unless;
mod cr_303_auras;
mod cr_400_hidden_zones;
mod cr_508_attacking;
mod cr_508_requirements;
mod cr_509_blocking;
mod cr_510_combat_damage;
mod cr_601_casting;
mod cr_601_division;
mod cr_603_damage_triggers;
mod cr_603_triggers;
mod cr_608_resolving;
mod cr_613_control_and_size;
mod cr_613_layers;
mod cr_614_entering;
mod cr_614_instead_of_graveyard;
mod cr_615_prevention;
mod cr_701_countering;
mod cr_701_fight_and_tap;
mod cr_701_hidden_cards;
mod cr_704_state_based_actions;
mod scene;
