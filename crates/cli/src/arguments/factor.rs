//! Factors of scale.

/// Parses a factor, such as `10x`, `10` or `0.5x`.
pub fn parse(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches(['x', 'X']);
    match number.parse::<f64>() {
        Ok(factor) if (1e-3..=1e4).contains(&factor) => Ok(factor),
        _ => Err("a factor is from 0.001x to 10000x, such as 10x".to_owned()),
    }
}
