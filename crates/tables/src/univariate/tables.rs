//! The tables of a variable that are computed from its moments and its values in order.

use feedrate_rows::environment::Cell;
use feedrate_stats::moments::limits;
use feedrate_stats::univariate::LocationTest;
use feedrate_values::Kind;
use feedrate_values::missing::{MISSING, PLACEHOLDER, of_operation};

use super::listing::VariableListing;
use super::normality::NormalityTest;
use super::number::{WIDTH, aligned, best, bounded, fixed};
use super::output::student_of;
use super::request::LEVELS;
use super::shown::VariableTable;
use crate::aggregate::Statistic;
use crate::number::probability;

impl VariableListing<'_, '_, '_, '_> {
    /// Returns the table of the moments.
    pub(super) fn moments(&self) -> VariableTable {
        let mut table = self
            .table("Moments", "Moments")
            .text("Label1", "")
            .shown_number("cValue1")
            .hidden("nValue1", Kind::Number)
            .text("Label2", "")
            .shown_number("cValue2")
            .hidden("nValue2", Kind::Number);
        for (first, second) in [
            (("N", Statistic::N), ("Sum Weights", Statistic::Weight)),
            (("Mean", Statistic::Mean), ("Sum Observations", Statistic::Sum)),
            (
                ("Std Deviation", Statistic::Deviation),
                ("Variance", Statistic::Variance),
            ),
            (("Skewness", Statistic::Skewness), ("Kurtosis", Statistic::Kurtosis)),
            (
                ("Uncorrected SS", Statistic::Squares),
                ("Corrected SS", Statistic::CorrectedSquares),
            ),
            (
                ("Coeff Variation", Statistic::Variation),
                ("Std Error Mean", Statistic::Error),
            ),
        ] {
            let mut row = Vec::new();
            for (label, statistic) in [first, second] {
                let value = self.figure(statistic);
                let text = best(value, WIDTH);
                row.push(Cell::text(label));
                row.push(Cell::text(text.clone()));
                row.push(Cell::number(value, text));
            }
            table.push(row);
        }
        table
    }

    /// Returns the table of measures of location and variability.
    pub(super) fn measures(&self) -> VariableTable {
        let mode = self.found.modes.mode().unwrap_or(MISSING);
        let locations = [self.figure(Statistic::Mean), self.found.percentile(50.0), mode];
        let spreads = [
            self.figure(Statistic::Deviation),
            self.figure(Statistic::Variance),
            self.figure(Statistic::Range),
            of_operation(self.found.percentile(75.0) - self.found.percentile(25.0)),
        ];
        let location_texts = fixed(&locations, 5, 8);
        let spread_texts = fixed(&spreads, 5, 12);
        let location_names = ["Mean", "Median", "Mode"];
        let spread_names = ["Std Deviation", "Variance", "Range", "Interquartile Range"];
        let mut table = self
            .table("BasicMeasures", "Basic Statistical Measures")
            .text("LocMeasure", "Location")
            .number("LocValue", "")
            .text("VarMeasure", "Variability")
            .number("VarValue", "");
        for (place, name) in spread_names.iter().enumerate() {
            table.push(vec![
                Cell::text(*location_names.get(place).unwrap_or(&"")),
                match locations.get(place) {
                    Some(&value) => Cell::number(value, location_texts[place].clone()),
                    None => Cell::number(MISSING, ""),
                },
                Cell::text(*name),
                Cell::number(spreads[place], spread_texts[place].clone()),
            ]);
        }
        table
    }

    /// Returns the table of the confidence limits, if they are asked for.
    pub(super) fn intervals(&self) -> Option<VariableTable> {
        let alpha = self.univariate.intervals?;
        let confidence = best(100.0 * (1.0 - alpha), 8);
        let (n, mean) = (self.figure(Statistic::N), self.figure(Statistic::Mean));
        let (variance, error) = (self.figure(Statistic::Variance), self.figure(Statistic::Error));
        // With weights there are only confidence limits of the mean.
        let squares = match self.univariate.aggregation.weight {
            None => (n - 1.0) * variance,
            Some(_) => f64::NAN,
        };
        let of_mean = limits::of_mean(mean, error, n - 1.0, alpha);
        let (low, high) = limits::of_variance(squares, n - 1.0, alpha);
        let mut table = self
            .table("BasicIntervals", "Basic Confidence Limits Assuming Normality")
            .text("Parameter", "Parameter")
            .number("Estimate", "Estimate")
            .number("LowerCL", &format!("{confidence}% Confidence\nLower Limit"))
            .number("UpperCL", "Upper Limit");
        for (name, values) in [
            ("Mean", [mean, of_mean.0, of_mean.1]),
            ("Std Deviation", [variance.sqrt(), low.sqrt(), high.sqrt()]),
            ("Variance", [variance, low, high]),
        ] {
            let texts = fixed(&values, 5, 12);
            let cells = values.iter().zip(texts);
            let cells = cells.map(|(value, text)| Cell::number(of_operation(*value), text));
            table.push([Cell::text(name)].into_iter().chain(cells).collect());
        }
        Some(table)
    }

