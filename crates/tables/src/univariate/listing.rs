//! The tables of a variable.

use feedrate_rows::Runtime;
use feedrate_rows::environment::Cell;
use feedrate_stats::moments::limits;
use feedrate_values::Kind;
use feedrate_values::format::fixed as rounded;
use feedrate_values::missing::{MISSING, PLACEHOLDER, of_operation};

use super::normality::NormalityTest;
use super::number::{aligned, best, bounded, count, fixed, probability};
use super::order_statistics::OrderStatistics;
use super::output::student_of;
use super::request::{LEVELS, Univariate};
use super::shown::{self, Shown};
use crate::aggregate::{Computed, Statistic};

/// The width of numbers in characters.
const WIDTH: usize = 10;

/// A variable in a combination of class values.
pub(super) struct Listed<'l, 'c, 'm, 'r> {
    pub univariate: &'l Univariate,
    pub computed: &'l Computed<'c, 'm, 'r>,
    pub found: &'l OrderStatistics,
    pub variable: usize,
    pub line_size: usize,
}

impl Listed<'_, '_, '_, '_> {
    /// Lists its tables. The class values are in the vector.
    pub(super) fn list(&self, runtime: &mut Runtime<'_, '_>) {
        let aggregation = &self.univariate.aggregation;
        let variable = &aggregation.variables[self.variable];
        let label = match variable.label.is_empty() {
            true => String::new(),
            false => format!("  ({})", variable.label),
        };
        let mut titles = vec![format!("Variable:  {}{label}", variable.name)];
        let mut of = vec![Cell::text(&variable.name)];
        for class in &aggregation.classes {
            let value = runtime.core.values.value(class.slot);
            let cell = shown::cell(value, &class.format);
            titles.push(format!("{} = {}", class.heading, cell.text));
            of.push(cell);
        }
        for (slot, name) in [(aggregation.frequency, "Freq:  "), (aggregation.weight, "Weight:  ")] {
            let mut variables = runtime.core.step.vector.variables.iter();
            let is_it = |slot| move |v: &&feedrate_program::Variable| v.slot == feedrate_program::Slot::Number(slot);
            if let Some(found) = slot.and_then(|slot| variables.find(is_it(slot))) {
                titles.push(format!("{name}{}", found.name));
            }
        }
        let out = runtime.listing();
        for title in titles {
            out.line(title.as_bytes());
        }
        out.line(b"");
        let tables = [
            self.moments(&of),
            self.measures(&of),
            self.intervals(&of),
            self.locations(&of),
            self.normality(&of),
            self.quantiles(&of),
        ];
        let note = self.note_of_modes();
        for (place, table) in tables.iter().enumerate() {
            if let Some(table) = table {
                let note = note.as_deref().filter(|_| place == 1);
                table.show(self.line_size, note, runtime.listing());
            }
        }
        if let Some(table) = self.extremes(&of, runtime) {
            table.show(self.line_size, None, runtime.listing());
        }
        if let Some(table) = self.missing(&of) {
            table.show(self.line_size, None, runtime.listing());
        }
    }

    /// Returns a table whose first columns are the variable and the class values.
    fn table(&self, name: &str, title: &str) -> Shown {
        let classes = self.univariate.aggregation.classes.iter();
        let table = Shown::new(name, title).hidden("VarName", Kind::Text);
        classes.fold(table, |table, class| table.hidden(&class.heading, class.kind()))
    }

    fn figure(&self, statistic: Statistic) -> f64 {
        let current = self.computed.current();
        current.figures.of(self.variable, statistic)
    }

