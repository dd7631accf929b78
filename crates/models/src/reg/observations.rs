//! Lists observations with their predictions while they are read.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing, ResultColumn, TableOfResults};
use feedrate_rows::{Runtime, StepResult};
use feedrate_values::Kind;

use super::fit::Fit;
use crate::linear::number::{count, ratio, share, statistic};
use crate::linear::{Errors, ObservationStatistic, PredictedObservation, Reading};

/// The width of a column. It is fixed, because observations are listed while they are read.
const WIDTH: usize = 12;

/// A column: its name, its heading, and the statistic; `None` for the observation number and the response.
type ListedColumn = (&'static str, &'static str, Option<ObservationStatistic>);

const PREDICTED: [ListedColumn; 4] = [
    ("Observation", "Obs", None),
    ("DepVar", "Dependent\nVariable", None),
    (
        "PredictedValue",
        "Predicted\nValue",
        Some(ObservationStatistic::Predicted),
    ),
    ("Residual", "\nResidual", Some(ObservationStatistic::Residual)),
];

const RESIDUALS: [ListedColumn; 8] = [
    PREDICTED[0],
    PREDICTED[1],
    PREDICTED[2],
    (
        "StdErrMeanPredict",
        "Std Error\nMean Predict",
        Some(ObservationStatistic::MeanError),
    ),
    PREDICTED[3],
    (
        "StdErrResidual",
        "Std Error\nResidual",
        Some(ObservationStatistic::ResidualError),
    ),
    (
        "StudentResidual",
        "Student\nResidual",
        Some(ObservationStatistic::Student),
    ),
    ("CooksD", "Cook's\nD", Some(ObservationStatistic::CooksDistance)),
];

/// Sums over the observations used.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    residuals: f64,
    /// The sum of the absolute residuals.
    sizes: f64,
    squares: f64,
    press: f64,
}

impl Fit<'_> {
    /// Lists the observations of a BY group.
    pub(super) fn list_observations(
        &self,
        reading: &mut Reading,
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let shown: &[ListedColumn] = match self.model.residuals {
            true => &RESIDUALS,
            false => &PREDICTED,
        };
        let errors = self.errors();
        begin(shown, runtime.listing());
        let wants_rows = runtime.listing().wants_tables();
        let (mut sums, mut number) = (Sums::default(), 0.0);
        let (mut variables, mut row) = (Vec::new(), Vec::new());
        while reading.next(&self.reg.groups, runtime)? {
            number += 1.0;
            let values = &runtime.core.values;
            variables.clear();
            let slots = self.reg.variables.iter().map(|variable| variable.slot);
            variables.extend(slots.map(|slot| values.number(slot)));
            let weight = self.reg.weight.map_or(1.0, |slot| values.number(slot));
            let fitted = self.fitted(&variables, weight, true, &mut row);
            let all = !variables.iter().any(|value| value.is_nan());
            if all && weight > 0.0 {
                sums.take(&fitted, &errors);
            }
            let cells = cells(shown, number, &fitted, &errors);
            let out = runtime.listing();
            let texts = cells.iter().map(|cell| cell.text.as_str());
            line(texts, out);
            if wants_rows {
                out.row(&cells);
            }
        }
        let out = runtime.listing();
        out.line(b"");
        out.end_table();
        let mut table = Results::new("ResidualStatistics", "")
            .text("Label1", "")
            .number("nValue1", "");
        // A sum that is zero up to rounding is shown as zero.
        let residuals = match sums.residuals.abs() > 1e-12 * sums.sizes {
            true => sums.residuals,
            false => 0.0,
        };
        for (label, value) in [
            ("Sum of Residuals", residuals),
            ("Sum of Squared Residuals", sums.squares),
            ("Predicted Residual SS (PRESS)", sums.press),
        ] {
            table.push(vec![Cell::text(label), statistic(value)]);
        }
        table.show(line_size, out);
        Ok(())
    }
}

impl Sums {
    fn take(&mut self, fitted: &PredictedObservation, errors: &Errors) {
        let residual = fitted.statistic(ObservationStatistic::Residual, errors);
        let press = fitted.statistic(ObservationStatistic::Press, errors);
        self.residuals += residual;
        self.sizes += residual.abs();
        self.squares += fitted.weight * residual * residual;
        self.press += fitted.weight * press * press;
    }
}

/// Begins the table, with its headings.
fn begin(shown: &[ListedColumn], out: &mut dyn Listing) {
    let columns = shown.iter().map(|(name, heading, _)| ResultColumn {
        name: (*name).to_owned(),
        heading: heading.replace('\n', " ").trim().to_owned(),
        kind: Kind::Number,
    });
    let title = "Output Statistics";
    out.begin_table(&TableOfResults {
        name: "OutputStatistics".to_owned(),
        title: title.to_owned(),
        columns: columns.collect(),
        has_observations: true,
        ..TableOfResults::default()
    });
    out.line(title.as_bytes());
    out.line(b"");
    for upper in [true, false] {
        let part = |heading: &'static str| match (heading.split_once('\n'), upper) {
            (Some((above, _)), true) => above,
            (Some((_, below)), false) => below,
            (None, true) => "",
            (None, false) => heading,
        };
        line(shown.iter().map(|(_, heading, _)| part(heading)), out);
    }
    out.line(b"");
}

fn cells(shown: &[ListedColumn], number: f64, fitted: &PredictedObservation, errors: &Errors) -> Vec<Cell> {
    let cells = shown.iter().map(|(name, _, kind)| match kind {
        None if *name == "DepVar" => statistic(fitted.response),
        None => count(number),
        Some(kind) => {
            let value = fitted.statistic(*kind, errors);
            match kind {
                ObservationStatistic::Student => ratio(value),
                ObservationStatistic::CooksDistance => share(value, 3),
                _ => statistic(value),
            }
        }
    });
    cells.collect()
}

fn line<'t>(texts: impl Iterator<Item = &'t str>, out: &mut dyn Listing) {
    let texts = texts.enumerate().map(|(place, text)| match place {
        0 => format!("{text:>5}"),
        _ => format!("  {text:>WIDTH$}"),
    });
    let line: String = texts.collect();
    out.line(line.trim_end().as_bytes());
}
