//! The OUTPUT statement of REG and GLM.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_program::NumberSlot;

use crate::linear::ObservationStatistic;

/// The slots of statistics of observations, one for each response.
pub(crate) type ObservationSlots = Vec<(ObservationStatistic, Vec<NumberSlot>)>;

/// An OUTPUT statement.
#[derive(Debug)]
pub(crate) struct OutputStatement {
    pub out: DataSet,
    /// The statistics, each with names for the first responses.
    pub columns: Vec<(ObservationStatistic, Vec<Name>)>,
    pub at: Position,
}

/// Parses the statement after the word OUTPUT.
pub(crate) fn output(from: &mut Argument<'_, '_>) -> Result<OutputStatement> {
    let (lowering, cursor, at) = (&*from.lowering, &mut *from.cursor, from.at);
    let mut out = None;
    let mut columns = Vec::new();
    while !cursor.at_end() {
        let keyword = cursor.expect_name("OUT= or a keyword of OUTPUT")?;
        let word = keyword.text.to_ascii_lowercase();
        let upper = word.to_ascii_uppercase();
        if word == "out" {
            cursor.expect(Symbol::Equal, "after OUT")?;
            out = Some(cursor.data_set()?);
            continue;
        }
        let Some(statistic) = ObservationStatistic::of_keyword(&word) else {
            let mut known = vec!["OUT="];
            known.extend(ObservationStatistic::KEYWORDS);
            return Err(lowering.unknown(&keyword, "a keyword of OUTPUT", &known));
        };
        cursor.expect(Symbol::Equal, &format!("after {upper}"))?;
        let mut names = cursor.some_names(&upper)?;
        while cursor.at_variable() {
            names.extend(cursor.some_names(&upper)?);
        }
        columns.push((statistic, names));
    }
    let Some(out) = out else {
        let error = Diagnostic::error(at, "OUTPUT has no OUT=");
        return Err(error.with_hint("name the data set that is to be made: out=name"));
    };
    let mut earlier: Vec<&Name> = Vec::new();
    for name in columns.iter().flat_map(|(_, names)| names) {
        if earlier.iter().any(|other| other.text.eq_ignore_ascii_case(&name.text)) {
            let message = format!("{} is named twice in OUTPUT", name.text.to_uppercase());
            return Err(Diagnostic::error(name.at, message));
        }
        earlier.push(name);
    }
    Ok(OutputStatement { out, columns, at })
}

/// Adds its data set, with all variables of the input and the statistics of each observation by the models of
/// `responses`. `of` is the name of the procedure. Returns the index of the data set, and the slots of the
/// statistics.
pub(crate) fn add_output(
    lowering: &mut ProcedureLowering<'_>,
    input: &mut Input,
    written: &OutputStatement,
    responses: &[usize],
    of: &'static str,
) -> Result<(u32, ObservationSlots)> {
    let columns = columns(written, input.variables(), responses)?;
    let slots = input.add_output(
        lowering,
        &Output {
            data_set: &written.out,
            at: written.at,
            of,
            keys: &[],
            columns: &columns,
        },
    )?;
    let own = written.columns.iter().map(|(_, names)| names.len());
    let mut numbers = slots.last_numbers(own.sum());
    let figures = written.columns.iter().map(|(statistic, names)| {
        let slots = numbers.by_ref().take(names.len());
        (*statistic, slots.collect())
    });
    Ok((slots.number, figures.collect()))
}

/// Returns the columns of its data set.
fn columns(written: &OutputStatement, among: InputVariables<'_>, responses: &[usize]) -> Result<Vec<OutputColumn>> {
    let read = (0..among.count()).filter(|index| among.is_listed(*index));
    let mut columns: Vec<OutputColumn> = read
        .map(|index| OutputColumn::variable(among.variable(index)))
        .collect();
    for (statistic, names) in &written.columns {
        if let Some(name) = names.get(responses.len()) {
            let message = format!(
                "there is no response for {}: the model has {}",
                name.text.to_uppercase(),
                responses.len()
            );
            return Err(Diagnostic::error(name.at, message));
        }
        for (name, &response) in names.iter().zip(responses) {
            if among.position(&name.text).is_some() {
                let upper = name.text.to_uppercase();
                let message = format!("{upper} is a variable of the data set already");
                return Err(Diagnostic::error(name.at, message).with_hint("give it another name in OUTPUT"));
            }
            let label = statistic.label(among.name(response));
            columns.push(OutputColumn::number(&name.text).labelled(&label));
        }
    }
    Ok(columns)
}
