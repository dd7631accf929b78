//! Data sets that earlier steps were to make, and that are not there: what steps say about them would only be a
//! consequence of the first error.

use feedrate_dataset::DataSetName;
use feedrate_dataset::library::{FILES, WORK};
use feedrate_language::token::{Symbol, Token};
use feedrate_language::tree;
use feedrate_language::{Diagnostic, Reader, Sources};
use feedrate_procedures::Procedure;
use feedrate_program::Write;
use feedrate_rows::outcome::notes::log_incomplete;

use crate::log::StepLog;
use crate::session::Session;

/// The result of the diagnostics of a step.
pub(super) struct StepDiagnostics {
    /// A data set that the step needs, and that an earlier one was to make.
    pub(super) missed: Option<DataSetName>,
    pub(super) has_errors: bool,
}

impl StepDiagnostics {
    /// Returns whether the step can neither be run nor be checked.
    pub(super) fn ends_step(&self) -> bool {
        self.missed.is_some() || self.has_errors
    }
}

impl Session<'_> {
    /// Logs the diagnostics of a step, without the error that a data set of an earlier step was not made.
    pub(super) fn report(&mut self, mut diagnostics: Vec<Diagnostic>, reader: &Reader) -> StepDiagnostics {
        let missed = self.outputs.take_missed().filter(|(_, text)| {
            let before = diagnostics.len();
            diagnostics.retain(|diagnostic| diagnostic.message != *text);
            diagnostics.len() < before
        });
        self.log.diagnostics(&diagnostics, reader.sources());
        StepDiagnostics {
            missed: missed.map(|(name, _)| name),
            has_errors: diagnostics.iter().any(Diagnostic::is_error),
        }
    }

    /// Ends a step that has errors, or that was not checked because it needs a data set that an earlier one was to
    /// make.
    pub(super) fn stop_or_skip_step(&mut self, diagnostics: &StepDiagnostics) {
        if let Some(name) = &diagnostics.missed {
            self.log
                .note(&format!("This step was not checked, because {name} was not made."));
        }
        if diagnostics.has_errors {
            self.stop_step();
        }
    }

    /// Logs that the data sets of a DATA step with errors were not made.
    pub(super) fn note_incomplete(&mut self, writes: &[Write], diagnostics: &StepDiagnostics, sources: &Sources) {
        let writes = writes.iter().filter(|write| {
            diagnostics.has_errors && write.data_set.library() != FILES && self.libraries.has(write.data_set.library())
        });
        for write in writes {
            let size = format!("0 observations and {} variables", write.schema.variables().len());
            let is_there = self.libraries.exists(&write.data_set).unwrap_or(false);
            let log = &mut StepLog {
                log: &mut self.log,
                sources,
            };
            log_incomplete(&write.data_set, &size, is_there, log);
        }
    }

    /// Records the data sets that a procedure, which is only checked, would make with variables that are not known.
    pub(super) fn expect_unknown(&mut self, step: &dyn Procedure) {
        if self.execution.is_planning() {
            return;
        }
        let made: Vec<&DataSetName> = step.makes().iter().map(|write| &write.data_set).collect();
        let changes = step.changes().into_iter();
        let unknown = changes.filter(|name| !made.contains(name) && !self.libraries.exists(name).unwrap_or(false));
        let unknown: Vec<DataSetName> = unknown.cloned().collect();
        self.outputs.set_failed(unknown);
    }

    /// Returns the data sets that a procedure with errors was to make: those that it names with OUT= or CREATE TABLE,
    /// and with BASE= if they are not there.
    pub(super) fn outputs_named_by(&self, procedure: &tree::Procedure) -> Vec<DataSetName> {
        let default = match self.options.program.user.as_str() {
            "" => WORK,
            user => user,
        };
        let statements = procedure.statements.iter().map(Vec::as_slice);
        let parts = std::iter::once(procedure.head.as_slice()).chain(statements);
        let named = parts.flat_map(|tokens| named_outputs(tokens, default));
        let named = named.filter(|(name, word)| !word.is_name("base") || !self.libraries.exists(name).unwrap_or(false));
        named.map(|(name, _)| name).collect()
    }
}

/// Returns the data sets after OUT=, BASE= or CREATE TABLE among tokens, each with that word.
fn named_outputs<'t>(tokens: &'t [Token], default: &'t str) -> impl Iterator<Item = (DataSetName, &'t Token)> {
    let text = |index: usize| tokens.get(index).map(|token| token.text.as_ref());
    let begins = tokens.windows(2).enumerate().filter(|(_, pair)| {
        let is_option = pair[0].is_name("out") || pair[0].is_name("base");
        is_option && pair[1].is_symbol(Symbol::Equal) || pair[0].is_name("create") && pair[1].is_name("table")
    });
    begins.filter_map(move |(index, pair)| {
        let first = text(index + 2)?;
        let name = match text(index + 3) {
            Some(".") => DataSetName::new(first, text(index + 4)?),
            _ => DataSetName::new(default, first),
        };
        Some((name.ok()?, &pair[0]))
    })
}
