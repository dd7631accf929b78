//! ABORT and %ABORT: the text that is not read any more.

use feedrate_values::Abort;

use super::Reader;

impl Reader {
    /// Discards what remains of the program, or of the file that it includes, as ABORT asks. Returns whether the
    /// program is at its end.
    pub fn abort(&mut self, abort: Abort) -> bool {
        let ends = abort.ends_program(self.input.is_in_inserted());
        if ends {
            self.end();
        } else if abort.cancels() {
            self.recover();
            self.input.end_inserted();
        }
        ends
    }

    /// Returns the %ABORT statement that was executed since the last call, and whether it ended the program.
    pub fn take_abort(&mut self) -> Option<(Abort, bool)> {
        self.aborted.take()
    }
}
