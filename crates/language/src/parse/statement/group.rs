//! The common syntax of groups in INPUT and PUT: `(a b x1-x3) (3. +1)`.

use super::pointer::Move;
use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::VariableList;

/// The most items that a group may be expanded to.
const MOST_PARTS: usize = 1_000_000;

impl Cursor<'_> {
    /// Parses the two lists of a group: variables, and items that are applied to them in turn. `item` parses an item.
    pub(super) fn group<T>(
        &mut self,
        statement: &str,
        formats: &str,
        item: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<(Vec<VariableList>, Vec<T>)> {
        self.expect(Symbol::LeftParen, "before the variables of a group")?;
        let variables = self.variables_of_group(statement)?;
        self.expect(Symbol::RightParen, "after the variables of a group")?;
        self.expect(
            Symbol::LeftParen,
            &format!("and {formats} after the variables of a group"),
        )?;
        let mut items = Vec::new();
        loop {
            while self.take(Symbol::Comma) {}
            if self.take(Symbol::RightParen) {
                return Ok((variables, items));
            }
            items.push(item(self)?);
        }
    }

    /// Parses the variables of a group; in PUT, a number and `*` before one of them repeat it.
    fn variables_of_group(&mut self, statement: &str) -> Result<Vec<VariableList>> {
        let mut all = Vec::new();
        loop {
            all.extend(self.any_variables()?);
            if statement != "PUT" || !self.is(1, Symbol::Star) || self.is_name(0) {
                break;
            }
            let times = self.expect_count("how often the variable is written")?;
            self.skip(1);
            let part = self.variable_part()?;
            self.spend(times)?;
            all.extend((0..times).map(|_| part.clone()));
        }
        if all.is_empty() {
            return Err(self.expected(&format!("a variable for a group of {statement}")));
        }
        Ok(all)
    }

    /// Parses a move of the pointer in a group, if one is next. `of` is INPUT or PUT.
    pub(super) fn move_in_group(&mut self, of: &str) -> Result<Option<Move>> {
        match self.pointer(of)? {
            Some(Move::Hold | Move::HoldAcross) => Err(self.expected("a column after `@` in a group")),
            to => Ok(to),
        }
    }

    /// Parses the `3*` before a format of a group; 1 if there is none.
    pub(super) fn times(&mut self) -> Result<u64> {
        if !self.is(1, Symbol::Star) {
            return Ok(1);
        }
        let times = self.expect_count("how many variables the format is for")?;
        self.skip(1);
        Ok(times)
    }

    /// Checks that a group is not expanded to too many items.
    pub(super) fn check_parts(&self, variables: usize, items: usize) -> Result<()> {
        if variables.saturating_mul(items.max(1)) <= MOST_PARTS {
            return Ok(());
        }
        Err(self.error(format!(
            "the group has {variables} variables times {items} formats, which is too many"
        )))
    }
}
