//! A prediction of several jobs at once as tables.

use feedrate_document::{Column, Document, Facts, Table, format};
use feedrate_runs::latencies::Percentiles;

use super::prediction::MixPrediction;
use crate::forecast::ends_in_words;
use crate::job::title;
use crate::remarks;

/// Returns the document of a prediction of several jobs at once.
pub fn document(prediction: &MixPrediction) -> Document {
    let programs: usize = prediction.jobs.iter().map(|job| job.copies).sum();
    let runs = match prediction.repeats {
        1 => "one run".to_owned(),
        repeats => format!("{repeats} runs"),
    };
    let document = Document::new(format!(
        "{programs} programs at once on {}: predicted",
        prediction.folder
    ))
    .subtitle(format!(
        "feedrate {}, by {runs} of their jobs",
        env!("CARGO_PKG_VERSION")
    ))
    .with(jobs(prediction))
    .with(steps(prediction))
    .with(facts(prediction));
    remarks::append(
        document,
        &prediction.regimes,
        &prediction.notes,
        &prediction.assumptions,
    )
}

fn jobs(prediction: &MixPrediction) -> Table {
    let completion = &prediction.completion_seconds;
    let has_error = prediction.profile_error_seconds.is_some();
    let mut table = Table::new([
        Column::left("Job"),
        Column::right("Copies"),
        Column::right("Predicted"),
        Column::right(completion.name_of_ends(has_error)),
        Column::right("Read").unit("MB each"),
        Column::right("Written").unit("MB each"),
    ])
    .caption(format!(
        "Predicted: the time within which 95 of 100 copies complete, the longest of fewer than 20, from the common \
         beginning; the median of the runs.{}",
        ends_in_words(completion.is_interval, has_error)
    ));
    for job in &prediction.jobs {
        table = table.row([
            job.class.clone(),
            job.copies.to_string(),
            format::seconds(job.response_seconds.median),
            job.response_seconds.range(),
            format::number(job.read_bytes as f64 / 1e6),
            format::number(job.written_bytes as f64 / 1e6),
        ]);
    }
    table
}

fn steps(prediction: &MixPrediction) -> Table {
    let mut table = Table::new([
        Column::left("Job"),
        Column::left("Step"),
        Column::right("Alone").unit("s"),
        Column::right("p50").unit("s"),
        Column::right("p95").unit("s"),
        Column::right("Max").unit("s"),
    ])
    .title("Steps beside the others")
    .caption("Over all copies and runs. Alone: where the program was profiled.");
    for job in &prediction.jobs {
        for (row, step) in job.steps.iter().enumerate() {
            let shown = |of: fn(&Percentiles) -> f64| known(step.seconds.as_ref().map(of));
            table = table.row([
                if row == 0 { job.class.clone() } else { String::new() },
                title(&step.session, &step.name, step.line),
                known(step.profiled_seconds),
                shown(|seconds| seconds.p50),
                shown(|seconds| seconds.p95),
                shown(|seconds| seconds.max),
            ]);
        }
    }
    table
}

fn facts(prediction: &MixPrediction) -> Facts {
    let completion = &prediction.completion_seconds;
    let rate = prediction.megabytes_per_second.map(|rate| format::rate(rate * 1e6));
    Facts::new()
        .fact(
            "Completion time",
            format!("{} ({})", format::seconds(completion.median), completion.range()),
        )
        .fact("All together", rate.unwrap_or_else(|| format::NOT_AVAILABLE.to_owned()))
}

fn known(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".to_owned(), format::number)
}
