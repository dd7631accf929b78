//! Views: the statement that created one is parsed again when it is used.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::Cursor;
use crate::reader::Reader;
use crate::source::Position;
use crate::surroundings::QuietSurroundings;
use crate::tree::{SqlStatement, SqlStatementKind};

/// Parses the stored statement of a view. Every position in it is `at`, where the program names the view.
///
/// # Errors
///
/// Returns the first error in the text.
pub fn view(text: &str, at: Position) -> Result<SqlStatement, Diagnostic> {
    let wrong = |why: String| Diagnostic::error(at, format!("the text of the view is wrong: {why}"));
    let mut reader = Reader::new("view", &format!("{text};")).map_err(|error| wrong(error.to_string()))?;
    let statement = reader
        .next_statement(&mut QuietSurroundings)
        .map_err(|error| wrong(error.to_string()))?;
    let mut tokens = statement.map_or_else(Vec::new, |statement| statement.tokens);
    for token in &mut tokens {
        token.position = at;
    }
    let statement = super::statement::statement(&mut Cursor::new(&tokens, at)).map_err(|error| wrong(error.message))?;
    match statement.kind {
        SqlStatementKind::CreateView { .. } => Ok(statement),
        _ => Err(wrong("it is no CREATE VIEW".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns_and_text(text: &str) -> Result<(usize, String), String> {
        let at = Reader::new("test", "").unwrap().position();
        match view(text, at).map_err(|error| error.message)?.kind {
            SqlStatementKind::CreateView { columns, text, .. } => Ok((columns.len(), text)),
            _ => unreachable!("it was looked at"),
        }
    }

    #[test]
    fn macros_mean_nothing_in_a_view() {
        let text = "select x, '&a %b' as y from t where x > 1";
        let made = format!("create view work.v(p, q) as {text}");
        assert_eq!(columns_and_text(&made), Ok((2, text.to_owned())));
    }

    #[test]
    fn what_is_no_view_is_told() {
        for text in ["", "select 1 from a", "create view v as", "create view v as select 'x"] {
            let why = columns_and_text(text).unwrap_err();
            assert!(why.starts_with("the text of the view is wrong: "), "{why}");
        }
    }
}
