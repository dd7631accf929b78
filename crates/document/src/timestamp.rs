//! Times of results, in UTC.

use std::time::Duration;

/// Returns the present time to the second, as RFC 3339 writes it: `2026-11-21T05:44:25Z`. Results keep it as
/// `started_at`.
pub fn timestamp_now() -> String {
    timestamp(jiff::Timestamp::now())
}

/// Returns the time of day after so long from now, to the second, in the zone of this machine: `05:44:25`.
pub fn clock_time_in(time: Duration) -> String {
    let now = jiff::Zoned::now();
    let then = now.checked_add(time).unwrap_or(now);
    then.strftime("%H:%M:%S").to_string()
}

fn timestamp(time: jiff::Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_has_hours_minutes_and_seconds() {
        for time in [Duration::from_secs(1200), Duration::MAX] {
            let shown = clock_time_in(time);
            assert!(jiff::civil::Time::strptime("%H:%M:%S", &shown).is_ok(), "{shown}");
        }
    }

    #[test]
    fn fractions_of_a_second_are_cut_off() {
        let time = jiff::Timestamp::new(1_795_239_865, 999_999_999).unwrap();
        assert_eq!(timestamp(time), "2026-11-21T05:44:25Z");
        let now: jiff::Timestamp = timestamp_now().parse().unwrap();
        assert_eq!(now.subsec_nanosecond(), 0);
    }
}
