//! CREATE INDEX and DROP INDEX.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::parse::indexes::{check_name, check_variables};
use crate::token::Symbol;
use crate::tree::{IndexDefinition, SqlStatementKind};

impl Cursor<'_> {
    /// Parses CREATE INDEX after CREATE.
    pub(super) fn create_index(&mut self) -> Result<SqlStatementKind> {
        let unique = self.take_word("unique");
        self.expect_word("index", "after UNIQUE")?;
        let name = self.expect_name("the name of an index")?;
        self.expect_word("on", "and a table after the index")?;
        let table = self.table_name()?;
        self.expect(Symbol::LeftParen, "before the columns of the index")?;
        let variables = self.comma_list(|cursor| cursor.expect_name("a column of the index"))?;
        self.expect(Symbol::RightParen, "after the columns of the index")?;
        if let [column] = variables.as_slice()
            && !column.text.eq_ignore_ascii_case(&name.text)
        {
            let (index, column) = (name.text.to_ascii_uppercase(), column.text.to_ascii_uppercase());
            let message = format!("the index {index} of one column must have the name of the column");
            return Err(Diagnostic::error(name.at, message).with_hint(format!("call it {column}")));
        }
        check_name(&name)?;
        let index = IndexDefinition {
            name,
            variables,
            unique,
            no_missing: false,
        };
        check_variables(&index)?;
        Ok(SqlStatementKind::CreateIndex { index, table })
    }

    /// Parses DROP INDEX after its keywords.
    pub(super) fn drop_index(&mut self) -> Result<SqlStatementKind> {
        let names = self.comma_list(|cursor| cursor.expect_name("the name of an index"))?;
        self.expect_word("from", "and a table after the indexes")?;
        let table = self.table_name()?;
        Ok(SqlStatementKind::DropIndexes { names, table })
    }
}
