//! Formats numbers: the only place where feedrate defines how a figure reads.
//!
//! Measured values have three significant digits, and more only before the decimal point. Values that are not finite
//! are [`NOT_AVAILABLE`].

mod quantity;

use std::time::Duration;

pub use quantity::Quantity;

/// The text of a number that does not exist.
pub const NOT_AVAILABLE: &str = "n/a";

/// A measured number: three significant digits and thousands separators, as
/// in `1,235`, `12.3` and `0.0123`.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return NOT_AVAILABLE.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let exponent = rounded_exponent(value);
    if exponent < -6 {
        return format!("{value:.2e}");
    }
    let decimals = usize::try_from(2 - exponent).unwrap_or(0);
    group_thousands(&format!("{value:.decimals$}"))
}

/// A number with these decimals and thousands separators, for ticks of axes.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    // A zero has no sign.
    group_thousands(&format!("{:.decimals$}", value + 0.0))
}

/// An exact count with thousands separators, as in `1,234,567`.
pub fn count(value: u64) -> String {
    group_thousands(&value.to_string())
}

/// A rate in MB/s, from bytes a second. MB is 10^6 bytes, as in `1,235 MB/s`.
pub fn rate(bytes_per_second: f64) -> String {
    with_unit(bytes_per_second / 1e6, "MB/s")
}

/// The size of a page or a transfer as options spell it, exactly and in
/// powers of two: `512`, `64K`, `1536K`, `2G`.
pub fn size(bytes: u64) -> String {
    const UNITS: [(u32, &str); 4] = [(40, "T"), (30, "G"), (20, "M"), (10, "K")];
    UNITS
        .iter()
        .find(|(shift, _)| bytes != 0 && bytes.trailing_zeros() >= *shift)
        .map_or_else(
            || bytes.to_string(),
            |(shift, unit)| format!("{}{unit}", bytes >> shift),
        )
}

/// An amount of data for reading rather than for typing, in binary units and
/// without idle zeros: `512 B`, `1.5 GiB`.
pub fn amount(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1023.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{} {}", without_idle_zeros(&number(value)), UNITS[unit])
}

/// A length of time, as in `340 us`, `1.20 s`, `2 min 05 s` and `1 h 02 min`.
pub fn duration(time: Duration) -> String {
    seconds(time.as_secs_f64())
}

/// A length of time in seconds; see [`duration`].
pub fn seconds(value: f64) -> String {
    if !value.is_finite() {
        return NOT_AVAILABLE.to_owned();
    }
    if value == 0.0 {
        return "0 s".to_owned();
    }
    if value < 0.0 {
        return format!("-{}", seconds(-value));
    }
    for (scale, unit) in [(1e9, "ns"), (1e6, "us"), (1e3, "ms")] {
        if rounded_exponent(value * scale) < 3 {
            return with_unit(value * scale, unit);
        }
    }
    if value < 59.95 {
        return with_unit(value, "s");
    }
    let whole = value.round();
    if whole < 3600.0 {
        format!("{} min {:02} s", (whole / 60.0).floor(), whole % 60.0)
    } else {
        let minutes = (whole / 60.0).round();
        format!("{} h {:02} min", (minutes / 60.0).floor(), minutes % 60.0)
    }
}

/// Formats a share as a percentage with one decimal, from a fraction. A share between 0 and 1 never rounds to either:
/// `<0.1 %`, `>99.9 %`.
pub fn percent(fraction: f64) -> String {
    let value = fraction * 100.0;
    if !value.is_finite() {
        NOT_AVAILABLE.to_owned()
    } else if fraction > 0.0 && value < 0.1 {
        "<0.1 %".to_owned()
    } else if fraction < 1.0 && value > 99.9 {
        ">99.9 %".to_owned()
    } else if (value - value.round()).abs() <= 4.0 * f64::EPSILON * value.abs() {
        // Whole, but for the last bits of the product.
        format!("{value:.0} %")
    } else {
        format!("{value:.1} %")
    }
}

/// Joins the two formatted ends of an interval, as in `1,180 to 1,290 MB/s`: a unit that both share is written once. It
/// may have several words, as in `MB/s per core`; what has a number in it, as in `1 min 08 s`, is no unit.
pub fn interval(low: &str, high: &str) -> String {
    let is_unit = |text: &str| !text.contains(|character: char| character.is_ascii_digit());
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((value, unit)), Some((_, same))) if unit == same && is_unit(unit) => format!("{value} to {high}"),
        _ => format!("{low} to {high}"),
    }
}

