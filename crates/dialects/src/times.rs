//! Times in few columns.

use std::time::Duration;

/// Formats a time in at most eight columns.
pub(crate) fn short(time: Duration) -> String {
    let nanos = time.as_nanos();
    let (amount, unit) = match nanos {
        0..1_000 => return format!("{nanos} ns"),
        1_000..1_000_000 => (nanos as f64 / 1e3, "µs"),
        1_000_000..1_000_000_000 => (nanos as f64 / 1e6, "ms"),
        _ => (nanos as f64 / 1e9, "s"),
    };
    // Three digits: the histogram is exact to 1 %.
    let decimals = if amount < 9.995 { 2 } else { usize::from(amount < 99.95) };
    format!("{amount:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let cases = [
            (0, "0 ns"),
            (999, "999 ns"),
            (1_000, "1.00 µs"),
            (9_996, "10.0 µs"),
            (123_456, "123 µs"),
            (45_678_000, "45.7 ms"),
            (3_600_000_000_000, "3600 s"),
        ];
        for (nanos, text) in cases {
            assert_eq!(short(Duration::from_nanos(nanos)), text);
        }
    }
}
