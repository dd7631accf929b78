//! Numbers of percent.

/// Parses a number of percent as a fraction.
pub fn parse(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end();
    let percent: Option<f64> = number.parse().ok();
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "give a number of percent from 0 to 100, such as 3".to_owned())
}