    fn moments(&self, of: &[Cell]) -> Option<Shown> {
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
            let mut row = of.to_vec();
            for (label, statistic) in [first, second] {
                let value = self.figure(statistic);
                let text = best(value, WIDTH);
                row.push(Cell::text(label));
                row.push(Cell::text(text.clone()));
                row.push(Cell::number(value, text));
            }
            table.push(row);
        }
        Some(table)
    }

    fn measures(&self, of: &[Cell]) -> Option<Shown> {
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
            let mut row = of.to_vec();
            row.push(Cell::text(*location_names.get(place).unwrap_or(&"")));
            row.push(match locations.get(place) {
                Some(&value) => Cell::number(value, location_texts[place].clone()),
                None => Cell::number(MISSING, ""),
            });
            row.push(Cell::text(*name));
            row.push(Cell::number(spreads[place], spread_texts[place].clone()));
            table.push(row);
        }
        Some(table)
    }

    /// Returns the note that there are several modes.
    fn note_of_modes(&self) -> Option<String> {
        let modes = &self.found.modes;
        modes.mode().filter(|_| modes.count > 1).map(|_| {
            format!(
                "Note: The mode displayed is the smallest of {} modes with a count of {}.",
                modes.count,
                count(modes.times)
            )
        })
    }

    fn intervals(&self, of: &[Cell]) -> Option<Shown> {
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
            let row = of.iter().cloned().chain([Cell::text(name)]).chain(cells);
            table.push(row.collect());
        }
        Some(table)
    }

    fn locations(&self, of: &[Cell]) -> Option<Shown> {
        let from = self.univariate.locations.get(self.variable);
        let from = from.copied().unwrap_or(0.0);
        let title = format!("Tests for Location: Mu0={}", best(from, WIDTH));
        let (t, of_t) = student_of(self.univariate, self.computed.current(), self.variable);
        let two = |test: Option<feedrate_stats::univariate::LocationTest>| {
            test.map_or((MISSING, MISSING), |test| (test.statistic, test.probability))
        };
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
            let mut row = of.to_vec();
            row.extend([
                Cell::text(name),
                Cell::text(letter),
                Cell::number(statistic, best(statistic, 9)),
                Cell::text(sort),
                Cell::number(p, probability(p)),
                Cell::number(from, best(from, WIDTH)),
            ]);
            table.push(row);
        }
        Some(table)
    }

    fn normality(&self, of: &[Cell]) -> Option<Shown> {
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
            let mut row = of.to_vec();
            row.extend([
                Cell::text(name),
                Cell::text(letter),
                Cell::number(statistic, best(statistic, 8)),
                Cell::text(sort),
                Cell::number(number(|test| test.probability), text),
                Cell::text(sign.map_or_else(String::new, String::from)),
            ]);
            table.push(row);
        }
        Some(table)
    }

    fn quantiles(&self, of: &[Cell]) -> Option<Shown> {
        let definition = self.univariate.aggregation.definition.number();
        let title = format!("Quantiles (Definition {definition})");
        let values = LEVELS.map(|(percent, _)| self.found.percentile(percent));
        let texts = aligned(&values, WIDTH);
        let mut table = self
            .table("Quantiles", &title)
            .text("Quantile", "Level")
            .number("Estimate", "Quantile");
        for ((value, text), (_, level)) in values.iter().zip(texts).zip(LEVELS) {
            let cells = [Cell::text(level), Cell::number(*value, text)];
            table.push(of.iter().cloned().chain(cells).collect());
        }
        Some(table)
    }

    fn extremes(&self, of: &[Cell], runtime: &mut Runtime<'_, '_>) -> Option<Shown> {
        let detailed = self.computed.detailed(self.variable);
        let (least, greatest) = (detailed.least(), detailed.greatest());
        if least.is_empty() {
            return None;
        }
        let mut table = self.table("ExtremeObs", "Extreme Observations");
        for (side, heading) in [("Low", "Lowest"), ("High", "Highest")] {
            table = table.number(side, &format!("{heading}\nValue"));
            for id in &self.univariate.ids {
                let name = format!("{}_{side}", id.name);
                table = table.column(&name, &id.name, id.slot.kind(), true);
            }
            table = table.number(&format!("{side}Obs"), "Obs");
        }
        let kept = runtime.core.values.clone();
        for row in 0..least.len().max(greatest.len()) {
            let mut cells = of.to_vec();
            for entries in [&least, &greatest] {
                let entry = entries.get(row).copied();
                let (value, tag) = entry.unwrap_or((MISSING, &[]));
                cells.push(Cell::number(value, best(value, WIDTH)));
                self.computed.load_ids(tag, &mut runtime.core.values);
                for id in &self.univariate.ids {
                    let value = runtime.core.values.value(id.slot);
                    cells.push(shown::cell(value, &id.format));
                }
                let number = tag.first().copied().unwrap_or(MISSING);
                cells.push(Cell::number(number, count(number)));
            }
            table.push(cells);
        }
        // Restores the ID values of the group.
        runtime.core.values = kept;
        Some(table)
    }

    fn missing(&self, of: &[Cell]) -> Option<Shown> {
        let detailed = self.computed.detailed(self.variable);
        let kinds: Vec<(f64, f64)> = detailed.missing().collect();
        if kinds.is_empty() {
            return None;
        }
        let all = self.computed.current().observations;
        let missing: f64 = kinds.iter().map(|(_, times)| times).sum();
        let mut table = self
            .table("MissingValues", "Missing Values")
            .text("MissVal", "Missing\nValue")
            .number("Count", "Count")
            .number("CountNObs", "Percent Of\nAll Obs")
            .number("CountNMiss", "Percent Of\nMissing Obs");
        for (kind, times) in kinds {
            let letter = feedrate_values::missing::letter(kind).flatten();
            let name = letter.map_or_else(|| PLACEHOLDER.to_owned(), |letter| format!(".{letter}"));
            let percent = |of: f64| {
                let share = 100.0 * times / of;
                Cell::number(share, rounded(share, 2))
            };
            let cells = [
                Cell::text(name),
                Cell::number(times, count(times)),
                percent(all),
                percent(missing),
            ];
            table.push(of.iter().cloned().chain(cells).collect());
        }
        Some(table)
    }
}
