//! The end of a report on a prediction: what changes with the size, notes, and assumptions.

use feedrate_document::{Document, Note};

/// Adds the parts that are not empty to a document.
pub(crate) fn append(mut document: Document, regimes: &[String], notes: &[String], assumptions: &[String]) -> Document {
    if !regimes.is_empty() {
        document = document.heading("What changes with the size");
        for regime in regimes {
            document = document.text(regime.clone());
        }
    }
    let notes: Vec<Note> = notes.iter().map(Note::warning).collect();
    if !notes.is_empty() {
        document.push(notes);
    }
    let assumptions: Vec<Note> = assumptions.iter().map(Note::info).collect();
    if !assumptions.is_empty() {
        document = document.heading("Assumptions");
        document.push(assumptions);
    }
    document
}
