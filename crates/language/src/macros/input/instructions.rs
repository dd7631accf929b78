//! The execution of instructions: the next one is executed when the text before it is used up.

use std::sync::Arc;

use feedrate_values::Abort;
use feedrate_values::Value;
use feedrate_values::function::Answer;

use super::MacroProcessor;
use super::frame::Counter;
use crate::error::{Error, Problem, Result};
use crate::macros::code::{Action, Code, Macro, TextRange};
use crate::macros::{Name, Scope, functions, mask, nest};
use crate::source::SourceId;

impl MacroProcessor<'_> {
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
            Action::ToParent { name, value, whole } => self.put_in_parent(&code, name, value, whole)?,
            Action::Global(names) => self.declare(&code, names, Scope::Global)?,
            Action::Local(names) => self.declare(&code, names, Scope::Local)?,
            Action::Delete(names) => self.delete(&code, names)?,
            Action::DeleteMacro(name) => self.delete_macro(&code, name)?,
            Action::CallRoutine(call) => {
                let text = self.expand_range(&code, call)?;
                functions::call_routine(self, &text)?;
            }
            Action::SystemCommand(part) => self.run_command(&code, part)?,
            Action::Include(files) => self.include(&code, files)?,
            Action::Copy(part) => self.copy_stored(&code, part)?,
            Action::ClearStored => self.input.clear_stored(),
            Action::Abort(part) => return Err(self.abort(&code, part)?),
            Action::Return => self.return_()?,
            Action::Goto(label) => self.goto(&code, label)?,
            Action::Unsupported(statement) => {
                let (what, instead) = (statement.clone(), "leave the statement out");
                return Err(self.error(Problem::Unsupported { what, instead }));
            }
            Action::Define(defined) => self.define(code.source, defined)?,
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
            } => self.count(&code, variable, (from, to, by.as_ref()), *after)?,
            Action::Turn { body } => self.next_turn(&code, *body)?,
        }
        Ok(())
    }

    /// Begins a counted loop with the bounds FROM, TO and BY.
    fn count(
        &mut self,
        code: &Code,
        variable: &TextRange,
        (from, to, by): (&TextRange, &TextRange, Option<&TextRange>),
        after: usize,
    ) -> Result<()> {
        let name = self.expand_name(code, variable, "macro variable")?;
        let from = self.bound(code, from, "%FROM", name)?;
        let counter = Counter {
            variable: name,
            to: self.bound(code, to, "%TO", name)?,
            by: match by {
                Some(by) => self.bound(code, by, "%BY", name)?,
                None => 1,
            },
        };
        self.turn(counter, from, None, after)
    }

    fn define(&mut self, source: Option<SourceId>, defined: &Arc<Macro>) -> Result<()> {
        if let Some(storage) = &defined.storage
            && !self.store(defined, storage)?
        {
            return Ok(());
        }
        if let Some(source) = source {
            let text = defined.text.clone();
            self.input.sources.note_macro(source, defined.name, text);
        }
        self.input.autocalled.remove(&defined.name);
        self.input.macros.insert(defined.name, Arc::clone(defined));
        Ok(())
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
                    return Err(self.error(Problem::GlobalOfLocal(name.to_string())));
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
                self.warn(&format!(
                    "Attempt to delete macro variable {shown} failed. Variable not found."
                ));
            }
        }
        Ok(())
    }

    fn delete_macro(&mut self, code: &Code, part: &TextRange) -> Result<()> {
        let text = self.expand_range(code, part)?;
        let (spelled, quiet) = match text.split_once('/') {
            Some((name, option)) => (nest::trim(name), option.trim().eq_ignore_ascii_case("nowarn")),
            None => (nest::trim(&text), false),
        };
        let name = Name::new(spelled).ok_or_else(|| self.bad_name(spelled, "macro"))?;
        if self.input.symbols.running().any(|running| running == name) {
            let (statement, reason) = (format!("%SYSMACDELETE {name}"), "that macro is running");
            return Err(self.error(Problem::Misplaced { statement, reason }));
        }
        if self.input.macros.remove(&name).is_none() && !quiet {
            self.warn(&format!(
                "Attempt to delete macro definition for {name} failed. Macro definition not found."
            ));
        }
        self.input.autocalled.remove(&name);
        Ok(())
    }

    /// Runs a command of the system, and sets `SYSRC` to its exit code.
    fn run_command(&mut self, code: &Code, part: &TextRange) -> Result<()> {
        let text = self.expand_range(code, part)?;
        let text = mask::unmask(nest::trim(&text)).into_owned();
        let answer = self.surroundings.answer("SYSTEM", &[Value::Text(text.as_bytes())]);
        let Answer::Number(exit_code) = answer else {
            let what = "%SYSEXEC".to_owned();
            let instead = "the user allows commands of the system with `feedrate run -o xcmd`";
            return Err(self.error(Problem::Unsupported { what, instead }));
        };
        if let Some(name) = Name::new("SYSRC") {
            self.input.symbols.set_automatic(name, &exit_code.to_string(), false);
        }
        Ok(())
    }

    fn abort(&mut self, code: &Code, part: &TextRange) -> Result<Error> {
        let text = self.expand_range(code, part)?;
        let text = mask::unmask(nest::trim(&text)).into_owned();
        Ok(self.error(match Abort::parse(text.split_whitespace()) {
            Ok(abort) => Problem::Abort(abort),
            Err(_) => Problem::Malformed {
                statement: "%ABORT".to_owned(),
                form: "%abort; %abort n; %abort abend n; %abort return n; %abort cancel;",
            },
        }))
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
