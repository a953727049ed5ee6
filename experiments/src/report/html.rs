//! The report as one self-contained HTML file: no network, no script needed to read it.

use super::model::Report;
use super::{svg, terminal, words};
use crate::error::{AppError, Result};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use serde_json::{Value as Json, json};
use turnzero_datasets::stats::Estimate;

const TEMPLATE: &str = include_str!("../../templates/report.html");

/// Hands in the file; the JSON form holds all of them.
const MOST_HANDS: usize = 400;

/// In-sample games listed one by one.
const MOST_GAMES: usize = 400;

/// The whole file.
///
/// # Errors
/// A report that cannot be written as JSON, which only a defect of this program makes.
pub fn render(report: &Report) -> Result<String> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("rate", |figure: Value| {
        estimate(&figure).map(|figure| words::rate(&figure))
    });
    environment.add_filter("points", |figure: Value| {
        estimate(&figure).map(|figure| words::points(&figure))
    });
    environment.add_filter("coefficient", |figure: Value| {
        estimate(&figure).map(|figure| words::coefficient(&figure))
    });
    environment.add_filter("p", words::p_value);
    environment.add_filter("percent", words::percent);
    environment.add_filter("number", words::number);
    environment.add_filter("short", |digest: String| super::gather::short(&digest));
    environment
        .add_template("report.html", TEMPLATE)
        .map_err(AppError::input)?;
    let template = environment.get_template("report.html").map_err(AppError::input)?;
    let plots: Vec<Value> = svg::plots(report)
        .into_iter()
        .map(|plot| {
            Value::from_pairs([
                ("heading", Value::from(plot.heading)),
                ("caption", Value::from(plot.caption)),
                ("svg", Value::from_safe_string(plot.svg)),
            ])
        })
        .collect();
    let context = Value::from_pairs([("r", value(&shown(report)?)), ("plots", Value::from(plots))]);
    template.render(context).map_err(AppError::input)
}

/// The report's JSON with what only a page needs: joined figures, and words for choices.
fn shown(report: &Report) -> Result<Json> {
    let mut page = serde_json::to_value(report).map_err(AppError::input)?;
    let put = |place: Option<&mut Json>, key: &str, value: Json| {
        if let Some(map) = place.and_then(Json::as_object_mut) {
            map.insert(key.to_owned(), value);
        }
    };
    for (index, pair) in report.pairs.iter().enumerate() {
        for (key, figure) in [
            ("agreement", pair.agreement()),
            ("kappa_figure", pair.kappa()),
            ("ac1_figure", pair.ac1()),
        ] {
            let figure = serde_json::to_value(figure).map_err(AppError::input)?;
            put(page.pointer_mut(&format!("/pairs/{index}")), key, figure);
        }
        let dropped = json!(pair.dropped.total());
        put(page.pointer_mut(&format!("/pairs/{index}")), "left_out", dropped);
    }
    let mut with_reference = Vec::new();
    for label in report.actors.keys() {
        let pair = report.pairs.iter().position(|pair| {
            report
                .with_reference(label)
                .is_some_and(|found| std::ptr::eq(found, pair))
        });
        if let Some(pair) = pair.and_then(|index| page.pointer(&format!("/pairs/{index}"))) {
            with_reference.push(json!({"actor": label, "pair": pair}));
        }
    }
    put(Some(&mut page), "with_reference", Json::Array(with_reference));
    let mut groups = Vec::new();
    for (test, pairs) in report.pairs_by_test() {
        let kind = pairs.first().map(|pair| pair.test_kind);
        let own = report
            .pairs
            .iter()
            .enumerate()
            .filter(|(_, pair)| Some(pair.test_kind) == kind);
        let own: Vec<&Json> = own
            .filter_map(|(index, _)| page.pointer(&format!("/pairs/{index}")))
            .collect();
        groups.push(json!({"test": test, "pairs": own}));
    }
    put(Some(&mut page), "pair_groups", Json::Array(groups));
    for (number, hand) in report.disagreements.iter().take(MOST_HANDS).enumerate() {
        let mut keys = serde_json::Map::new();
        for (index, choice) in hand.choices.iter().enumerate() {
            let said = json!(terminal::choice_words(choice));
            put(
                page.pointer_mut(&format!("/disagreements/{number}/choices/{index}")),
                "said",
                said,
            );
            keys.insert(choice.actor.clone(), json!(choice.choice));
        }
        put(
            page.pointer_mut(&format!("/disagreements/{number}")),
            "keys",
            json!(Json::Object(keys).to_string()),
        );
    }
    let cut = |place: Option<&mut Json>, most: usize| {
        let list = place.and_then(Json::as_array_mut);
        list.map_or(0, |list| {
            let left = list.len().saturating_sub(most);
            list.truncate(most);
            left
        })
    };
    let hands = cut(page.pointer_mut("/disagreements"), MOST_HANDS);
    let games = cut(page.pointer_mut("/in_sample"), MOST_GAMES);
    put(Some(&mut page), "hands", json!(report.disagreements.len()));
    put(Some(&mut page), "more_hands", json!(hands));
    put(Some(&mut page), "more_games", json!(games));
    Ok(page)
}

/// JSON as a template value; foreign text loses control and direction-changing characters here.
fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::from(()),
        Json::Bool(flag) => Value::from(*flag),
        Json::Number(number) => number.as_u64().map_or_else(
            || {
                number
                    .as_i64()
                    .map_or_else(|| Value::from(number.as_f64().unwrap_or(f64::NAN)), Value::from)
            },
            Value::from,
        ),
        Json::String(text) => Value::from(words::plain(text)),
        Json::Array(items) => items.iter().map(value).collect(),
        Json::Object(map) => Value::from_pairs(map.iter().map(|(key, item)| (words::plain(key), value(item)))),
    }
}

fn estimate(figure: &Value) -> Result<Estimate, minijinja::Error> {
    let wrong = || minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, "not a figure with n");
    let number = |value: Value| f64::try_from(value).map_err(|_| wrong());
    let n = figure.get_attr("n")?;
    let estimate = figure.get_attr("estimate")?;
    let ci95 = figure.get_attr("ci95")?;
    let limit = |index: usize| number(ci95.get_item(&Value::from(index))?);
    Ok(Estimate {
        estimate: if estimate.is_none() {
            None
        } else {
            Some(number(estimate)?)
        },
        ci95: if ci95.is_none() {
            None
        } else {
            Some([limit(0)?, limit(1)?])
        },
        n: usize::try_from(n).map_err(|_| wrong())?,
        why: figure.get_attr("why")?.as_str().map(str::to_owned),
    })
}
