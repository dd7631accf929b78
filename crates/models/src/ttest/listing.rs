//! The tables of PROC TTEST.

use feedrate_procedure::results::Results;
use feedrate_procedure::variables::AnalysisVariable;
use feedrate_rows::environment::{Cell, Listing};
use feedrate_stats::moments::limits::of_variance;
use feedrate_stats::two_means::{MeanTest, Sides, TwoMeans};
use feedrate_stats::{Divisor, Moments};

use super::number::{degrees, estimate};
use super::request::{TTest, TTestAnalysis};
use crate::linear::number::{confidence, count, probability, ratio};

/// The rows of the difference of the levels of CLASS.
const DIFFERENCE: &str = "Diff (1-2)";

/// A test of the difference of two means: the method, the assumption on the variances, and the result.
type MeanComparison = (&'static str, &'static str, MeanTest);

impl TTest {
    /// Lists the tables of an analysis, with the moments of each level of CLASS.
    pub(super) fn list(
        &self,
        analysis: &TTestAnalysis,
        labels: &[String],
        moments: &[Moments],
        width: usize,
        out: &mut dyn Listing,
    ) {
        let (heading, keys) = match analysis {
            TTestAnalysis::Variable(variable) => (
                format!("Variable:  {}", labelled(variable)),
                vec![("Variable", Cell::text(&variable.name))],
            ),
            TTestAnalysis::Difference(one, other) => {
                let name = format!("{} - {}", one.name, other.name);
                let of = |name: &str| Cell::text(name);
                let keys = vec![
                    ("Variable1", of(&one.name)),
                    ("Variable2", of(&other.name)),
                    ("Difference", of(&name)),
                ];
                (format!("Difference:  {name}"), keys)
            }
        };
        out.note(&heading);
        let two = match moments {
            [one, other] => Some(TwoMeans::new(*one, *other)),
            _ => None,
        };
        self.statistics(labels, moments, two).show_with_keys(&keys, width, out);
        let compared = two.map(|two| self.compared(&two));
        let compared = compared.as_deref();
        self.limits(labels, moments, two.zip(compared))
            .show_with_keys(&keys, width, out);
        match compared {
            None => self
                .test(&self.mean_test(&moments[0]))
                .show_with_keys(&keys, width, out),
            Some(compared) => self.tests(compared).show_with_keys(&keys, width, out),
        }
        if let Some(two) = two {
            equality(&two).show_with_keys(&keys, width, out);
        }
    }

    fn class_name(&self) -> &str {
        self.class.as_ref().map_or("", |class| &class.heading)
    }

    /// Returns the test of the mean of a sample.
    fn mean_test(&self, of: &Moments) -> MeanTest {
        let error = of.error(Divisor::Degrees);
        MeanTest::of(of.mean(), error, of.n - 1.0, self.null, self.sides, self.alpha)
    }

    /// Returns the tests of the difference of two means.
    fn compared(&self, two: &TwoMeans) -> Vec<MeanComparison> {
        let (null, sides, alpha) = (self.null, self.sides, self.alpha);
        let mut all = vec![
            ("Pooled", "Equal", two.pooled(null, sides, alpha)),
            ("Satterthwaite", "Unequal", two.satterthwaite(null, sides, alpha)),
        ];
        if self.cochran {
            all.push(("Cochran", "Unequal", two.cochran(null, sides, alpha)));
        }
        all
    }

    /// Returns the table of simple statistics.
    fn statistics(&self, labels: &[String], moments: &[Moments], two: Option<TwoMeans>) -> Results {
        let mut table = Results::new("Statistics", "");
        if !labels.is_empty() {
            table = table.text("Class", self.class_name());
        }
        let mut table = table
            .number("N", "N")
            .number("Mean", "Mean")
            .number("StdDev", "Std Dev")
            .number("StdErr", "Std Err")
            .number("Minimum", "Minimum")
            .number("Maximum", "Maximum");
        for (place, of) in moments.iter().enumerate() {
            let mut row: Vec<Cell> = labels.get(place).map(Cell::head).into_iter().collect();
            row.push(count(of.n));
            let (least, greatest) = match of.n > 0.0 {
                true => (of.min, of.max),
                false => (f64::NAN, f64::NAN),
            };
            let numbers = [
                of.mean(),
                of.deviation(Divisor::Degrees),
                of.error(Divisor::Degrees),
                least,
                greatest,
            ];
            row.extend(numbers.map(estimate));
            table.push(row);
        }
        if let Some(two) = two {
            let blank = || Cell::number(f64::NAN, "");
            table.push(vec![
                Cell::head(DIFFERENCE),
                blank(),
                estimate(two.difference()),
                estimate(two.deviation()),
                estimate(two.pooled_error()),
                blank(),
                blank(),
            ]);
        }
        table
    }

