//! NLEVELS: how many levels each variable of the tables has.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing};

use super::counts::Counts;
use super::number::count;
use super::request::Freq;

/// The numbers of levels of the variables of tables.
pub(super) struct LevelCounts<'f> {
    freq: &'f Freq,
    /// The numbers of levels of each class variable that are missing values, and that are not.
    counted: Vec<Option<(f64, f64)>>,
}

impl<'f> LevelCounts<'f> {
    pub(super) fn new(freq: &'f Freq) -> Self {
        Self {
            freq,
            counted: vec![None; freq.variables.len()],
        }
    }

    /// Adds the levels of a crossing.
    pub(super) fn add(&mut self, counts: &Counts) {
        for (&class, levels) in counts.classes.iter().zip(&counts.levels) {
            let missing = levels.iter().filter(|level| level.is_missing).count();
            self.counted[class].get_or_insert((missing as f64, (levels.len() - missing) as f64));
        }
    }

    /// Lists the numbers. Those of missing values have columns of their own where there are any.
    pub(super) fn list(&self, width: usize, out: &mut dyn Listing) {
        let has_missing = self.counted.iter().flatten().any(|(missing, _)| *missing > 0.0);
        let has_labels = self.freq.variables.iter().any(|variable| !variable.label.is_empty());
        let mut table = Results::new("NLevels", "Number of Variable Levels").text("TableVar", "Variable");
        if has_labels {
            table = table.text("TableVarLabel", "Label");
        }
        table = table.number("NLevels", "Levels");
        if has_missing {
            table = table
                .number("NMissLevels", "Missing\nLevels")
                .number("NNonMissLevels", "Nonmissing\nLevels");
        }
        let number = |number: f64| Cell::number(number, count(number, 12));
        for (variable, counted) in self.freq.variables.iter().zip(&self.counted) {
            let Some((missing, present)) = *counted else {
                continue;
            };
            let mut row = vec![Cell::head(variable.name.as_str())];
            if has_labels {
                row.push(Cell::text(variable.label.as_str()));
            }
            row.push(number(missing + present));
            if has_missing {
                row.extend([number(missing), number(present)]);
            }
            table.push(row);
        }
        table.show(width, out);
    }
}
