//! The tables of PROC MEANS for result files and data sets: the displayed table has a row for each variable of a
//! combination, the data set a row for each combination.

use feedrate_rows::Values;
use feedrate_rows::environment::table::{Alignment, Column};
use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;

use super::request::{Means, MeansListing};
use crate::aggregate::Combination;

/// The ODS name of both tables.
const NAME: &str = "Summary";

/// The tables of a type.
pub(super) struct ResultTables<'m> {
    means: &'m Means,
    listing: &'m MeansListing,
    is_begun: bool,
    /// True if the rows of the displayed table are wanted.
    is_shown: bool,
    /// True if those of the data set are wanted.
    is_kept: bool,
    /// The table for data sets, and its pending rows.
    wide: TableOfResults,
    waiting: Vec<Vec<Cell>>,
    /// The number of columns of the displayed table that are shared by all variables.
    shared: usize,
    /// The number of columns before the statistics.
    keys: usize,
}

impl<'m> ResultTables<'m> {
    pub(super) fn new(means: &'m Means, listing: &'m MeansListing) -> Self {
        Self {
            means,
            listing,
            is_begun: false,
            is_shown: false,
            is_kept: false,
            wide: TableOfResults::default(),
            waiting: Vec::new(),
            shared: 0,
            keys: 0,
        }
    }

    /// Returns whether the tables were begun.
    pub(super) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Returns whether any rows are wanted.
    pub(super) fn is_wanted(&self) -> bool {
        self.is_shown || self.is_kept
    }

    /// Begins the tables of a type. `columns` are those of the listing, of which the first `keys` are key columns.
    pub(super) fn begin(&mut self, bits: u64, columns: &[Column], keys: usize, title: String, out: &mut dyn Listing) {
        self.is_begun = true;
        self.keys = keys;
        let names = self.names(bits, columns);
        let classes = bits.count_ones() as usize;
        let has_count = columns[..keys].get(classes);
        let has_count = has_count.is_some_and(|column| column.heading == "N Obs");
        self.shared = classes + usize::from(has_count);
        self.wide = self.wide(&names, columns);
        // It is nested in the other table, and no data set is made of it.
        if self.listing.stacked {
            self.wide = self.stacked(&names, columns);
        }
        let people = TableOfResults {
            name: NAME.to_owned(),
            title,
            columns: result_columns(names, columns),
            audience: Audience::People,
            ..TableOfResults::default()
        };
        out.begin_table(&people);
        self.is_shown = out.wants_tables();
        out.begin_table(&self.wide);
        self.is_kept = out.wants_tables();
        out.end_table();
    }

