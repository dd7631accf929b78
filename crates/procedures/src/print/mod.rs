//! PROC PRINT: observations as a table.

mod aligned;
mod columns;
mod grammar;
mod groups;
mod heading;
mod request;
mod results;
mod statements;
mod sums;
mod values;

use feedrate_language::tree::Extent;
use feedrate_procedure::{Definition, Grammar, Intent, OutputSize, Procedure, Reads};
use feedrate_program::{Site, Slot};
use feedrate_rows::environment::table::{self, Alignment, Column};
use feedrate_rows::environment::{Environment, GroupValue, Listing, Severity};
use feedrate_rows::{Observation, Outcome, visit};
use feedrate_values::{Kind, Value};
use request::Print;
use results::ResultTable;
use sums::Sums;
use values::number_of;

pub(crate) const DEFINITION: Definition = Definition {
    name: "PRINT",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Print {
    fn intent(&self) -> Intent<'_> {
        Intent::reading(&self.step, OutputSize::Few)
    }

    fn run_claimed(&self, _: Site, environment: &mut Environment<'_>) -> Outcome {
        let width = environment.options.line_size as usize;
        let mut table = Table::new(self, width);
        let mut outcome = visit(&self.step, environment, &mut |observation, listing| {
            table.take(observation, listing);
        });
        if table.number == 0 && !outcome.is_failed() {
            for read in &outcome.read {
                environment
                    .log
                    .message(Severity::Note, &format!("No observations in data set {}.", read.name));
            }
        }
        outcome.is_format_narrow |= table.finish(environment.listing);
        outcome
    }
}

/// The number of observations that share column widths, which limits how many are kept in memory.
const ROWS: usize = 1000;

/// The table under construction.
struct Table<'a> {
    print: &'a Print,
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// The numbers of the pending rows by column, for columns that are aligned.
    numbers: Vec<Vec<f64>>,
    /// The rows that are rules above sums, with their characters.
    rules: Vec<(usize, char)>,
    results: ResultTable,
    /// The sums of all observations, and those of the current group of each BY variable.
    total: Sums,
    groups: Vec<Sums>,
    number: u64,
    /// The values of the BY variables that stand in their columns; empty otherwise.
    keys: Vec<String>,
    /// The current BY group.
    group: Vec<GroupValue>,
    /// The number of observations in the current BY group.
    in_group: u64,
    width: usize,
    cell: Vec<u8>,
    /// True if a number did not fit its format.
    is_format_narrow: bool,
}

impl<'a> Table<'a> {
    fn new(print: &'a Print, width: usize) -> Self {
        let number = print.numbers.as_ref().map(|heading| Column {
            heading: heading.clone(),
            alignment: Alignment::Right,
        });
        let columns = print.columns.iter().map(|column| Column {
            heading: column.heading.clone(),
            alignment: match column.format.kind() {
                Kind::Number => Alignment::Right,
                Kind::Text => Alignment::Left,
            },
        });
        Self {
            columns: number.into_iter().chain(columns).collect(),
            rows: Vec::new(),
            numbers: Vec::new(),
            rules: Vec::new(),
            results: ResultTable::new(print),
            total: Sums::new(print.columns.len()),
            groups: vec![Sums::new(print.columns.len()); print.groups.len()],
            number: 0,
            in_group: 0,
            group: Vec::new(),
            keys: Vec::new(),
            width,
            cell: Vec::new(),
            is_format_narrow: false,
            print,
        }
    }

