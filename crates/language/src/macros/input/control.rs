//! The order in which instructions are executed: jumps, loops, conditions, and the end of a macro.

use super::MacroProcessor;
use super::frame::{Counter, Frame, Kind, Run};
use crate::error::{Error, Problem, Result};
use crate::macros::code::{Code, TextRange};
use crate::macros::{Name, Scope, evaluate};

impl MacroProcessor<'_> {
    /// Returns the instructions on top.
    pub(super) fn run(&mut self) -> Option<&mut Run> {
        match &mut self.input.stack.last_mut()?.kind {
            Kind::Code(run) => Some(run),
            _ => None,
        }
    }

    pub(super) fn jump(&mut self, to: usize) {
        if let Some(run) = self.run() {
            run.next = to;
        }
    }

    /// Pops the instructions on top and their table of variables.
    pub(super) fn leave(&mut self) {
        let Some(frame) = self.input.stack.pop() else {
            return;
        };
        if let Kind::Code(run) = frame.kind
            && let Some(outer) = run.outer_tables
        {
            self.input.symbols.leave_to(outer);
            if let Some(name) = run.code.name {
                self.mlogic(name, "Ending execution.");
            }
        }
    }

    /// `%return`: ends the macro, and everything that it has pushed.
    pub(super) fn return_(&mut self) -> Result<()> {
        let stack = &self.input.stack[self.input.floor..];
        let runs = stack.iter().rev().take_while(|frame| !frame.is_file());
        let Some(above) = runs.map(Frame::has_table).position(|has_table| has_table) else {
            let (statement, reason) = ("%RETURN".to_owned(), "no macro is running");
            return Err(self.error(Problem::Misplaced { statement, reason }));
        };
        for _ in 0..=above {
            self.leave();
        }
        Ok(())
    }

    pub(super) fn goto(&mut self, code: &Code, label: &TextRange) -> Result<()> {
        let sought = self.expand_name(code, label, "label")?;
        let found = code.labels.iter().find(|label| label.name == sought).copied();
        let loops = self.run().map_or(0, |run| run.loops.len());
        let Some(found) = found.filter(|label| label.loops <= loops) else {
            let name = code.name.map_or_else(String::new, |name| name.to_string());
            return Err(self.error(Problem::NoLabel {
                label: sought.to_string(),
                name,
            }));
        };
        if let Some(run) = self.run() {
            run.loops.truncate(found.loops);
            run.next = found.at;
        }
        Ok(())
    }

    /// Begins an iteration of a counted loop with a value, or ends the loop.
    pub(super) fn turn(&mut self, counter: Counter, value: i64, body: Option<usize>, after: usize) -> Result<()> {
        let place = self.input.place();
        self.set(counter.variable, value.to_string(), Scope::Nearest, place)?;
        let goes_on = if counter.by < 0 {
            value >= counter.to
        } else {
            value <= counter.to
        };
        match (goes_on, body) {
            (true, None) => {
                if let Some(run) = self.run() {
                    run.loops.push(counter);
                }
            }
            (true, Some(body)) => self.jump(body),
            (false, None) => self.jump(after),
            (false, Some(_)) => {
                if let Some(run) = self.run() {
                    run.loops.pop();
                }
            }
        }
        Ok(())
    }

    pub(super) fn next_turn(&mut self, code: &Code, body: usize) -> Result<()> {
        let Some(counter) = self.run().and_then(|run| run.loops.last().copied()) else {
            return Ok(());
        };
        // The body may have changed the variable, and the loop continues from its value.
        let value = self.input.symbols.raw(counter.variable).unwrap_or_default().to_owned();
        let value = self.evaluate_integer(code, &value)?;
        let Some(next) = value.checked_add(counter.by) else {
            let what = "the counter of the loop is too great".to_owned();
            let condition = value.to_string();
            return Err(self.error(Problem::BadExpression { what, condition }));
        };
        self.turn(counter, next, Some(body), 0)
    }

    /// Evaluates a condition.
    pub(super) fn holds(&mut self, code: &Code, condition: &TextRange) -> Result<bool> {
        let holds = self.integer(code, condition)? != 0;
        if self.input.options.mlogic
            && let Some(name) = code.name
        {
            let text = &code.text[condition.clone()];
            let word = if holds { "TRUE" } else { "FALSE" };
            self.mlogic(name, &format!("%IF condition {text} is {word}"));
        }
        Ok(holds)
    }

    /// Evaluates a bound of a counted loop.
    pub(super) fn bound(&mut self, code: &Code, part: &TextRange, bound: &str, variable: Name) -> Result<i64> {
        let text = self.expand_range(code, part)?;
        self.evaluated(code, &text).map_err(|problem| {
            let consequence = format!("The {bound} value of the %DO {variable} loop is invalid.");
            self.stopping(problem.with(consequence))
        })
    }

    /// Returns the error of a problem that ends the macro that runs, if one runs.
    fn stopping(&self, problem: Problem) -> Error {
        let mut frames = self.input.stack.iter().rev();
        let name = frames.find_map(|frame| match &frame.kind {
            Kind::Code(run) => run.code.name,
            _ => None,
        });
        self.error(match name {
            Some(name) => problem.with(format!("The macro {name} will stop executing.")),
            None => problem,
        })
    }

    /// Evaluates an integer expression.
    pub(super) fn integer(&mut self, code: &Code, part: &TextRange) -> Result<i64> {
        let text = self.expand_range(code, part)?;
        self.evaluate_integer(code, &text)
    }

    fn evaluate_integer(&mut self, code: &Code, text: &str) -> Result<i64> {
        self.evaluated(code, text).map_err(|problem| self.stopping(problem))
    }

    fn evaluated(&self, code: &Code, text: &str) -> std::result::Result<i64, Problem> {
        let in_operator = code.in_operator.unwrap_or(self.input.options.minoperator);
        let delimiter = code.delimiter.unwrap_or(self.input.options.mindelimiter);
        let delimiter = in_operator.then_some(delimiter);
        evaluate::integer(text, delimiter)
    }

    /// Returns the separator of the items after `in`, if the running macro allows the operator in expressions.
    pub(in crate::macros) fn in_delimiter(&self) -> Option<char> {
        let mut frames = self.input.stack.iter().rev();
        let code = frames.find_map(|frame| match &frame.kind {
            Kind::Code(run) if run.code.name.is_some() => Some(&run.code),
            _ => None,
        });
        let said = code.and_then(|code| code.in_operator);
        let delimiter = code.and_then(|code| code.delimiter);
        let delimiter = delimiter.unwrap_or(self.input.options.mindelimiter);
        said.unwrap_or(self.input.options.minoperator).then_some(delimiter)
    }
}
