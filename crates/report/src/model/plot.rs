//! Plots: values against axes.

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
    pub fn category(
        label: impl Into<String>,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self {
            label: label.into(),
            quantity: Quantity::Count,
            scale: Scale::Category(names),
        }
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

/// The drawing of the points of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Marks joined by a line.
    Line,
    /// Marks alone.
    Points,
    /// Bars from zero; the only kind that is also drawn in text.
    Bars,
    /// A line with the space beneath it filled.
    Area,
}

/// A value and, if known, its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The position on the horizontal axis, in base units.
    pub x: f64,
    /// The value, in base units. One that is not finite leaves a gap.
    pub y: f64,
    /// The ends of the value's interval.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A value without an interval.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            interval: None,
        }
    }

    /// Sets the interval that the value lies in.
    #[must_use]
    pub fn within(mut self, low: f64, high: f64) -> Self {
        self.interval = Some((low, high));
        self
    }
}

/// A series of points.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its drawing.
    pub kind: Kind,
    /// The points, in the order in which a line joins them.
    pub points: Vec<Point>,
}

impl Series {
    /// A series of points.
    pub fn new(
        name: impl Into<String>,
        kind: Kind,
        points: impl IntoIterator<Item = Point>,
    ) -> Self {
        Self {
            name: name.into(),
            kind,
            points: points.into_iter().collect(),
        }
    }
}

/// A reference value, drawn across the whole plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Its label; the value itself is shown after it.
    pub label: String,
    /// The value, in base units.
    pub y: f64,
}

/// Series plotted against two axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The explanation beneath it.
    pub caption: Option<String>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
    /// The reference values.
    pub references: Vec<Reference>,
}

impl Plot {
    /// Creates a plot without series.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self {
            title: title.into(),
            caption: None,
            x,
            y,
            series: Vec::new(),
            references: Vec::new(),
        }
    }

    /// Sets the explanation beneath the plot.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }

    /// Adds a series.
    #[must_use]
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds a reference value.
    #[must_use]
    pub fn reference(mut self, label: impl Into<String>, y: f64) -> Self {
        self.references.push(Reference {
            label: label.into(),
            y,
        });
        self
    }
}
