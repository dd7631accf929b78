//! Variables in the roles that many procedures have: VAR, CLASS and BY.

use feedrate_program::{NumberSlot, Slot};
use feedrate_rows::Runtime;
use feedrate_rows::environment::{Cell, GroupValue};
use feedrate_values::Kind;
use feedrate_values::format::Format;

/// An analysis variable.
#[derive(Clone, Debug)]
pub struct AnalysisVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
    /// Its slot.
    pub slot: NumberSlot,
}

/// A class variable.
#[derive(Clone, Debug)]
pub struct ClassVariable {
    /// The heading of its column.
    pub heading: String,
    /// Its slot.
    pub slot: Slot,
    /// The format of its values.
    pub format: Format,
    /// True if values with the same formatted value are one class, represented by the least of them.
    pub formatted: bool,
    /// The order of its classes.
    pub order: ClassOrder,
    /// True if the order is reversed.
    pub descending: bool,
    /// True if missing values are classes. Otherwise observations with missing values are excluded.
    pub missing: bool,
}

/// The order of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassOrder {
    /// By value.
    #[default]
    Internal,
    /// By first occurrence in the data.
    Data,
    /// By formatted value.
    Formatted,
}

/// A BY variable.
#[derive(Clone, Debug)]
pub struct GroupVariable {
    /// Its name.
    pub name: String,
    /// The text before its value: its label or, without one, its name.
    pub heading: String,
    /// Its `last.x`.
    pub last: NumberSlot,
    /// Its slot.
    pub slot: Slot,
    /// The format of its value.
    pub format: Format,
}

impl ClassVariable {
    /// Returns true if keys contain class numbers for this variable.
    #[inline]
    pub fn is_numbered(&self) -> bool {
        self.formatted || self.order != ClassOrder::Internal
    }

    /// Returns the kind of the variable.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.slot.kind()
    }
}

/// Returns the values of the BY variables, which are in the vector.
pub fn group_values(groups: &[GroupVariable], runtime: &Runtime<'_, '_>) -> Vec<GroupValue> {
    let values = groups.iter().map(|group| GroupValue {
        name: group.name.clone(),
        heading: group.heading.clone(),
        value: Cell::of(runtime.core.values.value(group.slot), &group.format),
    });
    values.collect()
}
