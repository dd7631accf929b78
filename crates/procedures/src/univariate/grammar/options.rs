//! The PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};

use crate::aggregate::{Divisor, QuantileDefinition};
use crate::grammar::lowering::Lowering;
use crate::linear::grammar::{alpha, plots, take_number};
use crate::means::grammar::divisor;

const OPTIONS: &[&str] = &[
    "ALPHA=",
    "CIBASIC",
    "DATA=",
    "EXCLNPWGT",
    "MU0=",
    "NEXTROBS=",
    "NOPRINT",
    "NORMAL",
    "NOTHREADS",
    "PCTLDEF=",
    "THREADS",
    "VARDEF=",
];

/// How many observations are listed on each side unless NEXTROBS= says otherwise, and how many at most.
const EXTREMES: usize = 5;
const MOST_EXTREMES: u64 = 100;

/// The most numbers that a list may stand for.
const MOST_NUMBERS: usize = 1000;

/// What the PROC statement says.
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
    /// How many observations are listed on each side.
    pub(super) fn extremes(&self) -> usize {
        self.extremes.unwrap_or(EXTREMES)
    }
}

pub(super) fn options(lowering: &mut Lowering<'_>) -> Result<UnivariateOptions> {
    let mut options = UnivariateOptions::default();
    lowering.options(OPTIONS, |lowering, word, head| {
        match word {
            "noprint" => options.no_print = true,
            "normal" | "normaltest" => options.normal = true,
            "exclnpwgt" | "exclnpwgts" => options.exclude_weightless = true,
            "threads" => options.threads = Some(true),
            "nothreads" => options.threads = Some(false),
            "alpha" => options.alpha = Some(alpha(head)?),
            "cibasic" => options.intervals = Some(own_alpha(head)?),
            "plot" | "plots" => plots(lowering, head)?,
            // Nothing is drawn anyway.
            "noplot" | "nobyplot" | "nobyplots" => {}
            _ => return options.value(word, head),
        }
        Ok(true)
    })?;
    Ok(options)
}

impl UnivariateOptions {
    /// An option with a value; false when it is none of them.
    fn value(&mut self, word: &str, head: &mut Cursor<'_>) -> Result<bool> {
        let known = [
            "data", "mu0", "location", "nextrobs", "pctldef", "def", "qntldef", "vardef",
        ];
        if !known.contains(&word) {
            return Ok(false);
        }
        let upper = word.to_ascii_uppercase();
        head.expect(Symbol::Equal, &format!("after {upper}"))?;
        let at = head.position();
        match word {
            "data" => self.data = Some(head.data_set()?),
            "mu0" | "location" => {
                self.locations = numbers(head, &upper)?;
                self.locations_at = Some(at);
            }
            "nextrobs" => {
                let count = head.expect_count("how many observations, for NEXTROBS")?;
                if count > MOST_EXTREMES {
                    let message =
                        format!("NEXTROBS= takes a whole number of at most {MOST_EXTREMES}");
                    return Err(Diagnostic::error(at, message));
                }
                self.extremes = Some(count as usize);
            }
            "vardef" => {
                let value = head.option_word(&upper)?.to_ascii_lowercase();
                let divisor = divisor(&value);
                self.divisor = divisor.ok_or_else(|| {
                    let message = format!("VARDEF= takes DF, N, WDF or WEIGHT, not {value}");
                    Diagnostic::error(at, message)
                })?;
            }
            _ => {
                let number = head.expect_count("a whole number from 1 to 5")?;
                let definition = QuantileDefinition::of(number);
                self.definition = definition.ok_or_else(|| {
                    let message = format!("{upper}= takes a whole number from 1 to 5");
                    Diagnostic::error(at, message)
                })?;
                self.definition_at = Some(at);
            }
        }
        Ok(true)
    }
}

/// `(ALPHA=p TYPE=TWOSIDED)` behind CIBASIC.
fn own_alpha(head: &mut Cursor<'_>) -> Result<Option<f64>> {
    let mut own = None;
    if !head.take(Symbol::LeftParen) {
        return Ok(own);
    }
    while !head.take(Symbol::RightParen) {
        let option = head.expect_name("ALPHA=, TYPE= or `)` for CIBASIC")?;
        let upper = option.text.to_ascii_uppercase();
        match upper.as_str() {
            "ALPHA" => own = Some(alpha(head)?),
            "TYPE" => {
                head.expect(Symbol::Equal, "after TYPE")?;
                let at = head.position();
                let word = head.option_word("TYPE")?;
                if !word.eq_ignore_ascii_case("twosided") {
                    let message = format!("TYPE= of CIBASIC takes TWOSIDED, not {word}");
                    return Err(Diagnostic::error(at, message));
                }
            }
            _ => {
                let message = format!("{upper} is not an option of CIBASIC that is supported");
                return Err(
                    Diagnostic::error(option.at, message).with_hint("there are ALPHA=, TYPE=")
                );
            }
        }
    }
    Ok(own)
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
