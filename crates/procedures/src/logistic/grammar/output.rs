//! The data sets of OUTPUT and OUTEST=: what they are asked for, their columns, and where these lie.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::{DataStep, Slot};
use feedrate_values::Kind;

use crate::grammar::input::{StepVariables, special_data_set};
use crate::grammar::made::{OutputColumn, number_of, text_of};
use crate::logistic::{EstimatesOutput, LogisticOutput};

/// The variable with the level whose probability is predicted.
const LEVEL: &str = "_LEVEL_";

/// The texts of OUTEST=, with their bytes.
const TEXTS: [(&str, u32); 5] = [
    ("_LINK_", 8),
    ("_TYPE_", 8),
    ("_STATUS_", 11),
    ("_NAME_", 32),
    ("_ESTTYPE_", 4),
];

/// The logarithm of the likelihood.
const LIKELIHOOD: &str = "_LNLIKE_";

/// The longest name of a variable.
const LONGEST_NAME: usize = 32;

/// An OUTPUT statement.
#[derive(Debug)]
pub(super) struct OutputStatement {
    pub data_set: DataSet,
    probability: Option<Name>,
    predictor: Option<Name>,
    pub at: Position,
}

pub(super) fn output(cursor: &mut Cursor<'_>, at: Position) -> Result<OutputStatement> {
    let mut statements = OutputStatement {
        data_set: special_data_set("_DATA_", at),
        probability: None,
        predictor: None,
        at,
    };
    while !cursor.at_end() {
        let keyword = cursor.expect_name("OUT=, P= or XBETA= for OUTPUT")?;
        let upper = keyword.text.to_ascii_uppercase();
        let known = ["OUT", "P", "PRED", "PREDICTED", "PROB", "XBETA"];
        if !known.contains(&upper.as_str()) {
            let message = format!("{upper} is not a keyword of OUTPUT that is supported");
            return Err(
                Diagnostic::error(keyword.at, message).with_hint("there are OUT=, P=, XBETA=")
            );
        }
        cursor.expect(Symbol::Equal, &format!("after {upper}"))?;
        match upper.as_str() {
            "OUT" => statements.data_set = cursor.data_set()?,
            "XBETA" => statements.predictor = Some(cursor.expect_name("a name for XBETA=")?),
            _ => statements.probability = Some(cursor.expect_name("a name for P=")?),
        }
    }
    let names = [&statements.probability, &statements.predictor];
    if let [Some(one), Some(other)] = names
        && one.text.eq_ignore_ascii_case(&other.text)
    {
        let message = format!("{} is named twice", other.text);
        return Err(Diagnostic::error(other.at, message));
    }
    Ok(statements)
}

impl OutputStatement {
    /// The new variables, with their labels.
    fn names(&self) -> impl Iterator<Item = (&Name, &'static str)> {
        let probability = self.probability.iter();
        let predictor = self.predictor.iter();
        probability
            .map(|name| (name, "Estimated Probability"))
            .chain(predictor.map(|name| (name, "Linear Predictor")))
    }

    /// The columns of its data set: all variables of the step, and the new ones. `used` are the variables of
    /// the model, which these cannot replace.
    pub(super) fn columns(
        &self,
        among: StepVariables<'_>,
        response: usize,
        used: &[usize],
    ) -> Result<Vec<OutputColumn>> {
        for (name, _) in self.names() {
            let known = among.position(&name.text);
            if known.is_some_and(|index| used.contains(&index)) {
                let upper = name.text.to_uppercase();
                let message = format!("{upper} is a variable of the model; give it another name");
                return Err(Diagnostic::error(name.at, message));
            }
        }
        let is_new = |name: &str| {
            let mut names = self.names();
            name.eq_ignore_ascii_case(LEVEL)
                || names.any(|(own, _)| own.text.eq_ignore_ascii_case(name))
        };
        let all = (0..among.count()).filter(|&index| among.is_listed(index));
        let names = all.map(|index| among.name(index));
        let as_read = names
            .filter(|name| !is_new(name))
            .map(OutputColumn::as_read);
        let variable = among.variable(response);
        let level = match variable.slot {
            Slot::Number(_) => OutputColumn::number(LEVEL),
            Slot::Text(slot) => OutputColumn::text(LEVEL, slot.length),
        };
        let format = variable.format.clone();
        let level = OutputColumn {
            attributes: Some(("Response Value".to_owned(), format)),
            ..level
        };
        let own = self.names().map(|(name, label)| OutputColumn {
            attributes: Some((label.to_owned(), None)),
            ..OutputColumn::number(&name.text)
        });
        Ok(as_read.chain([level]).chain(own).collect())
    }

