//! Variables by the parts that they play.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::{DataStep, NumberSlot, Slot};

use crate::aggregate::GroupVariable;
use crate::grammar::input::{StepVariables, shown_by};
use crate::grammar::lowering::Lowering;

/// Where a number lies.
pub(crate) fn number_slot(
    among: StepVariables<'_>,
    index: usize,
    at: Position,
) -> Result<NumberSlot> {
    match among.variable(index).slot {
        Slot::Number(slot) => Ok(slot),
        Slot::Text(_) => {
            let name = among.name(index).to_uppercase();
            let message = format!("{name} cannot be in the model and be a text of OUT= here");
            Err(Diagnostic::error(at, message))
        }
    }
}

/// The BY variables of a step.
pub(crate) fn groups(
    lowering: &Lowering<'_>,
    step: &DataStep,
    by: &[usize],
) -> Result<Vec<GroupVariable>> {
    let among = StepVariables(step);
    let at = lowering.procedure.at;
    let flags = step.reads.iter().flat_map(|read| &read.by);
    let groups = flags.zip(by).map(|(flags, &index)| {
        let variable = among.variable(index);
        Ok(GroupVariable {
            heading: variable.name.clone(),
            last: flags.last,
            slot: variable.slot,
            format: shown_by(variable, lowering, at)?,
        })
    });
    groups.collect()
}
