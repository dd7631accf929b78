//! The result of tuning as a report.

use feedrate_document::{Block, Code, Column, Document, Note, Table, Verdict, format};
use feedrate_stats::PairedRatio;

use super::TunedProgram;
use super::choose::{Advice, PartChoice};
use crate::document::in_words;

/// Returns the report.
pub fn document(tuned: &TunedProgram) -> Document {
    let mut document = Document::new(format!("Tuning of {}", tuned.program))
        .subtitle(format!("one transfer at a time, as in SAS; {} rounds", tuned.rounds));
    document.push(verdict(tuned));
    let mut notes: Vec<Note> = tuned.notes.iter().map(|note| Note::info(note.clone())).collect();
    if tuned.text.is_some() {
        notes.push(Note::info(
            "SAS takes SGIO at its start, or as the data set option SGIO=YES, and not in OPTIONS: there, put SGIO=YES \
             and BUFNO= behind the data sets of these steps",
        ));
        notes.push(Note::info(
            "BUFSIZE= is for data sets that are made; existing ones keep their pages until they are copied",
        ));
    }
    if !notes.is_empty() {
        document.push(notes);
    }
    document.push(table(tuned));
    if !tuned.lines.is_empty() {
        let lines: Vec<String> = tuned
            .lines
            .iter()
            .map(|(line, text)| format!("before line {line}: {text}"))
            .collect();
        document.push(Block::from(Code::plain(lines.join("\n")).caption("The new lines")));
    }
    if !tuned.pipes.is_empty() {
        document.push(pipes(tuned));
    }
    document
}

fn verdict(tuned: &TunedProgram) -> Verdict {
    let verified = tuned.verified.as_ref();
    let gained = verified.and_then(|verified| verified.gained);
    let mut verdict = match (&tuned.text, gained) {
        (None, _) => Verdict::advice("nothing pays: keep the program as it is"),
        (Some(_), Some(ratio)) => Verdict::advice(format!("the new program takes {} of the time", shown(&ratio))),
        (Some(_), None) => Verdict::advice("new lines that pay in their steps; they were not compared as a whole"),
    };
    if let Some(overlap) = verified.and_then(|verified| verified.overlap) {
        verdict = verdict.line(format!(
            "with overlap of transfers and computing, which SAS does not have, it takes {} of that",
            shown(&overlap)
        ));
    }
    for pipe in &tuned.pipes {
        verdict = verdict.line(format!(
            "a pipe for {} could take {} instead of {} (not measured)",
            pipe.data_set,
            format::seconds(pipe.at_least),
            format::seconds(pipe.seconds)
        ));
    }
    for line in verified.iter().flat_map(|verified| &verified.taken_back) {
        verdict = verdict.line(format!(
            "the options for line {line} were taken back: within the whole program they cost time"
        ));
    }
    verdict
}

fn shown(ratio: &PairedRatio) -> String {
    let words = in_words(ratio);
    match ratio.interval {
        Some(_) => words,
        None => format!("{words} (too few runs for an interval)"),
    }
}

fn table(tuned: &TunedProgram) -> Table {
    let mut table = Table::new([
        Column::right("line"),
        Column::left("steps"),
        Column::right("cached").unit("s"),
        Column::left("advice"),
        Column::right("of cached"),
    ]);
    for part in &tuned.advice {
        let (advice, ratio) = said(part);
        table.push(
            [
                part.line.to_string(),
                part.steps.join(", "),
                format::number(part.seconds),
                advice,
                ratio,
            ],
            matches!(part.chosen, PartChoice::Pays { .. }),
        );
    }
    table.caption(
        "Of cached: the time as a part of that through the page cache, with its interval at 95 %. A \
         setting is advised if it saves more than 3 %, and of several the one with the least memory.",
    )
}

fn said(part: &Advice) -> (String, String) {
    match &part.chosen {
        PartChoice::StaysCached(why) => (format!("stays cached: {}", why.reason()), String::new()),
        PartChoice::NothingPays => ("stays: nothing is better".to_owned(), String::new()),
        PartChoice::Pays { setting, ratio } => {
            let equals = match part.equals {
                1 => String::new(),
                others => format!(" ({others} are equal)"),
            };
            (format!("{}{equals}", setting.name()), shown(ratio))
        }
    }
}

fn pipes(tuned: &TunedProgram) -> Table {
    let mut table = Table::new([
        Column::left("data set"),
        Column::left("from"),
        Column::left("to"),
        Column::right("now").unit("s"),
        Column::right("at least").unit("s"),
        Column::right("not moved"),
    ])
    .title("Steps that a pipe could join");
    for pipe in &tuned.pipes {
        table.push(
            [
                pipe.data_set.clone(),
                pipe.from.clone(),
                pipe.to.clone(),
                format::number(pipe.seconds),
                format::number(pipe.at_least),
                format::amount(pipe.bytes),
            ],
            false,
        );
    }
    table.caption(
        "By the times of one run, and not measured: both steps at once, in two sessions, as docs/pipes.md says.",
    )
}
