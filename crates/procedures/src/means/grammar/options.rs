//! The PROC statement: its options, and the keywords of statistics.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};

use crate::aggregate::{ClassOrder, Divisor, QuantileDefinition, Statistic};
use crate::grammar::lowering::Lowering;

const OPTIONS: &[&str] = &[
    "DATA=",
    "ALPHA=",
    "DESCENDTYPES",
    "EXCLNPWGT",
    "FW=",
    "MAXDEC=",
    "MISSING",
    "NOLABELS",
    "NONOBS",
    "NOPRINT",
    "NOTHREADS",
    "NWAY",
    "ORDER=",
    "PRINT",
    "PRINTALLTYPES",
    "QMETHOD=",
    "QNTLDEF=",
    "THREADS",
    "VARDEF=",
];

/// What the PROC statement says.
#[derive(Debug, Default)]
pub(crate) struct MeansOptions {
    pub data: Option<DataSet>,
    pub statistics: Vec<Statistic>,
    /// PRINT or NOPRINT, whichever came last.
    pub prints: Option<bool>,
    pub nway: bool,
    pub missing: bool,
    pub descending_types: bool,
    pub all_types: bool,
    pub no_counts: bool,
    pub no_labels: bool,
    pub exclude_weightless: bool,
    pub threads: Option<bool>,
    pub order: ClassOrder,
    pub decimals: Option<usize>,
    pub width: Option<usize>,
    pub alpha: Option<f64>,
    pub divisor: Divisor,
    pub definition: QuantileDefinition,
    pub definition_at: Option<Position>,
}

pub(crate) fn options(lowering: &mut Lowering<'_>) -> Result<MeansOptions> {
    let mut options = MeansOptions::default();
    let mut head = lowering.head();
    while !head.at_end() {
        let name = head.expect_name(&format!("an option of PROC {}", lowering.name))?;
        let word = name.text.to_ascii_lowercase();
        if !options.flag(&word) && !options.value(&word, &mut head)? {
            let statistics = Statistic::of_keyword(&word);
            if statistics.is_empty() {
                return Err(unknown(lowering, &name));
            }
            for statistic in statistics {
                if !options.statistics.contains(&statistic) {
                    options.statistics.push(statistic);
                }
            }
        }
    }
    Ok(options)
}

fn unknown(lowering: &Lowering<'_>, name: &feedrate_language::tree::Name) -> Diagnostic {
    let mut error = lowering.unknown(name, "an option or a statistic", OPTIONS);
    let upper = name.text.to_ascii_uppercase();
    let known = OPTIONS.iter().copied().chain(Statistic::keywords());
    if let Some(hint) = did_you_mean(&upper, known) {
        error = error.with_hint(hint);
    }
    error
}

impl MeansOptions {
    /// An option without a value; false when it is none of them.
    fn flag(&mut self, word: &str) -> bool {
        match word {
            "print" => self.prints = Some(true),
            "noprint" => self.prints = Some(false),
            "nway" => self.nway = true,
            "missing" => self.missing = true,
            "descend" | "descending" | "descendtypes" => self.descending_types = true,
            "printall" | "printalltypes" => self.all_types = true,
            "nonobs" => self.no_counts = true,
            "nolabels" => self.no_labels = true,
            "exclnpwgt" | "exclnpwgts" => self.exclude_weightless = true,
            "threads" => self.threads = Some(true),
            "nothreads" => self.threads = Some(false),
            _ => return false,
        }
        true
    }

    /// An option with a value; false when it is none of them.
    fn value(&mut self, word: &str, head: &mut Cursor<'_>) -> Result<bool> {
        let is_one = matches!(
            word,
            "data"
                | "alpha"
                | "fw"
                | "maxdec"
                | "order"
                | "qmethod"
                | "qntldef"
                | "pctldef"
                | "vardef"
        );
        if !is_one {
            return Ok(false);
        }
        let upper = word.to_ascii_uppercase();
        head.expect(Symbol::Equal, &format!("after {upper}"))?;
        if word == "data" {
            self.data = Some(head.data_set()?);
            return Ok(true);
        }
        let at = head.position();
        let value = head.option_word(&upper)?.to_ascii_lowercase();
        let wrong = |takes: &str| {
            let message = format!("{upper}= takes {takes}, not {value}");
            Diagnostic::error(at, message)
        };
        let number = |least: usize, most: usize| {
            let number = value.parse().ok();
            let number = number.filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| wrong(&format!("a whole number from {least} to {most}")))
        };
        match word {
            "fw" => self.width = Some(number(6, 32)?),
            "maxdec" => self.decimals = Some(number(0, 8)?),
            "alpha" => {
                let alpha = value
                    .parse()
                    .ok()
                    .filter(|alpha| 0.0 < *alpha && *alpha < 1.0);
                self.alpha = Some(alpha.ok_or_else(|| wrong("a number between 0 and 1"))?);
            }
            "order" => {
                self.order =
                    class_order(&value).ok_or_else(|| wrong("INTERNAL, DATA or FORMATTED"))?;
            }
            "qmethod" if value != "os" => {
                return Err(wrong("OS").with_hint("percentiles are exact, whatever their number"));
            }
            "qntldef" | "pctldef" => {
                let definition = value.parse().ok().and_then(QuantileDefinition::of);
                self.definition = definition.ok_or_else(|| wrong("a whole number from 1 to 5"))?;
                self.definition_at = Some(at);
            }
            "vardef" => {
                self.divisor = divisor(&value).ok_or_else(|| wrong("DF, N, WDF or WEIGHT"))?;
            }
            _ => {}
        }
        Ok(true)
    }
}

/// The order of ORDER=; none of one that is not supported.
pub(crate) fn class_order(word: &str) -> Option<ClassOrder> {
    Some(match word {
        "internal" | "unformatted" => ClassOrder::Internal,
        "data" => ClassOrder::Data,
        "formatted" | "external" => ClassOrder::Formatted,
        _ => return None,
    })
}

/// The divisor of VARDEF=, in small letters.
pub(crate) fn divisor(word: &str) -> Option<Divisor> {
    Some(match word {
        "df" => Divisor::Degrees,
        "n" => Divisor::Number,
        "wdf" => Divisor::WeightDegrees,
        "weight" | "wgt" => Divisor::Weight,
        _ => return None,
    })
}
