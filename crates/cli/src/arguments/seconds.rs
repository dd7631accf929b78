//! Times in seconds.

use std::time::Duration;

/// The longest time.
const MOST: Duration = Duration::from_secs(1_000_000);

/// Reads a number of seconds, which may be 0.
pub fn parse(text: &str) -> Result<Duration, String> {
    let seconds = text.trim().parse::<f64>().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| *time <= MOST)
        .ok_or_else(|| "give a number of seconds, such as 10 or 0.5".to_owned())
}

/// Reads a number of seconds above 0.
pub fn parse_positive(text: &str) -> Result<Duration, String> {
    match parse(text)? {
        Duration::ZERO => Err("zero seconds are too few; give more".to_owned()),
        time => Ok(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_numbers_of_seconds() {
        assert_eq!(parse(" 0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse("0"), Ok(Duration::ZERO));
        assert!(parse_positive("0").is_err());
        for wrong in ["", "10s", "-1", "inf", "NaN", "1e9"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
