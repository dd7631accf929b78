//! SET, MERGE, UPDATE, MODIFY, BY, WHERE and OUTPUT.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::parse::nearest::did_you_mean;
use crate::token::Symbol;
use crate::tree::{DataSet, DataSetOption, Grouping, OptionValue, StatementKind};

/// The options of SET. POINT= and KEY= are included for a more helpful error.
const OF_SET: &[&str] = &["CUROBS", "END", "INDSNAME", "KEY", "NOBS", "OPEN", "POINT"];

/// The options of MERGE.
const OF_MERGE: &[&str] = &["END"];

/// The options of UPDATE.
const OF_UPDATE: &[&str] = &["END", "UPDATEMODE"];

/// The options of MODIFY.
const OF_MODIFY: &[&str] = &["END", "NOBS", "POINT", "UPDATEMODE", "KEY"];

/// Options of the language that are not supported.
const UNSUPPORTED: &[&str] = &["CUROBS", "KEYRESET"];

impl Cursor<'_> {
    pub(super) fn set(&mut self) -> Result<StatementKind> {
        let (data_sets, options) = self.sources("SET", OF_SET)?;
        Ok(StatementKind::Set(data_sets, options))
    }

    pub(super) fn merge(&mut self) -> Result<StatementKind> {
        let at = self.position();
        let (data_sets, options) = self.sources("MERGE", OF_MERGE)?;
        if data_sets.is_empty() {
            return Err(Diagnostic::error(at, "MERGE names no data set"));
        }
        Ok(StatementKind::Merge(data_sets, options))
    }

    pub(super) fn update_statement(&mut self) -> Result<StatementKind> {
        let at = self.position();
        let (data_sets, options) = self.sources("UPDATE", OF_UPDATE)?;
        if data_sets.is_empty() {
            let error = Diagnostic::error(at, "UPDATE names no data set");
            return Err(error.with_hint("it takes two: the master and its transactions"));
        }
        Ok(StatementKind::Update(data_sets, options))
    }

    pub(super) fn modify_statement(&mut self) -> Result<StatementKind> {
        let at = self.position();
        let (data_sets, options) = self.sources("MODIFY", OF_MODIFY)?;
        if data_sets.is_empty() {
            let error = Diagnostic::error(at, "MODIFY names no data set");
            return Err(error.with_hint("name the one of the DATA statement that is to be changed"));
        }
        Ok(StatementKind::Modify(data_sets, options))
    }

    fn sources(&mut self, statement: &str, known: &[&str]) -> Result<(Vec<DataSet>, Vec<DataSetOption>)> {
        let (mut data_sets, mut options) = (Vec::new(), Vec::new());
        while !self.at_end() {
            if !self.at_option() {
                let some = self.data_set_lists()?;
                if some.is_empty() {
                    return Err(self.expected(&format!("a data set, an option or `;` in {statement}")));
                }
                data_sets.extend(some);
                continue;
            }
            let at = self.position();
            let option = self.word_option()?;
            if !known.contains(&option.name.as_str()) {
                return Err(unknown_option(&option.name, statement, known, at));
            }
            let has_key = option.name == "KEY";
            options.push(option);
            let at = self.position();
            if has_key && self.take(Symbol::Slash) {
                if !self.take_word("unique") {
                    return Err(self.expected("UNIQUE after KEY= and `/`"));
                }
                options.push(DataSetOption {
                    name: "UNIQUE".to_owned(),
                    value: OptionValue::Word(String::new()),
                    at,
                });
            }
        }
        Ok((data_sets, options))
    }

    /// Parses `a descending b x1-x3 notsorted`. The option is allowed anywhere among the variables.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no variable, or if an item is malformed.
    pub fn grouping(&mut self) -> Result<Grouping> {
        self.grouping_of(false)
    }

    /// Parses the BY statement of a DATA step, which may have GROUPFORMAT.
    pub(super) fn grouping_of(&mut self, is_data_step: bool) -> Result<Grouping> {
        let mut grouping = Grouping::default();
        while !self.at_end() {
            if self.take_word("notsorted") {
                grouping.not_sorted = true;
                continue;
            }
            if self.is_word(0, "groupformat") && !is_data_step {
                return Err(self
                    .error("GROUPFORMAT stands in BY of a DATA step")
                    .with_hint("procedures make groups by formatted values without it"));
            }
            if self.take_word("groupformat") {
                grouping.by_format = true;
                continue;
            }
            // The last variable may be named `descending`.
            let descending = self.is_word(0, "descending") && self.is_name(1);
            self.skip(usize::from(descending));
            if !self.is_name(0) {
                return Err(self.expected("a variable for BY"));
            }
            let list = self.variable_part()?;
            self.expanded(std::slice::from_ref(&list))?;
            grouping.variables.push((list, descending));
        }
        if grouping.variables.is_empty() {
            return Err(self.expected("a variable for BY"));
        }
        Ok(grouping)
    }

    /// Parses the WHERE statement after its keyword.
    ///
    /// # Errors
    ///
    /// Returns an error in the condition.
    pub fn where_statement(&mut self) -> Result<StatementKind> {
        if self.is_word(0, "clear") && self.left() == 1 {
            return Err(self
                .error("WHERE CLEAR is not supported")
                .with_hint("leave out the WHERE statements that are not to count"));
        }
        if self.is_word(0, "same") && self.is_word(1, "and") {
            self.skip(2);
            return Ok(StatementKind::WhereAlso(self.where_expression()?));
        }
        if self.is_word(0, "also") && self.introduces_condition() {
            self.skip(1);
            return Ok(StatementKind::WhereAlso(self.where_expression()?));
        }
        Ok(StatementKind::Where(self.where_expression()?))
    }

    pub(super) fn output(&mut self) -> Result<StatementKind> {
        Ok(StatementKind::Output(self.plain_data_sets("OUTPUT")?))
    }

    /// Parses the data sets of OUTPUT, REPLACE and REMOVE, which have no options.
    pub(super) fn plain_data_sets(&mut self, statement: &str) -> Result<Vec<DataSet>> {
        let data_sets = self.data_sets()?;
        let mut options = data_sets.iter().flat_map(|data_set| &data_set.options);
        match options.next() {
            Some(option) => {
                let message = format!("a data set has no options in {statement}");
                let error = Diagnostic::error(option.at, message);
                Err(error.with_hint("write them after its name in the DATA statement"))
            }
            None => Ok(data_sets),
        }
    }
}

fn unknown_option(name: &str, statement: &str, known: &[&str], at: crate::source::Position) -> Diagnostic {
    if UNSUPPORTED.contains(&name) || OF_SET.contains(&name) {
        return Diagnostic::error(at, format!("the option {name}= of {statement} is not supported"));
    }
    let error = Diagnostic::error(at, format!("`{name}=` is not an option of {statement}"));
    match did_you_mean(name, known.iter().copied()) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint("options of one data set stand in parentheses after its name"),
    }
}
