//! Bar charts as lines of text.

use super::page::{Page, Tone, width_of};
use crate::model::{Kind, Plot, Point};

/// The width limit of the names of bars; longer ones are truncated.
const WIDEST_NAME: usize = 24;

/// Returns whether a plot is drawn in text: it has only bars.
pub(super) fn can_draw(plot: &Plot) -> bool {
    let points = plot.series.iter().map(|series| series.points.len()).sum::<usize>();
    points > 0 && plot.series.iter().all(|series| series.kind == Kind::Bars)
}

/// Draws a plot of bars.
pub(super) fn write(page: &mut Page, plot: &Plot) {
    page.wrapped(&plot.title, Tone::Strong);
    let layout = Layout::of(plot, page.width());
    for series in &plot.series {
        if plot.series.len() > 1 {
            page.wrapped(&series.name, Tone::Plain);
        }
        for point in &series.points {
            page.line(&layout.bar(plot, point), Tone::Plain);
        }
    }
    for reference in &plot.references {
        let name = format!("|  {}: {}", reference.label, plot.values().show(reference.value));
        page.wrapped(&name, Tone::Faint);
    }
    if let Some(caption) = &plot.caption {
        page.wrapped(caption, Tone::Faint);
    }
}

/// The widths of a chart's columns, and the value at the end of the scale.
struct Layout {
    name: usize,
    bar: usize,
    value: usize,
    most: f64,
}

impl Layout {
    fn of(plot: &Plot, width: usize) -> Self {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let name = points()
            .map(|point| width_of(&plot.places().show(plot.place_of(point))))
            .max()
            .unwrap_or(0);
        let value = points()
            .map(|point| width_of(&plot.values().show(plot.value_of(point))))
            .max()
            .unwrap_or(0);
        let name = name.min(WIDEST_NAME).min(width / 3);
        let value = value.min(width / 3);
        let most = points()
            .map(|point| plot.value_of(point))
            .chain(plot.references.iter().map(|reference| reference.value))
            .filter(|y| y.is_finite())
            .fold(0.0, f64::max);
        Self {
            name,
            bar: width.saturating_sub(name + value + 6),
            value,
            most,
        }
    }

    fn bar(&self, plot: &Plot, point: &Point) -> String {
        let indent = if plot.series.len() > 1 { "  " } else { "" };
        let name = cut(&plot.places().show(plot.place_of(point)), self.name);
        let value = cut(&plot.values().show(plot.value_of(point)), self.value);
        let length = self.column(plot.value_of(point));
        let mut bar = vec!['#'; length];
        bar.resize(self.bar, ' ');
        for reference in &plot.references {
            if let Some(mark) = bar.get_mut(self.column(reference.value).saturating_sub(1)) {
                *mark = '|';
            }
        }
        format!(
            "{indent}{name}{}  {}{value}  {}",
            " ".repeat(self.name - width_of(&name)),
            " ".repeat(self.value - width_of(&value)),
            bar.into_iter().collect::<String>(),
        )
    }

    /// Returns the columns of bar for a value.
    fn column(&self, value: f64) -> usize {
        if self.most > 0.0 && value > 0.0 {
            ((value / self.most * self.bar as f64).round() as usize).clamp(1, self.bar)
        } else {
            0
        }
    }
}

/// Returns as much of a text as fits.
pub(super) fn cut(text: &str, width: usize) -> String {
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if width_of(&kept) > width {
            kept.pop();
            break;
        }
    }
    kept
}
