//! Published figures, and the places that they have among the figures of a study.

use super::level::Level;

/// A table of figures of others.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedFigures {
    /// Its title, with its source.
    pub title: String,
    /// A note on it.
    pub note: Option<String>,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
    /// The figures of the study that stand beside them; `None` for a table that is printed as it is.
    pub layout: Option<Layout>,
}

/// The figures of a study that correspond to those of a published table.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The place of each row.
    pub rows: Vec<Place>,
    /// The place of each column after the first; none if all of them stand for the same figures of the study.
    pub columns: Vec<Place>,
    /// The place that other figures are parts of, such as the levels of the first setting; none for no such ratios.
    pub of: Place,
    /// True if parts are shown as errors: `-0.7 %` instead of `99.3 %`.
    pub is_error: bool,
    /// The statistic of the study's figures.
    pub statistic: Statistic,
    /// The unit of the figures.
    pub unit: Option<String>,
    /// The factor to which sizes of the data are relative, and what it was when the figures were published.
    pub relative_to: Option<(usize, f64)>,
}

/// A row, a column, or a figure of a published table in terms of the study.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Place {
    /// Levels of factors.
    pub levels: Vec<(usize, Level)>,
    /// The step of a program; `None` for the whole run.
    pub step: Option<String>,
    /// The name of the figure; `None` for the main one, or the time of a step.
    pub figure: Option<String>,
}

/// A statistic of the figures of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Statistic {
    /// The median of the runs of a cell.
    #[default]
    Median,
    /// The percents of the first setting by the analysis of covariance.
    Covariance,
}

impl Place {
    /// Returns the place of a figure in its row and its column: what the column says goes before.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let own = self.levels.iter();
        let own = own.filter(|(factor, _)| !other.levels.iter().any(|(known, _)| known == factor));
        let mut levels: Vec<(usize, Level)> = own.chain(&other.levels).cloned().collect();
        levels.sort_by_key(|(factor, _)| *factor);
        Self {
            levels,
            step: other.step.clone().or_else(|| self.step.clone()),
            figure: other.figure.clone().or_else(|| self.figure.clone()),
        }
    }
}
