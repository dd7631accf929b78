//! A page on the concurrency of a run's sessions: their steps on a common clock, the pipes between them, and the time
//! that overlap saved.
//!
//! Sessions are processes of their own, so the page is built from the JSON of [`feedrate_session::record`]: a
//! [`SessionRecord`] is read from it, also that of this process.

mod labels;
mod overlap;
mod picture;
mod pipes;
mod session_record;
mod span;
mod tables;

use feedrate_document::{Document, Facts, Note, format};
use feedrate_session::record::Record;

use overlap::Overlap;
use pipes::Stream;
pub use session_record::{DataSetFile, DataSetUse, PipeUse, SessionRecord, Step};

/// The name of the session that runs the program itself.
pub const CLIENT: &str = "client";

/// The facts of a run as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The name of its program in messages.
    pub program: String,
    /// When it began, by RFC 3339.
    pub started_at: String,
    /// Its ending: `clean`, `warnings`, `errors` or `interrupted`.
    pub ended: String,
    /// When it began, in microseconds since the machine started.
    pub began_microseconds: u64,
    /// When it ended, by the same clock.
    pub ended_microseconds: u64,
}

impl From<&Record> for Run {
    fn from(record: &Record) -> Self {
        Self {
            program: record.program.clone(),
            started_at: record.started_at.clone(),
            ended: record.ended.to_owned(),
            began_microseconds: record.began_microseconds,
            ended_microseconds: record.ended_microseconds,
        }
    }
}

/// Returns the page of a run, with its sessions in the given order, the [`CLIENT`] first.
pub fn document(run: &Run, sessions: &[SessionRecord]) -> Document {
    let sessions = &*labels::told_apart(sessions);
    let spans = span::of_all(run, sessions);
    let streams = pipes::of_all(&spans);
    let overlap = Overlap::of(run, &spans);
    let mut document = Document::new(format!("Timeline of {}", run.program))
        .subtitle(format!(
            "feedrate {}, begun {}, {}",
            env!("CARGO_PKG_VERSION"),
            run.started_at,
            how_ended(&run.ended)
        ))
        .with(facts(&overlap, spans.len(), sessions.len()))
        .text(overlap.in_words())
        .with(picture::of(run, &overlap, sessions, &spans, &streams));
    let notes = notes(sessions, &streams);
    if !notes.is_empty() {
        document.push(notes);
    }
    document = document
        .heading("Sessions")
        .with(tables::of_sessions(sessions, &spans))
        .heading("Steps")
        .with(tables::of_steps(sessions, &spans));
    if !streams.is_empty() {
        document = document
            .heading("Pipes")
            .with(tables::of_pipes(run, sessions, &streams));
    }
    document
}

fn how_ended(ended: &str) -> String {
    match ended {
        "clean" => "ended clean".to_owned(),
        "interrupted" => "interrupted".to_owned(),
        other => format!("ended with {other}"),
    }
}

fn facts(overlap: &Overlap, steps: usize, sessions: usize) -> Facts {
    Facts::new()
        .fact("Elapsed", format::seconds(overlap.elapsed_seconds))
        .fact(
            "Sum of the steps",
            format!(
                "{} in {} of {}",
                format::seconds(overlap.steps_seconds),
                counted(steps, "step"),
                counted(sessions, "session")
            ),
        )
        .fact("Overlap won", overlap.won())
}

/// Returns notes on what the picture does not show.
fn notes(sessions: &[SessionRecord], streams: &[Stream<'_>]) -> Vec<Note> {
    let mut notes = Vec::new();
    let steps = sessions.iter().flat_map(|session| &session.steps);
    let unrun = steps.filter(|step| !step.ran).count();
    if unrun > 0 {
        let steps = counted(unrun, "step");
        notes.push(Note::warning(format!(
            "{steps} did not run because of errors, and so no time of theirs is here."
        )));
    }
    let loose = streams.iter().filter(|stream| stream.is_loose()).count();
    if loose > 0 {
        let pipes = counted(loose, "pipe");
        notes.push(Note::info(format!(
            "Of {pipes} one end alone is known; the table tells which, and the picture does not show them."
        )));
    }
    notes
}

/// Formats `1 step`, `2 steps`.
fn counted(number: usize, thing: &str) -> String {
    let shown = format::count(number as u64);
    match number {
        1 => format!("{shown} {thing}"),
        _ => format!("{shown} {thing}s"),
    }
}
