//! The statements of the macro language, one after the other.

use std::sync::Arc;

use super::{Action, Compiler, Fault, TextRange, Word, cursor};
use crate::error::Problem;
use crate::macros::name::leading_name;
use crate::macros::nest;

/// The beginnings of the options of `%syslput`.
const SESSION_OPTIONS: &[&str] = &["remote", "connectremote", "process", "like"];

impl Compiler<'_> {
    /// Compiles the statement whose `%` is here. A block is begun, but not finished.
    pub(super) fn statement_here(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let Some(word) = self.word_here() else {
            return Ok(());
        };
        self.flush(start);
        self.at += 1 + leading_name(&self.text[start + 1..]).len();
        match word {
            Word::If => {
                self.begin_if(start)?;
                self.pending = self.at;
                return Ok(());
            }
            Word::Do => {
                self.begin_do(start)?;
                self.skip_blanks_after(start);
                return Ok(());
            }
            Word::End => self.end_do(start)?,
            Word::Macro => {
                let defined = self.definition(start)?;
                self.push(start, Action::Define(Arc::new(defined)));
            }
            _ => {
                let action = self.simple(word, start)?;
                self.push(start, action);
            }
        }
        self.skip_blanks_after(start);
        self.end_action()
    }

    /// Compiles a statement that ends at its semicolon.
    fn simple(&mut self, word: Word, start: usize) -> Result<Action, Fault> {
        if let Some(reason) = word.continues() {
            return Err((
                start,
                Problem::Misplaced {
                    statement: self.spelled(start),
                    reason,
                },
            ));
        }
        if word == Word::Goto {
            return self.goto(start);
        }
        let rest = self.up_to_semicolon(start)?;
        Ok(match word {
            // A program may contain it where it is never executed.
            Word::Unsupported => Action::Unsupported(self.spelled(start)),
            Word::Let => {
                let (name, value) = self.assigned(start, rest, "%let name = value;")?;
                Action::Let { name, value }
            }
            Word::ToSession => {
                let (rest, options) = self.without_options(rest);
                let form = "%syslput name = value / remote=session;";
                let (name, value) = self.assigned(start, rest, form)?;
                Action::ToSession { name, value, options }
            }
            Word::ToParent => {
                let whole = start..rest.end;
                let (name, value) = self.assigned(start, rest, "%sysrput name = value;")?;
                Action::ToParent { name, value, whole }
            }
            Word::Put => Action::Put(rest),
            Word::Global => Action::Global(rest),
            Word::Local => Action::Local(rest),
            Word::Delete => Action::Delete(rest),
            Word::DeleteMacro => Action::DeleteMacro(rest),
            Word::CallRoutine => Action::CallRoutine(rest),
            Word::SystemCommand => Action::SystemCommand(rest),
            Word::Include => Action::Include(rest),
            Word::Abort => Action::Abort(rest),
            Word::Copy => Action::Copy(rest),
            Word::ClearStored => Action::ClearStored,
            _ => Action::Return,
        })
    }

    /// Splits an assignment into its name and value.
    fn assigned(&self, start: usize, rest: TextRange, form: &'static str) -> Result<(TextRange, TextRange), Fault> {
        let text = &self.text[rest.clone()];
        let Some(equals) = nest::find(text, |rest| rest.starts_with('=')) else {
            let statement = self.spelled(start);
            return Err((start, Problem::Malformed { statement, form }));
        };
        let equals = rest.start + equals;
        Ok((self.part(rest.start, equals), self.part(equals + 1, rest.end)))
    }

    /// Splits the options after the last slash off a `%syslput` statement. A slash without an option after it is part
    /// of the value, as in a path.
    fn without_options(&self, rest: TextRange) -> (TextRange, Option<TextRange>) {
        let text = &self.text[rest.clone()];
        let Some(slash) = text.rfind('/') else {
            return (rest, None);
        };
        let after = text[slash + 1..].trim_start();
        let name = leading_name(after);
        let is_option = SESSION_OPTIONS.iter().any(|option| name.eq_ignore_ascii_case(option));
        if !is_option || !after[name.len()..].trim_start().starts_with('=') {
            return (rest, None);
        }
        let slash = rest.start + slash;
        (self.part(rest.start, slash), Some(self.part(slash + 1, rest.end)))
    }

    /// Compiles `%goto label`, also spelled `%go to label`.
    fn goto(&mut self, start: usize) -> Result<Action, Fault> {
        if self.spelled(start) == "%GO" {
            self.skip_blanks();
            let word = leading_name(&self.text[self.at..]);
            if !word.eq_ignore_ascii_case("to") {
                let (statement, form) = ("%GOTO".to_owned(), "%goto label;");
                return Err((start, Problem::Malformed { statement, form }));
            }
            self.at += word.len();
        }
        let label = self.up_to_semicolon(start)?;
        // A label may be computed by references and calls.
        let spelled = &self.text[label.clone()];
        if cursor::is_name(spelled) || spelled.contains(['&', '%']) {
            return Ok(Action::Goto(label));
        }
        let (statement, form) = ("%GOTO".to_owned(), "%goto label;");
        Err((start, Problem::Malformed { statement, form }))
    }
}
