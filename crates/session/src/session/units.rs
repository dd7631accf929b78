//! The loop over the units of a program.

use feedrate_language::Reader;
use feedrate_language::parse::{ParsedUnit, Parser};
use feedrate_language::tree::Unit;

use super::Session;
use crate::conditions;
use crate::output_error::OutputError;
use crate::program_text::{self, ProgramText, ReaderSurroundings};

/// The exit code of a program that ERRORABEND ends.
const ABEND_CODE: u8 = 5;

impl Session<'_> {
    /// Runs one unit after the other to the end of the program.
    ///
    /// # Errors
    ///
    /// Returns an error if the log or the listing cannot be written.
    pub(crate) fn units(&mut self, reader: &mut Reader) -> Result<(), OutputError> {
        let mut parser = Parser::new(feedrate_procedures::extent_of);
        while self.execution.goes_on() {
            self.remotes.update_states(reader.symbols_mut(), &mut self.log);
            program_text::apply_options(&self.options, reader, &mut parser);
            let mut text = ProgramText {
                reader,
                surroundings: ReaderSurroundings {
                    log: &mut self.log,
                    files: &mut self.files,
                    functions: &mut self.functions,
                    results: &mut self.results,
                    depth: self.depth,
                    formats: self.conversions.formats(),
                    libraries: &mut self.libraries,
                    options: &self.options,
                    remotes: &mut self.remotes,
                    stop: self.execution.stop(),
                    planned: self.execution.is_planning().then_some(&self.outputs),
                },
                failed: None,
            };
            let Some(parsed) = parser.next_unit(&mut text) else {
                break;
            };
            let aborted = reader.take_abort();
            if let Some((_, true)) = aborted {
                // Nothing follows that could be checked only.
                self.execution.end();
            }
            self.unit(parsed, reader);
            if let Some((abort, ends)) = aborted {
                self.abort(abort, ends, reader);
            }
            self.check_outputs()?;
        }
        Ok(())
    }

    fn unit(&mut self, parsed: ParsedUnit, reader: &mut Reader) {
        let ParsedUnit { unit, diagnostics } = parsed;
        let before = self.log.counts();
        let is_step = !matches!(unit, Unit::Global(_));
        match unit {
            Unit::Data(step) => self.data_step(&step, diagnostics, reader),
            Unit::Stored(request) => self.stored_request(&request, diagnostics, reader),
            Unit::Procedure(procedure) => self.procedure(&procedure, diagnostics, reader),
            Unit::Global(global) => {
                self.log.diagnostics(&diagnostics, reader.sources());
                self.statement(global, reader);
            }
        }
        self.libraries.end_step(false);
        self.end_views();
        self.end_cold(self.log.counts().since(before).errors);
        let messages = self.log.counts().since(before);
        if is_step {
            conditions::set_after_step(reader.symbols_mut(), messages, self.outputs.last());
        }
        conditions::raise(reader.symbols_mut(), messages);
        conditions::set_texts(reader.symbols_mut(), self.log.take_last());
        if self.options.program.error_abend && messages.errors > 0 && !self.execution.is_ended() {
            self.log
                .error("The program ends here because of the error, as ERRORABEND asks.");
            self.execution.exit_with(ABEND_CODE);
            self.execution.end();
        }
    }
}
