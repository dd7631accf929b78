//! ODS OUTPUT: tables that become data sets.

mod column;
mod rows;

use feedrate_language::tree::{DataSet, Name, OdsOutput};
use feedrate_rows::environment::{Cell, GroupValue, TableOfResults};

pub(crate) use column::Datum;
pub(crate) use rows::OutputRows;

/// The requests of ODS OUTPUT for the next step.
#[derive(Debug, Default)]
pub(super) struct OutputRequests {
    requests: Vec<OutputRequest>,
    /// The bytes that all of them may take.
    memory: usize,
    /// The requests that take rows of the current table.
    open: Vec<usize>,
}

/// A request to write a table to a data set.
#[derive(Debug)]
pub(crate) struct OutputRequest {
    /// The table.
    pub table: Name,
    /// The data set.
    pub data_set: DataSet,
    /// Its rows; `None` if the step produced no such table.
    pub rows: Option<OutputRows>,
    /// The memory limit in bytes that its rows exceeded, in which case they were dropped.
    pub exceeded: Option<usize>,
}

impl OutputRequest {
    /// Returns whether the step produced no such table.
    pub(crate) fn is_missing(&self) -> bool {
        self.rows.is_none() && self.exceeded.is_none()
    }
}

impl OutputRequests {
    /// Adds requests. A table that was requested before is written to this data set too.
    pub(super) fn add(&mut self, outputs: Vec<OdsOutput>) {
        let requests = outputs.into_iter().map(|output| OutputRequest {
            table: output.table,
            data_set: output.data_set,
            rows: None,
            exceeded: None,
        });
        self.requests.extend(requests);
    }

    /// Takes all requests.
    pub(super) fn take(&mut self) -> Vec<OutputRequest> {
        self.open.clear();
        std::mem::take(&mut self.requests)
    }

    /// Returns whether there are no requests.
    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Sets how many bytes all of them may take.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.memory = bytes;
    }

    /// Begins a table, in a BY group. Returns whether its rows are requested.
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

    /// Adds the next row of the table.
    pub(super) fn row(&mut self, cells: &[Cell]) {
        for &number in &self.open {
            if let Some(rows) = &mut self.requests[number].rows {
                rows.row(cells);
            }
        }
        if self.bytes() > self.memory {
            // The error is reported when the step has ended.
            for number in self.open.drain(..) {
                let request = &mut self.requests[number];
                request.rows = None;
                request.exceeded = Some(self.memory);
            }
        }
    }

    /// Ends the table.
    pub(super) fn end_table(&mut self) {
        self.open.clear();
    }

    fn bytes(&self) -> usize {
        let rows = self.requests.iter().filter_map(|own| own.rows.as_ref());
        rows.map(OutputRows::bytes).sum()
    }
}
