//! Assigns a value that was found to a variable.

use feedrate_program::{Quiet, Slot};
use feedrate_rows::environment::Severity;
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_values::informat::Informat;
use feedrate_values::missing::MISSING;

use super::InputState;
use super::find::FieldSpan;
use crate::lines::scan::undouble;

impl<'s> InputState<'s> {
    /// Reads a value that was found and assigns it.
    pub(super) fn assign(
        &mut self,
        slot: Slot,
        name: &str,
        informat: &Informat,
        quiet: Quiet,
        found: &FieldSpan,
        core: &mut Core<'s, '_>,
    ) -> StepResult<()> {
        let (line, number) = &self.lines[self.current];
        let mark = core.scratch.len();
        let field = match found.quote {
            Some(quote) => {
                undouble(&line[found.start..found.end], quote, &mut core.scratch);
                &core.scratch[mark..]
            }
            None => &line[found.start..found.end],
        };
        let is_valid = match slot {
            Slot::Number(slot) => {
                let read = informat.read_number(field);
                let is_valid = read.is_ok();
                core.values.set_number(slot, read.unwrap_or(MISSING));
                is_valid
            }
            Slot::Text(slot) => {
                core.result.clear();
                let is_valid = informat.read_text(field, &mut core.result).is_ok();
                if !is_valid {
                    core.result.clear();
                }
                core.values.set_text(slot, &core.result);
                is_valid
            }
        };
        core.scratch.truncate(mark);
        if !is_valid && quiet != Quiet::All {
            core.raised = true;
            if quiet == Quiet::No && core.logs_details() {
                let (from, to) = (found.start + 1, found.end);
                let text = format!("Invalid data for {name} in line {number} {from}-{to}.");
                core.log.message(Severity::Note, &text);
            }
        }
        Ok(())
    }
}
