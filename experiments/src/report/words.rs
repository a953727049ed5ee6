//! Figures and foreign text as people read them.

use turnzero_datasets::stats::Estimate;

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share with interval and n, or why there is none.
pub(super) fn rate(figure: &Estimate) -> String {
    let n = figure.n;
    match (figure.estimate, figure.ci95) {
        (Some(value), Some([low, high])) => {
            format!(
                "{} (95 % CI {:.1}–{:.1}, n = {n})",
                percent(value),
                100.0 * low,
                100.0 * high
            )
        }
        (Some(value), None) => format!("{} (no interval, n = {n})", percent(value)),
        (None, _) if n == 0 => "no games (n = 0)".to_owned(),
        (None, _) => format!("undefined (n = {n})"),
    }
}

/// A difference of shares in points, with interval and n.
pub(super) fn points(figure: &Estimate) -> String {
    let n = figure.n;
    match (figure.estimate, figure.ci95) {
        (Some(value), Some([low, high])) => format!(
            "{} points (95 % CI {} to {}, n = {n})",
            signed(100.0 * value),
            signed(100.0 * low),
            signed(100.0 * high)
        ),
        (Some(value), None) => format!("{} points (no interval, n = {n})", signed(100.0 * value)),
        (None, _) => format!("undefined (n = {n})"),
    }
}

/// A coefficient such as kappa.
pub(super) fn coefficient(figure: &Estimate) -> String {
    let n = figure.n;
    let mut text = match (figure.estimate, figure.ci95) {
        (Some(value), Some([low, high])) => {
            format!(
                "{} (95 % CI {} to {}, n = {n})",
                minus(value, 2),
                minus(low, 2),
                minus(high, 2)
            )
        }
        (Some(value), None) => format!("{} (no interval, n = {n})", minus(value, 2)),
        (None, _) => format!("undefined (n = {n})"),
    };
    // A caution such as "all replicates are equal" belongs to the figure.
    if let Some(why) = figure.estimate.and(figure.why.as_ref()) {
        text.push_str("; ");
        text.push_str(why);
    }
    text
}

/// A p-value.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.001 {
        "< 0.001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

fn minus(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

fn signed(value: f64) -> String {
    let text = minus(value, 1);
    if text.starts_with('−') || text == "0.0" {
        text
    } else {
        format!("+{text}")
    }
}

/// A number of a pilot's fact, short.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Foreign text on one line: no control or direction-changing characters.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() => out.push('\u{fffd}'),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => {
                out.push('\u{fffd}');
            }
            c => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// How many of something, with its noun.
pub(super) fn counted(n: usize, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_never_stand_alone() {
        let known = Estimate::new(0.82, [0.692, 0.902], 50);
        assert_eq!(rate(&known), "82.0 % (95 % CI 69.2–90.2, n = 50)");
        assert_eq!(
            points(&Estimate::new(-0.04, [-0.2, 0.1], 50)),
            "−4.0 points (95 % CI −20.0 to +10.0, n = 50)"
        );
        assert_eq!(
            points(&Estimate::new(-0.0001, [0.0, 0.1], 5)),
            "0.0 points (95 % CI 0.0 to +10.0, n = 5)"
        );
        assert_eq!(coefficient(&Estimate::undefined(3, "one label")), "undefined (n = 3)");
        let mut equal = Estimate::new(0.0, [0.0, 0.0], 5);
        equal.why = Some("all replicates are equal".to_owned());
        assert_eq!(
            coefficient(&equal),
            "0.00 (95 % CI 0.00 to 0.00, n = 5); all replicates are equal"
        );
        assert_eq!(rate(&Estimate::undefined(0, "no rows")), "no games (n = 0)");
        assert_eq!(
            [p_value(0.0004), p_value(0.03125)],
            ["< 0.001".to_owned(), "0.031".to_owned()]
        );
        assert_eq!([number(2.0), number(-0.000_1), number(0.1234)], ["2", "0", "0.123"]);
    }

    #[test]
    fn foreign_text_cannot_steer_a_terminal() {
        assert_eq!(plain("a\u{1b}[31mb\nc\u{202e}d"), "a\u{fffd}[31mb c\u{fffd}d");
    }
}
