//! What a procedure reads, and its variables.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::StoredColumn;
use feedrate_lower::formats::{found_format, of_kind};
use feedrate_lower::list::{Named, Roster, expand};
use feedrate_steps::ir::{DataStep, NumberSlot, Slot, Variable};
use feedrate_values::Kind;
use feedrate_values::format::Format;

use crate::aggregate::{AnalysisVariable, GroupVariable};
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

/// What a procedure reads: the observations of a data set that its WHERE statement lets through, in BY groups if it has
/// a BY statement, with the variables as its FORMAT and LABEL statements have them. The data sets that the procedure
/// makes are [added](Input::add_output) to it.
pub(crate) struct Input {
    step: DataStep,
}

impl Input {
    /// Reads a data set, or the one that was made last, with `statements` such as BY, WHERE, FORMAT and LABEL. BY
    /// values that are shown alike are one group.
    ///
    /// # Errors
    /// The first error of the data set, its options or the statements.
    pub(crate) fn new(
        lowering: &mut Lowering<'_>,
        data: Option<DataSet>,
        statements: &[Statement],
    ) -> Result<Self> {
        let at = lowering.procedure.at;
        let mut input = Self::ungrouped(lowering, data, statements)?;
        for by in input.step.reads.iter_mut().flat_map(|read| &mut read.by) {
            let mut variables = input.step.vector.variables.iter();
            if let Some(variable) = variables.find(|variable| variable.slot == by.slot) {
                by.group_format = grouped_by(variable, lowering, at)?;
            }
        }
        Ok(input)
    }

    /// The same, for what tells BY groups apart by their values alone.
    pub(crate) fn ungrouped(
        lowering: &mut Lowering<'_>,
        data: Option<DataSet>,
        statements: &[Statement],
    ) -> Result<Self> {
        let at = lowering.procedure.at;
        let data = data.unwrap_or_else(|| special_data_set("_LAST_", at));
        Self::lowered(lowering, &data, statements)
    }

    fn lowered(
        lowering: &mut Lowering<'_>,
        data: &DataSet,
        statements: &[Statement],
    ) -> Result<Self> {
        let (at, options) = (lowering.procedure.at, lowering.options);
        let lowered = feedrate_lower::input(data, statements, at, lowering.catalog, options);
        lowering.take(lowered.diagnostics)?;
        Ok(Self { step: lowered.step })
    }

    /// Adds statements that the procedure carries out with values of its own.
    pub(crate) fn extend(
        &mut self,
        lowering: &mut Lowering<'_>,
        statements: &[Statement],
    ) -> Result<()> {
        let options = lowering.options;
        let told = feedrate_lower::extend(&mut self.step, statements, lowering.catalog, options);
        lowering.take(told)
    }

    /// The variables that are read.
    pub(crate) fn variables(&self) -> InputVariables<'_> {
        InputVariables(&self.step)
    }

    /// Returns the BY variables, whose places are `by`, with what tells the last observation of their groups.
    pub(crate) fn groups(
        &self,
        lowering: &Lowering<'_>,
        by: &[usize],
    ) -> Result<Vec<GroupVariable>> {
        let at = lowering.procedure.at;
        let flags = self.step.reads.iter().flat_map(|read| &read.by);
        let groups = flags.zip(by).map(|(flags, &index)| {
            let variable = self.variables().variable(index);
            Ok(GroupVariable {
                heading: variable.name.clone(),
                last: flags.last,
                slot: variable.slot,
                format: shown_by(variable, lowering, at)?,
            })
        });
        groups.collect()
    }

    /// Returns the `first.x` of each BY variable.
    pub(crate) fn firsts_of_groups(&self) -> impl Iterator<Item = NumberSlot> {
        let flags = self.step.reads.iter().flat_map(|read| &read.by);
        flags.map(|by| by.first)
    }

    /// Returns the `last.x` of the innermost BY variable.
    pub(crate) fn last_of_group(&self) -> Option<NumberSlot> {
        let flags = self.step.reads.iter().flat_map(|read| &read.by);
        flags.last().map(|by| by.last)
    }

    /// Returns the step that reads the observations and writes the data sets that were added.
    pub(crate) fn into_step(self) -> DataStep {
        self.step
    }

    /// Adds a slot for a value that the procedure computes. It is missing as each observation comes.
    pub(super) fn add_slot(&mut self, kind: Kind, bytes: u32) -> Slot {
        let slot = self.step.vector.add(kind, bytes);
        self.step.reset.push(slot);
        slot
    }

    /// Adds a data set of these columns, and returns its place among those that are made.
    pub(super) fn write(
        &mut self,
        lowering: &mut Lowering<'_>,
        data_set: &DataSet,
        columns: &[StoredColumn],
    ) -> Result<u32> {
        let number = self.step.writes.len();
        let options = lowering.options;
        let told =
            feedrate_lower::output(&mut self.step, data_set, columns, lowering.catalog, options);
        lowering.take(told)?;
        Ok(number as u32)
    }

    /// Adds a data set of all variables that are read.
    pub(crate) fn add_copy(
        &mut self,
        lowering: &mut Lowering<'_>,
        data_set: &DataSet,
    ) -> Result<()> {
        let variables = self.step.vector.variables.iter();
        let variables = variables.filter(|variable| !variable.automatic);
        let columns = variables.map(|variable| StoredColumn {
            name: variable.name.clone(),
            slot: variable.slot,
            length: variable.stored_length,
            label: variable.label.clone(),
            format: variable.format.clone(),
            informat: variable.informat.clone(),
            is_new: false,
        });
        let columns: Vec<_> = columns.collect();
        self.write(lowering, data_set, &columns)?;
        Ok(())
    }
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

/// The variables that a procedure reads, among which lists choose.
#[derive(Clone, Copy)]
pub(crate) struct InputVariables<'s>(pub &'s DataStep);

impl<'s> InputVariables<'s> {
    /// One of them.
    pub fn variable(self, index: usize) -> &'s Variable {
        &self.0.vector.variables[index]
    }

    /// The slot of a name, if one of them has it.
    pub fn slot(self, name: &str) -> Option<Slot> {
        self.position(name).map(|index| self.variable(index).slot)
    }

    /// Which one has a name.
    pub fn one(self, name: &Name) -> Result<usize> {
        self.position(&name.text)
            .ok_or_else(|| not_found(&name.text, name.at))
    }

    /// The slot of one of them, which was [checked](Self::check_numeric) to be a number.
    ///
    /// Panics if it is a character value.
    pub fn number(self, index: usize) -> NumberSlot {
        match self.variable(index).slot {
            Slot::Number(slot) => slot,
            Slot::Text(_) => panic!("{} is no number", self.variable(index).name),
        }
    }

    /// One of them, a number, as what is analysed.
    ///
    /// Panics if it is a character value.
    pub fn analysis(self, index: usize) -> AnalysisVariable {
        let variable = self.variable(index);
        AnalysisVariable {
            name: variable.name.clone(),
            label: variable.label.clone(),
            slot: self.number(index),
        }
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

impl Roster for InputVariables<'_> {
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
