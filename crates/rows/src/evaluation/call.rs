//! Calls of functions.

use feedrate_program::{Argument, SiteId, Text};
use feedrate_values::Value;
use feedrate_values::function::{Body, Context, Function, LogLine, Problem, checked};
use feedrate_values::missing::MISSING;

use super::core::Core;
use super::pending::{PendingArgument, TextRef};
use crate::fault::StepResult;
use feedrate_values::Severity;

impl<'s> Core<'s, '_> {
    /// Calls a function with a numeric result.
    pub fn call_number(
        &mut self,
        function: &'static Function,
        arguments: &'s [Argument],
        site: SiteId,
    ) -> StepResult<f64> {
        let result = match function.body {
            Body::Unary(_) => {
                let argument = match arguments.first() {
                    Some(argument) => self.argument_number(argument)?,
                    None => MISSING,
                };
                return Ok(self.call_unary(function, argument, site));
            }
            Body::Numbers(_) => {
                let mark = self.stack.len();
                for argument in arguments {
                    let number = self.argument_number(argument)?;
                    self.stack.push(number);
                }
                let stack = std::mem::take(&mut self.stack);
                let result = self.call_numbers(function, &stack[mark..], site);
                self.stack = stack;
                self.stack.truncate(mark);
                return Ok(result);
            }
            Body::Number(body) => self.with_arguments(arguments, |context, values, _| body(context, values))?,
            Body::Text(_) => MISSING,
        };
        self.after_call(function.name, arguments.len(), site);
        if let Some(position) = function.changes {
            self.keep_changed(arguments, position);
        }
        Ok(result)
    }

    /// Gives the variable at a position its value after a call that changed it.
    fn keep_changed(&mut self, arguments: &'s [Argument], position: usize) {
        if let Some(value) = self.context.take_changed()
            && let Some(Argument::Text(Text::Variable(slot))) = arguments.get(position)
        {
            self.values.set_text(*slot, &value);
        }
    }

    /// Calls a function of one number.
    pub fn call_unary(&mut self, function: &'static Function, argument: f64, site: SiteId) -> f64 {
        let Body::Unary(body) = function.body else {
            return MISSING;
        };
        let Some(argument) = self.unless_missing(argument, site) else {
            return MISSING;
        };
        let result = body(argument);
        if result.is_finite() {
            return result;
        }
        let result = checked(&mut self.context, argument, result);
        self.after_call(function.name, 1, site);
        result
    }

    /// Calls a function of numbers.
    pub fn call_numbers(&mut self, function: &'static Function, arguments: &[f64], site: SiteId) -> f64 {
        let Body::Numbers(body) = function.body else {
            return MISSING;
        };
        let result = body(&mut self.context, arguments);
        let problem = self.after_call(function.name, arguments.len(), site);
        if result.is_nan() && !problem && arguments.iter().any(|number| number.is_nan()) {
            self.problems.missing(site);
        }
        result
    }

    /// Calls a function with a character result, which is put into the scratch, cut to `longest` bytes.
    pub fn call_text(
        &mut self,
        function: &'static Function,
        arguments: &'s [Argument],
        site: SiteId,
        longest: usize,
    ) -> StepResult<TextRef<'s>> {
        let mark = self.scratch.len();
        if let Body::Text(body) = function.body {
            self.with_arguments(arguments, body)?;
            self.after_call(function.name, arguments.len(), site);
            if self.result.len() > longest && function.must_fit() {
                self.does_not_fit(function.name, longest, site);
            }
        } else {
            self.result.clear();
        }
        Ok(self.keep_result(mark, longest))
    }

    /// Makes the result of a concatenation that is longer than its variable blank, and logs it.
    fn does_not_fit(&mut self, name: &str, longest: usize, site: SiteId) {
        let what = format!(
            "In a call to the {name} function, the buffer allocated for the result was not long enough to contain the \
             concatenation of all the arguments. The correct result would contain {} characters, but the actual result \
             might either be truncated to {longest} character(s) or be completely blank, depending on the calling \
             environment. Here it is blank,",
            self.result.len()
        );
        self.result.clear();
        self.log_problem(site, Severity::Warning, &what);
    }

    /// Calls a closure with the evaluated arguments and an empty buffer for a character value.
    fn with_arguments<R>(
        &mut self,
        arguments: &'s [Argument],
        call: impl FnOnce(&mut Context<'_>, &[Value<'_>], &mut Vec<u8>) -> R,
    ) -> StepResult<R> {
        let (mark, floor) = (self.pending.len(), self.scratch.len());
        for argument in arguments {
            let value = match argument {
                Argument::Number(number) => PendingArgument::Number(self.number(number)?),
                Argument::Text(text) => PendingArgument::Text(self.text(text)?),
            };
            self.pending.push(value);
        }
        let Self {
            values,
            scratch,
            pending,
            context,
            spare,
            result,
            ..
        } = self;
        let mut list = emptied(std::mem::take(spare));
        list.extend(pending[mark..].iter().map(|value| match *value {
            PendingArgument::Number(number) => Value::Number(number),
            PendingArgument::Text(text_ref) => Value::Text(text_ref.bytes(values, scratch)),
        }));
        result.clear();
        let given = call(context, &list, result);
        *spare = emptied(list);
        pending.truncate(mark);
        scratch.truncate(floor);
        Ok(given)
    }

    /// Evaluates an argument as a number, as the front end guarantees.
    fn argument_number(&mut self, argument: &'s Argument) -> StepResult<f64> {
        match argument {
            Argument::Number(number) => self.number(number),
            Argument::Text(_) => Ok(MISSING),
        }
    }

    /// Logs the problem of a call, if there was one. Returns whether there was.
    pub fn after_call(&mut self, name: &str, arguments: usize, site: SiteId) -> bool {
        if self.context.has_lines() {
            self.log_lines();
        }
        let Some(problem) = self.context.take_problem() else {
            return false;
        };
        match problem {
            Problem::InvalidArgument { position } => {
                self.problems.mathematical(site);
                let which = if arguments == 1 { "" } else { ordinal(position) };
                let what = format!("Invalid {which}argument to function {name}");
                self.log_problem(site, Severity::Note, &what);
            }
            Problem::ResultTooLong { needed } => {
                let what = format!(
                    "The result of {name} has {needed} bytes and does not fit its variable, which is \
                     unchanged,"
                );
                self.log_problem(site, Severity::Warning, &what);
            }
        }
        true
    }

    /// Logs what the session gave with its answer.
    #[cold]
    fn log_lines(&mut self) {
        for line in self.context.take_lines() {
            match line {
                LogLine::Message(severity, text) => self.log.message(severity, &text),
                LogLine::Plain(text) => self.log.line(text.as_bytes()),
            }
        }
    }
}

/// Returns the allocation of a list without its content. Collecting an emptied list into one of the same layout reuses
/// the allocation, so that calls do not allocate.
pub fn emptied<'a>(mut list: Vec<Value<'_>>) -> Vec<Value<'a>> {
    list.clear();
    list.into_iter().map(|_| Value::Number(MISSING)).collect()
}

fn ordinal(position: usize) -> &'static str {
    match position {
        0 => "first ",
        1 => "second ",
        2 => "third ",
        3 => "fourth ",
        4 => "fifth ",
        _ => "",
    }
}
