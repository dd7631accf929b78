//! The PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::styles::skip_style;
use feedrate_procedure::grammar::table::{OptionTable, help, options};
use feedrate_procedure::variables::ClassOrder;
use feedrate_stats::Divisor;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use crate::tabulate::Outline;

pub(super) const OPTIONS: OptionTable<TabulateOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    CONTENTS => Own("=a text", |_, from| from.word().map(drop)), "No effect: there are no lists of contents.";
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    EXCLNPWGT | EXCLNPWGTS => Switch(|options| options.exclude_weightless = true), help::EXCLNPWGT;
    FORMAT | F => Format(|options, format| options.format = Some(format)), "The format of cells; 12.2 by default.";
    FORMCHAR => Own("=a text in quotes", |options, from| {
        options.outline = outline(from.cursor)?;
        Ok(())
    }), "The characters of lines: `='|----|+|---'`, or `(1 2 7)='|-+'`.";
    MISSING => Switch(|options| options.missing = true), help::MISSING;
    NOSEPS => Switch(|options| options.no_separators = true), "Leaves out the lines between rows.";
    NOTHREADS => Switch(|options| options.threads = Some(false)), help::NOTHREADS;
    ORDER => OrderOrFrequency(|options, order| options.order = order.into()), help::ORDER;
    OUT => Data(|options, data| options.out = Some(data)), "Makes a data set of the cells.";
    QMETHOD => Words(&[("OS", |_| {})]), help::QMETHOD;
    QNTLDEF | PCTLDEF => Percentiles(|options, definition, at| {
        options.definition = definition;
        options.definition_at = Some(at);
    }), help::PERCENTILES;
    STYLE | S => Own("=a style", |_, from| skip_style(from.cursor)), help::STYLE;
    THREADS => Switch(|options| options.threads = Some(true)), help::THREADS;
    VARDEF => VarianceDivisor(|options, divisor| options.divisor = divisor), help::VARDEF;
};

/// The options of the PROC statement.
#[derive(Debug, Default)]
pub(super) struct TabulateOptions {
    pub data: Option<DataSet>,
    pub out: Option<DataSet>,
    /// FORMAT=, as written.
    pub format: Option<(String, Position)>,
    pub missing: bool,
    pub order: Order,
    pub no_separators: bool,
    pub outline: Outline,
    pub alpha: Option<f64>,
    pub divisor: Divisor,
    pub definition: QuantileDefinition,
    pub definition_at: Option<Position>,
    pub exclude_weightless: bool,
    pub threads: Option<bool>,
}

/// ORDER=: the order of levels, and whether how many observations they have goes before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    pub order: ClassOrder,
    pub by_frequency: bool,
}

impl From<Option<ClassOrder>> for Order {
    fn from(order: Option<ClassOrder>) -> Self {
        Self {
            order: order.unwrap_or_default(),
            by_frequency: order.is_none(),
        }
    }
}

/// `='|----|+|---'` or `(1 2 7)='|-+'`, which FORMCHAR was before.
fn outline(cursor: &mut Cursor<'_>) -> Result<Outline> {
    const WHAT: &str = "the place of a line's character, from 1 to 20, for FORMCHAR";
    let mut outline = Outline::default();
    let mut places: Vec<usize> = (0..outline.0.len()).collect();
    let some = cursor.take(Symbol::LeftParen);
    if some {
        places.clear();
        while !cursor.take(Symbol::RightParen) {
            let at = cursor.position();
            match cursor.expect_count(WHAT)? {
                place @ 1..=20 => places.push(place as usize - 1),
                _ => return Err(Diagnostic::error(at, format!("expected {WHAT}"))),
            }
            cursor.take(Symbol::Comma);
        }
    }
    cursor.expect(Symbol::Equal, "after FORMCHAR")?;
    let text = cursor.expect_string("the characters of FORMCHAR")?;
    // Characters that are missing are blank.
    let characters = text.chars().chain(std::iter::repeat(' '));
    for (place, character) in places.into_iter().zip(characters) {
        if let Some(of_outline) = outline.0.get_mut(place) {
            *of_outline = character;
        }
    }
    Ok(outline)
}
