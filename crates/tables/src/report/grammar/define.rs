//! DEFINE: the usage and the appearance of a column.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::table::argument::{Argument, take_known};
use feedrate_procedure::grammar::table::description::described;
use feedrate_procedure::grammar::table::{OptionTable, help, options};
use feedrate_procedure::variables::ClassOrder;

use super::options::style;
use crate::aggregate::Statistic;
use crate::report::ReportSide;

pub(super) const DEFINE_OPTIONS: OptionTable<Define> = options! {
    ACROSS => Own("", |define, from| define.take_use(Use::Across, from.at)), "A column for each of its values.";
    ANALYSIS => Own("", |define, from| define.take_use(Use::Analysis, from.at)), "A statistic of it; SUM by default.";
    CENTER | CENTRE => Switch(|define| define.side = Some(ReportSide::Center)), "Values in the middle.";
    COMPUTED => Own("", |define, from| define.take_use(Use::Computed, from.at)), "What a COMPUTE block makes of it.";
    DESCENDING => Switch(|define| define.descending = true), help::DESCENDING;
    DISPLAY => Own("", |define, from| define.take_use(Use::Display, from.at)), "Its values.";
    FLOW => Switch(|define| define.flow = true), "Long values go on in the next line.";
    FORMAT | F => Format(|define, format| define.format = Some(format)), "The format of its values.";
    GROUP => Own("", |define, from| define.take_use(Use::Group, from.at)), "A row for each of its values.";
    ID => Switch(|define| define.id = true), "The columns up to it are repeated where the report goes on.";
    LEFT => Switch(|define| define.side = Some(ReportSide::Left)), "Values at the left.";
    MISSING => Switch(|define| define.missing = true), help::MISSING;
    NOPRINT => Switch(|define| define.no_print = true), "Does not list the column.";
    ORDER => Own("", |define, from| define.take_use(Use::Order, from.at)), "Rows in the order of its values.";
    ORDER => OrderOrFrequency(|define, order| define.order = Some((order.unwrap_or_default(), order.is_none()))),
        "The order of its values; FORMATTED by default.";
    RIGHT => Switch(|define| define.side = Some(ReportSide::Right)), "Values at the right.";
    SPACING => Whole(0, 256, |define, width| define.spacing = Some(width as usize)), "The blanks before the column.";
    STYLE | S => Own("=a style", |_, from| style(from)), help::STYLE;
    WIDTH => Whole(1, 256, |define, width| define.width = Some(width as usize)), "The width of the column.";
};

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

/// The contents of DEFINE.
pub(super) fn define(from: &mut Argument<'_, '_>) -> Result<Define> {
    let (lowering, cursor) = (&mut *from.lowering, &mut *from.cursor);
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
        if take_known(lowering, cursor, &option, DEFINE_OPTIONS, &mut define)? {
            continue;
        }
        let [statistic] = Statistic::of_keyword(&option.text.to_ascii_lowercase())[..] else {
            let known = described(DEFINE_OPTIONS);
            return Err(lowering.not_in(&option, "an option of DEFINE", &known));
        };
        define.take_use(Use::Analysis, option.at)?;
        define.statistic = Some(statistic);
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
