//! Calls of call routines, which may change their arguments.
//!
//! A routine works on copies, which are assigned after the call: one variable may be passed twice.

use feedrate_program::{Argument, CallArgument, SiteId, Slot};
use feedrate_values::Value;
use feedrate_values::function::{Routine, RoutineArgument};
use feedrate_values::missing::MISSING;

use super::core::Core;
use super::routine_room::{CopiedArgument, RoutineRoom};
use crate::fault::StepResult;

impl<'s> Core<'s, '_> {
    /// Calls a routine with its arguments, and gives the results to those that are variables.
    ///
    /// # Errors
    ///
    /// Fails if an argument or a target does.
    pub fn call_routine(
        &mut self,
        routine: &'static Routine,
        arguments: &'s [CallArgument],
        site: SiteId,
    ) -> StepResult<()> {
        let mut room = std::mem::take(&mut self.routine_room);
        room.arguments.clear();
        room.numbers.clear();
        room.text.clear();
        for argument in arguments {
            self.copy_argument(argument, &mut room)?;
        }
        let mut arguments_by_reference = emptied(std::mem::take(&mut room.arguments_by_reference));
        let mut numbers = room.numbers.iter_mut();
        let mut text = room.text.as_mut_slice();
        for argument in &room.arguments {
            arguments_by_reference.push(match *argument {
                CopiedArgument::Number(Some(_)) => match numbers.next() {
                    Some(number) => RoutineArgument::Number(number),
                    None => RoutineArgument::Constant(Value::Number(MISSING)),
                },
                CopiedArgument::Number(None) => {
                    RoutineArgument::Constant(Value::Number(numbers.next().map_or(MISSING, |number| *number)))
                }
                CopiedArgument::Text { length, of } => {
                    let (this, rest) = text.split_at_mut(length);
                    text = rest;
                    match of {
                        Some(_) => RoutineArgument::Text(this),
                        None => RoutineArgument::Constant(Value::Text(this)),
                    }
                }
            });
        }
        (routine.body)(&mut self.context, &mut arguments_by_reference);
        room.arguments_by_reference = emptied(arguments_by_reference);
        self.after_call(routine.name, arguments.len(), site);
        let (mut numbers, mut text) = (room.numbers.iter(), room.text.as_slice());
        for (position, argument) in room.arguments.iter().enumerate() {
            let changes = routine.changes.contains(&position);
            match *argument {
                CopiedArgument::Number(of) => {
                    let number = numbers.next().copied().unwrap_or(MISSING);
                    if let (true, Some(Slot::Number(slot))) = (changes, of) {
                        self.values.set_number(slot, number);
                    }
                }
                CopiedArgument::Text { length, of } => {
                    let (this, rest) = text.split_at(length);
                    text = rest;
                    if let (true, Some(Slot::Text(slot))) = (changes, of) {
                        self.values.set_text(slot, this);
                    }
                }
            }
        }
        self.routine_room = room;
        Ok(())
    }

    fn copy_argument(&mut self, argument: &'s CallArgument, room: &mut RoutineRoom) -> StepResult<()> {
        match argument {
            CallArgument::Target(target) => {
                let slot = self.target_slot(target)?;
                match self.values.value(slot) {
                    Value::Number(number) => {
                        room.numbers.push(number);
                        room.arguments.push(CopiedArgument::Number(Some(slot)));
                    }
                    Value::Text(text) => {
                        room.text.extend_from_slice(text);
                        room.arguments.push(CopiedArgument::Text {
                            length: text.len(),
                            of: Some(slot),
                        });
                    }
                }
            }
            CallArgument::Value(Argument::Number(number)) => {
                let number = self.number(number)?;
                room.numbers.push(number);
                room.arguments.push(CopiedArgument::Number(None));
            }
            CallArgument::Value(Argument::Text(text)) => {
                let before = room.text.len();
                self.with_text(text, |text| room.text.extend_from_slice(text))?;
                let length = room.text.len() - before;
                room.arguments.push(CopiedArgument::Text { length, of: None });
            }
        }
        Ok(())
    }
}

/// Returns the allocation of a list of arguments without its content.
fn emptied<'a>(mut arguments_by_reference: Vec<RoutineArgument<'_>>) -> Vec<RoutineArgument<'a>> {
    arguments_by_reference.clear();
    arguments_by_reference
        .into_iter()
        .map(|_| RoutineArgument::Constant(Value::Number(MISSING)))
        .collect()
}
