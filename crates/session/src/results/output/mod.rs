//! ODS OUTPUT: tables that become data sets.

mod column;
mod rows;

use feedrate_language::tree::{DataSet, Name, OdsOutput};
use feedrate_steps::environment::{Cell, GroupValue, TableOfResults};

pub(crate) use column::Datum;
pub(crate) use rows::OutputRows;

/// What ODS OUTPUT asks for of the next step.
#[derive(Debug, Default)]
pub(super) struct OutputRequests {
    requests: Vec<OutputRequest>,
    /// Bytes that all of them may take.
    memory: usize,
    /// Which of them take rows of the table at hand.
    open: Vec<usize>,
}

/// A table that is to become a data set.
#[derive(Debug)]
pub(crate) struct OutputRequest {
    /// The table.
    pub table: Name,
    /// The data set.
    pub data_set: DataSet,
    /// Its rows; `None` if the step produced no such table.
    pub rows: Option<OutputRows>,
    /// The bytes of memory that its rows exceeded; they were dropped then.
    pub exceeded: Option<usize>,
}

impl OutputRequest {
    /// Returns whether the step produced no such table.
    pub(crate) fn is_missing(&self) -> bool {
        self.rows.is_none() && self.exceeded.is_none()
    }
}

impl OutputRequests {
    /// Adds requests. A table that was requested before becomes this data set too.
    pub(super) fn add(&mut self, outputs: Vec<OdsOutput>) {
        let requests = outputs.into_iter().map(|output| OutputRequest {
            table: output.table,
            data_set: output.data_set,
            rows: None,
            exceeded: None,
        });
        self.requests.extend(requests);
    }

    /// Returns all requests, and has none then.
    pub(super) fn take(&mut self) -> Vec<OutputRequest> {
        self.open.clear();
        std::mem::take(&mut self.requests)
    }

    /// Returns whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// How many bytes all of them may take.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.memory = bytes;
    }

    /// A table begins, of a BY group; whether its rows are wanted.
    pub(super) fn begin_table(&mut self, table: &TableOfResults, groups: &[GroupValue]) -> bool {
        self.open.clear();
        for (number, request) in self.requests.iter_mut().enumerate() {
            let is_it = request.table.text.eq_ignore_ascii_case(&table.name);
            if is_it && request.exceeded.is_none() {
                let rows = request.rows.get_or_insert_default();
                rows.begin_table(table, groups);
                self.open.push(number);
            }
        }
        !self.open.is_empty()
    }

    /// The next row of it.
    pub(super) fn row(&mut self, cells: &[Cell]) {
        for &number in &self.open {
            if let Some(rows) = &mut self.requests[number].rows {
                rows.row(cells);
            }
        }
        if self.bytes() > self.memory {
            // That is an error when the step has ended.
            for number in self.open.drain(..) {
                let request = &mut self.requests[number];
                request.rows = None;
                request.exceeded = Some(self.memory);
            }
        }
    }

    /// It ends.
    pub(super) fn end_table(&mut self) {
        self.open.clear();
    }

    fn bytes(&self) -> usize {
        let rows = self.requests.iter().filter_map(|own| own.rows.as_ref());
        rows.map(OutputRows::bytes).sum()
    }
}
