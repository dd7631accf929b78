//! Function calls: checks the number of arguments, and converts them.

use feedrate_dataset::schema::LONGEST_TEXT;
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::{CallArgument, Expression, VariableList, VariableRange};
use feedrate_language::{Diagnostic, Position};
use feedrate_options::NO_COMMANDS;
use feedrate_program::{Argument, AssignmentTarget, Number, Slot, Text};
use feedrate_values::function::{self, ArgumentKind, Arguments, Function, ResultKind};
use feedrate_values::missing::MISSING;

use super::super::element::Element;
use super::super::lowering::StepLowering;
use super::super::variables::Variables;
use super::TypedExpression;

/// The function and the routine that run a command of the system.
pub(in super::super) const COMMAND: &str = "SYSTEM";

/// An argument of a call with its position; `None` where it is left out.
pub(in super::super) type GivenArgument = (Option<TypedExpression>, Position);

impl StepLowering<'_> {
    /// Lowers `f(…)`: an array element, a function that depends on the step, or a function of the catalogue.
    pub(super) fn call(&mut self, name: &str, arguments: &[CallArgument], at: Position) -> TypedExpression {
        if self.array_facts.contains_key(&Variables::key(name)) {
            return match self.element_of_call(name, arguments, at) {
                Some(element) => self.element_value(element),
                None => TypedExpression::nothing(),
            };
        }
        if let Some(value) = self.special(name, arguments, at) {
            return value;
        }
        let Some(function) = function::find(name) else {
            let known = function::functions().map(|function| function.name);
            let hint = did_you_mean(name, known.chain(super::special_names::NAMES.iter().copied()));
            let text = format!(
                "68-185: The function {} is unknown, or cannot be accessed.",
                name.to_uppercase()
            );
            let error = Diagnostic::error(at, text);
            self.refuse_anyway(match super::reason(name).map(str::to_owned).or(hint) {
                Some(hint) => error.with_hint(hint),
                // It may also be a reference to an undeclared array, which is less likely.
                None => error.with_hint("no array before it has that name either"),
            });
            return TypedExpression::nothing();
        };
        if function.name == COMMAND {
            self.check_commands(at);
        }
        let values = self.values(arguments);
        self.call_of(function, values, at)
    }

    /// Reports an error if the user does not allow commands of the system.
    pub(in super::super) fn check_commands(&mut self, at: Position) {
        if !self.options.runs_commands {
            self.refuse_anyway(Diagnostic::error(at, NO_COMMANDS));
        }
    }

    pub(super) fn call_of(
        &mut self,
        function: &'static Function,
        values: Vec<GivenArgument>,
        at: Position,
    ) -> TypedExpression {
        let Some(values) = self.allowed(function.name, &function.arguments, values, at) else {
            return TypedExpression::nothing();
        };
        let mut lengths = Vec::with_capacity(values.len());
        let mut converted = Vec::with_capacity(values.len());
        for (position, (value, at)) in values.into_iter().enumerate() {
            let kind = function.arguments.kind(position);
            let value = match value {
                Some(value) => self.convert(value, kind, at),
                None => left_out(kind),
            };
            lengths.push(match &value {
                TypedExpression::Text(_, length) => *length as usize,
                TypedExpression::Number(_) => 0,
            });
            converted.push(value.into_argument());
        }
        if let Some(position) = function.changes {
            self.note_changed(function, converted.get(position), at);
        }
        let site = self.site(at);
        match function.result {
            ResultKind::Number => TypedExpression::Number(Number::Call {
                function,
                arguments: converted,
                site,
            }),
            ResultKind::Text(rule) => {
                let length = rule.of(&lengths).clamp(1, LONGEST_TEXT as usize) as u32;
                let text = Text::Call {
                    function,
                    arguments: converted,
                    site,
                    longest: LONGEST_TEXT,
                };
                TypedExpression::Text(text, length)
            }
        }
    }

    /// Notes that a function changes a variable. A function that only gives a value to a blank variable also takes
    /// other values there.
    fn note_changed(&mut self, function: &Function, argument: Option<&Argument>, at: Position) {
        match argument {
            Some(Argument::Text(Text::Variable(slot))) => {
                self.mark_target_assigned(&AssignmentTarget::Variable(Slot::Text(*slot)));
            }
            _ if function.name == "FGET" => {
                self.error(
                    at,
                    "FGET gives its second argument a value, so it must be a text variable",
                );
            }
            _ => {}
        }
    }

    /// Returns the arguments of a call without those that are left out at its end; `None` after an error: their number
    /// is wrong, or one is left out that cannot be.
    pub(in super::super) fn allowed<T>(
        &mut self,
        name: &str,
        arguments: &Arguments,
        mut given: Vec<(Option<T>, Position)>,
        at: Position,
    ) -> Option<Vec<(Option<T>, Position)>> {
        while matches!(given.last(), Some((None, _))) && arguments.can_omit(given.len() - 1) {
            given.pop();
        }
        if !self.allow(name, arguments, given.len(), at) {
            return None;
        }
        for (position, (value, at)) in given.iter().enumerate() {
            if value.is_none() && !arguments.can_omit(position) {
                let number = position + 1;
                let hint = format!("argument {number} cannot be left out");
                return self.fail_with_hint(*at, format!("159-185: Null parameters for {name} are invalid."), hint);
            }
        }
        Some(given)
    }

    /// Returns whether a call has a valid number of arguments; reports an error if not.
    fn allow(&mut self, name: &str, arguments: &Arguments, count: usize, at: Position) -> bool {
        if arguments.allow(count) {
            return true;
        }
        let (least, most) = (arguments.least, arguments.most);
        let takes = match (least, most) {
            (0, 0) => "no arguments".to_owned(),
            (1, 1) => "one argument".to_owned(),
            (least, most) if least == most => format!("{least} arguments"),
            (1, usize::MAX) => "one argument or more".to_owned(),
            (least, usize::MAX) => format!("{least} arguments or more"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        let are = if count == 1 { "is" } else { "are" };
        let is_routine = function::find(name).is_none() && function::find_routine(name).is_some();
        let message = match (is_routine, count < least) {
            (false, true) => format!("71-185: The {name} function call does not have enough arguments."),
            (false, false) => format!("72-185: The {name} function call has too many arguments."),
            (true, true) => format!("252-185: The {name} subroutine call does not have enough arguments."),
            (true, false) => format!("253-185: The {name} subroutine call has too many arguments."),
        };
        let hint = format!("it takes {takes}, and {count} {are} given");
        self.error_with_hint(at, message, hint);
        false
    }

    /// Converts an argument to the kind that the function requires.
    pub(in super::super) fn convert(
        &mut self,
        value: TypedExpression,
        kind: ArgumentKind,
        at: Position,
    ) -> TypedExpression {
        match kind {
            ArgumentKind::Number => TypedExpression::Number(self.number_from(value, at)),
            ArgumentKind::Text => {
                let (text, length) = self.text_from(value, at);
                TypedExpression::Text(text, length)
            }
            ArgumentKind::Any => value,
        }
    }

    /// Returns the arguments of a call, with variable lists expanded.
    pub(in super::super) fn values(&mut self, arguments: &[CallArgument]) -> Vec<GivenArgument> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument {
                CallArgument::One(expression) => {
                    values.push((Some(self.expression(expression)), expression.at));
                }
                CallArgument::Omitted(at) => values.push((None, *at)),
                CallArgument::Of(lists, _) => {
                    for list in lists {
                        self.listed_values(list, &mut values);
                    }
                }
            }
        }
        values
    }

    /// Appends the values of a part of an OF list.
    fn listed_values(&mut self, list: &VariableList, values: &mut Vec<GivenArgument>) {
        let at = list.at;
        match &list.range {
            VariableRange::Array(name) => {
                let Some(facts) = self.array_facts.get(&Variables::key(name)) else {
                    self.error(at, format!("Undeclared array referenced: {name}."));
                    return;
                };
                let elements = &self.arrays[facts.id.0 as usize].elements;
                values.extend(elements.iter().map(|&slot| (Some(TypedExpression::slot(slot)), at)));
            }
            VariableRange::One(name) => {
                let value = self.variable(name, at);
                values.push((Some(value), at));
            }
            _ if self.scope.is_some() => {
                self.error(at, "a condition on a data set takes no lists of several variables");
            }
            _ => {
                for id in self.declare_listed(list) {
                    if self.variables.kind(id).is_none() {
                        self.variables.number(id);
                    }
                    let slot = self.variables.entry(id).slot;
                    values.extend(slot.map(|slot| (Some(TypedExpression::slot(slot)), at)));
                }
            }
        }
    }

    /// Resolves `a(i)` as an array element.
    pub(in super::super) fn element_of_call(
        &mut self,
        array: &str,
        arguments: &[CallArgument],
        at: Position,
    ) -> Option<Element> {
        let mut index: Vec<&Expression> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument {
                CallArgument::One(expression) => index.push(expression),
                CallArgument::Of(_, at) => {
                    return self.fail(*at, format!("OF cannot stand in the index of the array {array}"));
                }
                CallArgument::Omitted(at) => {
                    return self.fail(*at, format!("an index of the array {array} is left out"));
                }
            }
        }
        self.element(array, index, at)
    }
}

/// Returns what a function gets for an argument that is left out: an empty text, or a missing number.
pub(in super::super) fn left_out(kind: ArgumentKind) -> TypedExpression {
    match kind {
        ArgumentKind::Number => TypedExpression::Number(Number::Constant(MISSING)),
        ArgumentKind::Text | ArgumentKind::Any => TypedExpression::Text(Text::Constant(Vec::new()), 0),
    }
}
