//! FROM: tables, subqueries and joins.

use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{FromItem, Join, JoinKind, Name};

/// Keywords that can follow a table and so cannot be its alias.
const AFTER_A_TABLE: &[&str] = &[
    "as",
    "cross",
    "except",
    "full",
    "group",
    "having",
    "inner",
    "intersect",
    "into",
    "join",
    "left",
    "natural",
    "on",
    "order",
    "outer",
    "right",
    "set",
    "union",
    "using",
    "where",
];

impl Cursor<'_> {
    /// Parses the items of FROM.
    pub(super) fn query_sources(&mut self) -> Result<Vec<FromItem>> {
        self.comma_list(Self::joined)
    }

    /// Parses a table, or several that are joined from left to right.
    fn joined(&mut self) -> Result<FromItem> {
        let mut left = self.query_source()?;
        loop {
            let at = self.position();
            let Some((kind, natural)) = self.join_kind()? else {
                return Ok(left);
            };
            let right = self.deeper(Self::query_source)?;
            let needs_condition = !natural && !matches!(kind, JoinKind::Cross | JoinKind::Union);
            let on = if needs_condition {
                self.expect_word("on", "and a condition after the tables of a join")?;
                Some(self.sql_expression()?)
            } else {
                None
            };
            left = FromItem::Join(Box::new(Join {
                kind,
                natural,
                left,
                right,
                on,
                at,
            }));
        }
    }

    /// Parses the keywords of a join, if they are next.
    fn join_kind(&mut self) -> Result<Option<(JoinKind, bool)>> {
        let natural = self.is_word(0, "natural");
        let mut ahead = usize::from(natural);
        let kind = [
            ("inner", JoinKind::Inner),
            ("left", JoinKind::Left),
            ("right", JoinKind::Right),
            ("full", JoinKind::Full),
            ("cross", JoinKind::Cross),
            ("union", JoinKind::Union),
        ]
        .into_iter()
        .find(|(word, _)| self.is_word(ahead, word))
        .map(|(_, kind)| kind);
        ahead += usize::from(kind.is_some());
        let is_outer = matches!(kind, Some(JoinKind::Left | JoinKind::Right | JoinKind::Full));
        ahead += usize::from(is_outer && self.is_word(ahead, "outer"));
        if !self.is_word(ahead, "join") {
            if natural || is_outer || kind == Some(JoinKind::Cross) {
                self.skip(ahead);
                return Err(self.expected("JOIN"));
            }
            return Ok(None);
        }
        self.skip(ahead + 1);
        Ok(Some((kind.unwrap_or(JoinKind::Inner), natural)))
    }

    fn query_source(&mut self) -> Result<FromItem> {
        let at = self.position();
        self.count_table()?;
        if self.at_query(0) {
            let query = Box::new(self.query_in_parentheses()?);
            let alias = self.alias()?;
            let columns = self.column_names()?;
            return Ok(FromItem::Query {
                query,
                alias,
                columns,
                at,
            });
        }
        if self.take(Symbol::LeftParen) {
            let inner = self.deeper(Self::joined)?;
            self.expect(Symbol::RightParen, "after the tables in parentheses")?;
            return Ok(inner);
        }
        // Data set options use the syntax of the DATA step.
        let outside = std::mem::take(&mut self.in_sql);
        let data_set = self.data_set();
        self.in_sql = outside;
        Ok(FromItem::Table {
            data_set: data_set?,
            alias: self.alias()?,
        })
    }

    /// Parses `as name`, or a name that is not a keyword of the statement.
    pub(super) fn alias(&mut self) -> Result<Option<Name>> {
        if self.take_word("as") {
            return self.expect_name("an alias after AS").map(Some);
        }
        let is_alias = self.is_name(0) && !AFTER_A_TABLE.iter().any(|word| self.is_word(0, word));
        match is_alias {
            true => self.expect_name("an alias").map(Some),
            false => Ok(None),
        }
    }

    /// Parses names in parentheses, separated by commas, if they are next.
    pub(super) fn column_names(&mut self) -> Result<Vec<Name>> {
        if !self.take(Symbol::LeftParen) {
            return Ok(Vec::new());
        }
        let names = self.comma_list(|cursor| cursor.expect_name("the name of a column"))?;
        self.expect(Symbol::RightParen, "after the names of columns")?;
        Ok(names)
    }
}
