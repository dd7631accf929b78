//! Queries: SELECT, set operators, and ORDER BY.

use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{ExpressionKind, OrderBy, OrderKey, Query, QueryBody, SetOperator};

impl Cursor<'_> {
    /// Parses a query up to what cannot belong to it.
    pub(in crate::parse) fn query(&mut self) -> Result<Query> {
        self.deeper(|cursor| {
            let at = cursor.position();
            let body = cursor.query_body()?;
            let order = cursor.order()?;
            Ok(Query { body, order, at })
        })
    }

    /// Parses a query in parentheses.
    pub(in crate::parse) fn query_in_parentheses(&mut self) -> Result<Query> {
        self.expect(Symbol::LeftParen, "before a query")?;
        let query = self.query()?;
        self.expect(Symbol::RightParen, "after a query")?;
        Ok(query)
    }

    /// Parses sets of rows that are combined from left to right; INTERSECT binds tighter than the others.
    fn query_body(&mut self) -> Result<QueryBody> {
        let mut left = self.intersected()?;
        while let Some((operator, words)) = self.set_operator() {
            if operator == SetOperator::Intersect {
                break;
            }
            left = self.combined(left, operator, words, Self::intersected)?;
        }
        Ok(left)
    }

    fn intersected(&mut self) -> Result<QueryBody> {
        let mut left = self.query_term()?;
        while let Some((SetOperator::Intersect, words)) = self.set_operator() {
            left = self.combined(left, SetOperator::Intersect, words, Self::query_term)?;
        }
        Ok(left)
    }

    fn combined(
        &mut self,
        left: QueryBody,
        operator: SetOperator,
        words: usize,
        right: fn(&mut Self) -> Result<QueryBody>,
    ) -> Result<QueryBody> {
        let at = self.position();
        self.skip(words);
        let (mut all, mut by_name) = (false, false);
        loop {
            if self.take_word("all") {
                all = true;
            } else if self.take_word("corresponding") || self.take_word("corr") {
                by_name = true;
            } else {
                break;
            }
        }
        let right = self.deeper(right)?;
        Ok(QueryBody::Combined {
            operator,
            all,
            by_name,
            left: Box::new(left),
            right: Box::new(right),
            at,
        })
    }

    /// Returns the set operator that is next, and its number of words. UNION JOIN is not one.
    fn set_operator(&self) -> Option<(SetOperator, usize)> {
        if self.is_word(0, "union") && !self.is_word(1, "join") {
            Some((SetOperator::Union, 1))
        } else if self.is_word(0, "outer") && self.is_word(1, "union") {
            Some((SetOperator::OuterUnion, 2))
        } else if self.is_word(0, "except") {
            Some((SetOperator::Except, 1))
        } else if self.is_word(0, "intersect") {
            Some((SetOperator::Intersect, 1))
        } else {
            None
        }
    }

    fn query_term(&mut self) -> Result<QueryBody> {
        if !self.is(0, Symbol::LeftParen) {
            return Ok(QueryBody::Select(Box::new(self.select()?)));
        }
        self.skip(1);
        let body = self.deeper(Self::query_body)?;
        self.expect(Symbol::RightParen, "after a query")?;
        Ok(body)
    }

    /// Parses ORDER BY, if it is next.
    fn order(&mut self) -> Result<Vec<OrderBy>> {
        if !self.take_word("order") {
            return Ok(Vec::new());
        }
        self.expect_word("by", "after ORDER")?;
        self.comma_list(Self::order_key)
    }

    fn order_key(&mut self) -> Result<OrderBy> {
        let at = self.position();
        let value = self.sql_expression()?;
        let key = match value.kind {
            ExpressionKind::Number(number) if number.fract() == 0.0 && number >= 0.0 => {
                OrderKey::Position(number as u64)
            }
            _ => OrderKey::Value(value),
        };
        let descending = self.take_word("desc") || self.take_word("descending");
        if !descending && !self.take_word("asc") {
            self.take_word("ascending");
        }
        Ok(OrderBy { key, descending, at })
    }
}
