//! The construct that a statement with an error opens, so that one error does not cause many.

use crate::statement::Statement;
use crate::token::{Symbol, TokenKind};

/// The construct that a statement with an error opens.
pub(super) enum OpenedConstruct {
    /// DO.
    Do,
    /// SELECT.
    Select,
    /// DATALINES, and whether four semicolons end the lines.
    Lines { four: bool },
}

/// Returns the construct that a statement opens, by its words.
pub(super) fn opens(statement: &Statement) -> Option<OpenedConstruct> {
    let tokens = &statement.tokens;
    let first = tokens.first().filter(|token| token.kind == TokenKind::Name)?;
    let word = first.text.to_ascii_lowercase();
    match word.as_str() {
        "do" => return Some(OpenedConstruct::Do),
        "select" => return Some(OpenedConstruct::Select),
        "datalines" | "cards" | "lines" => return Some(OpenedConstruct::Lines { four: false }),
        "datalines4" | "cards4" | "lines4" => return Some(OpenedConstruct::Lines { four: true }),
        "if" | "else" | "when" | "otherwise" => {}
        _ => return None,
    }
    tokens.windows(2).find_map(|pair| {
        let [before, token] = pair else {
            return None;
        };
        let after = ["then", "else", "otherwise"].iter().any(|word| before.is_name(word))
            || before.is_symbol(Symbol::RightParen);
        if after && token.is_name("do") {
            Some(OpenedConstruct::Do)
        } else if after && token.is_name("select") {
            Some(OpenedConstruct::Select)
        } else {
            None
        }
    })
}