    /// Returns the table of the tests of location.
    pub(super) fn locations(&self) -> VariableTable {
        let from = self.univariate.locations.get(self.variable);
        let from = from.copied().unwrap_or(0.0);
        let title = format!("Tests for Location: Mu0={}", best(from, WIDTH));
        let (t, of_t) = student_of(self.univariate, self.computed.current(), self.variable);
        let two =
            |test: Option<LocationTest>| test.map_or((MISSING, MISSING), |test| (test.statistic, test.probability));
        let (sign, of_sign) = two(self.found.sign);
        let (rank, of_rank) = two(self.found.signed_rank);
        let mut table = self
            .table("TestsForLocation", &title)
            .text("Test", "Test")
            .text("Testlab", "Statistic")
            .number("Stat", "")
            .text("pType", "p Value")
            .number("pValue", "")
            .hidden("Mu0", Kind::Number);
        for (name, letter, sort, statistic, p) in [
            ("Student's t", "t", "Pr > |t|", t, of_t),
            ("Sign", "M", "Pr >= |M|", sign, of_sign),
            ("Signed Rank", "S", "Pr >= |S|", rank, of_rank),
        ] {
            table.push(vec![
                Cell::text(name),
                Cell::text(letter),
                Cell::number(statistic, best(statistic, 9)),
                Cell::text(sort),
                Cell::number(p, probability(p)),
                Cell::number(from, best(from, WIDTH)),
            ]);
        }
        table
    }

    /// Returns the table of the tests of normality, if they are asked for.
    pub(super) fn normality(&self) -> Option<VariableTable> {
        if !self.univariate.normal {
            return None;
        }
        let tests = &self.found.normality;
        let mut table = self
            .table("TestsForNormality", "Tests for Normality")
            .text("Test", "Test")
            .text("TestLab", "Statistic")
            .number("Stat", "")
            .text("pType", "p Value")
            .number("pValue", "")
            .hidden("pSign", Kind::Text);
        let shapiro = tests.shapiro.map(Some);
        let always = [
            ("Kolmogorov-Smirnov", "D", "Pr > D", tests.kolmogorov),
            ("Cramer-von Mises", "W-Sq", "Pr > W-Sq", tests.cramer),
            ("Anderson-Darling", "A-Sq", "Pr > A-Sq", tests.anderson),
        ];
        let shapiro = shapiro.map(|test| ("Shapiro-Wilk", "W", "Pr < W", test));
        for (name, letter, sort, test) in shapiro.into_iter().chain(always) {
            let text = test.map_or_else(|| PLACEHOLDER.to_owned(), bounded);
            let sign = text.chars().next().filter(|first| matches!(first, '<' | '>'));
            let number = |of: fn(NormalityTest) -> f64| test.map_or(MISSING, of);
            let statistic = number(|test| test.statistic);
            table.push(vec![
                Cell::text(name),
                Cell::text(letter),
                Cell::number(statistic, best(statistic, 8)),
                Cell::text(sort),
                Cell::number(number(|test| test.probability), text),
                Cell::text(sign.map_or_else(String::new, String::from)),
            ]);
        }
        Some(table)
    }

    /// Returns the table of the quantiles.
    pub(super) fn quantiles(&self) -> VariableTable {
        let definition = self.univariate.aggregation.definition.number();
        let title = format!("Quantiles (Definition {definition})");
        let values = LEVELS.map(|(percent, _)| self.found.percentile(percent));
        let texts = aligned(&values, WIDTH);
        let mut table = self
            .table("Quantiles", &title)
            .text("Quantile", "Level")
            .number("Estimate", "Quantile");
        for ((value, text), (_, level)) in values.iter().zip(texts).zip(LEVELS) {
            table.push(vec![Cell::text(level), Cell::number(*value, text)]);
        }
        table
    }
}
