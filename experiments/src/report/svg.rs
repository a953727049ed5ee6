//! Plots as SVG text: drawn by hand, 360 units wide, readable without colour.
//!
//! Every mark has its figure in words beside it or in its `<title>`; the tables hold the same.

use super::model::{Calibration, LearningCurve, Report};
use super::words;
use std::fmt::Write as _;
use turnzero_datasets::stats::Estimate;

const WIDTH: f64 = 360.0;
const LEFT: f64 = 10.0;
const RIGHT: f64 = 350.0;
const ROW: f64 = 36.0;
const TOP: f64 = 8.0;

/// A plot with its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plot {
    pub(super) heading: String,
    pub(super) caption: String,
    pub(super) svg: String,
}

/// All plots of the report, in reading order.
pub(super) fn plots(report: &Report) -> Vec<Plot> {
    let mut plots = Vec::new();
    plots.extend(rates(report));
    plots.extend(forest(report));
    plots.extend(
        report
            .learning_curves
            .iter()
            .filter_map(|curve| learning(report, curve)),
    );
    plots.extend(report.calibration.iter().map(calibration));
    plots
}

/// One row of a plot of intervals.
struct Row {
    label: String,
    words: String,
    figure: Estimate,
}

/// Agreement with the reference, or keep rates without one.
fn rates(report: &Report) -> Option<Plot> {
    let mut rows = Vec::new();
    for (label, actor) in &report.actors {
        let figure = match (&report.reference, &actor.agreement) {
            (Some(_), Some(figure)) => figure,
            (Some(_), None) => continue,
            (None, _) => &actor.keep_rate,
        };
        rows.push(Row {
            label: cut(label, 28),
            words: format!("{label}: {}", words::rate(figure)),
            figure: figure.clone(),
        });
    }
    rows.retain(|row| row.figure.estimate.is_some());
    rows.sort_by(|a, b| {
        let value = |row: &Row| row.figure.estimate.unwrap_or(-1.0);
        value(b).total_cmp(&value(a)).then(a.label.cmp(&b.label))
    });
    let (heading, ceiling) = match &report.reference {
        Some(reference) => {
            let retest = report.retest.get(reference);
            (
                format!("First hands: agreement with {reference}"),
                retest.map(|retest| retest.figures.ceiling.clone()),
            )
        }
        None => ("First hands kept".to_owned(), None),
    };
    let mut caption = "Dot: share of first hands, one per game. Bar: 95 % interval (Wilson).".to_owned();
    if let Some(ceiling) = ceiling.as_ref().filter(|ceiling| ceiling.estimate.is_some()) {
        let _ = write!(
            caption,
            " Dashed line: the highest agreement a perfect model could expect, from blind repeats: {}.",
            words::rate(ceiling)
        );
    }
    let mark = ceiling.and_then(|ceiling| ceiling.estimate);
    intervals(
        heading,
        caption,
        &rows,
        [0.0, 1.0],
        &["0 %", "25 %", "50 %", "75 %", "100 %"],
        mark,
    )
}

/// Differences of all pairs that were tested against the reference; all pairs without one.
fn forest(report: &Report) -> Option<Plot> {
    let outside = |pair: &&super::Pair| match &report.reference {
        Some(reference) => pair.a != *reference && pair.b != *reference,
        None => true,
    };
    let rows: Vec<Row> = report
        .pairs
        .iter()
        .filter(outside)
        .map(|pair| Row {
            label: format!("{} − {}", cut(&pair.a, 14), cut(&pair.b, 14)),
            words: format!(
                "{} − {}: {}; {}",
                pair.a,
                pair.b,
                words::points(&pair.diff),
                pair.verdict_words
            ),
            figure: pair.diff.clone(),
        })
        .collect();
    let (heading, what) = match &report.reference {
        Some(reference) => (
            format!("Pairs: difference in agreement with {reference}"),
            format!("Dot: share of first hands on which the first agrees with {reference} minus that of the second"),
        ),
        None => (
            "Pairs: difference in first hands kept".to_owned(),
            "Dot: share of first hands the first keeps minus that of the second".to_owned(),
        ),
    };
    let caption = format!("{what}. Bar: 95 % interval (Newcombe). Left of the middle line the second has more.");
    intervals(
        heading,
        caption,
        &rows,
        [-1.0, 1.0],
        &["−100", "−50", "0", "+50", "+100 points"],
        None,
    )
}

