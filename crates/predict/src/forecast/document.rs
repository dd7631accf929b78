//! A prediction as tables.

use feedrate_document::format;
use feedrate_document::{Column, Document, Table};

use super::{Figures, Prediction, ends_in_words};
use crate::job::{Source, title};
use crate::remarks;

/// Returns the document of a prediction.
pub fn document(prediction: &Prediction) -> Document {
    let from = match prediction.derived_from {
        Source::Profile => "a run of it",
        Source::Static => "its text and the headers of its inputs",
    };
    let mut document =
        Document::new(format!("{} on {}: predicted", prediction.program, prediction.folder)).subtitle(format!(
            "feedrate {}, by {} of a job derived from {}{}",
            env!("CARGO_PKG_VERSION"),
            match prediction.repeats {
                1 => "one run".to_owned(),
                repeats => format!("{repeats} runs"),
            },
            match prediction.profiles {
                Some(profiles) if profiles > 1 => format!("{profiles} runs of it"),
                _ => from.to_owned(),
            },
            match prediction.scale {
                1.0 => String::new(),
                scale => format!(", {} times as large", format::number(scale)),
            }
        ));
    document.push(predicted(prediction));
    if prediction.total.real.is_some() {
        document.push(compared(prediction));
    }
    remarks::append(
        document,
        &prediction.regimes,
        &prediction.notes,
        &prediction.assumptions,
    )
}

fn predicted(prediction: &Prediction) -> Table {
    let total = &prediction.total.predicted;
    let has_error = prediction.total.profile_error_seconds.is_some();
    let mut table = Table::new([
        Column::left("Step"),
        Column::right("Predicted"),
        Column::right(total.name_of_ends(has_error)),
        Column::right("Computing"),
        Column::right("Read").unit("MB"),
        Column::right("Written").unit("MB"),
        Column::right("Cached"),
    ])
    .caption(format!(
        "The median of the runs of the job.{} Computing is what the step does between transfers, as profiled. Cached \
         is the share of the reading that the page cache served.",
        ends_in_words(total.is_interval, has_error)
    ));
    for step in &prediction.steps {
        table = table.row([
            title(&step.session, &step.name, step.line),
            format::seconds(step.figures.predicted.median),
            step.figures.predicted.range(),
            format::seconds(step.computing_seconds),
            format::number(step.read_bytes as f64 / 1e6),
            format::number(step.written_bytes as f64 / 1e6),
            step.cache_share.map_or_else(|| "-".to_owned(), format::percent),
        ]);
    }
    table.push(["All".to_owned(), format::seconds(total.median), total.range()], true);
    table
}

fn compared(prediction: &Prediction) -> Table {
    let mut table = Table::new([
        Column::left("Step"),
        Column::right("Predicted"),
        Column::right("Real"),
        Column::right("Real / predicted"),
        Column::right("95 % interval"),
    ])
    .title("Held against the program itself")
    .caption(
        "The ratio is that of the pairs of runs (Hodges-Lehmann), its interval that of Wilcoxon's signed-rank \
              test; it takes six pairs.",
    );
    for step in &prediction.steps {
        push_compared(
            &mut table,
            title(&step.session, &step.name, step.line),
            &step.figures,
            false,
        );
    }
    push_compared(&mut table, "All".to_owned(), &prediction.total, true);
    table
}

fn push_compared(table: &mut Table, name: String, figures: &Figures, highlighted: bool) {
    let Some(real) = &figures.real else { return };
    let ratio = figures.real_to_predicted;
    let interval = ratio.and_then(|ratio| ratio.interval);
    table.push(
        [
            name,
            format::seconds(figures.predicted.median),
            format::seconds(real.median),
            ratio.map_or_else(|| "-".to_owned(), |it| format!("{:.3}", it.ratio)),
            interval.map_or_else(|| "-".to_owned(), |it| format!("{:.3} to {:.3}", it.low, it.high)),
        ],
        highlighted,
    );
}
