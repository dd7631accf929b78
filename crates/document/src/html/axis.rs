//! Converts an axis to one of plotly.js.

use serde_json::{Value, json};

use super::ticks;
use crate::format::Quantity;
use crate::model::{Axis, Scale};

/// Escapes text that plotly.js would take as markup.
pub(super) fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// An axis whose numbers are in the unit of its ticks.
pub(super) struct ScaledAxis {
    factor: f64,
    /// The axis of the layout.
    pub(super) axis: Value,
}

impl ScaledAxis {
    /// Creates the axis for values that it must contain.
    pub(super) fn of(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let logarithmic = axis.is_logarithmic();
        let (low, high) = extent(values.filter(|value| !logarithmic || *value > 0.0));
        let (factor, unit) = unit(&axis.quantity, logarithmic, high);
        let title = match unit {
            Some(unit) => format!("{} ({unit})", axis.label),
            None => axis.label.clone(),
        };
        let mut shown = json!({
            "title": { "text": markup(&title), "standoff": 12 },
            "type": if logarithmic { "log" } else { "linear" },
            "automargin": true,
            "zeroline": false,
            "separatethousands": true,
            "exponentformat": "none",
        });
        if axis.scale == Scale::Linear && axis.quantity == Quantity::Count {
            // The axis may begin at zero, wherever its values begin.
            shown["tick0"] = json!(0);
            shown["dtick"] = json!(ticks::whole_step(low.min(0.0), high));
        }
        let ticks = match &axis.scale {
            Scale::Linear => Vec::new(),
            Scale::Log2 => ticks::powers_of_two(low, high),
            Scale::Log10 => ticks::powers_of_ten(low * factor, high * factor)
                .into_iter()
                .map(|tick| tick / factor)
                .collect(),
            Scale::Category(names) => (0..names.len()).map(|index| index as f64).collect(),
        };
        if logarithmic && ticks.iter().filter(|tick| (low..=high).contains(*tick)).count() < 2 {
            // Between two ticks, the values would have none: the axis extends to the ticks around them.
            let around = ticks
                .iter()
                .rfind(|tick| **tick <= low)
                .zip(ticks.iter().find(|tick| **tick >= high && **tick > low));
            if let Some((first, last)) = around {
                let (first, last) = ((first * factor).log10(), (last * factor).log10());
                // Marks on the ends are whole.
                let room = (last - first) * 0.03;
                shown["range"] = json!([first - room, last + room]);
            }
        }
        if !ticks.is_empty() {
            shown["tickmode"] = json!("array");
            shown["ticktext"] = ticks.iter().map(|tick| markup(&axis.tick(*tick))).collect();
            shown["tickvals"] = ticks.iter().map(|tick| tick * factor).collect();
        }
        Self { factor, axis: shown }
    }

    /// Returns a value in the unit of the ticks.
    pub(super) fn scaled(&self, value: f64) -> f64 {
        value * self.factor
    }
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

    #[test]
    fn an_axis_chooses_the_unit_of_its_greatest_value() {
        let ms = unit(&Quantity::Seconds, false, 0.02);
        assert_eq!(ms, (1000.0, Some("ms".to_owned())));
        assert_eq!(unit(&Quantity::Seconds, true, 0.02), (1.0, None));
        assert_eq!(unit(&Quantity::Rate, false, 1e9), (1e-6, Some("MB/s".to_owned())));
        assert_eq!(unit(&Quantity::Amount, false, 3e9).1.as_deref(), Some("GiB"));
    }

    #[test]
    fn an_axis_of_counts_has_whole_ticks() {
        let axis = |quantity| ScaledAxis::of(&Axis::linear("Streams", quantity), [1.0, 3.0].into_iter());
        assert_eq!(axis(Quantity::Count).axis["dtick"], json!(1.0));
        assert!(axis(Quantity::Number).axis.get("dtick").is_none());
    }

    #[test]
    fn a_narrow_logarithmic_axis_extends_to_its_ticks() {
        let shown = ScaledAxis::of(&Axis::log10("Times", Quantity::Ratio), [1.1, 1.4].into_iter());
        let end = |index: usize| shown.axis["range"][index].as_f64().expect("an end");
        assert!(end(0) < 0.0 && end(0) > -0.1, "{}", end(0));
        assert!(end(1) > 2_f64.log10() && end(1) < 0.4, "{}", end(1));
        let wide = ScaledAxis::of(&Axis::log2("Page", Quantity::Size), [1.0, 8.0].into_iter());
        assert!(wide.axis.get("range").is_none());
    }

    #[test]
    fn a_logarithmic_axis_disregards_what_it_cannot_show() {
        let shown = ScaledAxis::of(
            &Axis::log10("Latency", Quantity::Seconds),
            [0.0, f64::NAN, 1e-3, 8e-3].into_iter(),
        );
        assert_eq!(
            shown.axis["ticktext"],
            json!(["1 ms", "2 ms", "5 ms", "10 ms", "20 ms", "50 ms"])
        );
    }
}
