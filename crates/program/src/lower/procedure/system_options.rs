//! PROC OPTIONS.

use super::Request;
use super::words::Words;
use crate::parse::cursor::Result;
use crate::token::Symbol;

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    words.no_statements()?;
    let mut names = Vec::new();
    words.options(&["OPTION=", "SHORT", "LONG"], |_, word, head| {
        match word {
            "option" | "options" => {
                head.expect(Symbol::Equal, "after OPTION")?;
                let several = head.take(Symbol::LeftParen);
                loop {
                    names.push(
                        head.expect_name("a system option")?
                            .text
                            .to_ascii_uppercase(),
                    );
                    if !several || head.take(Symbol::RightParen) {
                        break;
                    }
                }
            }
            "short" | "long" | "nolist" => {}
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(Request::Options(names))
}
