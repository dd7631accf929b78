//! Numbers in fio's form: a few digits, and a prefix.

/// The meaning of a thousand in prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thousand {
    /// 1000: k, M, G.
    Decimal,
    /// 1024: Ki, Mi, Gi.
    Binary,
}

impl Thousand {
    /// Returns the one that fio prints first for a `kb_base`, and the one that follows in parentheses.
    pub(super) fn both(kb_base: u32) -> (Self, Self) {
        if kb_base == 1000 {
            (Self::Decimal, Self::Binary)
        } else {
            (Self::Binary, Self::Decimal)
        }
    }

    fn value(self) -> u64 {
        match self {
            Self::Decimal => 1000,
            Self::Binary => 1024,
        }
    }

    fn prefixes(self) -> [&'static str; 7] {
        match self {
            Self::Decimal => ["", "k", "M", "G", "T", "P", "E"],
            Self::Binary => ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"],
        }
    }
}

/// Formats a number with at most `figures` figures, a prefix and a unit: `1023B`, `9.77KiB`, `38.9MiB`, `12.3k`.
///
/// It is divided until its integer part has no more figures than allowed. The rest is for decimals, including the
/// point; if there is no room it is rounded.
pub(super) fn short(value: u64, figures: u32, thousand: Thousand, unit: &str) -> String {
    let figures = figures.max(1) as usize;
    let prefixes = thousand.prefixes();
    let (mut whole, mut rest, mut prefix) = (value, None, 0);
    while digits(whole) > figures && prefix + 1 < prefixes.len() {
        rest = Some(whole % thousand.value());
        whole /= thousand.value();
        prefix += 1;
    }
    let prefix = prefixes[prefix];
    let Some(rest) = rest else {
        return format!("{whole}{prefix}{unit}");
    };
    let decimals = figures.saturating_sub(digits(whole) + 1);
    if decimals == 0 {
        let whole = whole + u64::from(rest >= thousand.value() / 2);
        return format!("{whole}{prefix}{unit}");
    }
    // Decimals are kept if they round up to the next integer: 9.999 is 10.00.
    let number = whole as f64 + rest as f64 / thousand.value() as f64;
    format!("{number:.decimals$}{prefix}{unit}")
}

fn digits(value: u64) -> usize {
    value.checked_ilog10().unwrap_or(0) as usize + 1
}

/// The form of a job's sizes and rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// `significant_figures`.
    pub(super) figures: u32,
    /// `kb_base`: 1024 or 1000.
    pub(super) kb_base: u32,
    /// `unit_base=1`: rates are in bits.
    pub(super) bits: bool,
}

impl Style {
    /// Formats bytes, in the first and in the other prefixes: `4096KiB`, `4194kB`.
    pub(super) fn bytes(self, bytes: u64) -> (String, String) {
        let (first, second) = Thousand::both(self.kb_base);
        (
            short(bytes, self.figures, first, "B"),
            short(bytes, self.figures, second, "B"),
        )
    }

    /// Formats bytes a second, in the first and in the other prefixes: `100MiB/s`, `105MB/s`.
    pub(super) fn rate(self, bytes_a_second: u64) -> (String, String) {
        let (first, second) = Thousand::both(self.kb_base);
        let (value, unit) = if self.bits {
            (bytes_a_second.saturating_mul(8), "bit/s")
        } else {
            (bytes_a_second, "B/s")
        };
        (
            short(value, self.figures, first, unit),
            short(value, self.figures, second, unit),
        )
    }

    /// Formats a count: `25.6k`.
    pub(super) fn count(self, count: u64) -> String {
        short(count, self.figures, Thousand::Decimal, "")
    }
}

/// A unit of time for latencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeUnit {
    Nanoseconds,
    Microseconds,
    Milliseconds,
}

