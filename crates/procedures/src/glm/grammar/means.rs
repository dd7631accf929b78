//! LSMEANS and MEANS.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};

use super::terms::{ModelPart, terms};
use crate::glm::Adjustment;
use crate::grammar::lowering::Lowering;
use crate::linear::grammar::{alpha, number, skip_plots};

const OPTIONS: &[&str] = &[
    "ADJUST=", "ALPHA=", "AT", "CL", "COV", "OUT=", "PDIFF", "PLOTS=", "STDERR",
];

#[derive(Debug)]
pub(super) struct LeastSquaresMeans {
    pub effects: Vec<ModelPart>,
    pub adjustment: Adjustment,
    pub alpha: Option<f64>,
    /// AT: the values of covariates; `None` for AT MEANS.
    pub at_values: Option<Vec<(Name, f64)>>,
    pub limits: bool,
    pub differences: bool,
    pub errors: bool,
    pub out: Option<DataSet>,
    /// The position of COV.
    pub covariances: Option<Position>,
    /// The notes about options that have no effect.
    pub notes: Vec<Diagnostic>,
    pub at: Position,
}

/// Parses the statement after the word LSMEANS.
pub(super) fn least_squares_means(
    lowering: &Lowering<'_>,
    at: Position,
    cursor: &mut Cursor<'_>,
) -> Result<LeastSquaresMeans> {
    let mut written = LeastSquaresMeans {
        effects: effects(cursor, "LSMEANS")?,
        adjustment: Adjustment::None,
        alpha: None,
        at_values: None,
        limits: false,
        differences: false,
        errors: false,
        out: None,
        covariances: None,
        notes: Vec::new(),
        at,
    };
    if cursor.take(Symbol::Slash) {
        while !cursor.at_end() {
            written.option(lowering, cursor)?;
        }
    }
    // COV affects only OUT=.
    if let (Some(at), Some(_)) = (written.covariances, &written.out) {
        let message = "the covariances of COV are not supported in OUT= of LSMEANS";
        return Err(Diagnostic::error(at, message).with_hint("leave COV out"));
    }
    Ok(written)
}

impl LeastSquaresMeans {
    fn option(&mut self, lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<()> {
        let option = cursor.expect_name("an option of LSMEANS")?;
        let at = option.at;
        match option.text.to_ascii_lowercase().as_str() {
            "adjust" => {
                cursor.expect(Symbol::Equal, "after ADJUST")?;
                self.adjustment = adjustment(lowering, cursor)?;
                self.differences = true;
            }
            "alpha" => self.alpha = Some(alpha(cursor)?),
            "at" => self.at_values = Some(at_values(cursor)?),
            "cl" => self.limits = true,
            "out" => {
                cursor.expect(Symbol::Equal, "after OUT")?;
                self.out = Some(cursor.data_set()?);
            }
            "pdiff" => {
                self.differences = true;
                if cursor.take(Symbol::Equal) {
                    let kind = cursor.expect_name("ALL after PDIFF=")?;
                    if !kind.text.eq_ignore_ascii_case("all") {
                        return Err(lowering.unknown(&kind, "a value of PDIFF=", &["ALL"]));
                    }
                }
            }
            "stderr" => self.errors = true,
            "cov" => self.covariances = Some(at),
            "plot" | "plots" => self.notes.extend(skip_plots(cursor)?),
            _ => return Err(lowering.unknown(&option, "an option of LSMEANS", OPTIONS)),
        }
        Ok(())
    }
}

fn adjustment(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<Adjustment> {
    let kind = cursor.expect_name("an adjustment for ADJUST=")?;
    Ok(match kind.text.to_ascii_lowercase().as_str() {
        "t" => Adjustment::None,
        "bon" | "bonferroni" => Adjustment::Bonferroni,
        "scheffe" => Adjustment::Scheffe,
        "sidak" => Adjustment::Sidak,
        "tukey" => Adjustment::Tukey,
        _ => {
            let known = ["BON", "SCHEFFE", "SIDAK", "T", "TUKEY"];
            return Err(lowering.unknown(&kind, "a value of ADJUST=", &known));
        }
    })
}

/// Parses what follows AT: `MEANS`, `x=5` or `(x z)=(5 2)`.
fn at_values(cursor: &mut Cursor<'_>) -> Result<Vec<(Name, f64)>> {
    let what = "a number for AT";
    if cursor.is_word(0, "means") && !cursor.is(1, Symbol::Equal) {
        cursor.skip(1);
        return Ok(Vec::new());
    }
    if !cursor.take(Symbol::LeftParen) {
        let name = cursor.expect_name("a covariate after AT")?;
        cursor.expect(Symbol::Equal, "after the covariate of AT")?;
        return Ok(vec![(name, number(cursor, what)?)]);
    }
    let mut names = Vec::new();
    while !cursor.take(Symbol::RightParen) {
        names.push(cursor.expect_name("a covariate after AT")?);
    }
    cursor.expect(Symbol::Equal, "after the covariates of AT")?;
    cursor.expect(Symbol::LeftParen, "before the values of AT")?;
    let at = cursor.position();
    let mut values = Vec::new();
    while !cursor.take(Symbol::RightParen) {
        values.push(number(cursor, what)?);
    }
    if values.len() != names.len() {
        let message = format!(
            "AT has {} covariates and {} values",
            names.len(),
            values.len()
        );
        return Err(Diagnostic::error(at, message));
    }
    Ok(names.into_iter().zip(values).collect())
}

/// Parses the statement after the word MEANS.
pub(super) fn means(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<Vec<ModelPart>> {
    let effects = effects(cursor, "MEANS")?;
    if cursor.take(Symbol::Slash) {
        let option = cursor.expect_name("an option of MEANS")?;
        let error = lowering.unknown(&option, "an option of MEANS", &[]);
        return Err(error.with_hint("LSMEANS compares means: lsmeans effect / pdiff"));
    }
    Ok(effects)
}

fn effects(cursor: &mut Cursor<'_>, of: &str) -> Result<Vec<ModelPart>> {
    let effects = terms(cursor)?;
    match effects.is_empty() {
        true => Err(cursor.expected(&format!("an effect for {of}"))),
        false => Ok(effects),
    }
}