fn intervals(
    heading: String,
    caption: String,
    rows: &[Row],
    range: [f64; 2],
    ticks: &[&str],
    mark: Option<f64>,
) -> Option<Plot> {
    if rows.is_empty() {
        return None;
    }
    let height = TOP + ROW * rows.len() as f64 + 24.0;
    let bottom = TOP + ROW * rows.len() as f64;
    let x = |value: f64| LEFT + (value - range[0]) / (range[1] - range[0]) * (RIGHT - LEFT);
    let mut svg = open(&heading, &caption, height);
    for (number, tick) in ticks.iter().enumerate() {
        let at = LEFT + (RIGHT - LEFT) * number as f64 / (ticks.len().saturating_sub(1).max(1)) as f64;
        vertical(&mut svg, "grid", at, 2.0, bottom);
        let anchor = match number {
            0 => "start",
            n if n + 1 == ticks.len() => "end",
            _ => "middle",
        };
        text(&mut svg, "tick", at, bottom + 14.0, anchor, tick);
    }
    if range[0] < 0.0 {
        vertical(&mut svg, "axis", x(0.0), 2.0, bottom);
    }
    if let Some(mark) = mark {
        vertical(&mut svg, "mark", x(mark), 2.0, bottom);
    }
    for (number, row) in rows.iter().enumerate() {
        let top = TOP + ROW * number as f64;
        let Some(value) = row.figure.estimate else { continue };
        let _ = write!(svg, "<g><title>{}</title>", escape(&row.words));
        text(&mut svg, "label", LEFT, top + 14.0, "start", &row.label);
        text(
            &mut svg,
            "value",
            RIGHT,
            top + 14.0,
            "end",
            &brief(&row.figure, range[0] < 0.0),
        );
        whisker(&mut svg, x, row.figure.ci95, value, top + 25.0);
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    Some(Plot { heading, caption, svg })
}

fn whisker(svg: &mut String, x: impl Fn(f64) -> f64, ci95: Option<[f64; 2]>, value: f64, y: f64) {
    if let Some([low, high]) = ci95 {
        let _ = write!(
            svg,
            "<line class=\"bar\" x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>",
            x(low),
            x(high)
        );
    }
    let _ = write!(
        svg,
        "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>",
        x(value)
    );
}

/// The figure in short: value, interval, n.
fn brief(figure: &Estimate, difference: bool) -> String {
    let n = figure.n;
    let whole = |value: f64| {
        let value = (100.0 * value).round();
        if difference && value > 0.0 {
            format!("+{value:.0}")
        } else if value < 0.0 {
            format!("−{:.0}", -value)
        } else {
            format!("{:.0}", value.abs())
        }
    };
    let unit = if difference { "" } else { " %" };
    match (figure.estimate, figure.ci95) {
        (Some(value), Some([low, high])) => format!("{}{unit} [{}, {}] n {n}", whole(value), whole(low), whole(high)),
        (Some(value), None) => format!("{}{unit} n {n}", whole(value)),
        (None, _) => format!("n {n}"),
    }
}

fn learning(report: &Report, curve: &LearningCurve) -> Option<Plot> {
    let points: Vec<_> = curve
        .points
        .iter()
        .filter_map(|point| Some((point, point.figure.estimate?)))
        .collect();
    let (last, _) = points.last()?;
    let labels = curve.labels.as_deref().unwrap_or("its label actor");
    let heading = format!("Learning curve of {}: agreement with {labels}", curve.actors.join(", "));
    let caption = format!(
        "Held-out {} against {} trained on; bar: 95 % interval. From the bundle {}.{}",
        last.metric,
        last.unit,
        super::gather::short(&curve.bundle),
        if report.reference.as_deref() == Some(labels) {
            ""
        } else {
            " The labels are not the reference of this report."
        }
    );
    let (top, bottom) = (10.0, 180.0);
    let lowest = points
        .iter()
        .map(|(point, value)| point.figure.ci95.map_or(*value, |[low, _]| low))
        .fold(0.5, f64::min);
    let floor = (lowest * 10.0).floor() / 10.0;
    let most = last.size.max(1.0);
    let x = |size: f64| 40.0 + size / most * (RIGHT - 50.0);
    let y = |value: f64| bottom - (value - floor) / (1.0 - floor) * (bottom - top);
    let mut svg = open(&heading, &caption, 222.0);
    for step in 0..=10_u32 {
        let value = f64::from(step) / 10.0;
        if value > floor - 0.01 {
            horizontal(&mut svg, "grid", 40.0, RIGHT, y(value));
            text(
                &mut svg,
                "tick",
                36.0,
                y(value) + 4.0,
                "end",
                &format!("{:.0} %", 100.0 * value),
            );
        }
    }
    let path: Vec<String> = points
        .iter()
        .map(|(point, value)| format!("{:.1},{:.1}", x(point.size), y(*value)))
        .collect();
    let _ = write!(svg, "<polyline class=\"curve\" points=\"{}\"/>", path.join(" "));
    let mut printed = -100.0;
    for (point, value) in &points {
        let at = x(point.size);
        let _ = write!(
            svg,
            "<g><title>{:.0} {}: {}</title>",
            point.size,
            point.unit,
            escape(&words::rate(&point.figure))
        );
        if let Some([low, high]) = point.figure.ci95 {
            vertical(&mut svg, "bar", at, y(high), y(low));
        }
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{at:.1}\" cy=\"{:.1}\" r=\"4\"/></g>",
            y(*value)
        );
        // Labels that would overlap are left out; the table below has every size.
        if at - printed > 44.0 {
            text(
                &mut svg,
                "tick",
                at,
                bottom + 16.0,
                "middle",
                &format!("{:.0}", point.size),
            );
            printed = at;
        }
    }
    text(
        &mut svg,
        "tick",
        RIGHT,
        bottom + 32.0,
        "end",
        &format!("{} trained on", last.unit),
    );
    svg.push_str("</svg>");
    Some(Plot { heading, caption, svg })
}

