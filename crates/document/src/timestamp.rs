//! Times of results, in UTC.

/// Returns the present time to the second, as RFC 3339 writes it: `2026-11-21T05:44:25Z`. Results keep it as
/// `started_at`.
pub fn timestamp_now() -> String {
    timestamp(jiff::Timestamp::now())
}

fn timestamp(time: jiff::Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_of_a_second_are_cut_off() {
        let time = jiff::Timestamp::new(1_795_239_865, 999_999_999).unwrap();
        assert_eq!(timestamp(time), "2026-11-21T05:44:25Z");
        let now: jiff::Timestamp = timestamp_now().parse().unwrap();
        assert_eq!(now.subsec_nanosecond(), 0);
    }
}
