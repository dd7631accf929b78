//! The part of an axis that a plot shows: its ends, its ticks and its title.

use super::super::ticks;
use crate::format::{self, Quantity};
use crate::model::{Axis, Scale};

/// The share of an axis that is left free at an end.
const ROOM: f64 = 0.04;

/// The share of the greatest value below which the least is near zero.
const NEAR: f64 = 0.25;

/// A place with a text beside it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// The place, in base units.
    pub(super) value: f64,
    pub(super) text: String,
}

/// The shown part of an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Span {
    low: f64,
    high: f64,
    is_logarithmic: bool,
    /// The ticks, in ascending order.
    pub(super) ticks: Vec<Tick>,
    /// The label with the unit of the ticks.
    pub(super) title: String,
}

impl Span {
    /// Returns the part of an axis that contains these values, and zero if it has to, with at most so many ticks.
    pub(super) fn of(axis: &Axis, values: impl Iterator<Item = f64>, with_zero: bool, most: usize) -> Self {
        if let Scale::Category(names) = &axis.scale {
            return Self::of_names(axis, names);
        }
        let is_logarithmic = axis.is_logarithmic();
        let found = match extent(values.filter(|value| !is_logarithmic || *value > 0.0)) {
            (low, high) if low <= high => (low, high),
            _ if is_logarithmic => (1.0, 10.0),
            _ => (0.0, 1.0),
        };
        let (factor, unit) = unit(&axis.quantity, is_logarithmic, found.1);
        let title = match unit {
            Some(unit) => format!("{} ({unit})", axis.label),
            None => axis.label.clone(),
        };
        let (low, high, ticks) = match is_logarithmic {
            true => logarithmic(axis, found, factor, most),
            false => linear(axis, found, factor, with_zero, most),
        };
        Self {
            low,
            high,
            is_logarithmic,
            ticks,
            title,
        }
    }

    fn of_names(axis: &Axis, names: &[String]) -> Self {
        let tick = |(index, name): (usize, &String)| Tick {
            value: index as f64,
            text: name.clone(),
        };
        Self {
            low: -0.5,
            high: names.len().max(1) as f64 - 0.5,
            is_logarithmic: false,
            ticks: names.iter().enumerate().map(tick).collect(),
            title: axis.label.clone(),
        }
    }

    /// Returns the position of a value, from 0 at the lower end to 1. What a logarithmic axis cannot show is at its
    /// lower end; a value that is not finite has no position.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        if !value.is_finite() {
            return None;
        }
        if self.is_logarithmic && value <= 0.0 {
            return Some(0.0);
        }
        let at = |value: f64| if self.is_logarithmic { value.log10() } else { value };
        let share = (at(value) - at(self.low)) / (at(self.high) - at(self.low));
        Some(share.clamp(0.0, 1.0))
    }
}

fn linear(
    axis: &Axis,
    (mut low, mut high): (f64, f64),
    factor: f64,
    with_zero: bool,
    most: usize,
) -> (f64, f64, Vec<Tick>) {
    // Where zero is near, a distance from it shows how much a value is.
    if with_zero || (low > 0.0 && low < NEAR * high) {
        (low, high) = (low.min(0.0), high.max(0.0));
    }
    if low == high {
        let reach = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
        (low, high) = (low - reach, high + reach);
    }
    let room = (high - low) * ROOM;
    let (first, last) = (low, high);
    low -= if first == 0.0 { 0.0 } else { room };
    high += if last == 0.0 { 0.0 } else { room };
    let mut step = ticks::round_step((high - low) * factor, most);
    if axis.quantity == Quantity::Count {
        step = step.max(1.0);
    }
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let count = |end: f64| end * factor / step;
    let ticks = (count(low).ceil() as i64..=count(high).floor() as i64).take(2 * most);
    let tick = |index: i64| {
        let shown = index as f64 * step;
        Tick {
            value: shown / factor,
            text: format::fixed(shown, decimals),
        }
    };
    (low, high, ticks.map(tick).collect())
}

fn logarithmic(axis: &Axis, (mut low, mut high): (f64, f64), factor: f64, most: usize) -> (f64, f64, Vec<Tick>) {
    let all: Vec<f64> = match axis.scale {
        Scale::Log2 => ticks::powers_of_two(low, high),
        _ => {
            let ticks = ticks::powers_of_ten(low * factor, high * factor);
            ticks.into_iter().map(|tick| tick / factor).collect()
        }
    };
    if all.iter().filter(|tick| (low..=high).contains(*tick)).count() < 2 {
        // Between two ticks, the values would have none: the axis extends to the ticks around them.
        let around = all
            .iter()
            .rfind(|tick| **tick <= low)
            .zip(all.iter().find(|tick| **tick >= high && **tick > low));
        if let Some((first, last)) = around {
            (low, high) = (*first, *last);
        }
    }
    // Marks on the ends are whole.
    let room = ((high.log10() - low.log10()) * ROOM).max(0.01);
    (low, high) = (low / 10_f64.powf(room), high * 10_f64.powf(room));
    let mut within: Vec<f64> = all.into_iter().filter(|tick| (low..=high).contains(tick)).collect();
    if within.len() > most && axis.scale == Scale::Log10 {
        let is_decade = |tick: &f64| {
            let power = (tick * factor).log10();
            (power - power.round()).abs() < 1e-6
        };
        if within.iter().filter(|tick| is_decade(tick)).count() > 1 {
            within.retain(is_decade);
        }
    }
    let each = within.len().div_ceil(most.max(1)).max(1);
    let ticks = within.into_iter().step_by(each).map(|value| Tick {
        value,
        text: axis.tick(value),
    });
    (low, high, ticks.collect())
}

