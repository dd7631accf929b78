//! PROC OPTIONS.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::Extent;

use crate::definition::{Definition, Grammar, Reads};
use crate::grammar::Request;
use crate::grammar::lowering::Lowering;

pub(crate) const DEFINITION: Definition = Definition {
    name: "OPTIONS",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(lower),
};

fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    lowering.no_statements()?;
    let mut names = Vec::new();
    lowering.options(&["OPTION=", "SHORT", "LONG"], |_, word, head| {
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
