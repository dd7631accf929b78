//! Axes: scales of quantities, and categories.

use crate::format::{self, Quantity};

/// The scale of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic by powers of two, each of them a tick.
    Log2,
    /// Logarithmic by powers of ten.
    Log10,
    /// Categories: the values are the indexes of these names.
    Category(Vec<String>),
}

/// An axis of a plot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// Its title, without the unit.
    pub label: String,
    /// The quantity of its values.
    pub quantity: Quantity,
    /// Its scale.
    pub scale: Scale,
}

impl Axis {
    /// Creates a linear axis.
    pub fn linear(label: impl Into<String>, quantity: Quantity) -> Self {
        Self {
            label: label.into(),
            quantity,
            scale: Scale::Linear,
        }
    }

    /// Creates an axis by powers of two.
    pub fn log2(label: impl Into<String>, quantity: Quantity) -> Self {
        Self {
            label: label.into(),
            quantity,
            scale: Scale::Log2,
        }
    }

    /// Creates an axis by powers of ten.
    pub fn log10(label: impl Into<String>, quantity: Quantity) -> Self {
        Self {
            label: label.into(),
            quantity,
            scale: Scale::Log10,
        }
    }

    /// Creates an axis of categories; a point's value is the index of its name.
    pub fn category(label: impl Into<String>, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self {
            label: label.into(),
            quantity: Quantity::Count,
            scale: Scale::Category(names),
        }
    }

    /// Returns whether it has categories.
    pub(crate) fn is_category(&self) -> bool {
        matches!(self.scale, Scale::Category(_))
    }

    /// Returns whether it is logarithmic, and thus without zero.
    pub(crate) fn is_logarithmic(&self) -> bool {
        matches!(self.scale, Scale::Log2 | Scale::Log10)
    }

    /// Formats a value on this axis for a tick. A unit that all ticks share is in the axis' title instead.
    pub(crate) fn tick(&self, value: f64) -> String {
        match self.scale {
            Scale::Category(_) => self.show(value),
            _ => self.quantity.tick(value),
        }
    }

    /// Formats a value on this axis.
    pub(crate) fn show(&self, value: f64) -> String {
        match &self.scale {
            Scale::Category(names) => usize::try_from(value.round() as i64)
                .ok()
                .and_then(|index| names.get(index))
                .map_or_else(|| format::NOT_AVAILABLE.to_owned(), Clone::clone),
            _ => self.quantity.format(value),
        }
    }
}
