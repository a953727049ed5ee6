//! The one place that reads the wall clock: names and labels only, never a result.

use jiff::Timestamp;

/// The time as `20261130T223554Z`, for names of bundles and lock files.
pub fn utc_stamp(time: Timestamp) -> String {
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// [`utc_stamp`] of now.
pub fn now() -> String {
    utc_stamp(Timestamp::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_utc_and_sort_by_time() {
        let time: Timestamp = "2026-11-30T22:35:54.9+02:00".parse().unwrap();
        assert_eq!(utc_stamp(time), "20261130T203554Z");
    }
}
