//! The committed schema of the pilot protocol, and that a real session keeps to it.

use crate::support::{ALWAYS_MULLIGAN, Home};
use serde_json::{Map, Value};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pilot.schema.json");

fn schema() -> Value {
    serde_json::from_str(&std::fs::read_to_string(COMMITTED).unwrap()).unwrap()
}

#[test]
fn the_committed_schema_is_the_program_s() {
    let answer = Home::new().study(&["schema"]);
    answer.expect(0);
    let committed = std::fs::read_to_string(COMMITTED).unwrap();
    assert!(committed == answer.out, "stale: study schema > docs/pilot.schema.json");
}

/// Checks the keywords that the committed schema uses; another keyword is a failure.
struct Validator<'a> {
    root: &'a Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Value::Object(schema) = schema else {
            return if *schema == Value::Bool(true) {
                Ok(())
            } else {
                Err(format!("{at}: nothing is allowed"))
            };
        };
        for (keyword, rule) in schema {
            self.keyword(keyword, rule, schema, value).map_err(|why| {
                if why.starts_with('/') {
                    format!("{at}{why}")
                } else {
                    format!("{at}: {why}")
                }
            })?;
        }
        Ok(())
    }

    fn keyword(&self, keyword: &str, rule: &Value, schema: &Map<String, Value>, value: &Value) -> Result<(), String> {
        let fail = |why: String| Err(why);
        match keyword {
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                self.check(self.root.pointer(pointer).unwrap(), value, "")
            }
            "oneOf" | "anyOf" | "allOf" => {
                let results: Vec<_> = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|one| self.check(one, value, ""))
                    .collect();
                let fitting = results.iter().filter(|result| result.is_ok()).count();
                let fits = match keyword {
                    "oneOf" => fitting == 1,
                    "anyOf" => fitting >= 1,
                    _ => fitting == results.len(),
                };
                if fits {
                    Ok(())
                } else {
                    fail(format!("{keyword}: {fitting} fit {value}: {results:?}"))
                }
            }
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
                .try_for_each(|(index, item)| {
                    let skip = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    if index < skip {
                        Ok(())
                    } else {
                        self.check(rule, item, &format!("/{index}"))
                    }
                }),
            "prefixItems" => rule
                .as_array()
                .unwrap()
                .iter()
                .zip(value.as_array().into_iter().flatten())
                .enumerate()
                .try_for_each(|(index, (rule, item))| self.check(rule, item, &format!("/{index}"))),
            "required" => {
                let Some(object) = value.as_object() else { return Ok(()) };
                let missing = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|name| !object.contains_key(name.as_str().unwrap()));
                missing.map_or(Ok(()), |name| fail(format!("{name} is missing")))
            }
            "properties" => rule.as_object().unwrap().iter().try_for_each(|(name, rule)| {
                value
                    .get(name)
                    .map_or(Ok(()), |value| self.check(rule, value, &format!("/{name}")))
            }),
            "additionalProperties" => value.as_object().into_iter().flatten().try_for_each(|(name, value)| {
                let known = schema.get("properties").is_some_and(|known| known.get(name).is_some());
                if known {
                    Ok(())
                } else {
                    self.check(rule, value, &format!("/{name}"))
                }
            }),
            other => match plain(other, rule, value) {
                Some(true) => Ok(()),
                Some(false) => fail(format!("{value} does not fit {other} {rule}")),
                None => fail(format!("keyword {other}: teach the test")),
            },
        }
    }
}

/// Keywords that look at no other schema; `None` for an unknown one.
fn plain(keyword: &str, rule: &Value, value: &Value) -> Option<bool> {
    let number = value.as_f64().zip(rule.as_f64());
    let items = value.as_array().map(|items| items.len() as u64).zip(rule.as_u64());
    Some(match keyword {
        "$schema" | "title" | "description" | "$defs" | "default" | "format" | "examples" => true,
        "type" => {
            let types = rule
                .as_array()
                .map_or_else(|| vec![rule], |types| types.iter().collect());
            types.iter().any(|name| has_type(name.as_str().unwrap(), value))
        }
        "const" => value == rule,
        "enum" => rule.as_array().unwrap().contains(value),
        "minimum" => number.is_none_or(|(value, rule)| value >= rule),
        "maximum" => number.is_none_or(|(value, rule)| value <= rule),
        "minItems" => items.is_none_or(|(count, rule)| count >= rule),
        "maxItems" => items.is_none_or(|(count, rule)| count <= rule),
        "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().unwrap(), text)),
        _ => return None,
    })
}

