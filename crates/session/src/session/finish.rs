//! The end of a program: of its sessions, its result files, and the data sets that nobody read.

use feedrate_language::{Reader, Sources};

use super::Session;
use crate::statement_log::StatementLog;

impl Session<'_> {
    /// Ends the sessions that this one has started.
    pub(crate) fn end_remotes(&mut self, reader: &mut Reader) {
        let (remotes, mut client) = self.remotes(reader);
        remotes.end(&mut client);
    }

    /// Closes the result files at the end of the program.
    pub(crate) fn end_results(&mut self, sources: &Sources) {
        self.results.end(&mut StatementLog {
            log: &mut self.log,
            execution: &mut self.execution,
            sources,
        });
    }

    /// Logs the data sets of WORK that no step read.
    pub(crate) fn note_unread(&mut self) {
        if let Some(text) = self.outputs.note_on_unread(&self.libraries) {
            self.log.note(&text);
            self.log.gap();
        }
    }
}
