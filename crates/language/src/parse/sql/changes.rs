//! Statements that change tables: INSERT, UPDATE, DELETE, ALTER.

use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{AlterAction, Assignment, Expression, InsertedRows, SqlStatementKind, TableName};

impl Cursor<'_> {
    /// Parses INSERT after its keyword.
    pub(super) fn insert(&mut self) -> Result<SqlStatementKind> {
        self.expect_word("into", "after INSERT")?;
        let table = self.table_name()?;
        let columns = match self.at_query(0) {
            true => Vec::new(),
            false => self.column_names()?,
        };
        let rows = if self.is_word(0, "values") {
            InsertedRows::Values(self.inserted_values()?)
        } else if self.is_word(0, "set") {
            let mut rows = Vec::new();
            while self.is_word(0, "set") {
                let at = self.position();
                self.skip(1);
                rows.push((self.assignments()?, at));
            }
            InsertedRows::Set(rows)
        } else if self.is_word(0, "select") || self.at_query(0) {
            InsertedRows::Query(self.query()?)
        } else {
            return Err(self.expected("VALUES, SET or a query after the table"));
        };
        Ok(SqlStatementKind::Insert { table, columns, rows })
    }

    fn inserted_values(&mut self) -> Result<Vec<(Vec<Expression>, crate::source::Position)>> {
        let mut rows = Vec::new();
        while self.is_word(0, "values") {
            let at = self.position();
            self.skip(1);
            self.expect(Symbol::LeftParen, "after VALUES")?;
            let mut values = Vec::new();
            while !self.take(Symbol::RightParen) {
                values.push(self.sql_expression()?);
                // Commas are optional.
                self.take(Symbol::Comma);
            }
            rows.push((values, at));
        }
        Ok(rows)
    }

    /// Parses UPDATE after its keyword.
    pub(super) fn update(&mut self) -> Result<SqlStatementKind> {
        let table = self.table_name()?;
        let alias = self.alias()?;
        self.expect_word("set", "after the table of UPDATE")?;
        let set = self.assignments()?;
        let condition = self.clause("where")?;
        Ok(SqlStatementKind::Update {
            table,
            alias,
            set,
            condition,
        })
    }

    /// Parses DELETE after its keyword.
    pub(super) fn delete(&mut self) -> Result<SqlStatementKind> {
        self.expect_word("from", "after DELETE")?;
        let table = self.table_name()?;
        let alias = self.alias()?;
        let condition = self.clause("where")?;
        Ok(SqlStatementKind::Delete {
            table,
            alias,
            condition,
        })
    }

    /// Parses ALTER after its keyword.
    pub(super) fn alter(&mut self) -> Result<SqlStatementKind> {
        self.expect_word("table", "after ALTER")?;
        let table = self.table_name()?;
        let mut actions = Vec::new();
        while !self.at_end() {
            let action = if self.take_word("add") {
                AlterAction::Add(self.column_definitions(true)?)
            } else if self.take_word("modify") {
                AlterAction::Modify(self.column_definitions(false)?)
            } else if self.take_word("drop") {
                AlterAction::Drop(self.comma_list(|cursor| cursor.expect_name("the name of a column"))?)
            } else {
                return Err(self.expected("ADD, MODIFY or DROP after the table of ALTER TABLE"));
            };
            actions.push(action);
        }
        if actions.is_empty() {
            return Err(self.expected("ADD, MODIFY or DROP after the table of ALTER TABLE"));
        }
        Ok(SqlStatementKind::Alter { table, actions })
    }

    fn assignments(&mut self) -> Result<Vec<Assignment>> {
        self.comma_list(|cursor| {
            let column = cursor.expect_name("the name of a column")?;
            cursor.expect(Symbol::Equal, "after the column")?;
            let value = cursor.sql_expression()?;
            Ok(Assignment { column, value })
        })
    }

    /// Parses the name of a table that is created or changed.
    pub(super) fn table_name(&mut self) -> Result<TableName> {
        let first = self.expect_name("the name of a table")?;
        if !self.take(Symbol::Dot) {
            return Ok(TableName {
                library: None,
                member: first,
            });
        }
        let member = self.expect_name("the name of a table after the library and a dot")?;
        Ok(TableName {
            library: Some(first),
            member,
        })
    }
}
