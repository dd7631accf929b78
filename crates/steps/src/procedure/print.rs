//! PROC PRINT: observations as a table.

use feedrate_values::format::Format;
use feedrate_values::{Kind, Value};

use super::table::{self, Column, Side};
use crate::data::{Observation, Outcome, visit};
use crate::environment::{Environment, Listing};
use crate::ir::{DataStep, NumberSlot, Slot};

/// Prints observations.
#[derive(Clone, Debug)]
pub struct Print {
    /// What reads them: one SET statement.
    pub step: DataStep,
    /// The columns.
    pub columns: Vec<PrintColumn>,
    /// NOOBS leaves their numbers out.
    pub numbers: bool,
    /// How many of the first columns stand in every panel and in place of the numbers (ID).
    pub keys: usize,
    /// BY: what stands above each group. The slot is `first.x` of the last BY variable.
    pub groups: Option<(NumberSlot, Vec<PrintColumn>)>,
    /// N: whether the number of observations stands below.
    pub count: bool,
}

/// A column.
#[derive(Clone, Debug)]
pub struct PrintColumn {
    /// What stands above it.
    pub heading: String,
    /// Where its values lie.
    pub slot: Slot,
    /// How they are written.
    pub format: Format,
    /// SUM: whether its sum stands below.
    pub sum: bool,
}

/// Observations that share one set of column widths. More are not kept in memory.
const ROWS: usize = 1000;

/// The table as it grows.
struct Table<'a> {
    print: &'a Print,
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    sums: Vec<f64>,
    number: u64,
    width: usize,
    cell: Vec<u8>,
}

impl Print {
    pub(super) fn run(&self, environment: &mut Environment<'_>) -> Outcome {
        let width = environment.options.line_size as usize;
        let mut table = Table::new(self, width);
        let outcome = visit(&self.step, environment, &mut |observation, listing| {
            table.take(observation, listing);
        });
        table.finish(environment.listing);
        outcome
    }
}

impl<'a> Table<'a> {
    fn new(print: &'a Print, width: usize) -> Self {
        let number = Column {
            heading: "Obs".to_owned(),
            side: Side::Right,
        };
        let columns = print.columns.iter().map(|column| Column {
            heading: column.heading.clone(),
            side: match column.format.kind() {
                Kind::Number => Side::Right,
                Kind::Text => Side::Left,
            },
        });
        Self {
            columns: print
                .numbers
                .then_some(number)
                .into_iter()
                .chain(columns)
                .collect(),
            rows: Vec::new(),
            sums: vec![0.0; print.columns.len()],
            number: 0,
            width,
            cell: Vec::new(),
            print,
        }
    }

    fn take(&mut self, observation: &Observation<'_>, listing: &mut dyn Listing) {
        if let Some((first, by)) = &self.print.groups
            && observation.value(Slot::Number(*first)) == Value::Number(1.0)
        {
            self.write(listing);
            let mut heading = String::new();
            for column in by {
                let text = self.text(column, observation);
                heading.push_str(&format!("{}={text} ", column.heading));
            }
            listing.line(heading.trim_end().as_bytes());
            listing.line(b"");
        }
        self.number += 1;
        let mut row = Vec::with_capacity(self.columns.len());
        if self.print.numbers {
            row.push(self.number.to_string());
        }
        for (index, column) in self.print.columns.iter().enumerate() {
            row.push(self.text(column, observation));
            if let (true, Value::Number(number)) = (column.sum, observation.value(column.slot))
                && !number.is_nan()
            {
                self.sums[index] += number;
            }
        }
        self.rows.push(row);
        if self.rows.len() >= ROWS {
            self.write(listing);
        }
    }

    fn text(&mut self, column: &PrintColumn, observation: &Observation<'_>) -> String {
        self.cell.clear();
        column
            .format
            .write(observation.value(column.slot), &mut self.cell);
        let text = String::from_utf8_lossy(&self.cell);
        match column.format.kind() {
            Kind::Number => text.trim().to_owned(),
            Kind::Text => text.trim_end().to_owned(),
        }
    }

    /// Writes the observations that wait.
    fn write(&mut self, listing: &mut dyn Listing) {
        if self.rows.is_empty() {
            return;
        }
        let keys = self.print.keys + usize::from(self.print.numbers);
        table::write(&self.columns, &self.rows, keys, self.width, listing);
        self.rows.clear();
    }

    fn finish(mut self, listing: &mut dyn Listing) {
        if self.print.columns.iter().any(|column| column.sum) {
            let mut row = Vec::with_capacity(self.columns.len());
            if self.print.numbers {
                row.push("Sum".to_owned());
            }
            for (column, sum) in self.print.columns.iter().zip(&self.sums) {
                row.push(match column.sum {
                    true => {
                        let text = column.format.text(Value::Number(*sum));
                        String::from_utf8_lossy(&text).trim().to_owned()
                    }
                    false => String::new(),
                });
            }
            self.rows.push(row);
        }
        self.write(listing);
        if self.print.count {
            listing.line(format!("N = {}", self.number).as_bytes());
            listing.line(b"");
        }
    }
}
