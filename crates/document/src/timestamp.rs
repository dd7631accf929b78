//! Times of results, in UTC, and times of day, in the machine's zone.

use std::time::Duration;

/// Returns the present time to the second, as RFC 3339 writes it: `2026-11-21T05:44:25Z`. Results keep it as
/// `started_at`.
pub fn timestamp_now() -> String {
    timestamp(jiff::Timestamp::now())
}

/// Returns the time of day after so long from now, to the second, in the zone of this machine: `05:44:25`. The date is
/// before it where it is not today's: `2026-11-22 05:44:25`.
pub fn clock_time_in(time: Duration) -> String {
    clock_time(&jiff::Zoned::now(), time)
}

fn clock_time(now: &jiff::Zoned, time: Duration) -> String {
    let then = now.checked_add(time).unwrap_or_else(|_| now.clone());
    let form = match then.date() == now.date() {
        true => "%H:%M:%S",
        false => "%Y-%m-%d %H:%M:%S",
    };
    then.strftime(form).to_string()
}

fn timestamp(time: jiff::Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_has_its_date_where_that_is_not_today() {
        let now: jiff::Zoned = "2026-11-21T23:44:25-05[-05]".parse().unwrap();
        for (seconds, shown) in [
            (0, "23:44:25"),
            (900, "23:59:25"),
            (1200, "2026-11-22 00:04:25"),
            (3_600_000, "2027-01-02 15:44:25"),
        ] {
            assert_eq!(clock_time(&now, Duration::from_secs(seconds)), shown);
        }
        assert_eq!(clock_time(&now, Duration::MAX), "23:44:25");
    }

    #[test]
    fn names_of_zones_are_known() {
        // The data of zones are the system's, which has them wherever a zone's name is set.
        if std::path::Path::new("/usr/share/zoneinfo/Asia/Tokyo").exists() {
            let zone = jiff::tz::TimeZone::get("Asia/Tokyo").unwrap();
            let time = jiff::Timestamp::new(1_795_239_865, 0).unwrap().to_zoned(zone);
            assert_eq!(time.strftime("%H:%M").to_string(), "14:44");
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