    /// Where they lie in the step.
    pub(super) fn slots(&self, step: &DataStep, number: u32) -> Result<LogisticOutput> {
        let one = |name: &Option<Name>| {
            let slot =
                |name: &Name| number_of(step, &name.text).ok_or_else(|| lost(&name.text, self.at));
            name.as_ref().map(slot).transpose()
        };
        let level = number_of(step, LEVEL).map(Slot::Number);
        let level = level.or_else(|| text_of(step, LEVEL).map(Slot::Text));
        Ok(LogisticOutput {
            number,
            level: level.ok_or_else(|| lost(LEVEL, self.at))?,
            probability: one(&self.probability)?,
            predictor: one(&self.predictor)?,
        })
    }
}

/// The columns of OUTEST=.
pub(super) fn estimate_columns(
    among: StepVariables<'_>,
    by: &[usize],
    parameters: &[(String, String)],
    at: Position,
) -> Result<Vec<OutputColumn>> {
    let mut columns: Vec<OutputColumn> = Vec::new();
    let as_read = by.iter();
    columns.extend(as_read.map(|&index| OutputColumn::as_read(among.name(index))));
    let texts = TEXTS.iter().take(4);
    columns.extend(texts.map(|(name, bytes)| OutputColumn::text(name, *bytes)));
    for (name, label) in parameters {
        let known = among.position(name);
        let is_text = known.is_some_and(|index| among.kind(index) == Some(Kind::Text));
        let mut others = columns.iter();
        let is_again = others.any(|other| other.name.eq_ignore_ascii_case(name));
        if is_text || is_again || name.len() > LONGEST_NAME {
            let message = format!("{name} cannot be a variable of OUTEST= here");
            return Err(Diagnostic::error(at, message));
        }
        columns.push(OutputColumn {
            attributes: Some((label.clone(), None)),
            ..OutputColumn::number(name)
        });
    }
    columns.push(OutputColumn {
        attributes: Some(("Model Log Likelihood".to_owned(), None)),
        ..OutputColumn::number(LIKELIHOOD)
    });
    columns.extend(
        TEXTS[4..]
            .iter()
            .map(|(name, bytes)| OutputColumn::text(name, *bytes)),
    );
    Ok(columns)
}

/// Where they lie in the step.
pub(super) fn estimate_slots(
    step: &DataStep,
    number: u32,
    intercept: bool,
    parameters: &[(String, String)],
    at: Position,
) -> Result<EstimatesOutput> {
    let number_at = |name: &str| number_of(step, name).ok_or_else(|| lost(name, at));
    let text_at = |name: &str| text_of(step, name).ok_or_else(|| lost(name, at));
    let [link, of_type, status, name, estimation] = TEXTS.map(|(name, _)| text_at(name));
    let slots = parameters.iter().map(|(name, _)| number_at(name));
    let mut slots = slots.collect::<Result<Vec<_>>>()?;
    let first = match intercept {
        true => Some(slots.remove(0)),
        false => None,
    };
    Ok(EstimatesOutput {
        number,
        texts: [link?, of_type?, status?, name?, estimation?],
        intercept: first,
        slopes: slots,
        likelihood: number_at(LIKELIHOOD)?,
    })
}

fn lost(name: &str, at: Position) -> Diagnostic {
    let message = format!("{name} cannot be a variable of an output data set here");
    Diagnostic::error(at, message)
}
