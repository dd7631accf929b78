//! The tables of PROC MEANS.

use feedrate_procedure::variables::group_values;
use feedrate_rows::environment::table::{self, Alignment, Column};
use feedrate_rows::environment::{Cell, GroupValue, Listing};
use feedrate_rows::{Runtime, Values};
use feedrate_values::Kind;

use super::number::number;
use super::request::{Means, MeansListing};
use super::result_tables::ResultTables;
use crate::aggregate::{Combination, Statistic};
use crate::number::{fixed, probability};

/// The number of rows that share column widths, which limits how many are kept in memory.
const ROWS: usize = 1000;

/// The table under construction.
pub(super) struct Tables<'m> {
    means: &'m Means,
    listing: &'m MeansListing,
    line_size: usize,
    /// The type of the current table, if it has begun.
    bits: Option<u64>,
    rows: Vec<Vec<String>>,
    /// The table of results that other tools read.
    results: ResultTables<'m>,
    /// True if the title with the name of the procedure was written.
    begun: bool,
    /// The BY group of the tables, until it is written.
    group: Vec<GroupValue>,
}

impl<'m> Tables<'m> {
    pub(super) fn new(means: &'m Means, listing: &'m MeansListing, line_size: usize) -> Self {
        Self {
            means,
            listing,
            line_size,
            bits: None,
            rows: Vec::new(),
            results: ResultTables::new(means, listing),
            begun: false,
            group: Vec::new(),
        }
    }

    /// Begins the tables of a BY group, whose values are in the vector.
    pub(super) fn begin_group(&mut self, runtime: &Runtime<'_, '_>) {
        self.group = group_values(&self.means.aggregation.groups, runtime);
        self.bits = None;
    }

    /// Adds a combination, whose class values are in the vector.
    pub(super) fn take(&mut self, combination: Combination<'_>, runtime: &mut Runtime<'_, '_>) {
        let (bits, observations) = (combination.bits, combination.observations);
        let is_wanted = self.listing.all_types || bits == self.means.aggregation.whole_type();
        if !is_wanted || observations == 0.0 {
            return;
        }
        if self.bits.is_some_and(|other| other != bits) {
            self.end(runtime.listing());
        } else if self.rows.len() >= ROWS {
            self.write(runtime.listing());
        }
        self.bits = Some(bits);
        self.begin(bits, runtime.listing());
        let variables = self.means.aggregation.variables.len();
        // A blank line separates the classes if each has several rows.
        if !self.rows.is_empty() && variables > 1 {
            self.rows.push(Vec::new());
        }
        for variable in 0..variables.max(1) {
            let values = &runtime.core.values;
            let row = self.row(combination, values, variable);
            self.rows.push(row);
        }
        if self.results.is_wanted() {
            let rows = self.rows.len() - variables.max(1)..;
            let rows_of_results = self.results.rows(combination, &self.rows[rows], &runtime.core.values);
            for cells in rows_of_results {
                runtime.listing().row(&cells);
            }
        }
    }

    /// Begins the table of a type, if it has not begun.
    fn begin(&mut self, bits: u64, listing: &mut dyn Listing) {
        if self.results.is_begun() {
            return;
        }
        if !std::mem::replace(&mut self.begun, true) {
            listing.heading(&format!("The {} Procedure", self.listing.procedure));
        }
        if !self.group.is_empty() {
            listing.by_group(&std::mem::take(&mut self.group));
        }
        let (columns, keys) = self.columns();
        self.results.begin(bits, &columns, keys, self.title(), listing);
    }

    /// Writes the pending rows, and ends the table.
    pub(super) fn end(&mut self, listing: &mut dyn Listing) {
        self.write(listing);
        self.results.end(listing);
    }

    fn row(
        &self,
        Combination {
            bits,
            observations,
            figures,
        }: Combination<'_>,
        values: &Values,
        variable: usize,
    ) -> Vec<String> {
        let mut row = Vec::new();
        let first = |text: String| match variable {
            0 => text,
            _ => String::new(),
        };
        for (class, facts) in self.means.aggregation.classes.iter().enumerate() {
            if self.means.aggregation.has(bits, class) {
                row.push(first(Cell::of(values.value(facts.slot), &facts.format).text));
            }
        }
        if self.shows_observations() {
            row.push(first(fixed(observations, 0)));
        }
        let Some(analysis) = self.means.aggregation.variables.get(variable) else {
            return row;
        };
        if self.means.aggregation.variables.len() > 1 {
            row.push(analysis.name.clone());
            if self.shows_labels() {
                row.push(analysis.label.clone());
            }
        }
        for &statistic in &self.listing.statistics {
            let figure = figures.of(variable, statistic);
            row.push(match statistic {
                _ if statistic.is_count() => fixed(figure, 0),
                Statistic::Probability => probability(figure),
                Statistic::T if self.listing.decimals.is_none() => fixed(figure, 2),
                _ => number(figure, self.listing.width, self.listing.decimals),
            });
        }
        row
    }

    pub(super) fn shows_observations(&self) -> bool {
        let classes = !self.means.aggregation.classes.is_empty() && self.listing.observations;
        // Without analysis variables there is nothing else to show.
        classes || self.means.aggregation.variables.is_empty()
    }

    fn shows_labels(&self) -> bool {
        let mut variables = self.means.aggregation.variables.iter();
        self.listing.labels && variables.any(|variable| !variable.label.is_empty())
    }

    /// Returns the columns, and the number of leading columns that are repeated in each panel.
    fn columns(&self) -> (Vec<Column>, usize) {
        let mut columns = Vec::new();
        let mut add = |heading: String, alignment| columns.push(Column { heading, alignment });
        for (variable, class) in self.means.aggregation.classes.iter().enumerate() {
            let bits = self.bits.unwrap_or(0);
            if self.means.aggregation.has(bits, variable) {
                let alignment = match class.kind() {
                    Kind::Number => Alignment::Right,
                    Kind::Text => Alignment::Left,
                };
                add(class.heading.clone(), alignment);
            }
        }
        if self.shows_observations() {
            add("N Obs".to_owned(), Alignment::Right);
        }
        if self.means.aggregation.variables.len() > 1 {
            add("Variable".to_owned(), Alignment::Left);
            if self.shows_labels() {
                add("Label".to_owned(), Alignment::Left);
            }
        }
        let keys = columns.len();
        if !self.means.aggregation.variables.is_empty() {
            columns.extend(self.listing.statistics.iter().map(|statistic| Column {
                heading: statistic.heading(self.means.aggregation.alpha),
                alignment: Alignment::Right,
            }));
        }
        (columns, keys)
    }

    /// Returns the title of a table of one variable; empty for several.
    fn title(&self) -> String {
        let [variable] = &self.means.aggregation.variables[..] else {
            return String::new();
        };
        let label = match self.listing.labels {
            true => variable.label.as_str(),
            false => "",
        };
        let title = format!("Analysis Variable : {} {label}", variable.name);
        title.trim_end().to_owned()
    }

    /// Writes the pending rows.
    fn write(&mut self, listing: &mut dyn Listing) {
        if self.rows.is_empty() {
            return;
        }
        let title = self.title();
        if !title.is_empty() {
            listing.line(title.as_bytes());
            listing.line(b"");
        }
        let (columns, keys) = self.columns();
        table::write(&columns, &self.rows, keys, self.line_size, listing);
        self.rows.clear();
        self.results.hand_on(listing);
    }
}
