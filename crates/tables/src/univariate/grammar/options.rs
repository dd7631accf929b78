//! The PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::number::take_number;
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::{OptionTable, help, options};
use feedrate_stats::Divisor;
use feedrate_stats::quantile::Definition as QuantileDefinition;

pub(super) const OPTIONS: OptionTable<UnivariateOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    CIBASIC => Own("(ALPHA=)", |options, from| {
        let mut own = None;
        from.options_in_parentheses(INTERVAL_OPTIONS, &mut own)?;
        options.intervals = Some(own);
        Ok(())
    }), "Confidence limits of the mean, the standard deviation and the variance.";
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    EXCLNPWGT | EXCLNPWGTS => Switch(|options| options.exclude_weightless = true), help::EXCLNPWGT;
    MU0 | LOCATION => Own("=numbers", |options, from| {
        from.equals()?;
        options.locations_at = Some(from.cursor.position());
        options.locations = numbers(from.cursor, &from.name)?;
        Ok(())
    }), "The value that tests of location test, for all or for each variable.";
    NEXTROBS => Whole(0, 100, |options, most| options.extremes = Some(most as usize)),
        "How many of the least and the greatest values are listed; 5 by default.";
    NOPLOT | NOBYPLOT | NOBYPLOTS => Switch(|_| {}), "No effect: nothing is drawn.";
    NOPRINT => Switch(|options| options.no_print = true), help::NOPRINT;
    NORMAL | NORMALTEST => Switch(|options| options.normal = true), "Tests of normality.";
    NOTHREADS => Switch(|options| options.threads = Some(false)), help::NOTHREADS;
    PCTLDEF | DEF | QNTLDEF => Percentiles(|options, definition, at| {
        options.definition = definition;
        options.definition_at = Some(at);
    }), help::PERCENTILES;
    PLOTS | PLOT => Own("=plots", |_, from| plots(from)), help::PLOTS;
    THREADS => Switch(|options| options.threads = Some(true)), help::THREADS;
    VARDEF => VarianceDivisor(|options, divisor| options.divisor = divisor), help::VARDEF;
};

/// The options of CIBASIC.
const INTERVAL_OPTIONS: OptionTable<Option<f64>> = options! {
    ALPHA => Alpha(|own, alpha| *own = Some(alpha)), help::ALPHA;
    TYPE => Words(&[("TWOSIDED", |_| {})]), "No effect: limits are on two sides.";
};

/// The number of observations that are listed on each side unless NEXTROBS= says otherwise.
const EXTREMES: usize = 5;

/// The most numbers that a list may stand for.
const MOST_NUMBERS: usize = 1000;

/// The options of the PROC statement.
#[derive(Debug, Default)]
pub(super) struct UnivariateOptions {
    pub data: Option<DataSet>,
    pub no_print: bool,
    pub normal: bool,
    /// CIBASIC, with its own ALPHA= if it has one.
    pub intervals: Option<Option<f64>>,
    pub alpha: Option<f64>,
    /// MU0=, and where it stands.
    pub locations: Vec<f64>,
    pub locations_at: Option<Position>,
    pub extremes: Option<usize>,
    pub definition: QuantileDefinition,
    pub definition_at: Option<Position>,
    pub divisor: Divisor,
    pub exclude_weightless: bool,
    pub threads: Option<bool>,
}

impl UnivariateOptions {
    /// The number of observations that are listed on each side.
    pub(super) fn extremes(&self) -> usize {
        self.extremes.unwrap_or(EXTREMES)
    }
}

/// A list of numbers: `1 2.5 to 10 by 2.5`, with commas or without.
pub(super) fn numbers(cursor: &mut Cursor<'_>, of: &str) -> Result<Vec<f64>> {
    let mut all = Vec::new();
    while let Some(first) = take_number(cursor) {
        let at = cursor.position();
        if !cursor.take_word("to") {
            all.push(first);
        } else {
            let what = || format!("a number after TO, for {of}");
            let last = take_number(cursor).ok_or_else(|| cursor.expected(&what()))?;
            let step = match cursor.take_word("by") {
                true => take_number(cursor).ok_or_else(|| cursor.expected("a number after BY"))?,
                false => 1.0,
            };
            let steps = ((last - first) / step + 1e-9).floor();
            if !(0.0..MOST_NUMBERS as f64).contains(&steps) {
                let message = format!("TO and BY make no list of numbers for {of}");
                return Err(Diagnostic::error(at, message));
            }
            all.extend((0..=steps as usize).map(|place| first + place as f64 * step));
        }
        if all.len() > MOST_NUMBERS {
            let message = format!("{of} takes no more than {MOST_NUMBERS} numbers");
            return Err(Diagnostic::error(at, message));
        }
        cursor.take(Symbol::Comma);
    }
    match all.is_empty() {
        true => Err(cursor.expected(&format!("a number for {of}"))),
        false => Ok(all),
    }
}
