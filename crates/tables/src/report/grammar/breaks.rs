//! BREAK and RBREAK: processing at the beginning and end of groups and of the report.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::tree::Name;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

use crate::report::ReportBreak;
use feedrate_procedure::grammar::styles::skip_style;

pub(super) const BREAK_OPTIONS: OptionTable<ReportBreak> = options! {
    DOL => Switch(|asked| asked.above = Some('=')), "A double line above.";
    DUL => Switch(|asked| asked.below = Some('=')), "A double line below.";
    OL => Switch(|asked| asked.above = asked.above.or(Some('-'))), "A line above.";
    PAGE => Switch(|asked| asked.page = true), "A new page below.";
    SKIP => Switch(|asked| asked.skip = true), "A blank line below.";
    STYLE | S => Own("=a style", |_, from| skip_style(from.cursor)), help::STYLE;
    SUMMARIZE | SUMMARISE => Switch(|asked| asked.summarize = true), "A line with the statistics of the group.";
    SUPPRESS => Switch(|asked| asked.suppress = true), "Leaves out the value of the group there; in BREAK alone.";
    UL => Switch(|asked| asked.below = asked.below.or(Some('-'))), "A line below.";
};

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
pub(super) fn statement(from: &mut Argument<'_, '_>) -> Result<Break> {
    let after = side(from.cursor, &from.name)?;
    let of = match from.name.as_str() {
        "BREAK" => Some(from.cursor.expect_name("a variable for BREAK")?),
        _ => None,
    };
    let mut asked = ReportBreak::default();
    from.options_behind_slash(BREAK_OPTIONS, &mut asked)?;
    if of.is_none() && asked.suppress {
        let message = "RBREAK has no value to SUPPRESS";
        return Err(Diagnostic::error(from.at, message).with_hint("leave SUPPRESS out"));
    }
    Ok(Break {
        location: Location { after, of },
        asked,
    })
}
