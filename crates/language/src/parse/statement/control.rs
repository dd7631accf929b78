//! The heads of DO, SELECT and WHEN; labels and jumps to them.

use feedrate_values::Abort;

use crate::parse::cursor::{Cursor, Result};
use crate::token::{Symbol, TokenKind};
use crate::tree::{Clause, Expression, LoopHead, Name, StatementKind, Target};

impl Cursor<'_> {
    /// Parses the labels before a statement.
    pub(super) fn marks(&mut self) -> Result<Vec<Name>> {
        let mut labels = Vec::new();
        while self.is_name(0) && self.is(1, Symbol::Colon) {
            labels.push(self.expect_name("a label")?);
            self.skip(1);
        }
        Ok(labels)
    }

    /// Parses GOTO, GO TO and LINK after their first word.
    pub(super) fn jump(&mut self, word: &str) -> Result<StatementKind> {
        if word == "go" && !self.take_word("to") {
            return Err(self.expected("TO after GO"));
        }
        if word == "link" {
            return Ok(StatementKind::Link(self.expect_name("a label after LINK")?));
        }
        Ok(StatementKind::Goto(self.expect_name("a label after GOTO")?))
    }

    /// Parses ABORT after its keyword.
    pub(super) fn abort(&mut self) -> Result<Abort> {
        let (left, begin) = (self.left(), self.clone());
        let words: Vec<String> = (0..left)
            .filter_map(|place| self.token(place))
            .map(|token| token.spelling().into_owned())
            .collect();
        let abort = Abort::parse(words.iter().map(String::as_str)).map_err(|word| {
            let place = words.iter().position(|other| other == word).unwrap_or_default();
            let mut at = begin.clone();
            at.skip(place);
            at.expected("ABEND, CANCEL, CANCEL FILE, RETURN, NOLIST or a number after ABORT")
        })?;
        self.skip(left);
        Ok(abort)
    }

    /// Parses the head of DO after its keyword.
    pub(super) fn loop_head(&mut self) -> Result<LoopHead> {
        if self.at_end() {
            return Ok(LoopHead::Once);
        }
        if self.is_word(0, "over") && self.is_name(1) {
            self.skip(1);
            let array = self.expect_name("an array after DO OVER")?;
            self.expect_end("the head of DO OVER")?;
            return Ok(LoopHead::Over(array));
        }
        let is_index = self.at_option()
            || self.is_name(0) && self.after_partner(1).is_some_and(|after| self.is(after, Symbol::Equal));
        let head = if is_index {
            let index = self.target("the index of DO")?;
            self.indexed(index)?
        } else {
            let (while_true, until_true) = self.conditions()?;
            if while_true.is_none() && until_true.is_none() {
                return Err(self.expected("`;`, WHILE, UNTIL or an index variable and `=` after DO"));
            }
            LoopHead::Conditions { while_true, until_true }
        };
        self.expect_end("the head of DO")?;
        Ok(head)
    }

    fn indexed(&mut self, index: Target) -> Result<LoopHead> {
        self.expect(Symbol::Equal, "after the index of DO")?;
        let mut clauses = Vec::new();
        loop {
            let from = self.expression()?;
            let (mut to, mut by) = (None, None);
            loop {
                if to.is_none() && self.take_word("to") {
                    to = Some(self.expression()?);
                } else if by.is_none() && self.take_word("by") {
                    by = Some(self.expression()?);
                } else {
                    break;
                }
            }
            let (while_true, until_true) = self.conditions()?;
            clauses.push(Clause {
                from,
                to,
                by,
                while_true,
                until_true,
            });
            if !self.take(Symbol::Comma) {
                break;
            }
        }
        if !self.at_end() {
            return Err(self.expected("TO, BY, WHILE, UNTIL, `,` or `;` in the head of DO"));
        }
        Ok(LoopHead::Index(index, clauses))
    }

    /// Parses `while (…)` and `until (…)`, either, both or neither.
    fn conditions(&mut self) -> Result<(Option<Expression>, Option<Expression>)> {
        let (mut while_true, mut until_true) = (None, None);
        loop {
            if while_true.is_none() && self.is_word(0, "while") && self.is(1, Symbol::LeftParen) {
                self.skip(1);
                while_true = Some(self.in_parentheses("WHILE")?);
            } else if until_true.is_none() && self.is_word(0, "until") && self.is(1, Symbol::LeftParen) {
                self.skip(1);
                until_true = Some(self.in_parentheses("UNTIL")?);
            } else {
                return Ok((while_true, until_true));
            }
        }
    }

    fn in_parentheses(&mut self, after: &str) -> Result<Expression> {
        self.expect(Symbol::LeftParen, &format!("after {after}"))?;
        let expression = self.expression()?;
        self.expect(Symbol::RightParen, &format!("after the condition of {after}"))?;
        Ok(expression)
    }

    /// Parses the value of SELECT after its keyword.
    pub(super) fn select_value(&mut self) -> Result<Option<Expression>> {
        if self.at_end() {
            return Ok(None);
        }
        let value = self.in_parentheses("SELECT")?;
        self.expect_end("SELECT (...)")?;
        Ok(Some(value))
    }

    /// Parses the values of WHEN.
    pub(super) fn when_values(&mut self) -> Result<Vec<Expression>> {
        self.expect(Symbol::LeftParen, "after WHEN")?;
        let mut values = Vec::new();
        loop {
            values.push(self.expression()?);
            if self.take(Symbol::RightParen) {
                return Ok(values);
            }
            if self.kind(0) != Some(TokenKind::Symbol(Symbol::Comma)) {
                return Err(self.expected("`,` or `)` after a value of WHEN"));
            }
            self.skip(1);
        }
    }
}
