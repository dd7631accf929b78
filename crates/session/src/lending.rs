//! What the session lends to a step while it is understood, and while it runs.

use feedrate_language::Reader;
use feedrate_steps::data::Outcome;
use feedrate_steps::environment::Environment;
use feedrate_values::informat::InformatSettings;

use crate::catalog::SessionCatalog;
use crate::clock::utc_offset;
use crate::session::Session;
use crate::step_log::StepLog;

/// What part of MEMSIZE= tables that become data sets may take: one in so many.
const RESULTS: u64 = 4;

impl Session<'_> {
    pub(crate) fn lower<T>(
        &mut self,
        lower: impl FnOnce(&mut SessionCatalog<'_>, &feedrate_lower::Options) -> T,
    ) -> T {
        let options = self.options.of_steps();
        self.libraries.limit_pages(options.memory_bytes);
        let user = match self.options.program.user.as_str() {
            "" => "WORK",
            user => user,
        };
        let mut catalog = SessionCatalog {
            libraries: &mut self.libraries,
            formats: &self.formats,
            informats: InformatSettings {
                year_cutoff: self.options.dates.year_cutoff.into(),
                date_order: self.options.dates.date_order,
                missing_letters: self.missing_letters,
                utc_offset: utc_offset(),
            },
            files: &self.files,
            lines: &self.lines,
            data_sets: &mut self.data_sets,
            checking: self.checking,
            options: &self.options,
            listing: &self.listing,
            default_library: user.to_owned(),
        };
        lower(&mut catalog, &options)
    }

    pub(crate) fn with_environment(
        &mut self,
        reader: &mut Reader,
        run: impl FnOnce(&mut Environment<'_>) -> Outcome,
    ) -> Outcome {
        self.listing.begin_step();
        if self.listing.wants_data_sets() {
            let memory = self.options.of_steps().memory_bytes / RESULTS;
            self.listing
                .limit(usize::try_from(memory).unwrap_or(usize::MAX));
        }
        let outcome = self.lend_environment(reader, run);
        self.listing.end_step();
        outcome
    }

    /// Lends what steps need to who does a part of one.
    pub(crate) fn lend_environment(
        &mut self,
        reader: &mut Reader,
        run: impl FnOnce(&mut Environment<'_>) -> Outcome,
    ) -> Outcome {
        let utility_folder = self.utility_folder();
        let (symbols, sources) = reader.symbols_and_sources();
        let mut log = StepLog {
            log: &mut self.log,
            lines: &self.lines,
            sources,
        };
        let mut environment = Environment {
            libraries: &mut self.libraries,
            formats: &self.formats,
            symbols,
            clock: &self.clock,
            log: &mut log,
            listing: &mut self.listing,
            options: self.options.of_steps(),
            utility_folder: &utility_folder,
            stop: &self.stop,
        };
        run(&mut environment)
    }
}
