//! What a procedure reads: a DATA step of one SET statement, and its variables.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{
    DataSet, DataStep as Written, Name, Statement, StatementKind, VariableList,
};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::formats::{found_format, of_kind};
use feedrate_lower::list::{Named, Roster, expand};
use feedrate_steps::ir::{DataStep, Variable};
use feedrate_values::Kind;
use feedrate_values::format::Format;

use crate::grammar::lowering::Lowering;

/// A data set of a name with a meaning of its own: `_LAST_`, `_NULL_`, `_DATA_`.
pub(crate) fn special_data_set(name: &str, at: Position) -> DataSet {
    DataSet {
        library: None,
        member: Name {
            text: name.into(),
            at,
        },
        is_prefix: false,
        options: Vec::new(),
    }
}

/// The step that reads a data set and makes others, with statements such as BY, WHERE, FORMAT and LABEL
/// after its SET statement. BY values that are shown alike are one group, as they are in procedures.
pub(crate) fn reading_step(
    lowering: &mut Lowering<'_>,
    data: DataSet,
    outputs: Vec<DataSet>,
    statements: &[Statement],
    at: Position,
) -> Result<DataStep> {
    let set = Statement {
        kind: StatementKind::Set(vec![data], Vec::new()),
        at,
    };
    let written = Written {
        outputs,
        body: std::iter::once(set)
            .chain(statements.iter().cloned())
            .collect(),
        is_partial: false,
        at,
    };
    let mut step = lowering.lowered(&written)?;
    for by in step.reads.iter_mut().flat_map(|read| &mut read.by) {
        let mut variables = step.vector.variables.iter();
        if let Some(variable) = variables.find(|variable| variable.slot == by.slot) {
            by.group_format = grouped_by(variable, lowering, at)?;
        }
    }
    Ok(step)
}

/// The format by which the values of a BY variable make groups, if they do not by themselves.
fn grouped_by(
    variable: &Variable,
    lowering: &Lowering<'_>,
    at: Position,
) -> Result<Option<Format>> {
    if variable.format.is_none() {
        return Ok(None);
    }
    let format = shown_by(variable, lowering, at)?;
    let tells_apart = format.tells_texts_apart(variable.stored_length as usize);
    Ok((!tells_apart).then_some(format))
}

/// The variables of a step, among which lists choose.
#[derive(Clone, Copy)]
pub(crate) struct StepVariables<'s>(pub &'s DataStep);

impl<'s> StepVariables<'s> {
    /// One of them.
    pub fn variable(self, index: usize) -> &'s Variable {
        &self.0.vector.variables[index]
    }

    /// Which one has a name.
    pub fn one(self, name: &Name) -> Result<usize> {
        self.position(&name.text)
            .ok_or_else(|| not_found(&name.text, name.at))
    }

    /// Refuses a variable that is no number in a list of `of`, which takes numbers.
    pub fn check_numeric(self, index: usize, of: &str, at: Position) -> Result<()> {
        if self.kind(index) == Some(Kind::Number) {
            return Ok(());
        }
        let name = self.name(index).to_uppercase();
        let message = format!(
            "Variable {name} in list does not match type prescribed for this list: {of} takes numbers."
        );
        Err(Diagnostic::error(at, message))
    }

    /// Which one has a name, and must be a number.
    pub fn numeric(self, name: &Name, of: &str) -> Result<usize> {
        let index = self.one(name)?;
        self.check_numeric(index, of, name.at)?;
        Ok(index)
    }

    /// Those of lists, each once, all of them numbers.
    pub fn numeric_lists(self, lists: &[VariableList], of: &str) -> Result<Vec<usize>> {
        let mut all = Vec::new();
        for list in lists {
            for index in self.of_list(list)? {
                self.check_numeric(index, of, list.at)?;
                if !all.contains(&index) {
                    all.push(index);
                }
            }
        }
        Ok(all)
    }

    /// Those of a list.
    pub fn chosen(self, lists: &[VariableList]) -> Result<Vec<usize>> {
        let mut chosen = Vec::new();
        for list in lists {
            chosen.extend(self.of_list(list)?);
        }
        Ok(chosen)
    }

    /// Those of one list.
    pub fn of_list(self, list: &VariableList) -> Result<Vec<usize>> {
        let named = expand(list, &self).map_err(|refusal| Diagnostic::error(list.at, refusal))?;
        let chosen = named.into_iter().map(|name| match name {
            Named::Known(index) => Ok(index),
            Named::Unknown(name) => Err(not_found(&name, list.at)),
        });
        chosen.collect()
    }
}

impl Roster for StepVariables<'_> {
    fn count(&self) -> usize {
        self.0.vector.variables.len()
    }

    fn name(&self, index: usize) -> &str {
        &self.variable(index).name
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        Some(self.variable(index).slot.kind())
    }

    fn position(&self, name: &str) -> Option<usize> {
        let mut variables = self.0.vector.variables.iter();
        variables
            .position(|variable| !variable.automatic && variable.name.eq_ignore_ascii_case(name))
    }

    fn is_listed(&self, index: usize) -> bool {
        !self.variable(index).automatic
    }
}

/// The format by which a variable is shown.
pub(crate) fn shown_by(
    variable: &Variable,
    lowering: &Lowering<'_>,
    at: Position,
) -> Result<Format> {
    let (kind, length) = (variable.slot.kind(), variable.stored_length);
    let Some(spec) = &variable.format else {
        return Ok(Format::default_of(kind, length as usize));
    };
    let given = lowering.catalog.format(&of_kind(spec, kind), kind, length);
    found_format(lowering.options, given, spec, kind, length, at)
}

fn not_found(name: &str, at: Position) -> Diagnostic {
    Diagnostic::error(at, format!("Variable {} not found.", name.to_uppercase()))
}
