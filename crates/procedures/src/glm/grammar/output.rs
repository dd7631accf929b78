//! The columns of OUT= of LSMEANS, and where they lie.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::DataStep;

use crate::glm::{GlmEffect, GlmMeansOutput};
use crate::grammar::input::StepVariables;
use crate::grammar::made::{OutputColumn, number_of, text_of};

/// Bytes of `_NAME_`.
const NAME_BYTES: u32 = 32;

const OWN: [&str; 3] = ["_NAME_", "LSMEAN", "STDERR"];

/// The class variables of some effects, each once.
pub(super) fn classes_of(effects: &[usize], all: &[GlmEffect]) -> Vec<usize> {
    let classes = effects.iter().flat_map(|effect| all[*effect].classes());
    let mut classes: Vec<usize> = classes.collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The columns. `by` and `classes` are places among the variables of the step.
pub(super) fn columns(
    among: StepVariables<'_>,
    by: &[usize],
    classes: &[usize],
    model: &[usize],
    at: Position,
) -> Result<Vec<OutputColumn>> {
    for name in OWN {
        let index = among.position(name);
        if index.is_some_and(|index| model.contains(&index)) {
            let message = format!("{name} is a variable of the model, and OUT= has one of its own");
            return Err(Diagnostic::error(at, message));
        }
    }
    let as_read = |index: &usize| OutputColumn::as_read(among.name(*index));
    let [name, mean, error] = OWN;
    let own = std::iter::once(OutputColumn::text(name, NAME_BYTES));
    let statistics = [OutputColumn::number(mean), OutputColumn::number(error)];
    let by = by.iter().map(as_read);
    let classes = classes.iter().map(as_read);
    Ok(by.chain(own).chain(classes).chain(statistics).collect())
}

/// Where they lie. `classes` are the class variables by their places in CLASS and in the step.
pub(super) fn output(
    step: &DataStep,
    number: u32,
    classes: &[(usize, usize)],
    at: Position,
) -> Result<GlmMeansOutput> {
    let [name, mean, error] = OWN;
    let refused = |name: &str| {
        let message = format!("{name} cannot be a variable of OUT= here");
        Diagnostic::error(at, message)
    };
    let of_number = |name: &str| number_of(step, name).ok_or_else(|| refused(name));
    let among = StepVariables(step);
    let classes = classes.iter();
    let classes = classes.map(|(class, index)| (*class, among.variable(*index).slot));
    Ok(GlmMeansOutput {
        number,
        response: text_of(step, name).ok_or_else(|| refused(name))?,
        mean: of_number(mean)?,
        error: of_number(error)?,
        classes: classes.collect(),
    })
}
