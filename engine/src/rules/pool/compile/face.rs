//! Faces of cards, tokens, and nameless bearers of granted abilities.

use super::ability::Compiled;
use super::{PoolBuilder, Refused, number};
use crate::rules::characteristics::{Characteristics, Keywords, Supertypes, Types};
use crate::rules::ids::FaceId;
use crate::rules::pool::{Ability, FaceProgram, TriggerKind};
use turnzero_contract::card::{self, CardType, Face, Keyword, Power, Supertype, TokenSpec};
use turnzero_contract::{Color, ColorSet};

impl PoolBuilder {
    pub(crate) fn face(&mut self, face: &Face, definition: Option<u16>) -> Result<FaceId, Refused> {
        let mut program = self.blank(&face.name);
        program.definition = definition;
        program.mana_value = number(face.mana_value() as usize);
        program.printed = printed(
            face.colors,
            &face.types,
            &face.supertypes,
            face.power.as_ref(),
            face.toughness.as_ref(),
        )?;
        if let Some(cost) = &face.cost {
            program.cost = Some(self.mana_cost(cost)?);
        }
        if let Some(loyalty) = &face.loyalty {
            program.loyalty = match loyalty {
                Power::Fixed(number) => u16::try_from(*number).unwrap_or(0),
                Power::Defined(text) => return Err(format!("loyalty {text}")),
            };
        }
        if face.is(CardType::Land) {
            for color in Color::ALL {
                if face.has_subtype(color.basic_land_type()) {
                    // Landwalk and searches ask for basic land types (CR 305.6).
                    self.subtype_bit(color.basic_land_type())?;
                }
            }
        }
        let basics = Face {
            abilities: Vec::new(),
            ..face.clone()
        };
        let mut abilities = basics.expanded_abilities();
        abilities.extend(face.abilities.iter().cloned());
        self.abilities(&mut program, &abilities)?;
        Ok(self.place_face(program, &face.subtypes))
    }

    pub(crate) fn token(&mut self, token: &TokenSpec) -> Result<FaceId, Refused> {
        let mut program = self.blank(&token.name);
        program.printed = printed(
            token.colors,
            &token.types,
            &token.supertypes,
            token.power.as_ref(),
            token.toughness.as_ref(),
        )?;
        self.abilities(&mut program, &token.abilities)?;
        let face = self.place_face(program, &token.subtypes);
        let definition = token_definition(token);
        let tokens = &mut self.pool.tokens;
        let at = tokens
            .iter()
            .position(|other| **other == definition)
            .unwrap_or_else(|| {
                tokens.push(std::sync::Arc::new(definition));
                tokens.len() - 1
            });
        self.pool.token_faces.push((face, number(at)));
        Ok(face)
    }

    /// A face that only bears abilities, for grants and continuous effects.
    pub(crate) fn nameless(&mut self, abilities: &[card::Ability]) -> Result<FaceId, Refused> {
        let mut program = self.blank("");
        self.abilities(&mut program, abilities)?;
        if program.printed.keywords != Keywords::NONE {
            return Err("giving keywords and other abilities at once".to_owned());
        }
        Ok(self.place_face(program, &[]))
    }

    fn place_face(&mut self, program: FaceProgram, subtypes: &[String]) -> FaceId {
        self.pool.faces.push(program);
        self.face_subtypes.push(subtypes.to_vec());
        FaceId(number(self.pool.faces.len() - 1))
    }

    fn blank(&mut self, name: &str) -> FaceProgram {
        FaceProgram {
            name: self.name_id(name),
            definition: None,
            printed: Characteristics {
                subtypes: 0,
                keywords: Keywords::NONE,
                power: 0,
                toughness: 0,
                types: Types::default(),
                supertypes: Supertypes::default(),
                colors: ColorSet::EMPTY,
                blank: false,
            },
            mana_value: 0,
            cost: None,
            additional: None,
            spell: None,
            enchant: None,
            kicker: None,
            alternatives: Vec::new(),
            loyalty: 0,
            abilities: Vec::new(),
            triggers: 0,
        }
    }