    /// Returns the table of confidence limits.
    fn limits(&self, labels: &[String], moments: &[Moments], two: Option<(TwoMeans, &[MeanComparison])>) -> Results {
        let level = confidence(self.alpha);
        let mut table = Results::new("ConfLimits", "");
        if !labels.is_empty() {
            table = table.text("Class", self.class_name()).text("Method", "Method");
        }
        table = table
            .number("Mean", "Mean")
            .number("LowerCLMean", &format!("{level} CL"))
            .number("UpperCLMean", "Mean")
            .number("StdDev", "Std Dev");
        if !self.bare_deviations {
            table = table
                .number("LowerCLStdDev", &format!("{level} CL"))
                .number("UpperCLStdDev", "Std Dev");
        }
        let deviations = |squares: f64, degrees: f64| {
            let mut cells = vec![estimate((squares / degrees).sqrt())];
            if !self.bare_deviations {
                let (lower, upper) = of_variance(squares, degrees, self.alpha);
                cells.extend([lower.sqrt(), upper.sqrt()].map(estimate));
            }
            cells
        };
        for (place, of) in moments.iter().enumerate() {
            let mut row = Vec::new();
            if let Some(label) = labels.get(place) {
                row.extend([Cell::head(label), Cell::text("")]);
            }
            let test = self.mean_test(of);
            row.extend([of.mean(), test.lower, test.upper].map(estimate));
            row.extend(deviations(of.second, of.n - 1.0));
            table.push(row);
        }
        let Some((two, compared)) = two else {
            return table;
        };
        for (place, (method, _, test)) in compared.iter().enumerate() {
            let mut row = vec![Cell::head(DIFFERENCE), Cell::text(*method)];
            row.extend([two.difference(), test.lower, test.upper].map(estimate));
            let own = deviations(two.squares(), two.degrees());
            match place {
                0 => row.extend(own),
                _ => row.extend(own.iter().map(|_| Cell::number(f64::NAN, ""))),
            }
            table.push(row);
        }
        table
    }

    fn probability_heading(&self) -> &'static str {
        match self.sides {
            Sides::Two => "Pr > |t|",
            Sides::Lower => "Pr < t",
            Sides::Upper => "Pr > t",
        }
    }

    /// Returns the table of the test of a mean.
    fn test(&self, test: &MeanTest) -> Results {
        let mut table = Results::new("TTests", "")
            .number("DF", "DF")
            .number("tValue", "t Value")
            .number("Probt", self.probability_heading());
        table.push(vec![
            degrees(test.degrees),
            ratio(test.t),
            probability(test.probability),
        ]);
        table
    }

    /// Returns the table of the tests of a difference.
    fn tests(&self, compared: &[MeanComparison]) -> Results {
        let mut table = Results::new("TTests", "")
            .text("Method", "Method")
            .text("Variances", "Variances")
            .number("DF", "DF")
            .number("tValue", "t Value")
            .number("Probt", self.probability_heading());
        for (method, variances, test) in compared {
            table.push(vec![
                Cell::head(*method),
                Cell::text(*variances),
                degrees(test.degrees),
                ratio(test.t),
                probability(test.probability),
            ]);
        }
        table
    }
}

/// Returns the table of the test that the variances are equal.
fn equality(two: &TwoMeans) -> Results {
    let mut table = Results::new("Equality", "Equality of Variances")
        .text("Method", "Method")
        .number("NumDF", "Num DF")
        .number("DenDF", "Den DF")
        .number("FValue", "F Value")
        .number("ProbF", "Pr > F");
    let folded = two.folded();
    table.push(vec![
        Cell::head("Folded F"),
        count(folded.numerator),
        count(folded.denominator),
        ratio(folded.ratio),
        probability(folded.probability),
    ]);
    table
}

/// Returns the name of a variable, with its label in parentheses if it has one.
fn labelled(variable: &AnalysisVariable) -> String {
    match variable.label.as_str() {
        "" => variable.name.clone(),
        label => format!("{} ({label})", variable.name),
    }
}
