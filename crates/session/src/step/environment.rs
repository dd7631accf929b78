//! The parts of the session that a step uses while it is lowered and while it runs.

use feedrate_language::Reader;
use feedrate_rows::Outcome;
#[cfg(feature = "cluster")]
use feedrate_rows::environment::CollectedLines;
use feedrate_rows::environment::{Environment, Log};

use super::asked::{AskedParts, StepAsked};
use super::catalog::SessionCatalog;
use crate::clock::LocalClock;
use crate::libname;
use crate::log::StepLog;
use crate::session::{Session, utility_folder};

/// The divisor of MEMSIZE= for tables that become data sets.
const RESULTS: u64 = 4;

impl<'a> Session<'a> {
    /// Lowers a step with the present state of the session.
    pub(super) fn lower<T>(&mut self, lower: impl FnOnce(&mut SessionCatalog<'_>, &feedrate_lower::Options) -> T) -> T {
        let options = self.options.of_steps();
        self.libraries.limit_pages(options.memory_bytes);
        self.libraries.limit_threads(options.workers() as usize);
        let mut catalog = SessionCatalog {
            libraries: &mut self.libraries,
            outputs: &mut self.outputs,
            views: &mut self.views,
            files: &self.files,
            conversions: &self.conversions,
            titles: self.results.titles(),
            log: &self.log,
            options: &self.options,
            is_checking: self.execution.is_checking(),
        };
        lower(&mut catalog, &options)
    }

    /// Runs a step, whose results are between the titles and the footnotes.
    pub(super) fn with_environment(
        &mut self,
        reader: &mut Reader,
        run: impl FnOnce(&mut Environment<'_>) -> Outcome,
    ) -> Outcome {
        self.results.begin_step();
        if self.results.wants_data_sets() {
            let memory = self.options.of_steps().memory_bytes / RESULTS;
            self.results.limit(usize::try_from(memory).unwrap_or(usize::MAX));
        }
        let outcome = self.lend_environment(reader, run);
        self.results.end_step();
        outcome
    }

    /// Runs a part of a step in its environment.
    pub(super) fn lend_environment(
        &mut self,
        reader: &mut Reader,
        run: impl FnOnce(&mut Environment<'_>) -> Outcome,
    ) -> Outcome {
        self.lend(reader, None, run)
    }

    /// Runs a part of a step whose messages are not logged.
    #[cfg(feature = "cluster")]
    pub(super) fn lend_without_log(
        &mut self,
        reader: &mut Reader,
        run: impl FnOnce(&mut Environment<'_>) -> Outcome,
    ) -> Outcome {
        let mut messages = CollectedLines::default();
        self.lend(reader, Some(&mut messages), run)
    }

    /// Runs a part of a step with another log, if there is one.
    fn lend(
        &mut self,
        reader: &mut Reader,
        other_log: Option<&mut dyn Log>,
        run: impl FnOnce(&mut Environment<'_>) -> Outcome,
    ) -> Outcome {
        let utility_folder = utility_folder(&self.options, &self.libraries);
        let sources = reader.sources().clone();
        let asked = StepAsked::new(AskedParts {
            reader,
            state: &mut self.functions,
            references: &mut self.files,
            remotes: &mut self.remotes,
            formats: self.conversions.formats(),
            options: &self.options,
            stop: self.execution.stop(),
            depth: self.depth,
        });
        let mut symbols = &asked;
        let mut own_log = StepLog {
            log: &mut self.log,
            sources: &sources,
        };
        let log: &mut dyn Log = match other_log {
            Some(log) => log,
            None => &mut own_log,
        };
        let mut environment = Environment {
            libraries: &mut self.libraries,
            formats: self.conversions.formats(),
            symbols: &mut symbols,
            session: Some(&asked),
            clock: &LocalClock,
            log,
            listing: &mut self.results,
            options: self.options.of_steps(),
            utility_folder: &utility_folder,
            stop: self.execution.stop(),
            statements: feedrate_data_step::statements,
        };
        let outcome = run(&mut environment);
        let after = asked.into_rest();
        for (severity, text) in after.messages {
            self.log.message(severity, &text);
        }
        for request in after.requests {
            libname::change(&mut self.libraries, request, &mut self.log);
        }
        self.executed.extend(after.executed);
        self.results.copy(&after.listing);
        outcome
    }
}