impl TimeUnit {
    /// Returns fio's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nanoseconds => "nsec",
            Self::Microseconds => "usec",
            Self::Milliseconds => "msec",
        }
    }

    /// Returns its nanoseconds.
    pub(super) fn nanoseconds(self) -> u64 {
        match self {
            Self::Nanoseconds => 1,
            Self::Microseconds => 1000,
            Self::Milliseconds => 1_000_000,
        }
    }

    /// Returns the unit that leaves two figures of the least and five of the greatest.
    pub(super) fn for_range(least_ns: u64, greatest_ns: u64) -> Self {
        let fits = |unit: Self| least_ns > 2 * unit.nanoseconds() && greatest_ns >= 100 * unit.nanoseconds();
        [Self::Milliseconds, Self::Microseconds]
            .into_iter()
            .find(|&unit| fits(unit))
            .unwrap_or(Self::Nanoseconds)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STYLE: Style = Style {
        figures: 4,
        kb_base: 1024,
        bits: false,
    };

    #[test]
    fn sizes_are_written_as_fio_writes_them() {
        // Bytes, and fio 3.33's output of them.
        let said = [
            (512, "512B", "512B"),
            (1025, "1025B", "1025B"),
            (9999, "9999B", "9999B"),
            (10_000, "9.77KiB", "10.0kB"),
            (10_239, "10.00KiB", "10.2kB"),
            (10_240, "10.0KiB", "10.2kB"),
            (99_999, "97.7KiB", "100.0kB"),
            (102_399, "100.0KiB", "102kB"),
            (102_400, "100KiB", "102kB"),
            (999_999, "977KiB", "1000kB"),
            (1_048_575, "1024KiB", "1049kB"),
            (9_999_999, "9766KiB", "10000kB"),
            (10_433_331, "9.95MiB", "10.4MB"),
            (10_485_248, "10.00MiB", "10.5MB"),
            (104_857_599, "100.0MiB", "105MB"),
            (1_073_741_824, "1024MiB", "1074MB"),
            (17_179_869_184, "16.0GiB", "17.2GB"),
            (999_653_638_144, "931GiB", "1000GB"),
            (12_344_809_750_528, "11.2TiB", "12.3TB"),
        ];
        for (bytes, first, second) in said {
            assert_eq!(STYLE.bytes(bytes), (first.to_owned(), second.to_owned()));
        }
    }

    #[test]
    fn rates_and_counts_are_written_as_fio_writes_them() {
        let both = |(first, second): (String, String)| format!("{first} ({second})");
        assert_eq!(both(STYLE.rate(1_074_000_000)), "1024MiB/s (1074MB/s)");
        let bits = Style { bits: true, ..STYLE };
        assert_eq!(both(bits.rate(8_192_000)), "62.5Mibit/s (65.5Mbit/s)");
        let decimal = Style { kb_base: 1000, ..STYLE };
        assert_eq!(both(decimal.rate(5_238_000)), "5238kB/s (5115KiB/s)");
        assert_eq!(STYLE.count(9960), "9960");
        assert_eq!(STYLE.count(12_345), "12.3k");
        assert_eq!(STYLE.count(3_301_750), "3302k");
        assert_eq!(short(6_968_665, 6, Thousand::Decimal, ""), "6968.7k");
    }

    #[test]
    fn units_of_time_leave_enough_figures() {
        use TimeUnit::*;
        assert_eq!(TimeUnit::for_range(1648, 63_042_000), Nanoseconds);
        assert_eq!(TimeUnit::for_range(19_648, 3_897_525), Microseconds);
        assert_eq!(TimeUnit::for_range(2_000_001, 99_999_999), Microseconds);
        assert_eq!(TimeUnit::for_range(2_000_001, 100_000_000), Milliseconds);
    }

    proptest! {
        #[test]
        fn a_number_keeps_its_size(value: u64, figures in 1u32..12) {
            let text = short(value, figures, Thousand::Decimal, "");
            let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
            let power = "kMGTPE".find(&text[split..]).filter(|_| split < text.len()).map_or(0, |at| at as i32 + 1);
            let back: f64 = text[..split].parse::<f64>().expect("a number") * 1000f64.powi(power);
            // Half a unit of the last figure, with at least one figure kept; a remainder below ten is a part of 1000.
            let close = (back - value as f64).abs() <= 0.5 * 1000f64.powi(power);
            prop_assert!(close, "{value} -> {text}");
        }
    }
}