/// A number with its unit, or [`NOT_AVAILABLE`] alone.
fn with_unit(value: f64, unit: &str) -> String {
    if value.is_finite() {
        format!("{} {unit}", number(value))
    } else {
        NOT_AVAILABLE.to_owned()
    }
}

/// Returns the decimal exponent of a value rounded to three significant digits, so that 999.9 counts as a thousand.
fn rounded_exponent(value: f64) -> i32 {
    let shown = format!("{value:.2e}");
    shown
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0)
}

fn group_thousands(digits: &str) -> String {
    let (sign, digits) = digits
        .strip_prefix('-')
        .map_or(("", digits), |unsigned| ("-", unsigned));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut grouped = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !fraction.is_empty() {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

/// Removes the zeros that end a number's fraction. Only for numbers that are not measurements, in which such a zero is
/// significant.
fn without_idle_zeros(number: &str) -> &str {
    if number.contains('.') && !number.contains('e') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_three_significant_digits_and_separators() {
        let shown = [1_234_567.8, 1234.5, 999.6, 123.4, 12.34, 9.999, 1.0, 0.1234, 0.001_234]
            .map(number)
            .join(" ");
        assert_eq!(shown, "1,234,568 1,234 1,000 123 12.3 10.0 1.00 0.123 0.00123");
        assert_eq!(number(0.0), "0");
        assert_eq!(number(-1234.0), "-1,234");
        assert_eq!(number(-123.0), "-123");
        assert_eq!(number(1.5e-9), "1.50e-9");
        assert_eq!(number(f64::NAN), "n/a");
    }

    #[test]
    fn counts_are_exact() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn rates_are_in_decimal_megabytes() {
        assert_eq!(rate(1.234e9), "1,234 MB/s");
        assert_eq!(rate(98_765_432.0), "98.8 MB/s");
        assert_eq!(rate(0.0), "0 MB/s");
        assert_eq!(rate(f64::INFINITY), "n/a");
    }

    #[test]
    fn sizes_are_exact_and_as_options_spell_them() {
        let shown = [0, 512, 1000, 4096, 65_536, 1 << 20, 1536 << 10, 2 << 30, 1 << 40].map(size);
        assert_eq!(shown.join(" "), "0 512 1000 4K 64K 1M 1536K 2G 1T");
    }

    #[test]
    fn amounts_are_in_binary_units() {
        let shown = [0, 512, 1536, 3 << 29, (1 << 40) - 1, 1 << 40, u64::MAX].map(amount);
        assert_eq!(
            shown.join(", "),
            "0 B, 512 B, 1.5 KiB, 1.5 GiB, 1 TiB, 1 TiB, 16,384 PiB"
        );
    }

    #[test]
    fn durations_choose_their_unit_after_rounding() {
        let shown = [0.0, 8.5e-8, 3.4e-4, 9.996e-4, 0.0123, 1.2, 59.94, 59.96, 125.0, 3719.0]
            .map(seconds)
            .join(", ");
        assert_eq!(
            shown,
            "0 s, 85.0 ns, 340 us, 1.00 ms, 12.3 ms, 1.20 s, 59.9 s, 1 min 00 s, 2 min 05 s, \
             1 h 02 min"
        );
        assert_eq!(seconds(-0.5), "-500 ms");
        assert_eq!(seconds(f64::NAN), "n/a");
        assert_eq!(duration(Duration::from_micros(1500)), "1.50 ms");
    }

    #[test]
    fn a_percentage_never_rounds_to_nothing_or_all() {
        let shown = [0.0, 0.0002, 0.1234, 0.95, 0.9995, 1.0, 1.1, 1.5]
            .map(percent)
            .join(", ");
        assert_eq!(shown, "0 %, <0.1 %, 12.3 %, 95 %, >99.9 %, 100 %, 110 %, 150 %");
    }

    #[test]
    fn an_interval_says_a_shared_unit_once() {
        assert_eq!(interval("1,180 MB/s", "1,290 MB/s"), "1,180 to 1,290 MB/s");
        assert_eq!(interval("340 us", "1.20 ms"), "340 us to 1.20 ms");
        assert_eq!(interval("1", "2"), "1 to 2");
        assert_eq!(
            interval("5.13 MB/s per core", "93.0 MB/s per core"),
            "5.13 to 93.0 MB/s per core"
        );
        assert_eq!(interval("1 min 08 s", "2 min 09 s"), "1 min 08 s to 2 min 09 s");
        assert_eq!(interval("1 h 00 min", "2 h 00 min"), "1 h 00 min to 2 h 00 min");
    }
}
