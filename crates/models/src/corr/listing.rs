//! Tables of correlations.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::table::{self, Alignment, Column};
use feedrate_rows::environment::{Audience, Cell, Listing, TableOfResults};

use super::correlations::{Correlations, Matrix};
use super::number::{coefficient, count, covariance, number};
use super::request::CorrListing;
use super::result_tables::{self, Block};
use crate::number::probability;

impl Correlations<'_> {
    pub(super) fn list(&self, listing: &CorrListing, line_size: usize, out: &mut dyn Listing) {
        self.variables(line_size, out);
        if listing.covariances {
            self.covariances(line_size, out);
        }
        if listing.simple {
            self.simple(line_size, out);
        }
        let kinds = [("Pearson", &self.pearson), ("Spearman", &self.spearman)];
        for (name, matrix) in kinds {
            if let (Some(matrix), true) = (matrix, listing.correlations) {
                self.correlations(name, matrix, listing.probabilities, line_size, out);
            }
        }
    }

    /// Lists the variables.
    fn variables(&self, line_size: usize, out: &mut dyn Listing) {
        let mut kinds = Vec::new();
        let corr = self.corr;
        if corr.has_with {
            kinds.push((" With Variables:", &corr.rows));
        }
        kinds.push(("      Variables:", &corr.columns));
        let table = result_tables::variables();
        out.begin_table(&table);
        for (what, variables) in kinds {
            let what = if corr.has_with { what } else { " Variables:" };
            let head = format!("{:>4} {what}    ", variables.len());
            let mut line = head.clone();
            for &variable in variables {
                let name = &corr.variables[variable].name;
                if line.len() > head.len() && line.len() + name.len() > line_size {
                    out.line(line.trim_end().as_bytes());
                    line = " ".repeat(head.len());
                }
                line.push_str(&format!("{name:<8} "));
            }
            out.line(line.trim_end().as_bytes());
            if out.wants_tables() {
                let names = variables.iter().map(|&own| corr.variables[own].name.as_str());
                let names = names.collect::<Vec<_>>().join(" ");
                let number = variables.len();
                out.row(&[
                    Cell::number(number as f64, number.to_string()),
                    Cell::head(what.trim()),
                    Cell::text(names),
                ]);
            }
        }
        out.line(b"");
        out.end_table();
    }

    fn simple(&self, line_size: usize, out: &mut dyn Listing) {
        let has_labels = self.corr.variables.iter().any(|v| !v.label.is_empty());
        let middle = if self.medians.is_some() { "Median" } else { "Sum" };
        let mut results = Results::new("SimpleStats", "Simple Statistics")
            .text("Variable", "Variable")
            .number("NObs", "N")
            .number("Mean", "Mean")
            .number("StdDev", "Std Dev")
            .number(middle, middle)
            .number("Minimum", "Minimum")
            .number("Maximum", "Maximum");
        if has_labels {
            results = results.text("Label", "Label");
        }
        let mut shown = self.corr.columns.clone();
        if self.corr.has_with {
            shown = self.corr.rows.iter().chain(&shown).copied().collect();
        }
        for place in shown {
            let (variable, simple) = (&self.corr.variables[place], &self.simple[place]);
            let medians = self.medians.as_ref();
            let mut row = vec![
                Cell::head(variable.name.as_str()),
                Cell::number(simple.n, count(simple.n)),
            ];
            let numbers = [
                simple.sum / simple.weight,
                self.deviations[place],
                medians.map_or(simple.sum, |medians| medians[place]),
                simple.least,
                simple.greatest,
            ];
            row.extend(numbers.map(|own| Cell::number(own, number(own))));
            if has_labels {
                row.push(Cell::text(variable.label.as_str()));
            }
            results.push(row);
        }
        results.show(line_size, out);
    }

    fn correlations(
        &self,
        kind: &str,
        matrix: &Matrix,
        has_probabilities: bool,
        line_size: usize,
        out: &mut dyn Listing,
    ) {
        let observations = matrix.observations();
        let of = observations.map_or(String::new(), |n| format!(", N = {}", count(n)));
        let mut title = vec![format!("{kind} Correlation Coefficients{of}")];
        let mut blocks = vec![Block::new("", "")];
        if has_probabilities {
            title.push("Prob > |r| under H0: Rho=0".to_owned());
            blocks.push(Block::new("P", "Prob > |r|"));
        }
        if observations.is_none() {
            title.push("Number of Observations".to_owned());
            blocks.push(Block::new("N", "N"));
        }
        let name = format!("{kind}Corr");
        self.matrix(&name, &title, &blocks, line_size, out, |place| {
            let cell = &matrix.cells[place];
            let text = coefficient(cell.coefficient);
            let mut lines = vec![Cell::number(cell.coefficient, text)];
            let is_same = cell.coefficient == 1.0 && self.is_diagonal(place);
            if has_probabilities {
                let text = match is_same {
                    true => String::new(),
                    false => probability(cell.probability),
                };
                let number = match is_same {
                    true => feedrate_values::missing::MISSING,
                    false => cell.probability,
                };
                lines.push(Cell::number(number, text));
            }
            if observations.is_none() {
                lines.push(Cell::number(cell.observations, count(cell.observations)));
            }
            lines
        });
    }

    fn covariances(&self, line_size: usize, out: &mut dyn Listing) {
        let first = self.covariances.first().map(|cell| cell.observations);
        let mut cells = self.covariances.iter();
        let is_same = cells.all(|cell| Some(cell.observations) == first);
        let mut blocks = vec![Block::new("", "")];
        let title = match (is_same, first) {
            (true, Some(n)) => vec![format!("Covariance Matrix, DF = {}", count(n - 1.0))],
            _ => {
                blocks.push(Block::new("R", "Row Variance"));
                blocks.push(Block::new("C", "Column Variance"));
                blocks.push(Block::new("D", "DF"));
                let titles = [
                    "Variances and Covariances",
                    "Covariance / Row Var Variance / Col Var Variance / DF",
                ];
                titles.map(str::to_owned).to_vec()
            }
        };
        self.matrix("Cov", &title, &blocks, line_size, out, |place| {
            let cell = &self.covariances[place];
            let shown = |number| Cell::number(number, covariance(number));
            let mut lines = vec![shown(cell.covariance)];
            if !is_same {
                let degrees = cell.observations - 1.0;
                lines.push(shown(cell.of_row));
                lines.push(shown(cell.of_column));
                lines.push(Cell::number(degrees, count(degrees)));
            }
            lines
        });
    }

    fn is_diagonal(&self, place: usize) -> bool {
        let columns = self.corr.columns.len().max(1);
        self.corr.rows[place / columns] == self.corr.columns[place % columns]
    }

    /// Lists cells of several lines each, by rows and columns, after the lines of a title.
    fn matrix(
        &self,
        name: &str,
        title: &[String],
        blocks: &[Block],
        line_size: usize,
        out: &mut dyn Listing,
        cell: impl Fn(usize) -> Vec<Cell>,
    ) {
        let variables = &self.corr.variables;
        let head = Column {
            heading: String::new(),
            alignment: Alignment::Left,
        };
        let of_columns = self.corr.columns.iter().map(|&column| Column {
            heading: variables[column].name.clone(),
            alignment: Alignment::Right,
        });
        let columns: Vec<Column> = std::iter::once(head).chain(of_columns).collect();
        let people = TableOfResults {
            name: name.to_owned(),
            title: title.join("\n"),
            columns: result_tables::columns(self.corr, None),
            audience: match blocks.len() {
                1 => Audience::All,
                _ => Audience::People,
            },
            ..TableOfResults::default()
        };
        out.begin_table(&people);
        for line in title {
            out.line(line.as_bytes());
        }
        out.line(b"");
        let mut rows: Vec<Vec<String>> = Vec::new();
        let width = self.corr.columns.len();
        let is_wanted = out.wants_tables();
        for (number, &row) in self.corr.rows.iter().enumerate() {
            let cells = (0..width).map(|column| cell(number * width + column));
            let cells: Vec<Vec<Cell>> = cells.collect();
            let height = cells.first().map_or(0, Vec::len);
            if height > 1 && number > 0 {
                rows.push(Vec::new());
            }
            for line in 0..height {
                let title = match line {
                    0 => variables[row].name.clone(),
                    1 => variables[row].label.clone(),
                    _ => String::new(),
                };
                let texts = cells.iter().map(|cell| cell[line].text.clone());
                rows.push(std::iter::once(title).chain(texts).collect());
            }
            if is_wanted {
                result_tables::rows(self.corr, row, height, &cells, out);
            }
        }
        table::write(&columns, &rows, 1, line_size, out);
        out.end_table();
        if blocks.len() > 1 {
            result_tables::data_set(self.corr, name, blocks, &cell, out);
        }
    }
}
