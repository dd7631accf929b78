//! PROC FORMAT: formats and informats are read and defined, and then shown.

use feedrate_language::{Diagnostic, Reader};
use feedrate_procedures::FormatsRequest;
use feedrate_program::Site;
use feedrate_rows::Outcome;

use super::names_of;
use super::run::StepRun;
use crate::session::Session;
use crate::statement_log::StatementLog;

impl Session<'_> {
    /// Executes PROC FORMAT. Its statements define formats even if steps are only checked, because later steps depend
    /// on them.
    pub(super) fn formats(&mut self, request: FormatsRequest, mut run: StepRun, site: Site, reader: &mut Reader) {
        let FormatsRequest {
            catalogue,
            keeps,
            input,
            definitions,
            output,
        } = request;
        let mut outcome = Outcome::default();
        let mut all = Vec::new();
        let mut refused = None;
        if let Some((at, input)) = input.filter(|_| !self.execution.is_checking()) {
            outcome = self.lend_environment(reader, |environment| {
                let read = input.read(site, environment);
                all.extend(read.definitions.into_iter().map(|definition| (at, definition)));
                refused = read.refused.map(|refused| Diagnostic::error(at, refused));
                read.outcome
            });
        }
        all.extend(definitions);
        let mut log = StatementLog {
            log: &mut self.log,
            execution: &mut self.execution,
            sources: reader.sources(),
        };
        log.refuse_error(refused.map_or(Ok(()), Err));
        self.conversions.define(&catalogue, keeps, all, &mut log);
        let Some(output) = output else {
            return self.finish(&mut run, outcome, &[], reader);
        };
        let makes = output.makes();
        if self.execution.is_checking() || outcome.is_failed() {
            self.outputs.predict(makes);
            self.outputs.set_failed(match outcome.is_failed() {
                true => names_of(makes),
                false => Vec::new(),
            });
            return self.finish(&mut run, outcome, makes, reader);
        }
        let shown = self.with_environment(reader, |environment| {
            feedrate_procedures::run(&*output, site, environment)
        });
        let outcome = Outcome {
            read: outcome.read,
            ..shown
        };
        self.finish(&mut run, outcome, makes, reader);
    }
}
