//! PROC PRINT: observations as a table.

use feedrate_values::format::Format;
use feedrate_values::{Kind, Value};

use super::table::{self, Column, Side};
use crate::data::{Observation, Outcome, visit};
use crate::environment::{
    Cell, Environment, GroupValue, Listing, ResultColumn, Severity, TableOfResults,
};
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
    /// BY: the variables whose values stand above each group, the outermost first.
    pub groups: Vec<PrintGroup>,
    /// N: whether the number of observations stands below.
    pub count: bool,
}

/// A BY variable.
#[derive(Clone, Debug)]
pub struct PrintGroup {
    /// Its `first.x`.
    pub first: NumberSlot,
    /// How its value is shown.
    pub column: PrintColumn,
}

/// A column.
#[derive(Clone, Debug)]
pub struct PrintColumn {
    /// The variable.
    pub name: String,
    /// What stands above it.
    pub heading: String,
    /// Where its values lie.
    pub slot: Slot,
    /// How they are written.
    pub format: Format,
    /// SUM: whether its sum stands below, and below each group of more than one observation.
    pub sum: bool,
}

/// Observations that share one set of column widths. More are not kept in memory.
const ROWS: usize = 1000;

/// The table as it grows.
struct Table<'a> {
    print: &'a Print,
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// What the rows are told as to whom wants tables.
    told: TableOfResults,
    /// Whether that table has begun, and whether its rows are wanted.
    is_begun: bool,
    is_wanted: bool,
    /// The row at hand as it is told.
    cells: Vec<Cell>,
    /// The sums of all observations, and those of the group of each BY variable.
    total: Sums,
    groups: Vec<Sums>,
    number: u64,
    width: usize,
    cell: Vec<u8>,
    /// Whether a number did not fit in its format.
    is_format_narrow: bool,
}

/// The sums of some observations.
#[derive(Clone, Debug)]
struct Sums {
    /// By column; those of columns without SUM stay 0.
    sums: Vec<f64>,
    observations: u64,
}

impl Sums {
    fn new(columns: usize) -> Self {
        Self {
            sums: vec![0.0; columns],
            observations: 0,
        }
    }
}

