//! Interval plots as lines of text: a mark between the ends of its interval, `|---o---|`.

use super::page::{Page, Tone, width_of};
use crate::figures::plot as figures;
use crate::model::{Axis, Kind, Plot, Point, Scale};

/// The width limit of names beside their marks; with a longer one, all names are above.
const WIDEST_NAME: usize = 24;

/// The least columns of a scale beside the values' intervals. With less room, the intervals are left out.
const LEAST_SCALE: usize = 24;

const INDENT: &str = "  ";

/// Returns whether a plot is drawn as intervals: it is horizontal, and has only points, of which some are finite.
pub(super) fn can_draw(plot: &Plot) -> bool {
    let is_points = plot.series.iter().all(|series| series.kind == Kind::Points);
    plot.is_horizontal() && is_points && Extent::of(plot).is_some()
}

/// Draws an interval plot.
pub(super) fn write(page: &mut Page, plot: &Plot) {
    let Some(extent) = Extent::of(plot) else {
        return;
    };
    page.wrapped(&plot.title, Tone::Strong);
    let layout = Layout::of(plot, page.width(), extent);
    for (index, name) in categories(&plot.y).iter().enumerate() {
        let rows = rows_of(plot, index);
        if layout.above && !rows.is_empty() {
            page.wrapped(name, Tone::Plain);
        }
        for (series, point) in rows {
            let label = if layout.above { series } else { name };
            page.line(&layout.row(plot, label, point), Tone::Plain);
        }
    }
    page.line(&layout.scale(plot), Tone::Faint);
    for reference in &plot.references {
        page.wrapped(&format!(":  {}", figures::reference(plot, reference)), Tone::Faint);
    }
    if let Some(caption) = &plot.caption {
        page.wrapped(caption, Tone::Faint);
    }
}

fn categories(axis: &Axis) -> &[String] {
    match &axis.scale {
        Scale::Category(names) => names,
        _ => &[],
    }
}

/// Returns the points of a category with the name of their series, which is empty if there is only one.
fn rows_of(plot: &Plot, category: usize) -> Vec<(&str, Point)> {
    let mut rows = Vec::new();
    for series in &plot.series {
        let name = if plot.series.len() > 1 {
            series.name.as_str()
        } else {
            ""
        };
        let here = series.points.iter().filter(|point| point.y == category as f64);
        rows.extend(here.map(|point| (name, *point)));
    }
    rows
}

/// The least and the greatest value of the scale.
#[derive(Clone, Copy)]
struct Extent {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Extent {
    /// Returns the extent of all that is shown, if anything is.
    fn of(plot: &Plot) -> Option<Self> {
        let logarithmic = plot.x.is_logarithmic();
        let shown = plot
            .all_values()
            .filter(|value| value.is_finite() && (!logarithmic || *value > 0.0));
        let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (value.min(low), value.max(high))
        });
        (low <= high).then_some(Self { low, high, logarithmic })
    }

    /// Returns the position of a value from 0 to 1. What a logarithmic scale cannot show is at its left end.
    fn share(&self, value: f64) -> f64 {
        if self.logarithmic && value <= 0.0 {
            return 0.0;
        }
        let at = |value: f64| if self.logarithmic { value.ln() } else { value };
        let share = (at(value) - at(self.low)) / (at(self.high) - at(self.low));
        if share.is_nan() { 0.5 } else { share.clamp(0.0, 1.0) }
    }
}

/// The widths of the columns.
struct Layout {
    /// True if names of categories are above their marks.
    above: bool,
    /// True if values have their intervals.
    intervals: bool,
    name: usize,
    scale: usize,
    value: usize,
    extent: Extent,
}

impl Layout {
    fn of(plot: &Plot, width: usize, extent: Extent) -> Self {
        let widest = |names: &mut dyn Iterator<Item = &String>| names.map(|name| width_of(name)).max().unwrap_or(0);
        let several = plot.series.len() > 1;
        let categories = widest(&mut categories(&plot.y).iter());
        let limit = WIDEST_NAME.min(width / 3);
        let above = several || categories > limit;
        let name = match (several, above) {
            (true, _) => INDENT.len() + widest(&mut plot.series.iter().map(|series| &series.name)),
            (false, true) => 0,
            (false, false) => categories,
        };
        let name = name.min(limit);
        let value = |intervals: bool| {
            let points = plot.series.iter().flat_map(|series| &series.points);
            points
                .map(|point| width_of(&value(plot, point, intervals)))
                .max()
                .unwrap_or(0)
        };
        let room = |value: usize| width.saturating_sub(name + value + 4);
        let intervals = room(value(true)) >= LEAST_SCALE;
        let value = value(intervals).min(width / 2);
        Self {
            above,
            intervals,
            name,
            scale: room(value).max(1),
            value,
            extent,
        }
    }

    fn row(&self, plot: &Plot, name: &str, point: Point) -> String {
        let lead = if self.above && !name.is_empty() {
            format!("{INDENT}{name}")
        } else {
            name.to_owned()
        };
        let lead = super::bars::cut(&lead, self.name);
        let value = super::bars::cut(&value(plot, &point, self.intervals), self.value);
        let name_room = " ".repeat(self.name - width_of(&lead));
        format!("{lead}{name_room}  {}  {value}", self.marks(plot, point))
    }

    /// Returns the scale with the references, the interval and the value.
    fn marks(&self, plot: &Plot, point: Point) -> String {
        let mut marks = vec![' '; self.scale];
        let mut put = |value: f64, mark: char| {
            if value.is_finite() {
                marks[self.column(value)] = mark;
            }
        };
        for reference in &plot.references {
            put(reference.value, ':');
        }
        if let Some((low, high)) = point.interval
            && low.is_finite()
            && high.is_finite()
        {
            // An end on the wrong side of the value is at the value.
            let (low, high) = (self.column(low.min(point.x)), self.column(high.max(point.x)));
            marks[low..=high].fill('-');
            marks[low] = '|';
            marks[high] = '|';
        }
        if point.x.is_finite() {
            marks[self.column(point.x)] = 'o';
        }
        marks.into_iter().collect()
    }

    /// Returns the values at the ends of the scale.
    fn scale(&self, plot: &Plot) -> String {
        let (low, high) = (plot.x.show(self.extent.low), plot.x.show(self.extent.high));
        let room = self.scale.saturating_sub(width_of(&low) + width_of(&high));
        let lead = " ".repeat(self.name + 2);
        if room == 0 {
            return String::new();
        }
        format!("{lead}{low}{}{high}", " ".repeat(room))
    }

    /// Returns the column of a value.
    fn column(&self, value: f64) -> usize {
        (self.extent.share(value) * (self.scale - 1) as f64).round() as usize
    }
}

fn value(plot: &Plot, point: &Point, interval: bool) -> String {
    if interval {
        figures::value(plot, point)
    } else {
        plot.x.show(point.x)
    }
}

#[cfg(test)]
mod tests;
