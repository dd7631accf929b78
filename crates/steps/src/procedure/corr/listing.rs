//! Tables of correlations.

use super::found::{Found, Matrix};
use super::number::{coefficient, count, covariance, number, probability};
use super::request::CorrListing;
use crate::environment::Listing;
use crate::procedure::table::{self, Column, Side};

impl Found<'_> {
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

    /// Which variables there are.
    fn variables(&self, line_size: usize, out: &mut dyn Listing) {
        let mut kinds = Vec::new();
        let corr = self.corr;
        if corr.has_with {
            kinds.push((" With Variables:", &corr.rows));
        }
        kinds.push(("      Variables:", &corr.columns));
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
        }
        out.line(b"");
    }

    fn simple(&self, line_size: usize, out: &mut dyn Listing) {
        let has_labels = self.corr.variables.iter().any(|v| !v.label.is_empty());
        let middle = if self.medians.is_some() {
            "Median"
        } else {
            "Sum"
        };
        let headings = [
            "Variable", "N", "Mean", "Std Dev", middle, "Minimum", "Maximum",
        ];
        let columns = headings.iter().enumerate().map(|(place, heading)| Column {
            heading: (*heading).to_owned(),
            side: if place == 0 { Side::Left } else { Side::Right },
        });
        let label = has_labels.then(|| Column {
            heading: "Label".to_owned(),
            side: Side::Left,
        });
        let columns: Vec<Column> = columns.chain(label).collect();
        let mut shown = self.corr.columns.clone();
        if self.corr.has_with {
            shown = self.corr.rows.iter().chain(&shown).copied().collect();
        }
        let rows = shown.iter().map(|&place| {
            let (variable, simple) = (&self.corr.variables[place], &self.simple[place]);
            let medians = self.medians.as_ref();
            let mut row = vec![
                variable.name.clone(),
                count(simple.n),
                number(simple.sum / simple.weight),
                number(self.deviations[place]),
                number(medians.map_or(simple.sum, |medians| medians[place])),
                number(simple.least),
                number(simple.greatest),
            ];
            if has_labels {
                row.push(variable.label.clone());
            }
            row
        });
        let rows: Vec<_> = rows.collect();
        out.line(b"Simple Statistics");
        out.line(b"");
        table::write(&columns, &rows, 1, line_size, out);
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
        out.line(format!("{kind} Correlation Coefficients{of}").as_bytes());
        if has_probabilities {
            out.line(b"Prob > |r| under H0: Rho=0");
        }
        if observations.is_none() {
            out.line(b"Number of Observations");
        }
        out.line(b"");
        self.matrix(line_size, out, |place| {
            let cell = &matrix.cells[place];
            let mut lines = vec![coefficient(cell.coefficient)];
            let is_same = cell.coefficient == 1.0 && self.is_diagonal(place);
            if has_probabilities {
                lines.push(match is_same {
                    true => String::new(),
                    false => probability(cell.probability),
                });
            }
            if observations.is_none() {
                lines.push(count(cell.observations));
            }
            lines
        });
    }

    fn covariances(&self, line_size: usize, out: &mut dyn Listing) {
        let first = self.covariances.first().map(|cell| cell.observations);
        let mut cells = self.covariances.iter();
        let is_same = cells.all(|cell| Some(cell.observations) == first);
        match (is_same, first) {
            (true, Some(n)) => {
                let title = format!("Covariance Matrix, DF = {}", count(n - 1.0));
                out.line(title.as_bytes());
            }
            _ => {
                for title in [
                    "Variances and Covariances",
                    "Covariance / Row Var Variance / Col Var Variance / DF",
                ] {
                    out.line(title.as_bytes());
                }
            }
        }
        out.line(b"");
        self.matrix(line_size, out, |place| {
            let cell = &self.covariances[place];
            let mut lines = vec![covariance(cell.covariance)];
            if !is_same {
                lines.push(covariance(cell.of_row));
                lines.push(covariance(cell.of_column));
                lines.push(count(cell.observations - 1.0));
            }
            lines
        });
    }

    fn is_diagonal(&self, place: usize) -> bool {
        let columns = self.corr.columns.len().max(1);
        self.corr.rows[place / columns] == self.corr.columns[place % columns]
    }

    /// Lists cells of several lines each, by rows and columns.
    fn matrix(&self, line_size: usize, out: &mut dyn Listing, cell: impl Fn(usize) -> Vec<String>) {
        let variables = &self.corr.variables;
        let head = Column {
            heading: String::new(),
            side: Side::Left,
        };
        let of_columns = self.corr.columns.iter().map(|&column| Column {
            heading: variables[column].name.clone(),
            side: Side::Right,
        });
        let columns: Vec<Column> = std::iter::once(head).chain(of_columns).collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let width = self.corr.columns.len();
        for (number, &row) in self.corr.rows.iter().enumerate() {
            let cells = (0..width).map(|column| cell(number * width + column));
            let cells: Vec<Vec<String>> = cells.collect();
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
                let texts = cells.iter().map(|cell| cell[line].clone());
                rows.push(std::iter::once(title).chain(texts).collect());
            }
        }
        table::write(&columns, &rows, 1, line_size, out);
    }
}
