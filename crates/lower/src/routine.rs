//! CALL routines, which may change their arguments.

use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::{self, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{AssignmentTarget, CallArgument, Number, Slot, Statement, Text};
use feedrate_values::Kind;
use feedrate_values::function::{self, ArgumentKind};

use super::expression::{COMMAND, TypedExpression, left_out, reason};
use super::lowering::StepLowering;
use super::target::target_of;

impl StepLowering<'_> {
    /// Lowers a CALL statement.
    pub fn call_routine(&mut self, name: &Name, arguments: &[tree::CallArgument], out: &mut Vec<Statement>) {
        let at = name.at;
        if self.attribute_routine(name, arguments, out) {
            return;
        }
        let Some(routine) = function::find_routine(&name.text) else {
            let message = format!(
                "251-185: The subroutine {} is unknown, or cannot be accessed. Check your spelling.\nEither it was not \
                 found in the path(s) of executable images, or there was incorrect or missing subroutine descriptor \
                 information.",
                name.text.to_uppercase()
            );
            let near = || did_you_mean(&name.text, function::routines().map(|routine| routine.name));
            match reason(&name.text).map(str::to_owned).or_else(near) {
                Some(hint) => self.refuse_anyway(Diagnostic::error(at, message).with_hint(hint)),
                None => self.refuse_anyway(Diagnostic::error(at, message)),
            }
            return;
        };
        if routine.name == COMMAND {
            self.check_commands(at);
        }
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            self.routine_argument(argument, &mut given);
        }
        // Arrays without elements, in an argument such as `of a{*}`, leave nothing to change.
        if given.is_empty() && !arguments.is_empty() && routine.changes.contains(&0) {
            return;
        }
        let Some(given) = self.allowed(routine.name, &routine.arguments, given, at) else {
            return;
        };
        let count = given.len();
        let mut lowered = Vec::with_capacity(count);
        for (position, (argument, at)) in given.into_iter().enumerate() {
            let kind = routine.arguments.kind(position);
            let Some(argument) = argument else {
                let value = left_out(kind).into_argument();
                lowered.push(CallArgument::Value(value));
                continue;
            };
            let is_place = matches!(argument, ArgumentValue::Target(_));
            if routine.needs_variable(position, count) || (is_place && routine.changes.contains(&position)) {
                let place = self.changed(argument, kind, routine.name, at);
                lowered.extend(place.map(CallArgument::Target));
            } else {
                let value = match argument {
                    ArgumentValue::Target(place) => self.value_of(place),
                    ArgumentValue::Value(value) => value,
                };
                let value = self.convert(value, kind, at);
                lowered.push(CallArgument::Value(value.into_argument()));
            }
        }
        let site = self.site(at);
        out.push(Statement::Call {
            routine,
            arguments: lowered,
            site,
        });
    }

    /// Lowers an argument: variables and elements are passed by reference, everything else by value.
    fn routine_argument(&mut self, argument: &tree::CallArgument, given: &mut Vec<(Option<ArgumentValue>, Position)>) {
        if let tree::CallArgument::One(expression) = argument {
            let at = expression.at;
            if let Some(element) = self.element_of_expression(expression) {
                let value = match element {
                    Some(element) => ArgumentValue::Target(target_of(element)),
                    None => ArgumentValue::Value(TypedExpression::nothing()),
                };
                given.push((Some(value), at));
                return;
            }
        }
        for (value, at) in self.values(std::slice::from_ref(argument)) {
            let value = value.map(|value| match &value {
                TypedExpression::Number(Number::Variable(slot)) => {
                    ArgumentValue::Target(AssignmentTarget::Variable(Slot::Number(*slot)))
                }
                TypedExpression::Text(Text::Variable(slot), _) => {
                    ArgumentValue::Target(AssignmentTarget::Variable(Slot::Text(*slot)))
                }
                _ => ArgumentValue::Value(value),
            });
            given.push((value, at));
        }
    }

    /// Lowers an argument that the routine changes.
    fn changed(
        &mut self,
        argument: ArgumentValue,
        kind: ArgumentKind,
        routine: &str,
        at: Position,
    ) -> Option<AssignmentTarget> {
        let ArgumentValue::Target(place) = argument else {
            return self.fail(
                at,
                format!("CALL {routine} changes this argument, so it must be a variable"),
            );
        };
        let fits = match kind {
            ArgumentKind::Any => true,
            ArgumentKind::Number => self.kind_of_place(&place) == Kind::Number,
            ArgumentKind::Text => self.kind_of_place(&place) == Kind::Text,
        };
        if !fits {
            let needed = if kind == ArgumentKind::Text {
                "a text variable"
            } else {
                "a number"
            };
            return self.fail(
                at,
                format!("CALL {routine} changes this argument, which must be {needed}"),
            );
        }
        self.mark_target_assigned(&place);
        Some(place)
    }
}

/// A lowered argument.
enum ArgumentValue {
    Target(AssignmentTarget),
    Value(TypedExpression),
}
