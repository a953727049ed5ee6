//! What a report needs from the bundle of a learned actor.

use serde::Serialize;
use serde_json::Value;
use turnzero_datasets::stats::Estimate;

/// Answers whether a group is among the training games.
pub type TrainedOn = Box<dyn Fn(&str) -> bool>;

/// The facts of one bundle.
pub struct BundleFacts {
    /// Whether a game (`batch#game`) is among the training games.
    pub trained_on: TrainedOn,
    /// Label actor.
    pub labels: Option<String>,
    /// Learning curve; empty when the bundle holds none.
    pub curve: Vec<CurvePoint>,
}

/// One point of a learning curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Training size.
    pub size: f64,
    /// What `size` counts: `games` or `rows`.
    pub unit: &'static str,
    /// What `figure` is: `balanced accuracy` or `accuracy`.
    pub metric: &'static str,
    /// The held-out figure with interval and n.
    pub figure: Estimate,
}

/// Reads `learning_curve` of a bundle's `metrics.json`.
///
/// A point without a figure (too few games for both classes) is left out; an absent curve is empty.
///
/// # Errors
/// Names the point that does not read.
pub fn parse_curve(metrics: &Value) -> Result<Vec<CurvePoint>, String> {
    let Some(list) = metrics.get("learning_curve").filter(|value| !value.is_null()) else {
        return Ok(Vec::new());
    };
    let list = list
        .as_array()
        .ok_or_else(|| "metrics.json: learning_curve is no list".to_owned())?;
    let mut points = Vec::new();
    for (number, point) in list.iter().enumerate() {
        let figures = match point.get("metrics") {
            Some(Value::Null) => continue,
            Some(block) => block,
            None => point,
        };
        let metric = [("balanced_accuracy", "balanced accuracy"), ("accuracy", "accuracy")];
        let found = metric.iter().find_map(|(key, words)| Some((figures.get(key)?, *words)));
        let Some((value, metric)) = found.filter(|(value, _)| !value.is_null()) else {
            continue;
        };
        let bad = |what: &str| format!("metrics.json: learning_curve[{number}]: {what}");
        let mut figure: Estimate =
            serde_json::from_value(with_n(value, point)).map_err(|error| bad(&error.to_string()))?;
        let numbers = figure.estimate.into_iter().chain(figure.ci95.into_iter().flatten());
        if numbers.into_iter().any(|x| !x.is_finite()) {
            return Err(bad("a figure is not finite"));
        }
        if figure.ci95.is_none() && figure.why.is_none() {
            figure.why = Some("the bundle gives no interval".to_owned());
        }
        let size = [("groups", "games"), ("train_rows", "rows")];
        let size = size
            .iter()
            .find_map(|(key, unit)| Some((point.get(key)?.as_f64()?, *unit)));
        let (size, unit) = size.ok_or_else(|| bad("has neither groups nor train_rows"))?;
        points.push(CurvePoint {
            size,
            unit,
            metric,
            figure,
        });
    }
    points.sort_by(|a, b| a.size.total_cmp(&b.size));
    Ok(points)
}

/// The figure with its own n, or else the point's.
fn with_n(figure: &Value, point: &Value) -> Value {
    let mut figure = figure.clone();
    if let (Some(map), Some(n)) = (figure.as_object_mut(), point.get("n")) {
        map.entry("n").or_insert_with(|| n.clone());
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_layouts_of_a_curve() {
        let flat = json!({"learning_curve": [
            {"groups": 200, "balanced_accuracy": {"estimate": 0.8, "ci95": [0.7, 0.9]}, "n": 300},
            {"groups": 100, "accuracy": {"estimate": 0.7, "ci95": [0.6, 0.8], "n": 5}},
        ]});
        let points = parse_curve(&flat).unwrap();
        assert_eq!(points.iter().map(|p| p.size).collect::<Vec<_>>(), [100.0, 200.0]);
        assert_eq!(
            (points[1].figure.n, points[1].metric, points[1].unit),
            (300, "balanced accuracy", "games")
        );
        assert_eq!((points[0].figure.n, points[0].metric), (5, "accuracy"));
        let nested = json!({"learning_curve": [
            {"share": 0.1, "train_rows": null, "metrics": null, "why": "one class"},
            {"share": 0.5, "train_rows": 80.0, "metrics": {"groups": 40, "balanced_accuracy":
                {"estimate": 0.8, "ci95": null, "n": 90, "why": "w"}}},
        ]});
        let points = parse_curve(&nested).unwrap();
        assert_eq!(points.len(), 1);
        assert_eq!((points[0].size, points[0].unit, points[0].figure.n), (80.0, "rows", 90));
    }

    #[test]
    fn a_damaged_curve_is_refused() {
        assert!(parse_curve(&json!({})).unwrap().is_empty());
        assert!(parse_curve(&json!({"learning_curve": 3})).is_err());
        let no_size = json!({"learning_curve": [{"accuracy": {"estimate": 0.7, "ci95": null, "n": 5}}]});
        assert!(parse_curve(&no_size).unwrap_err().contains("learning_curve[0]"));
    }
}
