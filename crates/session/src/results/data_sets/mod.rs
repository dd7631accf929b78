//! Tables that become data sets: ODS OUTPUT.

mod collected;
mod column;

use feedrate_language::tree::{DataSet, Name, OdsOutput};
use feedrate_steps::environment::{Cell, GroupValue, TableOfResults};

pub(crate) use collected::Collected;
pub(crate) use column::Datum;

/// What ODS OUTPUT asks for of the next step.
#[derive(Debug, Default)]
pub(super) struct DataSets {
    wanted: Vec<Wanted>,
    /// Bytes that all of them may take.
    memory: usize,
    /// Which of them take rows of the table at hand.
    open: Vec<usize>,
}

/// A table that is to become a data set.
#[derive(Debug)]
pub(crate) struct Wanted {
    /// The table.
    pub table: Name,
    /// The data set.
    pub data_set: DataSet,
    /// What there was of it; nothing if the step gave no such table.
    pub collected: Option<Collected>,
    /// Whether it was more than memory holds, of so many bytes; the rest was let go then.
    pub too_much: Option<usize>,
}

impl Wanted {
    /// Whether the step gave no such table.
    pub(crate) fn is_missing(&self) -> bool {
        self.collected.is_none() && self.too_much.is_none()
    }
}

impl DataSets {
    /// ODS OUTPUT. A table that was asked for already becomes this data set too.
    pub(super) fn want(&mut self, outputs: Vec<OdsOutput>) {
        self.wanted.extend(outputs.into_iter().map(|output| Wanted {
            table: output.table,
            data_set: output.data_set,
            collected: None,
            too_much: None,
        }));
    }

    /// ODS OUTPUT CLOSE, and the end of a step.
    pub(super) fn take(&mut self) -> Vec<Wanted> {
        self.open.clear();
        std::mem::take(&mut self.wanted)
    }

    /// Whether anything is asked for.
    pub(super) fn is_any(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// How many bytes all of them may take.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.memory = bytes;
    }

    /// A table begins, of a BY group; whether its rows are wanted.
    pub(super) fn begin_table(&mut self, table: &TableOfResults, groups: &[GroupValue]) -> bool {
        self.open.clear();
        for (number, wanted) in self.wanted.iter_mut().enumerate() {
            let is_it = wanted.table.text.eq_ignore_ascii_case(&table.name);
            if is_it && wanted.too_much.is_none() {
                let collected = wanted.collected.get_or_insert_default();
                collected.begin_table(table, groups);
                self.open.push(number);
            }
        }
        !self.open.is_empty()
    }

    /// The next row of it.
    pub(super) fn row(&mut self, cells: &[Cell]) {
        for &number in &self.open {
            let wanted = &mut self.wanted[number];
            if let Some(collected) = &mut wanted.collected {
                collected.row(cells);
            }
        }
        if self.bytes() > self.memory {
            // What is too much is let go at once, and told of when the step has ended.
            for number in self.open.drain(..) {
                let wanted = &mut self.wanted[number];
                wanted.collected = None;
                wanted.too_much = Some(self.memory);
            }
        }
    }

    /// It ends.
    pub(super) fn end_table(&mut self) {
        self.open.clear();
    }

    fn bytes(&self) -> usize {
        let collected = self.wanted.iter().filter_map(|own| own.collected.as_ref());
        collected.map(Collected::bytes).sum()
    }
}
