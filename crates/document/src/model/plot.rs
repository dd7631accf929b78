//! Plots: values against axes.

use super::Axis;

/// The drawing of the points of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Marks joined by a line.
    Line,
    /// Marks alone.
    Points,
    /// Bars from zero.
    Bars,
    /// A line with the space beneath it filled.
    Area,
}

/// A value at a place and, if known, its interval. [`Plot::is_horizontal`] tells which axis is that of the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The position on the horizontal axis, in base units.
    pub x: f64,
    /// The position on the vertical axis, in base units. A value that is not finite leaves a gap.
    pub y: f64,
    /// The ends of the value's interval.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A value without an interval.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
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
    pub fn new(name: impl Into<String>, kind: Kind, points: impl IntoIterator<Item = Point>) -> Self {
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
    pub value: f64,
}

/// Series plotted against two axes.
///
/// Values are usually plotted upwards. An interval plot has categories on the vertical axis, from the top, and series
/// of [`Kind::Points`] whose values and intervals are horizontal.
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
    pub fn reference(mut self, label: impl Into<String>, value: f64) -> Self {
        self.references.push(Reference {
            label: label.into(),
            value,
        });
        self
    }

    /// Returns whether values are horizontal: only the vertical axis has categories.
    pub fn is_horizontal(&self) -> bool {
        self.y.is_category() && !self.x.is_category()
    }

    /// Returns the axis of the values.
    pub(crate) fn values(&self) -> &Axis {
        if self.is_horizontal() { &self.x } else { &self.y }
    }

    /// Returns the axis of the places that have values.
    pub(crate) fn places(&self) -> &Axis {
        if self.is_horizontal() { &self.y } else { &self.x }
    }

    /// Returns a point's position on the axis of the values.
    pub(crate) fn value_of(&self, point: &Point) -> f64 {
        if self.is_horizontal() { point.x } else { point.y }
    }

    /// Returns a point's position on the axis of the places.
    pub(crate) fn place_of(&self, point: &Point) -> f64 {
        if self.is_horizontal() { point.y } else { point.x }
    }

    /// Returns all positions that the axis of the values must contain: values, ends of intervals, and references.
    pub(crate) fn all_values(&self) -> impl Iterator<Item = f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let ends = |point: &Point| {
            let interval = point.interval.map(|(low, high)| [low, high]);
            std::iter::once(self.value_of(point)).chain(interval.into_iter().flatten())
        };
        points
            .flat_map(ends)
            .chain(self.references.iter().map(|reference| reference.value))
    }
}
