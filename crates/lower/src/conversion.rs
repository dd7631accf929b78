//! Notes on conversions between numbers and character values.

use feedrate_language::Position;
use feedrate_program::{SiteId, StaticNote};

use super::lowering::StepLowering;

impl StepLowering<'_> {
    /// Notes that a value is converted, or reports an error with NOTE2ERR. Returns its site.
    pub fn note_conversion(&mut self, at: Position, is_to_number: bool) -> SiteId {
        let site = self.site(at);
        if self.declarations.notes_are_errors.is_some() {
            self.error(
                at,
                match is_to_number {
                    true => "Character value found where numeric value needed.",
                    false => "Numeric value found where character value needed.",
                },
            );
        } else {
            self.notes.push(match is_to_number {
                true => StaticNote::TextToNumber(site),
                false => StaticNote::NumberToText(site),
            });
        }
        site
    }
}
