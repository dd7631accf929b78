//! The conditions on the rows that are wanted of a data set.

use feedrate_dataset::Schema;
use feedrate_program::{Load, Number, Source};

use super::interval::{Interval, intersection};
use super::intervals::Variable;

/// A condition that holds for all rows that are wanted of a data set.
#[derive(Clone, Copy, Debug)]
pub struct Restriction<'r> {
    /// The condition.
    pub condition: &'r Number,
    /// The columns of the data set whose values its slots have. A slot without a column may have any value.
    pub loads: &'r [Load],
}

/// Returns the condition of a source, if it has one, and others.
pub(super) fn all<'r>(source: &'r Source, others: &[Restriction<'r>]) -> Vec<Restriction<'r>> {
    let own = source.filter.as_ref().map(|filter| Restriction {
        condition: &filter.condition,
        loads: &filter.loads,
    });
    own.into_iter().chain(others.iter().copied()).collect()
}

impl Restriction<'_> {
    /// Returns the intervals that it leaves of the values of a variable, whose keys have `length` bytes; `None` if it
    /// leaves all.
    fn intervals(&self, column: usize, length: usize) -> Option<(Variable, Vec<Interval>)> {
        let is_its = |load: &&Load| load.column as usize == column;
        // An expression can have a column in several slots.
        let mut loads = self.loads.iter().filter(is_its);
        loads.find_map(|load| {
            let variable = Variable {
                slot: load.slot,
                length,
            };
            Some((variable, variable.intervals(self.condition)?))
        })
    }
}

/// Returns the intervals that all conditions leave of the values of the variable of this name, whose keys have `length`
/// bytes; `None` if they leave all.
pub(super) fn left(
    restrictions: &[Restriction<'_>],
    name: &str,
    length: usize,
    schema: &Schema,
) -> Option<(Variable, Vec<Interval>)> {
    let mut variables = schema.variables().iter();
    let column = variables.position(|it| it.name.eq_ignore_ascii_case(name))?;
    let limiting = restrictions.iter();
    limiting
        .filter_map(|restriction| restriction.intervals(column, length))
        .reduce(|(variable, left), (_, other)| (variable, intersection(&left, &other)))
}
