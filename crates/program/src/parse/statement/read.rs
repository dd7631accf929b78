//! SET, MERGE, BY, WHERE and OUTPUT.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::parse::nearest::did_you_mean;
use crate::tree::{DataSet, DataSetOption, Name, StatementKind};

/// The options of SET that have a meaning, those of MERGE first. POINT= and KEY= are known so that the
/// error about them says more.
const OPTIONS: &[&str] = &["END", "NOBS", "POINT", "KEY"];

/// Options of the language that feedrate does not have.
const UNSUPPORTED: &[&str] = &["CUROBS", "INDSNAME", "KEYRESET", "OPEN"];

impl Cursor<'_> {
    pub(super) fn set(&mut self) -> Result<StatementKind> {
        let (data_sets, options) = self.sources("SET", OPTIONS)?;
        Ok(StatementKind::Set(data_sets, options))
    }

    pub(super) fn merge(&mut self) -> Result<StatementKind> {
        let at = self.position();
        let (data_sets, options) = self.sources("MERGE", &OPTIONS[..1])?;
        if data_sets.is_empty() {
            return Err(Diagnostic::error(at, "MERGE names no data set"));
        }
        Ok(StatementKind::Merge(data_sets, options))
    }

    fn sources(
        &mut self,
        statement: &str,
        known: &[&str],
    ) -> Result<(Vec<DataSet>, Vec<DataSetOption>)> {
        let (mut data_sets, mut options) = (Vec::new(), Vec::new());
        while !self.at_end() {
            if !self.at_option() {
                let some = self.data_sets()?;
                if some.is_empty() {
                    return Err(
                        self.expected(&format!("a data set, an option or `;` in {statement}"))
                    );
                }
                data_sets.extend(some);
                continue;
            }
            let at = self.position();
            let option = self.word_option()?;
            if !known.contains(&option.name.as_str()) {
                return Err(unknown_option(&option.name, statement, known, at));
            }
            options.push(option);
        }
        Ok((data_sets, options))
    }

    /// `a descending b x1-x3`: variables, and whether each is from high to low.
    pub(crate) fn by_variables(&mut self) -> Result<Vec<(Name, bool)>> {
        let mut variables: Vec<(Name, bool)> = Vec::new();
        while !self.at_end() {
            // A variable may be called `descending` if it is the last one.
            let descending = self.is_word(0, "descending") && self.is_name(1);
            self.skip(usize::from(descending));
            for word in ["notsorted", "groupformat"] {
                if self.is_word(0, word) {
                    return Err(self
                        .error(format!(
                            "{} is not supported in BY",
                            word.to_ascii_uppercase()
                        ))
                        .with_hint("sort the data by these variables first"));
                }
            }
            if !self.is_name(0) {
                return Err(self.expected("a variable for BY"));
            }
            variables.extend(
                self.some_names("BY")?
                    .into_iter()
                    .map(|name| (name, descending)),
            );
        }
        if variables.is_empty() {
            return Err(self.expected("a variable for BY"));
        }
        Ok(variables)
    }

    pub(crate) fn where_statement(&mut self) -> Result<StatementKind> {
        for word in ["also", "same", "clear"] {
            if self.is_word(0, word) && (self.is_name(1) || self.left() == 1 && word == "clear") {
                return Err(self
                    .error(format!(
                        "WHERE {} is not supported",
                        word.to_ascii_uppercase()
                    ))
                    .with_hint("write one WHERE statement with the whole condition"));
            }
        }
        Ok(StatementKind::Where(self.where_expression()?))
    }

    pub(super) fn output(&mut self) -> Result<StatementKind> {
        let data_sets = self.data_sets()?;
        match data_sets
            .iter()
            .find_map(|data_set| data_set.options.first())
        {
            Some(option) => Err(Diagnostic::error(
                option.at,
                "a data set has no options in OUTPUT",
            )
            .with_hint("write them after its name in the DATA statement")),
            None => Ok(StatementKind::Output(data_sets)),
        }
    }
}

fn unknown_option(
    name: &str,
    statement: &str,
    known: &[&str],
    at: crate::source::Position,
) -> Diagnostic {
    if UNSUPPORTED.contains(&name) || OPTIONS.contains(&name) {
        return Diagnostic::error(
            at,
            format!("the option {name}= of {statement} is not supported"),
        );
    }
    let error = Diagnostic::error(at, format!("`{name}=` is not an option of {statement}"));
    match did_you_mean(name, known.iter().copied()) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint("options of one data set stand in parentheses after its name"),
    }
}
