//! The current lines in the log.

use feedrate_program::LineEnd;
use feedrate_rows::evaluation::core::Core;

use super::InputState;
use crate::lines::shown::{ShownLine, log_lines};

impl<'s> InputState<'s> {
    /// Logs the current lines of an observation with errors, if INPUT has read from them in this iteration. Returns
    /// whether it did.
    pub fn show_used(&mut self, has_ruler: bool, core: &mut Core<'s, '_>) -> bool {
        let is_due = self.is_used && self.held > 0;
        if is_due {
            self.is_logged = true;
            self.show_lines(0, has_ruler, core);
        }
        is_due
    }

    /// Logs the current lines for LIST, unless they were logged in this iteration. Returns whether it did.
    pub fn show_listed(&mut self, has_ruler: bool, core: &mut Core<'s, '_>) -> bool {
        let is_due = self.is_listed && !self.is_logged;
        if is_due {
            self.show_lines(0, has_ruler, core);
        }
        is_due
    }

    /// Logs the current lines with numbers above `after`. Those of files have their lengths behind them, unless all
    /// are of one length.
    pub(super) fn show_lines(&self, after: u64, has_ruler: bool, core: &mut Core<'s, '_>) {
        let has_length = self.is_file() && self.external.line_end != LineEnd::Fixed;
        let lines = self.lines[..self.held].iter().map(|(line, number)| ShownLine {
            line,
            number: *number,
            has_length,
        });
        log_lines(lines.filter(|shown| shown.number > after), has_ruler, core);
    }
}