    /// Returns the displayed rows of a combination, whose class values are in the vector, from the cells of the
    /// listing. The rows for data sets are kept until [`hand_on`](Self::hand_on).
    pub(super) fn rows(
        &mut self,
        combination: Combination<'_>,
        texts: &[Vec<String>],
        values: &Values,
    ) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        let mut wide = Vec::new();
        let variables = texts.len();
        for (variable, texts) in texts.iter().enumerate() {
            let cells = texts.iter().enumerate();
            let mut cells: Vec<Cell> = cells
                .map(|(place, text)| self.cell(combination, variable, place, text, values))
                .collect();
            if self.is_kept && self.listing.stacked {
                self.waiting.push(self.stacked_row(&cells, variable));
            } else if self.is_kept {
                let from = if variable == 0 { 0 } else { self.shared };
                wide.extend(
                    cells
                        .iter()
                        .skip(from)
                        .cloned()
                        .map(|cell| Cell { is_head: false, ..cell }),
                );
                // A variable in the title of the table has no column.
                if self.shared == self.keys
                    && let Some(analysis) = self.means.aggregation.variables.get(variable)
                {
                    wide.insert(self.shared, Cell::text(analysis.name.as_str()));
                }
            }
            for cell in cells.iter_mut().take(self.shared) {
                cell.down = u32::try_from(variables).unwrap_or(u32::MAX);
            }
            let from = if variable == 0 { 0 } else { self.shared };
            rows.push(cells.split_off(from.min(cells.len())));
        }
        if self.is_kept && !self.listing.stacked {
            self.waiting.push(wide);
        }
        match self.is_shown {
            true => rows,
            false => Vec::new(),
        }
    }

    /// Returns a cell of a row.
    fn cell(
        &self,
        Combination {
            bits,
            observations,
            figures,
        }: Combination<'_>,
        variable: usize,
        place: usize,
        text: &str,
        values: &Values,
    ) -> Cell {
        let aggregation = &self.means.aggregation;
        if let Some(statistic) = place.checked_sub(self.keys) {
            let figure = self.listing.statistics.get(statistic);
            let figure = figure.map(|&statistic| figures.of(variable, statistic));
            return Cell {
                number: figure,
                ..Cell::text(text)
            };
        }
        if place >= self.shared {
            // The name of the variable, followed by its label.
            return match place == self.shared {
                true => Cell::head(text),
                false => Cell::text(text),
            };
        }
        let mut classes = (0..aggregation.classes.len()).filter(|&own| aggregation.has(bits, own));
        let number = match classes.nth(place) {
            Some(class) => match values.value(aggregation.classes[class].slot) {
                feedrate_values::Value::Number(number) => Some(number),
                feedrate_values::Value::Text(_) => None,
            },
            None => Some(observations),
        };
        Cell {
            number,
            ..Cell::head(text)
        }
    }

    /// Returns a row of the data set with an observation for each variable, from the cells of the listing. The name of
    /// a variable in the title of the table is added.
    fn stacked_row(&self, cells: &[Cell], variable: usize) -> Vec<Cell> {
        let cells = cells.iter().map(|cell| Cell {
            is_head: false,
            ..cell.clone()
        });
        let mut cells: Vec<Cell> = cells.collect();
        if self.shared == self.keys
            && let Some(analysis) = self.means.aggregation.variables.get(variable)
        {
            cells.insert(self.shared, Cell::text(analysis.name.as_str()));
        }
        cells
    }

    /// Returns the table of these rows.
    fn stacked(&self, names: &[String], columns: &[Column]) -> TableOfResults {
        let mut all = result_columns(names.to_vec(), columns);
        if self.shared == self.keys && !self.means.aggregation.variables.is_empty() {
            let variable = ResultColumn {
                name: "Variable".to_owned(),
                heading: "Variable".to_owned(),
                kind: Kind::Text,
            };
            all.insert(self.shared, variable);
        }
        TableOfResults {
            name: NAME.to_owned(),
            columns: all,
            audience: Audience::DataSets,
            ..TableOfResults::default()
        }
    }

    /// Writes the pending rows for data sets.
    pub(super) fn hand_on(&mut self, out: &mut dyn Listing) {
        if self.is_kept && !self.waiting.is_empty() {
            out.begin_table(&self.wide);
            for cells in self.waiting.drain(..) {
                out.row(&cells);
            }
            out.end_table();
        }
    }

    /// Ends the tables.
    pub(super) fn end(&mut self, out: &mut dyn Listing) {
        if std::mem::take(&mut self.is_begun) {
            out.end_table();
        }
    }

    /// Returns the names of the columns of the listing.
    fn names(&self, bits: u64, columns: &[Column]) -> Vec<String> {
        let aggregation = &self.means.aggregation;
        let classes = (0..aggregation.classes.len()).filter(|&own| aggregation.has(bits, own));
        let mut names: Vec<String> = classes.map(|class| aggregation.class_name(class).to_owned()).collect();
        for column in columns.iter().take(self.keys).skip(names.len()) {
            names.push(column.heading.replace(' ', ""));
        }
        let statistics = self.listing.statistics.iter();
        names.extend(statistics.map(|statistic| statistic.suffix().to_owned()));
        names.truncate(columns.len());
        names
    }

    /// Returns the table for data sets: the shared columns, and then the columns of each variable.
    fn wide(&self, names: &[String], columns: &[Column]) -> TableOfResults {
        let mut all = result_columns(names[..self.shared].to_vec(), columns);
        for variable in &self.means.aggregation.variables {
            let mut add = |name: String, heading: &str, kind| {
                all.push(ResultColumn {
                    name,
                    heading: heading.to_owned(),
                    kind,
                });
            };
            add(format!("VName_{}", variable.name), "Variable", Kind::Text);
            if self.keys > self.shared + 1 {
                add(format!("Label_{}", variable.name), "Label", Kind::Text);
            }
            for (name, column) in names.iter().zip(columns).skip(self.keys) {
                let name = format!("{}_{name}", variable.name);
                add(name, &column.heading, Kind::Number);
            }
        }
        TableOfResults {
            name: NAME.to_owned(),
            columns: all,
            audience: Audience::DataSets,
            ..TableOfResults::default()
        }
    }
}

fn result_columns(names: Vec<String>, columns: &[Column]) -> Vec<ResultColumn> {
    let columns = names.into_iter().zip(columns);
    let columns = columns.map(|(name, column)| ResultColumn {
        name,
        heading: column.heading.clone(),
        kind: match column.alignment {
            Alignment::Right => Kind::Number,
            Alignment::Left => Kind::Text,
        },
    });
    columns.collect()
}
