//! Figures drawn against axes.

use crate::format::{self, Quantity};

/// How values are spread along an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By powers of two, each of them a tick.
    Log2,
    /// By powers of ten.
    Log10,
    /// Not at all: the values are the indexes of these names.
    Category(Vec<String>),
}

/// What one direction of a plot measures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// What it is, without the unit.
    pub label: String,
    /// What its numbers measure.
    pub quantity: Quantity,
    /// How they are spread.
    pub scale: Scale,
}

impl Axis {
    /// An axis with evenly spread values.
    pub fn linear(label: impl Into<String>, quantity: Quantity) -> Self {
        Self {
            label: label.into(),
            quantity,
            scale: Scale::Linear,
        }
    }

    /// An axis by powers of two.
    pub fn log2(label: impl Into<String>, quantity: Quantity) -> Self {
        Self {
            label: label.into(),
            quantity,
            scale: Scale::Log2,
        }
    }

    /// An axis by powers of ten.
    pub fn log10(label: impl Into<String>, quantity: Quantity) -> Self {
        Self {
            label: label.into(),
            quantity,
            scale: Scale::Log10,
        }
    }

    /// An axis of names; a point's value is the index of its name.
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

    /// A value on this axis as text beside a tick, where a unit that all ticks
    /// share stands in the axis' title instead.
    pub(crate) fn tick(&self, value: f64) -> String {
        match self.scale {
            Scale::Category(_) => self.show(value),
            _ => self.quantity.tick(value),
        }
    }

    /// A value on this axis as text.
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

/// How the points of a series are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Marks joined by a line.
    Line,
    /// Marks alone.
    Points,
    /// Bars from zero; the one kind that is drawn in text as well.
    Bars,
    /// A line with the space beneath it filled.
    Area,
}

/// One value with, where known, the interval that it lies in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The place along the horizontal axis, in base units.
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

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What they are, shown in the legend.
    pub name: String,
    /// How they are drawn.
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

/// A value to hold the others against, drawn across the whole plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// What it is; the value itself is shown after it.
    pub label: String,
    /// The value, in base units.
    pub y: f64,
}

/// Series drawn against two axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// What the plot shows.
    pub title: String,
    /// What the reader must know to read it, shown beneath.
    pub caption: Option<String>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
    /// Values to hold the series against.
    pub references: Vec<Reference>,
}

impl Plot {
    /// A plot without series yet.
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

    /// Says what the reader must know to read the plot.
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

    /// Adds a value to hold the series against.
    #[must_use]
    pub fn reference(mut self, label: impl Into<String>, y: f64) -> Self {
        self.references.push(Reference {
            label: label.into(),
            y,
        });
        self
    }
}
