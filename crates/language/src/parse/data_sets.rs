//! Names of data sets with their options.

use super::cursor::{Cursor, Result};
use super::nearest::did_you_mean;
use super::variables::numbered;
use crate::diagnostic::Diagnostic;
use crate::token::{Symbol, TokenKind};
use crate::tree::{DataSet, DataSetOption, Name, OptionValue};

/// The most data sets of a numbered list.
const MOST_DATA_SETS: usize = 1000;

/// The data set options that are not about I/O. The lowering of a step checks those that are.
const OPTIONS: &[&str] = &[
    "DROP", "ENCODING", "ENCRYPT", "FIRSTOBS", "GENMAX", "GENNUM", "IDXNAME", "IDXWHERE", "IN", "INDEX", "KEEP",
    "LABEL", "OBS", "OUTREP", "PWREQ", "RENAME", "REPEMPTY", "REPLACE", "SORTEDBY", "TYPE", "WHERE", "WHEREUP",
];

/// Data set options of the language that have no effect here, and are accepted with a note.
pub const WITHOUT_EFFECT: &[&str] = &[
    "CNTLLEV",
    "EXTENDOBSCOUNTER",
    "FILECLOSE",
    "OBSBUF",
    "ROLE",
    "SPILL",
    "TOBSNO",
];

/// Data set options of the language that are not supported: passwords and keys.
const UNSUPPORTED: &[&str] = &["ALTER", "ENCRYPTKEY", "PW", "READ", "WRITE"];

