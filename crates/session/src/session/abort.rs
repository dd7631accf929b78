//! The end that ABORT and %ABORT give a program.

use feedrate_language::Reader;
use feedrate_rows::Outcome;
use feedrate_rows::fault::Fault;
use feedrate_rows::outcome::StepEnd;
use feedrate_values::Abort;

use super::Session;
use crate::conditions;

impl Session<'_> {
    /// Heeds the ABORT statement that ended a step, if one did.
    pub(crate) fn heed_abort(&mut self, outcome: &Outcome, reader: &mut Reader) {
        if let StepEnd::Failed(fault) = &outcome.ended
            && let Fault::Aborted(abort, _) = fault.cause()
        {
            let ends = reader.abort(*abort);
            self.abort(*abort, ends, reader);
        }
    }

    /// Heeds an ABORT statement after which the reader has discarded what is not to be read; `ends` is true if that is
    /// all of the program.
    pub(super) fn abort(&mut self, abort: Abort, ends: bool, reader: &mut Reader) {
        if let Some(code) = abort.exit_code() {
            self.execution.exit_with(code);
        }
        if abort.cancels() {
            if let Some(code) = abort.code {
                conditions::set(reader.symbols_mut(), "SYSINFO", &code.to_string());
            }
            self.log
                .note("The SAS System stopped processing due to receiving a CANCEL request.");
            self.log.gap();
        }
        if ends {
            self.execution.end();
        }
    }
}