fn calibration(calibration: &Calibration) -> Plot {
    let heading = format!(
        "Calibration of {}: keeps of {}",
        calibration.actor, calibration.reference
    );
    let caption = format!(
        "Stated probability of keeping against the share that {} keeps, first hands, n = {}; bar: 95 % interval \
         (Wilson). On the diagonal stated and observed are equal.",
        calibration.reference, calibration.n
    );
    let (top, bottom) = (10.0, 290.0);
    let x = |p: f64| 44.0 + p * (RIGHT - 60.0);
    let y = |p: f64| bottom - p * (bottom - top);
    let mut svg = open(&heading, &caption, 330.0);
    for step in 0..=4_u32 {
        let p = f64::from(step) / 4.0;
        horizontal(&mut svg, "grid", x(0.0), x(1.0), y(p));
        text(
            &mut svg,
            "tick",
            40.0,
            y(p) + 4.0,
            "end",
            &format!("{:.0} %", 100.0 * p),
        );
        text(
            &mut svg,
            "tick",
            x(p),
            bottom + 16.0,
            "middle",
            &format!("{:.0} %", 100.0 * p),
        );
    }
    let _ = write!(
        svg,
        "<line class=\"mark\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    for bin in &calibration.bins {
        let Some(value) = bin.kept.estimate else { continue };
        let at = x(bin.mean_p_keep);
        let _ = write!(
            svg,
            "<g><title>stated {}: kept {}</title>",
            words::percent(bin.mean_p_keep),
            escape(&words::rate(&bin.kept))
        );
        if let Some([low, high]) = bin.kept.ci95 {
            vertical(&mut svg, "bar", at, y(high), y(low));
        }
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{at:.1}\" cy=\"{:.1}\" r=\"4\"/>",
            y(value)
        );
        text(
            &mut svg,
            "tick",
            at + 7.0,
            y(value) - 5.0,
            "start",
            &format!("n {}", bin.kept.n),
        );
        svg.push_str("</g>");
    }
    text(
        &mut svg,
        "tick",
        RIGHT,
        bottom + 32.0,
        "end",
        "stated probability of keeping",
    );
    svg.push_str("</svg>");
    Plot { heading, caption, svg }
}

fn open(title: &str, description: &str, height: f64) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=\"img\" aria-label=\"{0}\"><title>{0}</title><desc>{1}</desc>",
        escape(title),
        escape(description)
    )
}

fn vertical(svg: &mut String, class: &str, x: f64, from: f64, to: f64) {
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{from:.1}\" x2=\"{x:.1}\" y2=\"{to:.1}\"/>"
    );
}

fn horizontal(svg: &mut String, class: &str, from: f64, to: f64, y: f64) {
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\"/>"
    );
}

fn text(svg: &mut String, class: &str, x: f64, y: f64, anchor: &str, words: &str) {
    let _ = write!(
        svg,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escape(words)
    );
}

fn cut(text: &str, most: usize) -> String {
    let text = words::plain(text);
    if text.chars().count() <= most {
        return text;
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in words::plain(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
