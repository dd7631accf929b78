//! The times of the standard steps that a user waits for.

use feedrate_document::{Column, Table, format};
use feedrate_stats::Summary;

use crate::steps::{StandardSteps, StepFigures, UnderSetting};

/// Returns a table of the time to the first row and to the end of each step under each discipline; `None` if no step
/// has a first row.
pub(super) fn table(found: &StandardSteps) -> Option<Table> {
    let steps = || found.settings.iter().flat_map(|under| &under.steps);
    steps().find(|step| step.first_row_seconds.is_some())?;
    let mut table = Table::new([
        Column::left("Step"),
        Column::left("Who waits"),
        Column::right("First row").unit("ms"),
        Column::right("Longest").unit("ms"),
        Column::right("Whole step").unit("ms"),
        Column::right("Longest").unit("ms"),
    ])
    .title("Standard steps as a user waits for them");
    for (index, step) in found.settings.first()?.steps.iter().enumerate() {
        for under in &found.settings {
            if let Some(of) = under.steps.get(index).filter(|of| of.step == step.step) {
                table.push(row(of, under), false);
            }
        }
    }
    Some(table.caption(
        "Medians of the repeats, which are too few for percentiles beyond, and the longest. First row: until a step \
         had the first page of its input, cold. Latencies of single transfers are above, with their 99th percentile.",
    ))
}

fn row(step: &StepFigures, under: &UnderSetting) -> [String; 6] {
    let first = step.first_row_seconds.as_ref();
    let first = |value: fn(&Summary) -> f64| first.map_or_else(|| "-".to_owned(), |of| milliseconds(value(of)));
    [
        step.step.name().to_owned(),
        under.setting.discipline.name().to_owned(),
        first(|of| of.median),
        first(|of| of.max),
        milliseconds(step.seconds.median),
        milliseconds(step.seconds.max),
    ]
}

fn milliseconds(seconds: f64) -> String {
    format::number(seconds * 1e3)
}

#[cfg(test)]
mod tests {
    use feedrate_document::{Document, text};

    use super::*;
    use crate::setting::Setting;
    use crate::testing;

    #[test]
    fn steps_have_the_time_to_their_first_row() {
        let setting = Setting::direct_as_sas(64 << 10, 17);
        let seconds: [(&[f64], f64); 4] = [(&[1.2], 0.1), (&[0.9, 1.1], 0.8), (&[0.3], 0.3), (&[1.0], 0.5)];
        let under = testing::under(setting, seconds);
        let mut found = testing::standard_steps(vec![under]);
        assert!(table(&found).is_none());
        found.settings[0].steps[1].first_row_seconds = Summary::of(&[0.004, 0.006]);
        let mut document = Document::new("x");
        document.push(table(&found).expect("a step with a first row"));
        insta::assert_snapshot!(text::render(&document, &text::TextOptions::default()));
    }
}