/// Returns the least and the greatest finite value.
fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
}

/// Returns the factor from base units to those of the axis, and their name. Ticks with units of their own (sizes) have
/// none.
fn unit(quantity: &Quantity, logarithmic: bool, most: f64) -> (f64, Option<String>) {
    let choose = |units: &[(f64, &str)]| {
        let fits = units.iter().find(|(unit, _)| most >= *unit).or(units.last());
        fits.map_or((1.0, None), |(unit, name)| (1.0 / unit, Some((*name).to_owned())))
    };
    match quantity {
        Quantity::Size if !logarithmic => (1.0, Some("bytes".to_owned())),
        Quantity::Number | Quantity::Count | Quantity::Size => (1.0, None),
        Quantity::Unit(unit) => (1.0, Some(unit.clone())),
        Quantity::Rate => (1e-6, Some("MB/s".to_owned())),
        Quantity::Percent => (100.0, Some("%".to_owned())),
        Quantity::Ratio => (1.0, Some("×".to_owned())),
        Quantity::Amount | Quantity::Seconds if logarithmic => (1.0, None),
        Quantity::Seconds => choose(&[(1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")]),
        Quantity::Amount => {
            let power = |exponent: i32| 1024_f64.powi(exponent);
            choose(&[
                (power(4), "TiB"),
                (power(3), "GiB"),
                (power(2), "MiB"),
                (power(1), "KiB"),
                (1.0, "bytes"),
            ])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(span: &Span) -> Vec<&str> {
        span.ticks.iter().map(|tick| tick.text.as_str()).collect()
    }

    #[test]
    fn an_axis_chooses_the_unit_of_its_greatest_value() {
        let ms = unit(&Quantity::Seconds, false, 0.02);
        assert_eq!(ms, (1000.0, Some("ms".to_owned())));
        assert_eq!(unit(&Quantity::Seconds, true, 0.02), (1.0, None));
        assert_eq!(unit(&Quantity::Rate, false, 1e9), (1e-6, Some("MB/s".to_owned())));
        assert_eq!(unit(&Quantity::Amount, false, 3e9).1.as_deref(), Some("GiB"));
    }

    #[test]
    fn a_linear_axis_has_round_ticks_in_its_unit() {
        let rate = Axis::linear("Throughput", Quantity::Rate);
        let span = Span::of(&rate, [2e8, 2.1e9].into_iter(), true, 6);
        assert_eq!(texts(&span), ["0", "500", "1,000", "1,500", "2,000"]);
        assert_eq!(span.title, "Throughput (MB/s)");
        assert_eq!(span.share(0.0), Some(0.0));
        let near = Span::of(&Axis::linear("t", Quantity::Ratio), [1.02, 1.04].into_iter(), false, 5);
        assert_eq!(texts(&near), ["1.020", "1.025", "1.030", "1.035", "1.040"]);
    }

    #[test]
    fn an_axis_of_counts_has_whole_ticks() {
        let of = |quantity| Span::of(&Axis::linear("Streams", quantity), [1.0, 3.0].into_iter(), false, 8);
        assert_eq!(texts(&of(Quantity::Count)), ["1", "2", "3"]);
        assert!(texts(&of(Quantity::Number)).len() > 3);
    }

    #[test]
    fn a_narrow_logarithmic_axis_extends_to_its_ticks() {
        let shown = Span::of(&Axis::log10("Times", Quantity::Ratio), [1.1, 1.4].into_iter(), false, 9);
        assert_eq!(texts(&shown), ["1", "2"]);
    }

    #[test]
    fn a_logarithmic_axis_disregards_what_it_cannot_show() {
        let values = [0.0, f64::NAN, 1e-3, 8e-3];
        let shown = Span::of(&Axis::log10("Latency", Quantity::Seconds), values.into_iter(), true, 9);
        assert_eq!(texts(&shown), ["1 ms", "2 ms", "5 ms"]);
        assert_eq!((shown.share(0.0), shown.share(f64::NAN)), (Some(0.0), None));
        let few = Span::of(
            &Axis::log2("Page", Quantity::Size),
            [4096.0, 4194304.0].into_iter(),
            false,
            4,
        );
        assert_eq!(texts(&few), ["4K", "32K", "256K", "2M"]);
    }

    #[test]
    fn every_axis_has_ends_whatever_its_values_are() {
        for axis in [Axis::linear("a", Quantity::Count), Axis::log10("a", Quantity::Seconds)] {
            for values in [&[][..], &[0.0], &[f64::NAN], &[1e300, 1e-300], &[-5.0, -5.0], &[3.0]] {
                for zero in [true, false] {
                    let span = Span::of(&axis, values.iter().copied(), zero, 6);
                    assert!(span.low < span.high && span.ticks.len() <= 12, "{values:?} {span:?}");
                }
            }
        }
    }
}
