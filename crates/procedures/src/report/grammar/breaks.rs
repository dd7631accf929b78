//! BREAK and RBREAK: processing at the beginning and end of groups and of the report.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;

use crate::grammar::lowering::Lowering;
use crate::report::ReportBreak;
use crate::tabulate::grammar::skip_style;

const OPTIONS: &[&str] = &[
    "DOL",
    "DUL",
    "OL",
    "PAGE",
    "SKIP",
    "STYLE=",
    "SUMMARIZE",
    "SUPPRESS",
    "UL",
];

/// The location of a break.
#[derive(Clone, Debug)]
pub(super) struct Location {
    pub after: bool,
    /// The variable of the groups; `None` for the report.
    pub of: Option<Name>,
}

/// A BREAK or RBREAK statement.
#[derive(Clone, Debug)]
pub(super) struct Break {
    pub location: Location,
    /// Its options, without the group, which is not resolved yet.
    pub asked: ReportBreak,
}

/// Parses BEFORE or AFTER; returns whether it is AFTER.
pub(super) fn side(cursor: &mut Cursor<'_>, of: &str) -> Result<bool> {
    if cursor.take_word("before") {
        return Ok(false);
    }
    cursor.expect_word("after", &format!("or BEFORE in {of}"))?;
    Ok(true)
}

/// Parses the rest of BREAK or RBREAK.
pub(super) fn statement(
    lowering: &Lowering<'_>,
    cursor: &mut Cursor<'_>,
    word: &str,
) -> Result<Break> {
    let upper = word.to_ascii_uppercase();
    let after = side(cursor, &upper)?;
    let of = match word {
        "break" => Some(cursor.expect_name("a variable for BREAK")?),
        _ => None,
    };
    let mut asked = ReportBreak::default();
    if cursor.take(Symbol::Slash) {
        while !cursor.at_end() {
            let option = cursor.expect_name(&format!("an option of {upper}"))?;
            match option.text.to_ascii_lowercase().as_str() {
                "summarize" | "summarise" => asked.summarize = true,
                "suppress" if word == "break" => asked.suppress = true,
                "ol" => asked.above = asked.above.or(Some('-')),
                "dol" => asked.above = Some('='),
                "ul" => asked.below = asked.below.or(Some('-')),
                "dul" => asked.below = Some('='),
                "skip" => asked.skip = true,
                "page" => asked.page = true,
                "style" | "s" => skip_style(cursor)?,
                _ => {
                    let what = format!("an option of {upper}");
                    return Err(lowering.unknown(&option, &what, OPTIONS));
                }
            }
        }
    }
    Ok(Break {
        location: Location { after, of },
        asked,
    })
}
