//! `_INFILE_`: the current input line as a character value that the step can read and change.

use feedrate_language::Position;
use feedrate_program::{LineBuffer, Slot, TextSlot};

use super::files::LINE_LENGTH;
use super::lowering::StepLowering;

/// Returns whether the name is `_INFILE_`.
pub(super) fn is_line(name: &str) -> bool {
    name.eq_ignore_ascii_case("_INFILE_")
}

impl StepLowering<'_> {
    /// Returns the slot of the current line of the file that INPUT reads at this point.
    pub fn line(&mut self, at: Position) -> Option<TextSlot> {
        let file = self.input_file(at)?;
        let external = self.files.get_mut(file);
        if let Some(buffer) = external.buffer {
            return Some(buffer.slot);
        }
        let length = external.line_length.min(LINE_LENGTH);
        let slot = self.spare_text(length, at)?;
        self.files.get_mut(file).buffer = Some(LineBuffer { slot, assigned: false });
        Some(slot)
    }

    /// Records that the step assigns to a slot, if that slot is the current line of a file.
    pub fn mark_line_assigned(&mut self, slot: Slot) {
        for external in self.files.all_mut() {
            if let Some(buffer) = &mut external.buffer
                && slot == Slot::Text(buffer.slot)
            {
                buffer.assigned = true;
            }
        }
    }
}
