//! `_INFILE_`: the line at hand as a text that the step reads and changes.

use feedrate_language::Position;
use feedrate_steps::ir::{LineBuffer, Slot, TextSlot};

use super::external::LINE_LENGTH;
use super::lowering::Lowering;

/// Whether a name means the line at hand.
pub(super) fn is_line(name: &str) -> bool {
    name.eq_ignore_ascii_case("_INFILE_")
}

impl Lowering<'_> {
    /// Where the line of the file lies that INPUT reads here.
    pub fn line(&mut self, at: Position) -> Option<TextSlot> {
        let file = self.input_file(at)?;
        let external = self.files.get_mut(file);
        if let Some(buffer) = external.buffer {
            return Some(buffer.slot);
        }
        let length = external.line_length.min(LINE_LENGTH);
        let slot = self.spare_text(length, at)?;
        self.files.get_mut(file).buffer = Some(LineBuffer {
            slot,
            assigned: false,
        });
        Some(slot)
    }

    /// Something gives a text a value that may be the line of a file.
    pub fn give_line(&mut self, slot: Slot) {
        for external in self.files.all_mut() {
            if let Some(buffer) = &mut external.buffer
                && slot == Slot::Text(buffer.slot)
            {
                buffer.assigned = true;
            }
        }
    }
}
