//! The execution of instructions: the next one is executed when the text before it is used up.

use std::sync::Arc;

use super::Session;
use super::frame::{Counter, Kind, Run};
use crate::error::{Error, Problem, Result};
use crate::macros::code::{Action, Code, TextRange};
use crate::macros::evaluate;
use crate::macros::{Name, Scope, mask, nest};

impl Session<'_> {
    /// Executes the next instruction of the macro on top.
    pub(super) fn instruction(&mut self) -> Result<()> {
        self.check_stop()?;
        let Some(run) = self.run() else {
            return Ok(());
        };
        let code = Arc::clone(&run.code);
        let Some(instruction) = code.instructions.get(run.next) else {
            self.leave();
            return Ok(());
        };
        run.next += 1;
        // Errors and messages are about the statement, not the text before it.
        let at = instruction.at;
        if let Some(frame) = self.input.stack.last_mut() {
            frame.at = at;
            frame.end = at;
            frame.inert = 0;
        }
        match &instruction.action {
            Action::Text(part) => {
                if let Some(frame) = self.input.stack.last_mut() {
                    frame.at = part.start;
                    frame.end = part.end;
                }
            }
            Action::Let { name, value } => self.let_(&code, name, value)?,
            Action::Put(part) => self.put(&code, part)?,
            Action::ToSession { name, value, options } => self.put_in_session(&code, name, value, options.as_ref())?,
            Action::ToParent { name, value, whole } => {
                self.put_in_parent(&code, name, value, whole)?;
            }
            Action::Global(names) => self.declare(&code, names, Scope::Global)?,
            Action::Local(names) => self.declare(&code, names, Scope::Local)?,
            Action::Delete(names) => self.delete(&code, names)?,
            Action::Include(files) => self.include(&code, files)?,
            Action::Abort(part) => return Err(self.abort(&code, part)?),
            Action::Return => self.return_()?,
            Action::Goto(label) => self.goto(&code, label)?,
            Action::Unsupported(statement) => {
                let (what, instead) = (statement.clone(), "leave the statement out");
                return Err(self.error(Problem::Unsupported { what, instead }));
            }
            Action::Define(defined) => {
                if let Some(source) = code.source {
                    let text = defined.text.clone();
                    self.input.sources.note_macro(source, defined.name, text);
                }
                self.input.autocalled.remove(&defined.name);
                self.input.macros.insert(defined.name, Arc::clone(defined));
            }
            Action::Jump(to) => self.jump(*to),
            Action::JumpUnless { condition, to } => {
                if !self.holds(&code, condition)? {
                    self.jump(*to);
                }
            }
            Action::Count {
                variable,
                from,
                to,
                by,
                after,
            } => {
                let name = self.expand_name(&code, variable, "macro variable")?;
                let from = self.integer(&code, from)?;
                let counter = Counter {
                    variable: name,
                    to: self.integer(&code, to)?,
                    by: match by {
                        Some(by) => self.integer(&code, by)?,
                        None => 1,
                    },
                };
                self.turn(counter, from, None, *after)?;
            }
            Action::Turn { body } => self.next_turn(&code, *body)?,
        }
        Ok(())
    }

    /// Returns the instructions on top.
    fn run(&mut self) -> Option<&mut Run> {
        match &mut self.input.stack.last_mut()?.kind {
            Kind::Code(run) => Some(run),
            _ => None,
        }
    }

    fn jump(&mut self, to: usize) {
        if let Some(run) = self.run() {
            run.next = to;
        }
    }

    /// Pops the instructions on top and their table of variables.
    fn leave(&mut self) {
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

    fn let_(&mut self, code: &Code, name: &TextRange, value: &TextRange) -> Result<()> {
        let place = self.input.place();
        let name = self.expand_name(code, name, "macro variable")?;
        let value = self.expand_range(code, value)?;
        self.set(name, nest::trim(&value).to_owned(), Scope::Nearest, place)
    }

    fn declare(&mut self, code: &Code, names: &TextRange, scope: Scope) -> Result<()> {
        let statement = if scope == Scope::Local { "%LOCAL" } else { "%GLOBAL" };
        if scope == Scope::Local && self.input.symbols.depth() == 0 {
            let (statement, reason) = (statement.to_owned(), "no macro is running");
            return Err(self.error(Problem::Misplaced { statement, reason }));
        }
        for name in self.expand_names(code, names)? {
            let declared = match scope {
                Scope::Local => self.input.symbols.declare_local(name),
                _ if self.input.symbols.exists_locally(name) => {
                    let (statement, reason) = (
                        format!("{statement} {name}"),
                        "a macro that runs has a local variable of that name",
                    );
                    return Err(self.error(Problem::Misplaced { statement, reason }));
                }
                _ => self.input.symbols.declare_global(name),
            };
            declared.map_err(|error| self.error(error.into()))?;
        }
        Ok(())
    }

    fn delete(&mut self, code: &Code, names: &TextRange) -> Result<()> {
        let text = self.expand_range(code, names)?;
        let (names, quiet) = match text.split_once('/') {
            Some((names, option)) => (names, option.trim().eq_ignore_ascii_case("nowarn")),
            None => (text.as_str(), false),
        };
        for spelled in names.split_whitespace() {
            let removed = Name::new(spelled).is_some_and(|name| self.input.symbols.remove(name));
            if !removed && !quiet {
                let shown = mask::unmask(spelled).to_ascii_uppercase();
                self.warn(&format!("There is no global macro variable {shown} to delete."));
            }
        }
        Ok(())
    }

    fn abort(&mut self, code: &Code, part: &TextRange) -> Result<Error> {
        let text = self.expand_range(code, part)?;
        let text = mask::unmask(nest::trim(&text)).into_owned();
        let mut words = text.split_whitespace();
        let session = matches!(
            words.next().map(str::to_ascii_lowercase).as_deref(),
            Some("abend" | "return" | "cancel")
        );
        let code = words.find_map(|word| word.parse().ok());
        Ok(self.error(Problem::Abort { text, session, code }))
    }

    /// `%return`: ends the macro, and everything that it has pushed.
    fn return_(&mut self) -> Result<()> {
        let stack = &self.input.stack[self.input.floor..];
        let runs = stack.iter().rev().take_while(|frame| !frame.is_file());
        let Some(above) = runs.map(super::Frame::has_table).position(|has_table| has_table) else {
            let (statement, reason) = ("%RETURN".to_owned(), "no macro is running");
            return Err(self.error(Problem::Misplaced { statement, reason }));
        };
        for _ in 0..=above {
            self.leave();
        }
        Ok(())
    }

    fn goto(&mut self, code: &Code, label: &TextRange) -> Result<()> {
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
    fn turn(&mut self, counter: Counter, value: i64, body: Option<usize>, after: usize) -> Result<()> {
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

    fn next_turn(&mut self, code: &Code, body: usize) -> Result<()> {
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
    fn holds(&mut self, code: &Code, condition: &TextRange) -> Result<bool> {
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

    /// Evaluates an integer expression.
    fn integer(&mut self, code: &Code, part: &TextRange) -> Result<i64> {
        let text = self.expand_range(code, part)?;
        self.evaluate_integer(code, &text)
    }

    fn evaluate_integer(&mut self, code: &Code, text: &str) -> Result<i64> {
        let in_operator = code.in_operator.unwrap_or(self.input.options.minoperator);
        let delimiter = code.delimiter.unwrap_or(self.input.options.mindelimiter);
        let delimiter = in_operator.then_some(delimiter);
        evaluate::integer(text, delimiter).map_err(|problem| self.error(problem))
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

    /// Expands a range to a name.
    pub(super) fn expand_name(&mut self, code: &Code, part: &TextRange, what: &'static str) -> Result<Name> {
        let text = self.expand_range(code, part)?;
        let text = nest::trim(&text);
        Name::new(text).ok_or_else(|| self.bad_name(text, what))
    }

    fn expand_names(&mut self, code: &Code, part: &TextRange) -> Result<Vec<Name>> {
        let text = self.expand_range(code, part)?;
        let spelled = text.split_whitespace();
        spelled
            .map(|text| Name::new(text).ok_or_else(|| self.bad_name(text, "macro variable")))
            .collect()
    }

    fn bad_name(&self, text: &str, what: &'static str) -> Error {
        let name = mask::unmask(text).chars().take(40).collect();
        self.error(Problem::BadName { name, what })
    }
}
