//! The rows of a plot with categories on its vertical axis: their height, and where their names are.
//!
//! In a wide window names are to the left of their row. In a narrow one there is no room, and they are above it.

use serde_json::{Value, json};

use super::axis::markup;
use crate::model::{Kind, Plot, Scale};

/// The columns of a name's line to the left of a row, and above it.
const BESIDE: usize = 28;
const ABOVE: usize = 42;
/// The same to the left of bars in a narrow window: a name above would be on them.
const BESIDE_BARS: usize = 14;

/// Heights in pixels: of a line of text, of a series in a row and the least of it, of the space between rows, and of
/// all that is around the rows.
const LINE: f64 = 18.0;
const MARK: f64 = 16.0;
const LEAST_MARK: f64 = 14.0;
const SPACE: f64 = 8.0;
const AROUND: f64 = 96.0;

/// Rows with their names.
pub(super) struct Rows<'a> {
    names: &'a [String],
    plot: &'a Plot,
}

/// The heights of a plot in pixels.
pub(super) struct Heights {
    pub(super) wide: usize,
    pub(super) narrow: usize,
}

impl<'a> Rows<'a> {
    /// Returns the rows of a horizontal plot.
    pub(super) fn of(plot: &'a Plot) -> Option<Self> {
        match &plot.y.scale {
            Scale::Category(names) if plot.is_horizontal() => Some(Self { names, plot }),
            _ => None,
        }
    }

    /// Returns the share of a row that its marks take. The rest, above them, has the name in a narrow window.
    pub(super) fn marks(&self) -> f64 {
        let marks = MARK * self.series();
        marks / (marks + LINE * self.lines(ABOVE) + SPACE)
    }

    /// Returns the heights that give each row its place.
    pub(super) fn heights(&self) -> Heights {
        let marks = LEAST_MARK * self.series() / self.marks();
        let beside = |width: usize| (LINE * self.lines(width) + SPACE).max(marks);
        let narrow = if self.has_bars() {
            beside(BESIDE_BARS)
        } else {
            MARK * self.series() / self.marks()
        };
        let legend = (self.plot.series.len() + self.plot.references.len()) as f64;
        let all = |row: f64, legend: f64| (row * self.names.len() as f64 + AROUND + LINE * legend).ceil() as usize;
        Heights {
            wide: all(beside(BESIDE), 1.0),
            // Each entry of the legend may take a line.
            narrow: all(narrow, legend),
        }
    }

    /// Returns the properties of the vertical axis in a wide window.
    pub(super) fn beside(&self) -> Value {
        let count = self.names.len() as f64;
        json!({ "ticktext": self.broken(BESIDE), "range": [count - 0.5, -0.5] })
    }

    /// Returns the properties of the layout that are other ones in a narrow window.
    pub(super) fn narrow(&self) -> Value {
        if self.has_bars() {
            return json!({ "yaxis": { "ticktext": self.broken(BESIDE_BARS) } });
        }
        let marks = self.marks() / 2.0;
        let top = 1.0 - marks;
        let names = self.broken(ABOVE).into_iter().enumerate();
        let names = names.map(|(index, name)| {
            json!({
                "text": name, "showarrow": false, "align": "left",
                "xref": "paper", "x": 0, "xanchor": "left", "xshift": 2,
                "y": index as f64 - marks, "yanchor": "bottom",
            })
        });
        let boundaries = (0..self.names.len()).map(|index| index as f64 - top);
        json!({
            "yaxis": {
                "tickvals": boundaries.collect::<Vec<_>>(),
                "showticklabels": false,
                "range": [self.names.len() as f64 - top, -top],
                "title": { "text": "" },
            },
            "annotations": names.collect::<Vec<_>>(),
        })
    }

    fn series(&self) -> f64 {
        self.plot.series.len().max(1) as f64
    }

    fn has_bars(&self) -> bool {
        let series = &self.plot.series;
        series
            .iter()
            .any(|series| matches!(series.kind, Kind::Bars | Kind::Area))
    }

    /// Returns the names in lines of a width.
    fn broken(&self, width: usize) -> Vec<String> {
        let lines = |name: &String| {
            let lines = textwrap::wrap(name, width);
            let lines: Vec<String> = lines.iter().map(|line| markup(line)).collect();
            lines.join("<br>")
        };
        self.names.iter().map(lines).collect()
    }

    /// Returns the most lines of a name.
    fn lines(&self, width: usize) -> f64 {
        let lines = |name: &String| textwrap::wrap(name, width).len();
        self.names.iter().map(lines).max().unwrap_or(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Quantity;
    use crate::model::{Axis, Series};

    fn plot(kind: Kind) -> Plot {
        let name = "direct, pages of 64K, 16 buffers, overlapped";
        Plot::new(
            "T",
            Axis::linear("Time", Quantity::Percent),
            Axis::category("Setting", [name, "<b>"]),
        )
        .series(Series::new("s", kind, []))
    }

    #[test]
    fn names_are_whole_at_every_width() {
        let plot = plot(Kind::Points);
        let rows = Rows::of(&plot).expect("the plot is horizontal");
        assert_eq!(
            rows.beside()["ticktext"],
            json!(["direct, pages of 64K, 16<br>buffers, overlapped", "&lt;b&gt;"])
        );
        let narrow = rows.narrow();
        assert_eq!(
            narrow["annotations"][0]["text"],
            "direct, pages of 64K, 16 buffers,<br>overlapped"
        );
        assert!(rows.heights().narrow > rows.heights().wide);
    }

    #[test]
    fn names_are_never_on_bars() {
        let plot = plot(Kind::Bars);
        let rows = Rows::of(&plot).expect("the plot is horizontal");
        assert!(rows.narrow().get("annotations").is_none());
    }

    #[test]
    fn a_plot_of_upright_values_has_no_rows() {
        let axis = || Axis::category("c", ["a"]);
        assert!(Rows::of(&Plot::new("T", axis(), axis())).is_none());
    }
}
