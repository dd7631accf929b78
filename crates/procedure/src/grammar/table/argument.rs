//! The argument of an option or a statement, while it is read.

use feedrate_dataset::DataSetName;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};

use super::OptionTable;
use super::description::{Form, described};
use crate::grammar::lowering::ProcedureLowering;

/// The argument of an option or a statement: the tokens after its name.
pub struct Argument<'a, 'p> {
    /// The procedure.
    pub lowering: &'a mut ProcedureLowering<'p>,
    /// The tokens after the name.
    pub cursor: &'a mut Cursor<'p>,
    /// The name as it is written, in capitals.
    pub name: String,
    /// Where the name stands.
    pub at: Position,
}

impl<'p> Argument<'_, 'p> {
    /// Takes the equals sign behind the name.
    pub fn equals(&mut self) -> Result<()> {
        let place = format!("after {}", self.name);
        self.cursor.expect(Symbol::Equal, &place)
    }

    /// Takes the equals sign and a word.
    pub fn word(&mut self) -> Result<Word> {
        self.equals()?;
        let at = self.cursor.position();
        let text = self.cursor.option_word(&self.name)?;
        Ok(Word { text, at })
    }

    /// An error at a word: what the option takes, in the place of the word.
    pub fn wrong(&self, word: &Word, takes: &str) -> Diagnostic {
        let (name, text) = (&self.name, word.text.to_ascii_lowercase());
        Diagnostic::error(word.at, format!("{name}= takes {takes}, not {text}"))
    }

    /// Takes the equals sign and a data set without options of its own, with where it stands. It is of `library` where
    /// it names none, and of the default library without that.
    pub fn bare_data_set(&mut self, library: Option<&str>) -> Result<(DataSetName, Position)> {
        self.lowering.bare_data_set(self.cursor, &self.name, library)
    }

    /// Takes options up to the end of the statement.
    pub fn options<T>(&mut self, table: OptionTable<T>, target: &mut T) -> Result<()> {
        let what = format!("an option of {}", self.name);
        while !self.cursor.at_end() {
            take_option(self.lowering, self.cursor, [&what, &what], table, target)?;
        }
        Ok(())
    }

    /// Takes a slash and options up to the end of the statement, if a slash is next.
    pub fn options_behind_slash<T>(&mut self, table: OptionTable<T>, target: &mut T) -> Result<()> {
        match self.cursor.take(Symbol::Slash) {
            true => self.options(table, target),
            false => Ok(()),
        }
    }

    /// Takes options in parentheses, if these are next.
    pub fn options_in_parentheses<T>(&mut self, table: OptionTable<T>, target: &mut T) -> Result<()> {
        if !self.cursor.take(Symbol::LeftParen) {
            return Ok(());
        }
        let what = format!("an option of {}", self.name);
        let expected = format!("{what} or `)`");
        while !self.cursor.take(Symbol::RightParen) {
            take_option(self.lowering, self.cursor, [&expected, &what], table, target)?;
        }
        Ok(())
    }
}

/// A word that is the value of an option.
pub struct Word {
    /// The word as it is written.
    pub text: String,
    /// Its position.
    pub at: Position,
}

/// Takes an option: `expected` says what should stand there, and `what` what an unknown name is not.
pub fn take_option<'p, T>(
    lowering: &mut ProcedureLowering<'p>,
    cursor: &mut Cursor<'p>,
    [expected, what]: [&str; 2],
    table: OptionTable<T>,
    target: &mut T,
) -> Result<()> {
    let name = cursor.expect_name(expected)?;
    match take_known(lowering, cursor, &name, table, target)? {
        true => Ok(()),
        false => Err(lowering.not_in(&name, what, &described(table))),
    }
}

/// Takes what follows the name of an option; false of a name that is not in the table.
pub fn take_known<'p, T>(
    lowering: &mut ProcedureLowering<'p>,
    cursor: &mut Cursor<'p>,
    name: &Name,
    table: OptionTable<T>,
    target: &mut T,
) -> Result<bool> {
    // One with a value and one without can share a name.
    let has_value = cursor.is(0, Symbol::Equal);
    let named = || table.iter().filter(|entry| entry.is_named(&name.text));
    let fitting = named().find(|entry| entry.value.form().starts_with('=') == has_value);
    let Some(entry) = fitting.or_else(|| named().next()) else {
        return Ok(false);
    };
    let mut argument = Argument {
        lowering,
        cursor,
        name: name.text.to_ascii_uppercase(),
        at: name.at,
    };
    entry.value.take(target, &mut argument)?;
    Ok(true)
}

impl ProcedureLowering<'_> {
    /// Takes the options of the PROC statement.
    pub fn read_options<T: Default>(&mut self, table: OptionTable<T>) -> Result<T> {
        let (mut target, mut head) = (T::default(), self.head());
        let expected = format!("an option of PROC {}", self.name);
        while !head.at_end() {
            let what = [expected.as_str(), "an option"];
            take_option(self, &mut head, what, table, &mut target)?;
        }
        Ok(target)
    }
}