impl Cursor<'_> {
    /// Parses data sets to be created, up to an option (`name=`) or what is not a name. The list may be empty.
    ///
    /// # Errors
    ///
    /// Returns an error if a data set, a range or an option is malformed.
    pub fn data_sets(&mut self) -> Result<Vec<DataSet>> {
        let data_sets = self.data_set_lists()?;
        match data_sets.iter().find(|data_set| data_set.is_prefix) {
            None => Ok(data_sets),
            Some(DataSet { member, .. }) => {
                let message = format!("`{}:` cannot name what is made", member.text);
                Err(Diagnostic::error(member.at, message)
                    .with_hint("write the data sets out, or number them as in sales1-sales4"))
            }
        }
    }

    /// Parses data sets to be read, which may include prefixes such as `sales:`.
    ///
    /// # Errors
    ///
    /// Returns an error if a data set, a range or an option is malformed.
    pub fn data_set_lists(&mut self) -> Result<Vec<DataSet>> {
        let mut data_sets = Vec::new();
        while !self.at_option() && self.at_data_set() {
            self.data_sets_of_part(&mut data_sets)?;
        }
        Ok(data_sets)
    }

    /// Parses a data set with its options.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no name, or if an option is malformed.
    pub fn data_set(&mut self) -> Result<DataSet> {
        let (library, member) = self.data_set_name()?;
        let options = self.data_set_options()?;
        Ok(DataSet {
            library,
            member,
            is_prefix: false,
            options,
        })
    }

    fn at_data_set(&self) -> bool {
        self.is_name(0) || self.kind(0) == Some(TokenKind::Text)
    }

    pub(super) fn data_set_name(&mut self) -> Result<(Option<Name>, Name)> {
        let at = self.position();
        if let Some(path) = self.take_text()? {
            let text = String::from_utf8_lossy(&path).into_owned();
            let library = Name {
                text: DataSet::OF_PATH.to_owned(),
                at,
            };
            return Ok((Some(library), Name { text, at }));
        }
        let first = self.expect_name("a data set")?;
        if !self.is(0, Symbol::Dot) {
            return Ok((None, first));
        }
        self.skip(1);
        let member = self.expect_name("the name of a data set after the library and a dot")?;
        Ok((Some(first), member))
    }

    /// Parses a data set, or those of `sales1-sales4` or `sales:`.
    fn data_sets_of_part(&mut self, into: &mut Vec<DataSet>) -> Result<()> {
        let (library, member) = self.data_set_name()?;
        let is_prefix = self.take(Symbol::Colon);
        if is_prefix || !self.take(Symbol::Minus) {
            let options = self.data_set_options()?;
            into.push(DataSet {
                library,
                member,
                is_prefix,
                options,
            });
            return Ok(());
        }
        let (_, last) = self.data_set_name()?;
        let names = numbered(&member.text, &last.text, member.at)?
            .names()
            .unwrap_or_default();
        if names.len() > MOST_DATA_SETS {
            return Err(self.error(format!("the list has more than {MOST_DATA_SETS} data sets")));
        }
        let before = self.left();
        let options = self.data_set_options()?;
        // Each of them has the options.
        let each = (before - self.left()) as u64 + 1;
        self.spend(names.len() as u64 * each)?;
        into.extend(names.into_iter().map(|text| DataSet {
            library: library.clone(),
            member: Name { text, at: member.at },
            is_prefix: false,
            options: options.clone(),
        }));
        Ok(())
    }

    /// Parses the options in parentheses after a data set, if there are any.
    pub(in crate::parse) fn data_set_options(&mut self) -> Result<Vec<DataSetOption>> {
        let mut options = Vec::new();
        if !self.take(Symbol::LeftParen) {
            return Ok(options);
        }
        while !self.take(Symbol::RightParen) {
            let name = self.expect_name("a data set option or `)`")?;
            let upper = name.text.to_ascii_uppercase();
            let is_known = [OPTIONS, WITHOUT_EFFECT]
                .iter()
                .any(|list| list.contains(&upper.as_str()));
            if !is_known {
                self.check_other_option(&name, &upper)?;
            }
            self.expect(Symbol::Equal, &format!("after the data set option {upper}"))?;
            let value = self.data_set_option_value(&upper)?;
            options.push(DataSetOption {
                name: upper,
                value,
                at: name.at,
            });
        }
        Ok(options)
    }

    fn data_set_option_value(&mut self, name: &str) -> Result<OptionValue> {
        match name {
            "KEEP" | "DROP" => Ok(OptionValue::Variables(self.variables(&format!("{name}="))?)),
            "RENAME" => {
                // One pair may stand without parentheses.
                if self.is_name(0) {
                    let old = self.expect_name("a variable after RENAME=")?;
                    self.expect(Symbol::Equal, "and the new name after the old one of RENAME=")?;
                    let new = self.expect_name("the new name after the old one of RENAME=")?;
                    return Ok(OptionValue::Renames(vec![(old, new)]));
                }
                self.expect(Symbol::LeftParen, "after RENAME=")?;
                // Macros generate an empty list if nothing is to be renamed.
                let pairs = match self.is(0, Symbol::RightParen) {
                    true => Vec::new(),
                    false => self.renames("RENAME=")?,
                };
                self.expect(Symbol::RightParen, "after the new names of RENAME=")?;
                Ok(OptionValue::Renames(pairs))
            }
            "WHERE" => {
                self.expect(Symbol::LeftParen, "after WHERE=")?;
                let condition = self.where_expression()?;
                self.expect(Symbol::RightParen, "after the condition of WHERE=")?;
                Ok(OptionValue::Condition(Box::new(condition)))
            }
            "SORTEDBY" => Ok(OptionValue::Order(self.order_of_option()?)),
            "INDEX" => Ok(OptionValue::Indexes(self.indexes_of_option()?)),
            _ => Ok(OptionValue::Word(self.option_word(name)?)),
        }
    }

    /// Parses the variables of SORTEDBY=; none for `_NULL_`. A collating sequence behind a slash must be that of all
    /// sorts.
    fn order_of_option(&mut self) -> Result<Vec<(Name, bool)>> {
        if self.take_word("_null_") {
            return Ok(Vec::new());
        }
        let mut order = Vec::new();
        while !self.at_option() && self.is_name(0) {
            let descending = self.is_word(0, "descending") && self.is_name(1);
            self.skip(usize::from(descending));
            order.push((self.expect_name("a variable of SORTEDBY=")?, descending));
        }
        if order.is_empty() {
            return Err(self.expected("a variable of SORTEDBY=, or _NULL_"));
        }
        if self.take(Symbol::Slash) {
            let sequence = self.expect_name("a collating sequence")?;
            if !["ASCII", "ANSI"]
                .iter()
                .any(|known| sequence.text.eq_ignore_ascii_case(known))
            {
                let message = format!(
                    "the collating sequence {} is not supported",
                    sequence.text.to_ascii_uppercase()
                );
                return Err(Diagnostic::error(sequence.at, message).with_hint("data sets are sorted by bytes: ASCII"));
            }
        }
        Ok(order)
    }

    /// Parses an option after the data sets of SET and MERGE: `end=last`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no name, equals sign or value.
    pub fn word_option(&mut self) -> Result<DataSetOption> {
        let name = self.expect_name("an option")?;
        let upper = name.text.to_ascii_uppercase();
        self.expect(Symbol::Equal, &format!("after {upper}"))?;
        let value = OptionValue::Word(self.option_word(&upper)?);
        Ok(DataSetOption {
            name: upper,
            value,
            at: name.at,
        })
    }

    /// Parses the value of an option as one word: a quoted string, or adjacent words and numbers, such as `16K` or
    /// `max`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value.
    pub fn option_word(&mut self, of: &str) -> Result<String> {
        if let Some(bytes) = self.take_text()? {
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        let mut word = String::new();
        while let Some(token) = self.token(0) {
            let belongs = match token.kind {
                TokenKind::Name | TokenKind::NameLiteral | TokenKind::Number => true,
                TokenKind::Symbol(symbol) => matches!(symbol, Symbol::Dot | Symbol::Minus),
                _ => false,
            };
            if !belongs || !word.is_empty() && token.space_before {
                break;
            }
            word.push_str(&token.text);
            self.skip(1);
        }
        if word.is_empty() {
            return Err(self.expected(&format!("the value of {of}")));
        }
        Ok(word)
    }

    /// Rejects an option that is not in [`OPTIONS`] and cannot be one about I/O: it is not supported, it is misspelled,
    /// or it has no value.
    fn check_other_option(&self, name: &Name, upper: &str) -> Result<()> {
        if UNSUPPORTED.contains(&upper) {
            return Err(
                Diagnostic::error(name.at, format!("the data set option {upper}= is not supported"))
                    .with_hint("data sets have no passwords here; restrict the permissions of the file"),
            );
        }
        let misspelled = did_you_mean(upper, OPTIONS.iter().copied());
        // None of those has a list as its value.
        let has_word = self.is(0, Symbol::Equal) && !self.is(1, Symbol::LeftParen);
        if misspelled.is_none() && has_word {
            return Ok(());
        }
        let message = format!("Invalid option name {}.", name.text.to_ascii_uppercase());
        let error = Diagnostic::error(name.at, message).numbered("22-7");
        Err(match misspelled {
            Some(hint) => error.with_hint(hint),
            None => error,
        })
    }
}