/// The three patterns of the schema, spelled out; another one is a failure.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        "^W?U?B?R?G?$" => {
            let mut rest = text;
            for color in ["W", "U", "B", "R", "G"] {
                rest = rest.strip_prefix(color).unwrap_or(rest);
            }
            rest.is_empty()
        }
        "^(\\{[0-9A-Z/]+\\})*$" => {
            let inner = |symbol: &str| {
                let mut chars = symbol.strip_prefix('{').unwrap_or_default().chars().peekable();
                chars.peek().is_some() && chars.all(|c| c.is_ascii_digit() || c.is_ascii_uppercase() || c == '/')
            };
            text.is_empty()
                || text
                    .strip_suffix('}')
                    .is_some_and(|symbols| symbols.split('}').all(inner))
        }
        "^action-(0|[1-9][0-9]*)$" => text.strip_prefix("action-").is_some_and(|number| {
            number == "0"
                || !number.starts_with('0') && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
        }),
        other => panic!("pattern {other}: teach the test"),
    }
}

fn has_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("type {other}"),
    }
}

/// Every line of an `exec:` session of three games, to and from the pilot.
fn session() -> Vec<Value> {
    let home = Home::new();
    let script = ALWAYS_MULLIGAN
        .replace("  case", "  printf '%s\\n' \"$line\" >> messages.jsonl\n  case")
        .replace("echo '{\"actionId\":\"action-1\"}'", "echo '{\"actionId\":\"action-1\",\"report\":{\"reason\":\"no\",\"unsure\":true,\"pKeep\":0.25}}' | tee -a messages.jsonl")
        .replace("echo '{\"actionId\":\"action-0\"}'", "echo '{\"actionId\":\"action-0\"}' | tee -a messages.jsonl");
    std::fs::write(home.path("pilot.sh"), script).unwrap();
    let pilot = format!("exec:sh {}", home.path("pilot.sh").display());
    home.study(&[
        "mulligans",
        "--pilot",
        &pilot,
        "--games",
        "2",
        "--output",
        "s.json",
        "--base-seed",
        "s",
    ])
    .expect(0);
    let text = std::fs::read_to_string(home.path("messages.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_message_of_a_session_fits_the_schema() {
    let schema = schema();
    let validator = Validator { root: &schema };
    let messages = session();
    let of_type = |name: &str| messages.iter().filter(|message| message["type"] == name).count();
    assert_eq!((of_type("start"), of_type("end")), (4, 4));
    assert!(of_type("decide") >= 4 * 8, "{}", of_type("decide"));
    for message in &messages {
        if let Err(why) = validator.check(&schema, message, "") {
            panic!("{}", why.chars().take(2_000).collect::<String>());
        }
    }
    // The check can say no.
    let decide = messages.iter().find(|message| message["type"] == "decide").unwrap();
    let spoil = |pointer: &str, value: Value| {
        let mut spoiled = decide.clone();
        *spoiled.pointer_mut(pointer).unwrap() = value;
        validator.check(&schema, &spoiled, "")
    };
    assert!(spoil("/decisionPoint/seat", "zero".into()).is_err());
    assert!(spoil("/decisionPoint/legalActions/0/kind", "CONCEDE".into()).is_err());
    assert!(spoil("/decisionPoint", Value::Null).is_err());
    assert!(spoil("/type", "deal".into()).is_err());
    assert!(spoil("/decisionPoint/legalActions/0/id", "action-01".into()).is_err());
}

#[test]
fn no_message_to_a_pilot_holds_a_seed_or_an_order() {
    let messages = session();
    for message in messages.iter().filter(|message| message["type"] == "decide") {
        let text = message.to_string();
        assert!(!text.to_lowercase().contains("seed\""), "{text}");
        let opening = &message["decisionPoint"]["observation"]["opening"];
        let hand: Vec<&str> = opening["hand"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        assert!(hand.is_sorted(), "{hand:?}");
    }
}