    fn abilities(&mut self, program: &mut FaceProgram, abilities: &[card::Ability]) -> Result<(), Refused> {
        for ability in abilities {
            let compiled = match ability {
                card::Ability::Spell(effect) => {
                    if program.spell.is_some() {
                        return Err("two spell abilities on one face".to_owned());
                    }
                    program.spell = Some(self.code(effect)?);
                    continue;
                }
                card::Ability::Activated(ability) => vec![Compiled::Ability(self.activated(ability)?)],
                card::Ability::Triggered(ability) => vec![Compiled::Ability(self.triggered(ability)?)],
                card::Ability::Static(ability) => vec![self.static_ability(ability)?],
                card::Ability::Keyword(Keyword::Enchant(filter)) => {
                    let enchanted = self.filter(filter)?;
                    program.enchant = Some(enchanted);
                    program.spell = Some(self.aura(enchanted));
                    continue;
                }
                card::Ability::Keyword(Keyword::Kicker(cost)) => {
                    program.kicker = Some(self.mana_cost(cost)?);
                    continue;
                }
                card::Ability::Keyword(keyword) => self.keyword(keyword)?,
            };
            for part in compiled {
                self.take(program, part)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, program: &mut FaceProgram, part: Compiled) -> Result<(), Refused> {
        match part {
            Compiled::Bits(bits) => program.printed.keywords = program.printed.keywords.with(bits),
            Compiled::Payment(payment) => program.alternatives.push(payment),
            Compiled::Additional(cost) => {
                if program.additional.replace(cost).is_some() {
                    return Err("two additional costs".to_owned());
                }
            }
            Compiled::SpendOnX(colors) => {
                let color = Color::ALL.into_iter().find(|color| colors.contains(*color));
                let (Some(color), Some(cost), 1) = (color, program.cost, colors.len()) else {
                    return Err("colours of mana for X, but not one of a mana cost".to_owned());
                };
                let mut cost = self.pool.cost(cost).clone();
                cost.mana.x_color = u8::try_from(color.index()).ok();
                program.cost = Some(self.place_cost(cost));
            }
            Compiled::Nothing => {}
            Compiled::Ability(ability) => {
                if let Ability::Triggered(triggered) = &ability {
                    for event in &triggered.events {
                        program.triggers |= TriggerKind::bit(event.kind);
                    }
                }
                program.abilities.push(ability);
            }
        }
        Ok(())
    }
}

fn printed(
    colors: ColorSet,
    types: &[CardType],
    supertypes: &[Supertype],
    power: Option<&Power>,
    toughness: Option<&Power>,
) -> Result<Characteristics, Refused> {
    let size = |power: Option<&Power>| match power {
        None => Ok(0),
        Some(Power::Fixed(number)) => super::effect::small(*number),
        // Its ability defines it; 0 without one (CR 208.2).
        Some(Power::Defined(text)) if text == "*" => Ok(0),
        Some(Power::Defined(text)) => Err(format!("power or toughness {text}")),
    };
    Ok(Characteristics {
        subtypes: 0,
        keywords: Keywords::NONE,
        power: size(power)?,
        toughness: size(toughness)?,
        types: types
            .iter()
            .fold(Types::default(), |all, one| all.with(Types::of(*one))),
        supertypes: Supertypes(supertypes.iter().fold(0, |all, one| all | Supertypes::of(*one).0)),
        colors,
        blank: false,
    })
}

/// A token as a definition, for those who see it.
fn token_definition(token: &TokenSpec) -> turnzero_contract::CardDefinition {
    turnzero_contract::CardDefinition {
        name: token.name.clone(),
        layout: card::Layout::Normal,
        color_identity: token.colors,
        source: card::DefinitionSource::Pool,
        faces: vec![Face {
            name: token.name.clone(),
            cost: None,
            colors: token.colors,
            supertypes: token.supertypes.clone(),
            types: token.types.clone(),
            subtypes: token.subtypes.clone(),
            power: token.power.clone(),
            toughness: token.toughness.clone(),
            loyalty: None,
            abilities: token.abilities.clone(),
        }],
    }
}
