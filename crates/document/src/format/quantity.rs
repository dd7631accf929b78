//! The quantities of numbers.

use super::{NOT_AVAILABLE, amount, count, number, percent, rate, seconds, size, with_unit, without_idle_zeros};

/// The quantity of a number, which determines its format. Numbers are in base units: bytes, bytes a second, seconds,
/// fractions of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quantity {
    /// A measured number without a unit.
    Number,
    /// A whole number of things.
    Count,
    /// A measured number in a unit of its own, such as `s/GB`.
    Unit(String),
    /// Bytes a second, shown as MB/s.
    Rate,
    /// Bytes of a page or a transfer, shown as `64K`.
    Size,
    /// Bytes of data, shown as `1.5 GiB`.
    Amount,
    /// Seconds, shown as `340 us`.
    Seconds,
    /// A fraction of one, shown as a percentage.
    Percent,
    /// A multiple of another value, shown as `1.40 ×`.
    Ratio,
}

impl Quantity {
    /// Formats a value with its unit.
    pub fn format(&self, value: f64) -> String {
        match self {
            Self::Number => number(value),
            Self::Unit(unit) => with_unit(value, unit),
            Self::Rate => rate(value),
            Self::Seconds => seconds(value),
            Self::Percent => percent(value),
            Self::Ratio => with_unit(value, "×"),
            Self::Count => whole(value, count),
            Self::Size => whole(value, size),
            Self::Amount => whole(value, amount),
        }
    }

    /// Returns the base unit, in which a value is a plain number; none for numbers and counts.
    pub(crate) fn base_unit(&self) -> Option<&str> {
        match self {
            Self::Number | Self::Count => None,
            Self::Unit(unit) => Some(unit),
            Self::Rate => Some("bytes/s"),
            Self::Size | Self::Amount => Some("bytes"),
            Self::Seconds => Some("s"),
            Self::Percent => Some("fraction"),
            Self::Ratio => Some("×"),
        }
    }

    /// Formats a value for the tick of an axis, without trailing zeros. The unit is left out if it is the same at every
    /// tick.
    pub(crate) fn tick(&self, value: f64) -> String {
        let text = match self {
            Self::Number | Self::Unit(_) | Self::Ratio => number(value),
            Self::Rate => number(value / 1e6),
            Self::Percent => number(value * 100.0),
            // Powers of ten are not whole minutes.
            Self::Seconds if value >= 60.0 => with_unit(value, "s"),
            Self::Count | Self::Size | Self::Amount | Self::Seconds => self.format(value),
        };
        match text.split_once(' ') {
            Some((number, unit)) => format!("{} {unit}", without_idle_zeros(number)),
            None => without_idle_zeros(&text).to_owned(),
        }
    }
}

fn whole(value: f64, show: impl Fn(u64) -> String) -> String {
    if value.is_finite() && value >= 0.0 {
        show(value.round() as u64)
    } else {
        NOT_AVAILABLE.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_reads_in_its_own_way() {
        let shown = [
            Quantity::Number.format(1.5),
            Quantity::Count.format(1500.0),
            Quantity::Unit("s/GB".into()).format(0.25),
            Quantity::Rate.format(1.5e9),
            Quantity::Size.format(65_536.0),
            Quantity::Amount.format(1.5e9),
            Quantity::Seconds.format(0.0015),
            Quantity::Percent.format(0.973),
            Quantity::Ratio.format(1.4),
            Quantity::Size.format(-1.0),
            Quantity::Unit("s/GB".into()).format(f64::NAN),
        ];
        assert_eq!(
            shown.join(", "),
            "1.50, 1,500, 0.250 s/GB, 1,500 MB/s, 64K, 1.4 GiB, 1.50 ms, 97.3 %, 1.40 ×, n/a, n/a"
        );
    }

    #[test]
    fn ticks_have_no_idle_zeros_and_no_shared_unit() {
        let shown = [
            Quantity::Seconds.tick(1e-3),
            Quantity::Seconds.tick(5e-5),
            Quantity::Seconds.tick(1e3),
            Quantity::Rate.tick(2e9),
            Quantity::Percent.tick(0.5),
            Quantity::Ratio.tick(1.25),
            Quantity::Unit("s/GB".into()).tick(0.25),
            Quantity::Count.tick(16.0),
            Quantity::Size.tick(1_048_576.0),
        ];
        assert_eq!(shown.join(", "), "1 ms, 50 us, 1,000 s, 2,000, 50, 1.25, 0.25, 16, 1M");
    }
}
