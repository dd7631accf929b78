//! Chi-square statistics of a table, and measures of association from them (A. Agresti, Categorical Data
//! Analysis, 3rd ed., chapters 2 and 3; the formulas are those of PROC FREQ).

use super::Contingency;
use crate::distribution::chi_square::ChiSquare;

impl Contingency {
    /// Returns the degrees of freedom of independence; empty rows and columns have none.
    pub fn degrees(&self) -> f64 {
        let (rows, columns) = self.occupied();
        (rows.saturating_sub(1) * columns.saturating_sub(1)) as f64
    }

    /// Returns Pearson's chi-square.
    pub fn pearson(&self) -> ChiSquare {
        let parts = self.cells().map(|(count, expected)| {
            let difference = count - expected;
            difference * difference / expected
        });
        ChiSquare::new(parts.sum(), self.degrees())
    }

    /// Returns the likelihood ratio chi-square.
    pub fn likelihood_ratio(&self) -> ChiSquare {
        let parts = self
            .cells()
            .filter(|(count, _)| *count > 0.0)
            .map(|(count, expected)| count * (count / expected).ln());
        ChiSquare::new(2.0 * parts.sum::<f64>(), self.degrees())
    }

    /// Returns Pearson's chi-square with the continuity correction of F. Yates, for two rows and two columns only.
    pub fn continuity_adjusted(&self) -> Option<ChiSquare> {
        self.four()?;
        let parts = self.cells().map(|(count, expected)| {
            let difference = ((count - expected).abs() - 0.5).max(0.0);
            difference * difference / expected
        });
        Some(ChiSquare::new(parts.sum(), self.degrees()))
    }

    /// Returns the Mantel-Haenszel chi-square of a linear association of these scores of rows and columns, which are 1,
    /// 2, 3 and so on if there are no better ones.
    pub fn mantel_haenszel(&self, rows: &[f64], columns: &[f64]) -> ChiSquare {
        let r = self.correlation(rows, columns);
        ChiSquare::new((self.total - 1.0) * r * r, 1.0)
    }

    /// Returns Pearson's correlation of the scores; NaN if all scores of rows or columns are equal.
    pub fn correlation(&self, rows: &[f64], columns: &[f64]) -> f64 {
        let mean = |scores: &[f64], totals: &[f64]| {
            let parts = scores
                .iter()
                .zip(totals)
                .map(|(score, total)| score * (total / self.total));
            parts.sum::<f64>()
        };
        let (row_mean, column_mean) = (mean(rows, &self.row_totals), mean(columns, &self.column_totals));
        let (mut both, mut of_rows, mut of_columns) = (0.0, 0.0, 0.0);
        for (row, x) in rows.iter().enumerate().take(self.rows()) {
            for (column, y) in columns.iter().enumerate().take(self.columns()) {
                let count = self.count(row, column);
                let (dx, dy) = (x - row_mean, y - column_mean);
                both += count * dx * dy;
                of_rows += count * dx * dx;
                of_columns += count * dy * dy;
            }
        }
        both / (of_rows.sqrt() * of_columns.sqrt())
    }

    /// Returns the phi coefficient: from -1 to 1 for two rows and two columns, otherwise not negative.
    pub fn phi(&self) -> f64 {
        match self.four() {
            Some([a, b, c, d]) => {
                let products = self.row_totals.iter().chain(&self.column_totals);
                let scale: f64 = products.map(|total| total.sqrt()).product();
                (a * d - b * c) / scale
            }
            None => (self.pearson().statistic / self.total).sqrt(),
        }
    }

    /// Returns the contingency coefficient of K. Pearson.
    pub fn contingency_coefficient(&self) -> f64 {
        let statistic = self.pearson().statistic;
        (statistic / (statistic + self.total)).sqrt()
    }

    /// Returns Cramér's V: from -1 to 1 for two rows and two columns, otherwise from 0 to 1.
    pub fn cramers_v(&self) -> f64 {
        if self.four().is_some() {
            return self.phi();
        }
        let (rows, columns) = self.occupied();
        let least = rows.min(columns).saturating_sub(1) as f64;
        (self.pearson().statistic / self.total / least).sqrt()
    }

    /// Returns the share of cells whose expected count is below 5, for which chi-square is a poor approximation.
    pub fn sparse_share(&self) -> f64 {
        let (mut sparse, mut all) = (0.0, 0.0);
        for (_, expected) in self.cells() {
            all += 1.0;
            sparse += f64::from(u8::from(expected < 5.0));
        }
        sparse / all
    }
}