    fn take(&mut self, observation: &Observation<'_>, listing: &mut dyn Listing) {
        // A change of a BY variable starts new groups of the BY variables after it too.
        let changed = self
            .print
            .groups
            .iter()
            .position(|group| observation.value(Slot::Number(group.first)) == Value::Number(1.0));
        if let Some(outermost) = changed {
            self.begin_group(outermost, observation, listing);
        }
        self.results.begin(listing);
        self.blank_line();
        self.number += 1;
        self.in_group += 1;
        let mut row = Vec::with_capacity(self.columns.len());
        if self.print.numbers.is_some() {
            row.push(observation.number().to_string());
        }
        for (index, column) in self.print.columns.iter().enumerate() {
            row.push(match self.is_repeated_key(index, changed) {
                true => String::new(),
                false => self.text(column, observation),
            });
            if let (true, Value::Number(number)) = (column.sum, self.shown(column, observation))
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
        if self.results.is_wanted() {
            let counted = self.print.numbers.as_ref();
            let counted = counted.map(|_| observation.number() as f64);
            let values = self.print.columns.iter();
            let values: Vec<_> = values
                .map(|column| number_of(self.shown(column, observation)))
                .collect();
            self.results
                .row(&row, counted.map(Some).into_iter().chain(values), listing);
        }
        let values = self.print.columns.iter();
        let values = values
            .enumerate()
            .map(|(index, column)| match self.shown(column, observation) {
                Value::Number(number) if column.is_plain && !self.is_repeated_key(index, changed) => number,
                _ => f64::NAN,
            });
        let values = values.collect();
        self.push(row, values);
        if self.rows.len() >= ROWS {
            self.write(listing);
        }
    }

    /// Writes the pending rows, and ends the table of results.
    fn end(&mut self, listing: &mut dyn Listing) {
        self.write(listing);
        self.results.end(listing);
    }

    /// Adds a row, with the numbers of the columns that are aligned; NaN in the others.
    fn push(&mut self, row: Vec<String>, numbers: Vec<f64>) {
        self.rows.push(row);
        self.numbers.push(numbers);
    }

    /// Writes the pending rows.
    fn write(&mut self, listing: &mut dyn Listing) {
        if self.rows.is_empty() {
            return;
        }
        let before = usize::from(self.print.numbers.is_some());
        for (index, column) in self.print.columns.iter().enumerate() {
            if column.is_plain {
                let rows = self.rows.iter_mut().zip(&self.numbers);
                aligned::align(rows.map(|(row, numbers)| (numbers[index], &mut row[before + index])));
            }
        }
        let keys = self.print.keys + before;
        let (print, rules) = (self.print, &self.rules);
        let rule = |row: usize, place: usize| {
            let mut rules = rules.iter();
            let (_, by) = rules.find(|(ruled, _)| *ruled == row)?;
            let is_summed = match place.checked_sub(before) {
                Some(index) => print.columns[index].sum,
                None => false,
            };
            // The label of the sums of a group is in the first column.
            let is_label = *by == sums::OF_GROUP && place == 0;
            (is_summed || is_label).then_some(*by)
        };
        let columns = self.split_headings(before);
        table::write_ruled(&columns, &self.rows, keys, self.width, &rule, listing);
        self.rows.clear();
        self.numbers.clear();
        self.rules.clear();
    }

    /// Returns the columns of the pending rows, with those headings in lines that are wider than what stands below.
    fn split_headings(&self, before: usize) -> Vec<Column> {
        let mut columns = self.columns.clone();
        let shown = columns.iter_mut().skip(before).zip(&self.print.columns);
        for (place, (column, _)) in shown.enumerate().filter(|(_, (_, own))| own.is_named) {
            let cells = self.rows.iter().filter_map(|row| row.get(before + place));
            let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
            column.heading = heading::split(&column.heading, widest);
        }
        columns
    }

    /// Writes the pending rows, and returns whether a number did not fit its format.
    fn finish(mut self, listing: &mut dyn Listing) -> bool {
        if self.number == 0 {
            return self.is_format_narrow;
        }
        self.end_groups(0, listing);
        self.sum_of_all(listing);
        self.end(listing);
        if self.groups.is_empty() {
            self.in_group = self.number;
        }
        self.count_group(listing);
        if let Some(text) = &self.print.total_count
            && !self.groups.is_empty()
        {
            listing.note(&format!("{text}{}", self.number));
        }
        self.is_format_narrow
    }

    /// N: prints the number of observations of the group that ended, or without BY of all.
    fn count_group(&mut self, listing: &mut dyn Listing) {
        let count = std::mem::take(&mut self.in_group);
        if let Some(text) = &self.print.count
            && (count > 0 || self.groups.is_empty())
        {
            listing.note(&format!("{text}{count}"));
        }
    }
}
