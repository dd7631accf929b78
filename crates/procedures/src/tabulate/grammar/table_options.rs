//! The options of a TABLE statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};

use super::options::skip_style;
use crate::grammar::lowering::Lowering;

const OPTIONS: &[&str] = &[
    "BOX=",
    "CONDENSE",
    "CONTENTS=",
    "FUZZ=",
    "INDENT=",
    "MISSTEXT=",
    "NOCELLMERGE",
    "NOCONTINUED",
    "PRINTMISS",
    "ROW=",
    "RTS=",
    "STYLE=",
    "STYLE_PRECEDENCE=",
];

/// What they say.
#[derive(Debug, Default)]
pub(super) struct TableOptions {
    pub corner: Option<Box>,
    pub title_space: Option<usize>,
    pub missing_text: Option<String>,
    pub print_missing: bool,
    pub float: bool,
    pub indent: Option<usize>,
    pub fuzz: f64,
    pub no_continued: bool,
}

/// BOX=.
#[derive(Debug)]
pub(super) enum Box {
    Text(String),
    /// `_PAGE_` or a variable, whose label it is.
    Named(Name),
}

pub(super) fn table_options(
    lowering: &Lowering<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<TableOptions> {
    let mut options = TableOptions::default();
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of TABLE")?;
        let word = option.text.to_ascii_lowercase();
        match word.as_str() {
            "printmiss" => options.print_missing = true,
            // There are no pages of lines, so that tables are condensed as they are.
            "condense" => {}
            "nocontinued" => options.no_continued = true,
            "style" | "s" => skip_style(cursor)?,
            // These say how documents look that have styles and contents.
            "nocellmerge" => {}
            "contents" | "style_precedence" => {
                let upper = word.to_ascii_uppercase();
                cursor.expect(Symbol::Equal, &format!("after {upper}"))?;
                cursor.option_word(&upper)?;
            }
            "box" => {
                cursor.expect(Symbol::Equal, "after BOX")?;
                options.corner = Some(match cursor.is_name(0) {
                    true => Box::Named(cursor.expect_name("a variable or _PAGE_ for BOX=")?),
                    false => Box::Text(cursor.expect_string("the text of BOX=")?),
                });
            }
            "misstext" => {
                cursor.expect(Symbol::Equal, "after MISSTEXT")?;
                options.missing_text = Some(cursor.expect_string("the text of MISSTEXT=")?);
            }
            "rts" | "rtspace" => {
                let (at, space) = count(cursor, "RTS")?;
                if !(3..=1000).contains(&space) {
                    let message = format!("RTS= takes a whole number from 3 to 1000, not {space}");
                    return Err(Diagnostic::error(at, message));
                }
                options.title_space = Some(space);
            }
            "indent" => {
                let (at, indent) = count(cursor, "INDENT")?;
                if indent > 1000 {
                    let message = format!("INDENT= takes a number up to 1000, not {indent}");
                    return Err(Diagnostic::error(at, message));
                }
                options.indent = Some(indent);
            }
            "row" => {
                cursor.expect(Symbol::Equal, "after ROW")?;
                let at = cursor.position();
                let value = cursor.option_word("ROW")?.to_ascii_lowercase();
                options.float = match value.as_str() {
                    "float" => true,
                    "constant" | "const" => false,
                    _ => {
                        let message = format!("ROW= takes CONSTANT or FLOAT, not {value}");
                        return Err(Diagnostic::error(at, message));
                    }
                };
            }
            "fuzz" => {
                cursor.expect(Symbol::Equal, "after FUZZ")?;
                let at = cursor.position();
                let value = cursor.option_word("FUZZ")?;
                let fuzz = value.parse().ok().filter(|fuzz| *fuzz >= 0.0_f64);
                options.fuzz = fuzz.ok_or_else(|| {
                    let message = format!("FUZZ= takes a number that is not negative, not {value}");
                    Diagnostic::error(at, message)
                })?;
            }
            _ => return Err(lowering.unknown(&option, "an option of TABLE", OPTIONS)),
        }
    }
    Ok(options)
}

fn count(cursor: &mut Cursor<'_>, option: &str) -> Result<(Position, usize)> {
    cursor.expect(Symbol::Equal, &format!("after {option}"))?;
    let at = cursor.position();
    let count = cursor.expect_count(&format!("a whole number for {option}="))?;
    Ok((at, usize::try_from(count).unwrap_or(usize::MAX)))
}
