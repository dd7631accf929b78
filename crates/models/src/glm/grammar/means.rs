//! LSMEANS and MEANS.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::number::number;
use feedrate_procedure::grammar::plots::skip_plots;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

use super::terms::{ModelPart, terms};
use crate::glm::Adjustment;

pub(super) const MEANS_OPTIONS: OptionTable<LeastSquaresMeans> = options! {
    ADJUST => Own("=BON, SCHEFFE, SIDAK, T or TUKEY", |means, from| {
        from.equals()?;
        means.adjustment = adjustment(from)?;
        means.differences = true;
        Ok(())
    }), "Differences, with their probabilities adjusted for their number.";
    ALPHA => Alpha(|means, alpha| means.alpha = Some(alpha)), help::ALPHA;
    AT => Own("MEANS, `x=5` or `(x z)=(5 2)`", |means, from| {
        means.at_values = Some(at_values(from.cursor)?);
        Ok(())
    }), "At which values of covariates; at their means by default.";
    CL => Switch(|means| means.limits = true), "Confidence limits.";
    COV => Own("", |means, from| {
        means.covariances = Some(from.at);
        Ok(())
    }), "No effect without OUT=, and refused with it.";
    OUT => Data(|means, data| means.out = Some(data)), "Makes a data set of the means.";
    PDIFF => Own("`=ALL` or nothing", |means, from| {
        means.differences = true;
        if from.cursor.take(Symbol::Equal) {
            let kind = from.cursor.expect_name("ALL after PDIFF=")?;
            if !kind.text.eq_ignore_ascii_case("all") {
                return Err(from.lowering.unknown(&kind, "a value of PDIFF=", &["ALL"]));
            }
        }
        Ok(())
    }), "The differences of the means.";
    PLOTS | PLOT => Own("=plots", |_, from| {
        let note = skip_plots(from.cursor)?;
        from.lowering.diagnostics.extend(note);
        Ok(())
    }), help::PLOTS;
    STDERR => Switch(|means| means.errors = true), "Standard errors.";
};

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
    pub at: Position,
}

/// Parses the statement after the word LSMEANS.
pub(super) fn least_squares_means(from: &mut Argument<'_, '_>) -> Result<LeastSquaresMeans> {
    let mut written = LeastSquaresMeans {
        effects: effects(from)?,
        adjustment: Adjustment::None,
        alpha: None,
        at_values: None,
        limits: false,
        differences: false,
        errors: false,
        out: None,
        covariances: None,
        at: from.at,
    };
    from.options_behind_slash(MEANS_OPTIONS, &mut written)?;
    // COV affects only OUT=.
    if let (Some(at), Some(_)) = (written.covariances, &written.out) {
        let message = "the covariances of COV are not supported in OUT= of LSMEANS";
        return Err(Diagnostic::error(at, message).with_hint("leave COV out"));
    }
    Ok(written)
}

fn adjustment(from: &mut Argument<'_, '_>) -> Result<Adjustment> {
    let kind = from.cursor.expect_name("an adjustment for ADJUST=")?;
    Ok(match kind.text.to_ascii_lowercase().as_str() {
        "t" => Adjustment::None,
        "bon" | "bonferroni" => Adjustment::Bonferroni,
        "scheffe" => Adjustment::Scheffe,
        "sidak" => Adjustment::Sidak,
        "tukey" => Adjustment::Tukey,
        _ => {
            let known = ["BON", "SCHEFFE", "SIDAK", "T", "TUKEY"];
            return Err(from.lowering.unknown(&kind, "a value of ADJUST=", &known));
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
        let message = format!("AT has {} covariates and {} values", names.len(), values.len());
        return Err(Diagnostic::error(at, message));
    }
    Ok(names.into_iter().zip(values).collect())
}

/// Parses the statement after the word MEANS.
pub(super) fn means(from: &mut Argument<'_, '_>) -> Result<Vec<ModelPart>> {
    let effects = effects(from)?;
    if from.cursor.take(Symbol::Slash) {
        let option = from.cursor.expect_name("an option of MEANS")?;
        let error = from.lowering.unknown(&option, "an option of MEANS", &[]);
        return Err(error.with_hint("LSMEANS compares means: lsmeans effect / pdiff"));
    }
    Ok(effects)
}

fn effects(from: &mut Argument<'_, '_>) -> Result<Vec<ModelPart>> {
    let effects = terms(from.cursor)?;
    match effects.is_empty() {
        true => Err(from.cursor.expected(&format!("an effect for {}", from.name))),
        false => Ok(effects),
    }
}
