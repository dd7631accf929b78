//! LOSTCARD: lines of a group of which one is missing.

use feedrate_program::Hold;
use feedrate_rows::evaluation::core::Core;
use feedrate_values::Severity;

use super::InputState;

impl<'s> InputState<'s> {
    /// Logs the current lines and leaves out the first of them; the others are read again.
    pub fn lose_card(&mut self, core: &mut Core<'s, '_>) {
        let logged = std::mem::replace(&mut self.logged, u64::MAX);
        if logged == 0 {
            core.log.message(Severity::Note, "LOST CARD.");
        }
        self.show_lines(logged, logged == 0, core);
        let last = self.lines[..self.held].last();
        self.logged = last.map_or(logged, |(_, number)| (*number).max(logged));
        for (line, number) in self.lines[..self.held].iter().skip(1).rev() {
            self.returned.push_front((line.clone(), *number));
        }
        (self.held, self.current, self.column) = (0, 0, 0);
        self.hold = Hold::No;
        self.is_used = false;
        self.has_lost = true;
    }
}
