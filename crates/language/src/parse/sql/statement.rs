//! The statements of PROC SQL.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::parse::nearest::did_you_mean;
use crate::token::Symbol;
use crate::tree::{SqlStatement, SqlStatementKind, TableName};

/// The keywords of PROC SQL's statements, in upper case.
const STATEMENTS: &[&str] = &[
    "ALTER", "CREATE", "DELETE", "DESCRIBE", "DROP", "INSERT", "RESET", "SELECT", "UPDATE", "VALIDATE",
];

/// Parses a statement of PROC SQL to its end.
pub(super) fn statement(cursor: &mut Cursor<'_>) -> Result<SqlStatement> {
    let at = cursor.position();
    let kind = cursor.sql_statement()?;
    cursor.expect_end("the statement")?;
    Ok(SqlStatement { kind, at })
}

impl Cursor<'_> {
    fn sql_statement(&mut self) -> Result<SqlStatementKind> {
        if self.is_word(0, "select") || self.at_query(0) {
            return Ok(SqlStatementKind::Select(self.query()?));
        }
        let word = match self.token(0) {
            Some(token) if self.is_name(0) => token.text.to_ascii_lowercase(),
            _ => return Err(self.expected("a statement of PROC SQL, such as SELECT")),
        };
        let first = self.clone();
        self.skip(1);
        match word.as_str() {
            "alter" => self.alter(),
            "create" => self.create(),
            "delete" => self.delete(),
            "describe" => self.describe(),
            "drop" => self.drop_statement(),
            "insert" => self.insert(),
            "reset" => Ok(SqlStatementKind::Reset(super::options(self)?)),
            "update" => self.update(),
            "validate" => Ok(SqlStatementKind::Validate(self.query()?)),
            "connect" | "disconnect" | "execute" => Err(first.error(format!(
                "{} is not supported: there is no other database to pass statements to",
                word.to_ascii_uppercase()
            ))),
            _ => Err(unknown(&first, &word)),
        }
    }

    /// Parses CREATE after its keyword.
    fn create(&mut self) -> Result<SqlStatementKind> {
        if self.take_word("view") {
            return self.create_view();
        }
        if self.is_word(0, "index") || self.is_word(0, "unique") && self.is_word(1, "index") {
            return self.create_index();
        }
        self.expect_word("table", "or VIEW or INDEX after CREATE")?;
        let mut table = crate::tree::DataSet {
            library: None,
            member: crate::tree::Name {
                text: String::new(),
                at: self.position(),
            },
            is_prefix: false,
            options: Vec::new(),
        };
        // Parentheses after the name contain data set options, or the columns of a new table.
        let TableName { library, member } = self.table_name()?;
        (table.library, table.member) = (library, member);
        let has_options = self.is(0, Symbol::LeftParen) && self.is_name(1) && self.is(2, Symbol::Equal);
        if has_options {
            table.options = self.data_set_options()?;
        }
        if self.take_word("as") {
            let query = self.query()?;
            return Ok(SqlStatementKind::CreateAs { table, query });
        }
        if self.take_word("like") {
            let like = self.data_set()?;
            return Ok(SqlStatementKind::CreateLike { table, like });
        }
        if !self.take(Symbol::LeftParen) {
            return Err(self.expected("AS, LIKE or columns in parentheses after the table"));
        }
        let columns = self.column_definitions(true)?;
        self.expect(Symbol::RightParen, "after the columns")?;
        Ok(SqlStatementKind::Create { table, columns })
    }

    fn create_view(&mut self) -> Result<SqlStatementKind> {
        let view = self.table_name()?;
        let columns = self.column_names()?;
        self.expect_word("as", "and a query after the view")?;
        let begins = self.taken();
        let query = self.query()?;
        if self.is_word(0, "using") {
            return Err(self
                .error("USING of CREATE VIEW is not supported")
                .with_hint("assign the library with LIBNAME before the view is read"));
        }
        Ok(SqlStatementKind::CreateView {
            view,
            columns,
            query,
            text: self.text_since(begins),
        })
    }

    fn describe(&mut self) -> Result<SqlStatementKind> {
        if self.take_word("view") {
            return Ok(SqlStatementKind::DescribeViews(self.table_names()?));
        }
        self.expect_word("table", "or VIEW after DESCRIBE")?;
        Ok(SqlStatementKind::DescribeTables(self.table_names()?))
    }

    fn drop_statement(&mut self) -> Result<SqlStatementKind> {
        if self.take_word("view") {
            return Ok(SqlStatementKind::DropViews(self.table_names()?));
        }
        if self.take_word("index") {
            return self.drop_index();
        }
        self.expect_word("table", "or VIEW or INDEX after DROP")?;
        Ok(SqlStatementKind::DropTables(self.table_names()?))
    }

    fn table_names(&mut self) -> Result<Vec<TableName>> {
        self.comma_list(Self::table_name)
    }
}

fn unknown(cursor: &Cursor<'_>, word: &str) -> Diagnostic {
    let shown = word.to_ascii_uppercase();
    let error = cursor.error(format!("{shown} is no statement of PROC SQL"));
    match did_you_mean(&shown, STATEMENTS.iter().copied()) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint(format!("there are {}", STATEMENTS.join(", "))),
    }
}
