//! The data sets of OUTPUT and OUTEST=: their columns, and the slots of the statistics.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables, special_data_set};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, help, options};
use feedrate_program::Slot;

use crate::logistic::{EstimatesOutput, LogisticOutput};

/// The variable of the level whose probability is predicted.
const LEVEL: &str = "_LEVEL_";

/// The character variables of OUTEST=, with their lengths.
const TEXTS: [(&str, u32); 5] = [
    ("_LINK_", 8),
    ("_TYPE_", 8),
    ("_STATUS_", 11),
    ("_NAME_", 32),
    ("_ESTTYPE_", 4),
];

/// The variable of the log likelihood.
const LIKELIHOOD: &str = "_LNLIKE_";

/// The maximum length of a variable's name.
const LONGEST_NAME: usize = 32;

/// An OUTPUT statement.
#[derive(Debug)]
pub(super) struct OutputStatement {
    pub data_set: DataSet,
    probability: Option<Name>,
    predictor: Option<Name>,
}

pub(super) const OUTPUT_OPTIONS: OptionTable<OutputStatement> = options! {
    OUT => Data(|output, data| output.data_set = data), help::OUT;
    P | PRED | PREDICTED | PROB => Named(|output, name| output.probability = Some(name)),
        "The variable of the predicted probability.";
    XBETA => Named(|output, name| output.predictor = Some(name)), "The variable of the linear predictor.";
};

/// Takes an OUTPUT statement.
pub(super) fn output(from: &mut Argument<'_, '_>) -> Result<OutputStatement> {
    let mut statements = OutputStatement {
        data_set: special_data_set("_DATA_", from.at),
        probability: None,
        predictor: None,
    };
    from.options(OUTPUT_OPTIONS, &mut statements)?;
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
    /// Returns the new variables with their labels.
    fn names(&self) -> impl Iterator<Item = (&Name, &'static str)> {
        let probability = self.probability.iter();
        let predictor = self.predictor.iter();
        probability
            .map(|name| (name, "Estimated Probability"))
            .chain(predictor.map(|name| (name, "Linear Predictor")))
    }

    /// Adds its data set, with all variables of the input and the new ones. `used` are the variables of the model,
    /// which new ones must not replace.
    pub(super) fn add(
        &self,
        lowering: &mut ProcedureLowering<'_>,
        input: &mut Input,
        response: usize,
        used: &[usize],
    ) -> Result<LogisticOutput> {
        let columns = self.columns(input.variables(), response, used)?;
        let slots = input.add_output(
            lowering,
            &Output {
                data_set: &self.data_set,
                at: self.data_set.member.at,
                of: "the OUTPUT statement",
                keys: &[],
                columns: &columns,
            },
        )?;
        let number = |name: &Name| slots.number_of(&name.text);
        let own = self.names().count();
        Ok(LogisticOutput {
            number: slots.number,
            level: slots.at(columns.len() - own - 1),
            probability: self.probability.as_ref().map(number),
            predictor: self.predictor.as_ref().map(number),
        })
    }

    /// Returns the columns of its data set: all variables that are not replaced by a new one, `_LEVEL_`, and the new
    /// ones.
    fn columns(&self, among: InputVariables<'_>, response: usize, used: &[usize]) -> Result<Vec<OutputColumn>> {
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
            name.eq_ignore_ascii_case(LEVEL) || names.any(|(own, _)| own.text.eq_ignore_ascii_case(name))
        };
        let all = (0..among.count()).filter(|&index| among.is_listed(index));
        let others = all.map(|index| among.variable(index));
        let others = others.filter(|variable| !is_new(&variable.name));
        let variable = among.variable(response);
        let level = match variable.slot {
            Slot::Number(_) => OutputColumn::number(LEVEL),
            Slot::Text(slot) => OutputColumn::character(LEVEL, slot.length),
        };
        let level = level.described("Response Value".to_owned(), variable.format.clone());
        let own = self.names();
        let own = own.map(|(name, label)| OutputColumn::number(&name.text).labelled(label));
        let others = others.map(OutputColumn::variable);
        Ok(others.chain([level]).chain(own).collect())
    }
}

/// The columns of the data set of OUTEST=.
pub(super) struct Estimates<'e> {
    /// The BY variables.
    pub by: &'e [usize],
    /// The names of the parameters, with their labels.
    pub parameters: &'e [(String, String)],
    /// True if the first parameter is the intercept.
    pub intercept: bool,
}

impl Estimates<'_> {
    /// Adds the data set.
    pub(super) fn add(
        &self,
        lowering: &mut ProcedureLowering<'_>,
        input: &mut Input,
        out: &DataSet,
    ) -> Result<EstimatesOutput> {
        let at = out.member.at;
        let columns = self.columns(input.variables(), at)?;
        let slots = input.add_output(
            lowering,
            &Output {
                data_set: out,
                at,
                of: "PROC LOGISTIC",
                keys: self.by,
                columns: &columns,
            },
        )?;
        let parameters = self.parameters.iter();
        let mut parameters = parameters.map(|(name, _)| slots.number_of(name));
        let intercept = match self.intercept {
            true => parameters.next(),
            false => None,
        };
        Ok(EstimatesOutput {
            number: slots.number,
            texts: TEXTS.map(|(name, _)| slots.character_of(name)),
            intercept,
            slopes: parameters.collect(),
            likelihood: slots.number_of(LIKELIHOOD),
        })
    }

    fn columns(&self, among: InputVariables<'_>, at: Position) -> Result<Vec<OutputColumn>> {
        let by = self.by.iter().map(|&index| among.variable(index));
        let mut columns: Vec<_> = by.map(OutputColumn::variable).collect();
        let text = |(name, bytes): &(&str, u32)| OutputColumn::character(name, *bytes);
        columns.extend(TEXTS[..4].iter().map(text));
        let last = [TEXTS[4].0, LIKELIHOOD];
        for (name, label) in self.parameters {
            let others = columns.iter().map(|column| column.name.as_str());
            let is_again = others.chain(last).any(|other| other.eq_ignore_ascii_case(name));
            if is_again || name.len() > LONGEST_NAME {
                let message = format!("{name} cannot be a variable of OUTEST= here");
                return Err(Diagnostic::error(at, message));
            }
            columns.push(OutputColumn::number(name).labelled(label));
        }
        columns.push(OutputColumn::number(LIKELIHOOD).labelled("Model Log Likelihood"));
        columns.extend(TEXTS[4..].iter().map(text));
        Ok(columns)
    }
}
