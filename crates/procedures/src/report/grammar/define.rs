//! DEFINE: the usage and the appearance of a column.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};

use super::options::count;
use crate::aggregate::{ClassOrder, Statistic};
use crate::grammar::lowering::Lowering;
use crate::means::grammar::class_order;
use crate::report::ReportSide;
use crate::tabulate::grammar::skip_style;

const OPTIONS: &[&str] = &[
    "ACROSS",
    "ANALYSIS",
    "CENTER",
    "COMPUTED",
    "DESCENDING",
    "DISPLAY",
    "FLOW",
    "FORMAT=",
    "GROUP",
    "ID",
    "LEFT",
    "MISSING",
    "NOPRINT",
    "ORDER",
    "ORDER=",
    "RIGHT",
    "SPACING=",
    "STYLE=",
    "WIDTH=",
];

/// The usage of a variable in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Display,
    Order,
    Group,
    Across,
    Analysis,
    Computed,
}

impl Use {
    fn keyword(self) -> &'static str {
        match self {
            Self::Display => "DISPLAY",
            Self::Order => "ORDER",
            Self::Group => "GROUP",
            Self::Across => "ACROSS",
            Self::Analysis => "ANALYSIS",
            Self::Computed => "COMPUTED",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Define {
    pub name: Name,
    pub usage: Option<Use>,
    pub statistic: Option<Statistic>,
    /// The lines of the heading, before they are split.
    pub heading: Option<Vec<String>>,
    /// FORMAT=, as written.
    pub format: Option<(String, Position)>,
    pub width: Option<usize>,
    pub spacing: Option<usize>,
    /// ORDER=, and whether frequency takes precedence over it.
    pub order: Option<(ClassOrder, bool)>,
    pub descending: bool,
    pub missing: bool,
    pub no_print: bool,
    pub flow: bool,
    pub id: bool,
    pub side: Option<ReportSide>,
}

impl Define {
    /// Returns a definition without options.
    pub(super) fn nothing(name: Name) -> Self {
        Self {
            name,
            usage: None,
            statistic: None,
            heading: None,
            format: None,
            width: None,
            spacing: None,
            order: None,
            descending: false,
            missing: false,
            no_print: false,
            flow: false,
            id: false,
            side: None,
        }
    }
}

pub(super) fn define(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<Define> {
    let mut define = Define::nothing(cursor.expect_name("a column for DEFINE")?);
    if !cursor.take(Symbol::Slash) {
        return Ok(define);
    }
    while !cursor.at_end() {
        if let Some(text) = cursor.take_text()? {
            let text = String::from_utf8_lossy(&text).into_owned();
            define.heading.get_or_insert_default().push(text);
            continue;
        }
        let option = cursor.expect_name("an option of DEFINE")?;
        let word = option.text.to_ascii_lowercase();
        match word.as_str() {
            "order" if cursor.is(0, Symbol::Equal) => define.order = Some(order(cursor)?),
            "display" => define.take_use(Use::Display, option.at)?,
            "order" => define.take_use(Use::Order, option.at)?,
            "group" => define.take_use(Use::Group, option.at)?,
            "across" => define.take_use(Use::Across, option.at)?,
            "analysis" => define.take_use(Use::Analysis, option.at)?,
            "computed" => define.take_use(Use::Computed, option.at)?,
            "format" | "f" => {
                cursor.expect(Symbol::Equal, "after FORMAT")?;
                let at = cursor.position();
                define.format = Some((cursor.expect_spec("a format for FORMAT=")?, at));
            }
            "width" => define.width = Some(count(cursor, "WIDTH", 1, 256)?),
            "spacing" => define.spacing = Some(count(cursor, "SPACING", 0, 256)?),
            "descending" => define.descending = true,
            "missing" => define.missing = true,
            "noprint" => define.no_print = true,
            "flow" => define.flow = true,
            "id" => define.id = true,
            "left" => define.side = Some(ReportSide::Left),
            "right" => define.side = Some(ReportSide::Right),
            "center" | "centre" => define.side = Some(ReportSide::Center),
            "style" | "s" => {
                if cursor.is(0, Symbol::LeftParen) {
                    let partner = cursor.after_partner(0);
                    cursor.skip(partner.unwrap_or(1));
                }
                skip_style(cursor)?;
            }
            _ => match Statistic::of_keyword(&word)[..] {
                [statistic] => {
                    define.take_use(Use::Analysis, option.at)?;
                    define.statistic = Some(statistic);
                }
                _ => return Err(lowering.unknown(&option, "an option of DEFINE", OPTIONS)),
            },
        }
    }
    Ok(define)
}

impl Define {
    fn take_use(&mut self, usage: Use, at: Position) -> Result<()> {
        match self.usage.replace(usage) {
            Some(other) if other != usage => {
                let name = self.name.text.to_uppercase();
                let (one, two) = (other.keyword(), usage.keyword());
                let message = format!("{name} can have one use only: {one} or {two}");
                Err(Diagnostic::error(at, message))
            }
            _ => Ok(()),
        }
    }
}

/// Parses `=data` after ORDER.
fn order(cursor: &mut Cursor<'_>) -> Result<(ClassOrder, bool)> {
    cursor.expect(Symbol::Equal, "after ORDER")?;
    let at = cursor.position();
    let word = cursor.option_word("ORDER")?.to_ascii_lowercase();
    if word == "freq" {
        return Ok((ClassOrder::Internal, true));
    }
    let order = class_order(&word).ok_or_else(|| {
        let message = format!("ORDER= takes INTERNAL, DATA, FORMATTED or FREQ, not {word}");
        Diagnostic::error(at, message)
    })?;
    Ok((order, false))
}