impl Print {
    pub(super) fn run(&self, environment: &mut Environment<'_>) -> Outcome {
        let width = environment.options.line_size as usize;
        let mut table = Table::new(self, width);
        let mut outcome = visit(&self.step, environment, &mut |observation, listing| {
            table.take(observation, listing);
        });
        if table.number == 0 && !outcome.is_failed() {
            for read in &outcome.read {
                environment.log.message(
                    Severity::Note,
                    &format!("No observations in data set {}.", read.name),
                );
            }
        }
        outcome.is_format_narrow |= table.finish(environment.listing);
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
            told: told(print),
            is_begun: false,
            is_wanted: false,
            cells: Vec::new(),
            total: Sums::new(print.columns.len()),
            groups: vec![Sums::new(print.columns.len()); print.groups.len()],
            number: 0,
            width,
            cell: Vec::new(),
            is_format_narrow: false,
            print,
        }
    }

    fn take(&mut self, observation: &Observation<'_>, listing: &mut dyn Listing) {
        // A change of one BY variable is a change of those after it too.
        let changed =
            self.print.groups.iter().position(|group| {
                observation.value(Slot::Number(group.first)) == Value::Number(1.0)
            });
        if let Some(outermost) = changed {
            self.end_groups(outermost, listing);
            self.end(listing);
            let print = self.print;
            let groups = print.groups.iter().map(|PrintGroup { column, .. }| {
                let value = observation.value(column.slot);
                GroupValue {
                    name: column.name.clone(),
                    heading: column.heading.clone(),
                    value: Cell {
                        number: number_of(value),
                        ..Cell::text(self.written(&column.format, value))
                    },
                }
            });
            let groups: Vec<_> = groups.collect();
            listing.grouped(&groups);
        }
        self.begin(listing);
        self.number += 1;
        let mut row = Vec::with_capacity(self.columns.len());
        if self.print.numbers {
            row.push(observation.number().to_string());
        }
        for (index, column) in self.print.columns.iter().enumerate() {
            row.push(self.text(column, observation));
            if let (true, Value::Number(number)) = (column.sum, observation.value(column.slot))
                && !number.is_nan()
            {
                self.total.sums[index] += number;
                for group in &mut self.groups {
                    group.sums[index] += number;
                }
            }
        }
        for group in &mut self.groups {
            group.observations += 1;
        }
        if self.is_wanted {
            let counted = self.print.numbers.then_some(observation.number() as f64);
            let values = self.print.columns.iter();
            let values = values.map(|column| number_of(observation.value(column.slot)));
            self.tell(&row, counted.map(Some).into_iter().chain(values), listing);
        }
        self.rows.push(row);
        if self.rows.len() >= ROWS {
            self.write(listing);
        }
    }

    /// Begins the table that is told of, if it has not begun.
    fn begin(&mut self, listing: &mut dyn Listing) {
        if !std::mem::replace(&mut self.is_begun, true) {
            listing.begin_table(&self.told);
            self.is_wanted = listing.wants_tables();
        }
    }

    /// Writes what waits, and ends the table.
    fn end(&mut self, listing: &mut dyn Listing) {
        self.write(listing);
        if std::mem::take(&mut self.is_begun) {
            listing.end_table();
        }
    }

    /// Tells of a row of these texts and, where they are such, numbers.
    fn tell(
        &mut self,
        texts: &[String],
        numbers: impl Iterator<Item = Option<f64>>,
        listing: &mut dyn Listing,
    ) {
        let keys = self.print.keys + usize::from(self.print.numbers);
        self.cells.resize_with(texts.len(), || Cell::text(""));
        let cells = self.cells.iter_mut().enumerate();
        for (((place, cell), text), number) in cells.zip(texts).zip(numbers) {
            cell.text.clone_from(text);
            cell.number = number;
            cell.is_head = place < keys;
        }
        listing.row(&self.cells);
    }

    fn text(&mut self, column: &PrintColumn, observation: &Observation<'_>) -> String {
        self.written(&column.format, observation.value(column.slot))
    }

    fn written(&mut self, format: &Format, value: Value<'_>) -> String {
        self.cell.clear();
        self.is_format_narrow |= !format.write(value, &mut self.cell);
        let text = String::from_utf8_lossy(&self.cell);
        match format.kind() {
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

    /// The groups of the BY variables from `outermost` on are complete.
    fn end_groups(&mut self, outermost: usize, listing: &mut dyn Listing) {
        for index in (outermost..self.groups.len()).rev() {
            let ended =
                std::mem::replace(&mut self.groups[index], Sums::new(self.print.columns.len()));
            // The sum of one observation is the observation.
            if ended.observations > 1 {
                let print = self.print;
                self.sum_row(&print.groups[index].column.heading, &ended, listing);
            }
        }
    }

    /// A row of sums, if there are some.
    fn sum_row(&mut self, label: &str, sums: &Sums, listing: &mut dyn Listing) {
        if !self.print.columns.iter().any(|column| column.sum) {
            return;
        }
        let mut row = Vec::with_capacity(self.columns.len());
        if self.print.numbers {
            row.push(label.to_owned());
        }
        for (column, sum) in self.print.columns.iter().zip(&sums.sums) {
            row.push(match column.sum {
                true => self.written(&column.format, Value::Number(*sum)),
                false => String::new(),
            });
        }
        // Under ID the first of its columns takes the place of the numbers.
        if let (false, Some(first)) = (self.print.numbers, row.first_mut())
            && self.print.keys > 0
            && first.is_empty()
        {
            label.clone_into(first);
        }
        if self.is_wanted {
            let columns = self.print.columns.iter().zip(&sums.sums);
            let numbers = columns.map(|(column, sum)| column.sum.then_some(*sum));
            let counted = self.print.numbers.then_some(None);
            self.tell(&row, counted.into_iter().chain(numbers), listing);
        }
        self.rows.push(row);
    }

    /// Writes what is left, and says whether a number did not fit in its format.
    fn finish(mut self, listing: &mut dyn Listing) -> bool {
        self.end_groups(0, listing);
        let total = std::mem::replace(&mut self.total, Sums::new(0));
        self.sum_row("Sum", &total, listing);
        self.end(listing);
        if self.print.count {
            listing.note(&format!("N = {}", self.number));
        }
        self.is_format_narrow
    }
}

/// What stands in the file of a table of results.
fn told(print: &Print) -> TableOfResults {
    let number = print.numbers.then(|| ResultColumn {
        name: "Obs".to_owned(),
        heading: "Obs".to_owned(),
        kind: Kind::Number,
    });
    let columns = print.columns.iter().map(|column| ResultColumn {
        name: column.name.clone(),
        heading: column.heading.clone(),
        kind: column.slot.kind(),
    });
    TableOfResults {
        name: "Print".to_owned(),
        columns: number.into_iter().chain(columns).collect(),
        ..TableOfResults::default()
    }
}

fn number_of(value: Value<'_>) -> Option<f64> {
    match value {
        Value::Number(number) => Some(number),
        Value::Text(_) => None,
    }
}
