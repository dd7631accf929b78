//! Definitions of indexes: in the data set option INDEX=, and in INDEX CREATE of PROC DATASETS.

use std::collections::HashSet;

use super::cursor::{Cursor, Result};
use crate::diagnostic::Diagnostic;
use crate::token::Symbol;
use crate::tree::{IndexDefinition, Name};

/// The length of the longest name of an index.
const LONGEST_NAME: usize = 32;

impl Cursor<'_> {
    /// Parses the value of INDEX=: definitions of indexes in parentheses, each with its own options.
    pub(super) fn indexes_of_option(&mut self) -> Result<Vec<IndexDefinition>> {
        self.expect(Symbol::LeftParen, "after INDEX=")?;
        let mut definitions = Vec::new();
        while definitions.is_empty() || !self.take(Symbol::RightParen) {
            definitions.push(self.index_with(Self::take_index_option)?);
        }
        check_names(&definitions)?;
        Ok(definitions)
    }

    /// Parses definitions of indexes without options, up to a slash or the end of the statement.
    ///
    /// # Errors
    ///
    /// Fails if there is none, if one is malformed, or if two have the same name.
    pub fn index_definitions(&mut self) -> Result<Vec<IndexDefinition>> {
        let mut definitions = Vec::new();
        while definitions.is_empty() || !self.at_end() && !self.is(0, Symbol::Slash) {
            definitions.push(self.index_with(|_, _| Ok(false))?);
        }
        check_names(&definitions)?;
        Ok(definitions)
    }

    /// Parses a definition, with options where `take_option` takes them: behind the variables in their parentheses, and
    /// behind these.
    fn index_with(
        &mut self,
        take_option: fn(&mut Self, &mut IndexDefinition) -> Result<bool>,
    ) -> Result<IndexDefinition> {
        let name = self.expect_name("the name of an index")?;
        check_name(&name)?;
        let mut definition = IndexDefinition {
            variables: Vec::new(),
            name,
            unique: false,
            no_missing: false,
        };
        if self.take(Symbol::Equal) {
            self.expect(Symbol::LeftParen, "before the variables of an index")?;
            while !self.take(Symbol::RightParen) {
                if !take_option(self, &mut definition)? {
                    let variable = self.expect_name("a variable of the index")?;
                    definition.variables.push(variable);
                }
            }
            check_composite(&definition)?;
            check_variables(&definition)?;
        } else {
            definition.variables.push(definition.name.clone());
        }
        while take_option(self, &mut definition)? {}
        Ok(definition)
    }

    /// Takes `/UNIQUE` or `/NOMISS` into a definition. Returns `false` if there is neither.
    fn take_index_option(&mut self, definition: &mut IndexDefinition) -> Result<bool> {
        if !self.take(Symbol::Slash) {
            return Ok(false);
        }
        if self.take_word("unique") {
            definition.unique = true;
        } else if self.take_word("nomiss") {
            definition.no_missing = true;
        } else {
            return Err(self.expected("UNIQUE or NOMISS after the `/` of an index"));
        }
        Ok(true)
    }
}

fn check_composite(definition: &IndexDefinition) -> Result<()> {
    let name = &definition.name;
    let upper = name.text.to_ascii_uppercase();
    if definition.variables.len() < 2 {
        let message = format!("the composite index {upper} has fewer than two variables");
        return Err(Diagnostic::error(name.at, message).with_hint("a simple index is named by its variable alone"));
    }
    Ok(())
}

/// Refuses a variable that is named twice.
pub(super) fn check_variables(definition: &IndexDefinition) -> Result<()> {
    let name = &definition.name;
    let mut seen = HashSet::new();
    for variable in &definition.variables {
        let variable = variable.text.to_ascii_uppercase();
        if seen.contains(&variable) {
            let upper = name.text.to_ascii_uppercase();
            let message = format!("the index {upper} has the variable {variable} twice");
            return Err(Diagnostic::error(name.at, message));
        }
        seen.insert(variable);
    }
    Ok(())
}

/// Refuses a name that is too long.
pub(super) fn check_name(name: &Name) -> Result<()> {
    match name.text.chars().count() <= LONGEST_NAME {
        true => Ok(()),
        false => {
            let message = format!("the name {} is longer than {LONGEST_NAME} characters", name.text);
            Err(Diagnostic::error(name.at, message))
        }
    }
}

/// Refuses two definitions of the same name.
fn check_names(definitions: &[IndexDefinition]) -> Result<()> {
    let mut seen = HashSet::new();
    for IndexDefinition { name, .. } in definitions {
        let upper = name.text.to_ascii_uppercase();
        if seen.contains(&upper) {
            let message = format!("the index {upper} is created twice");
            return Err(Diagnostic::error(name.at, message));
        }
        seen.insert(upper);
    }
    Ok(())
}
