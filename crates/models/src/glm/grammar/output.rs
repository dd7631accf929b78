//! The data set of OUT= of LSMEANS.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::Input;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};

use crate::glm::{GlmEffect, GlmMeansOutput};

/// The length of `_NAME_` in bytes.
const NAME_BYTES: u32 = 32;

const OWN: [&str; 3] = ["_NAME_", "LSMEAN", "STDERR"];

/// Returns the class variables of some effects, each once.
pub(super) fn classes_of(effects: &[usize], all: &[GlmEffect]) -> Vec<usize> {
    let classes = effects.iter().flat_map(|effect| all[*effect].effect.classes());
    let mut classes: Vec<usize> = classes.collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The columns of the data set of OUT= of LSMEANS, as indexes into the variables of the input.
pub(super) struct MeansColumns<'m> {
    pub by: &'m [usize],
    /// The class variables, with their indexes in CLASS.
    pub classes: Vec<(usize, usize)>,
    /// The variables of the model.
    pub model: &'m [usize],
    /// The variables whose names are reserved, because columns of the procedure must not have them.
    pub keys: &'m [usize],
}

impl MeansColumns<'_> {
    /// Adds the data set.
    pub(super) fn add(
        &self,
        lowering: &mut ProcedureLowering<'_>,
        input: &mut Input,
        out: &DataSet,
        at: Position,
    ) -> Result<GlmMeansOutput> {
        let among = input.variables();
        for name in OWN {
            let index = among.position(name);
            if index.is_some_and(|index| self.model.contains(&index)) {
                let message = format!("{name} is a variable of the model, and OUT= has one of its own");
                return Err(Diagnostic::error(at, message));
            }
        }
        let [name, mean, error] = OWN;
        let variable = |index: usize| OutputColumn::variable(among.variable(index));
        let by = self.by.iter().map(|&index| variable(index));
        let classes = self.classes.iter().map(|&(_, index)| variable(index));
        let own = [OutputColumn::character(name, NAME_BYTES)];
        let statistics = [OutputColumn::number(mean), OutputColumn::number(error)];
        let columns: Vec<_> = by.chain(own).chain(classes).chain(statistics).collect();
        let classes = self.classes.iter();
        let classes = classes.map(|&(class, index)| (class, among.variable(index).slot));
        let classes = classes.collect();
        let slots = input.add_output(
            lowering,
            &Output {
                data_set: out,
                at,
                of: "PROC GLM",
                keys: self.keys,
                columns: &columns,
            },
        )?;
        Ok(GlmMeansOutput {
            number: slots.number,
            response: slots.character_of(name),
            mean: slots.number_of(mean),
            error: slots.number_of(error),
            classes,
        })
    }
}
