//! The output data sets of a procedure: their columns, and the slots of the values that it computes for them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::StoredColumn;
use feedrate_lower::name::is_word;
use feedrate_program::{NumberSlot, Slot, TextSlot, Variable};
use feedrate_values::{Kind, Spec};

use crate::grammar::input::Input;
use crate::grammar::lowering::ProcedureLowering;

/// The length of a number in a data set.
const NUMBER_BYTES: u32 = 8;

/// An output data set of a procedure.
pub struct Output<'o> {
    /// Its name and its options.
    pub data_set: &'o DataSet,
    /// The position of the option or statement that requests it.
    pub at: Position,
    /// The name of that option or statement for messages.
    pub of: &'static str,
    /// Variables of the input whose names are reserved: no column of the procedure can have them.
    pub keys: &'o [usize],
    /// Its columns before its options are applied.
    pub columns: &'o [OutputColumn],
}

/// A column of an output data set, before its options are applied.
pub struct OutputColumn {
    /// Its name.
    pub name: String,
    value: Value,
    length: u32,
    label: String,
    format: Option<Spec>,
    informat: Option<Spec>,
}

/// The source of a column's value.
enum Value {
    /// A variable of the input.
    Variable(Slot),
    /// A value of this kind that the procedure computes.
    Own(Kind),
}

impl OutputColumn {
    /// Returns the column of a variable of the input, with its attributes.
    pub fn variable(variable: &Variable) -> Self {
        Self {
            name: variable.name.clone(),
            value: Value::Variable(variable.slot),
            length: variable.stored_length,
            label: variable.label.clone(),
            format: variable.format.clone(),
            informat: variable.informat.clone(),
        }
    }

    /// Returns a numeric column that the procedure computes, without a label and a format.
    pub fn number(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            value: Value::Own(Kind::Number),
            length: NUMBER_BYTES,
            label: String::new(),
            format: None,
            informat: None,
        }
    }

    /// Returns a character column of this length that the procedure computes.
    pub fn character(name: &str, bytes: u32) -> Self {
        Self {
            value: Value::Own(Kind::Text),
            length: bytes,
            ..Self::number(name)
        }
    }

    /// Returns the column with this label and without a format.
    pub fn labelled(self, label: &str) -> Self {
        self.described(label.to_owned(), None)
    }

    /// Returns the column with these attributes instead of its own. A number then has a length of eight bytes.
    pub fn described(self, label: String, format: Option<Spec>) -> Self {
        Self {
            length: match self.kind() {
                Kind::Number => NUMBER_BYTES,
                Kind::Text => self.length,
            },
            label,
            format,
            informat: None,
            ..self
        }
    }

    /// Returns the column with the slot of its value.
    pub(super) fn stored(&self, slot: Slot) -> StoredColumn {
        StoredColumn {
            name: self.name.clone(),
            slot,
            length: self.length,
            label: self.label.clone(),
            format: self.format.clone(),
            informat: self.informat.clone(),
            is_new: matches!(self.value, Value::Own(_)),
        }
    }

    fn kind(&self) -> Kind {
        match self.value {
            Value::Variable(slot) => slot.kind(),
            Value::Own(kind) => kind,
        }
    }
}

/// The slots of an output data set in the vector of the input.
#[derive(Debug)]
pub struct OutputSlots {
    /// Its index among the output data sets of the procedure.
    pub number: u32,
    /// The names and the slots of the columns in their order.
    columns: Vec<(String, Slot)>,
}

impl OutputSlots {
    /// Returns the slot of a number.
    ///
    /// Panics if no column is a number of this name.
    pub fn number_of(&self, name: &str) -> NumberSlot {
        match self.find(name) {
            Slot::Number(slot) => slot,
            Slot::Text(_) => panic!("{name} is no number"),
        }
    }

    /// Returns the slot of a character value.
    ///
    /// Panics if no column is a character value of this name.
    pub fn character_of(&self, name: &str) -> TextSlot {
        match self.find(name) {
            Slot::Text(slot) => slot,
            Slot::Number(_) => panic!("{name} is no character value"),
        }
    }

    /// Returns the slot of the column at `index`.
    ///
    /// Panics if there are not that many columns.
    pub fn at(&self, index: usize) -> Slot {
        self.columns[index].1
    }

    /// Returns the slots of the last `count` columns, which are numbers.
    pub fn last_numbers(&self, count: usize) -> impl Iterator<Item = NumberSlot> {
        let first = self.columns.len() - count;
        self.columns[first..].iter().map(|(name, slot)| match slot {
            Slot::Number(slot) => *slot,
            Slot::Text(_) => panic!("{name} is no number"),
        })
    }

    /// Returns the slot of the last column of a name: a column of the procedure is after the variable that it
    /// replaces.
    fn find(&self, name: &str) -> Slot {
        let mut columns = self.columns.iter().rev();
        let column = columns.find(|(other, _)| other.eq_ignore_ascii_case(name));
        column.expect("the procedure asks for columns that it has").1
    }
}

impl Input {
    /// Adds an output data set. A column of the procedure replaces a variable of the same name.
    ///
    /// # Errors
    /// `_NULL_`; a column with the name of one of the [keys](Output::keys); a data set that is made already; options
    /// that do not fit.
    pub fn add_output(&mut self, lowering: &mut ProcedureLowering<'_>, output: &Output<'_>) -> Result<OutputSlots> {
        if is_word(output.data_set, "_NULL_") {
            let message = format!("_NULL_ cannot stand in OUT= of {}", output.of);
            return Err(Diagnostic::error(output.data_set.member.at, message));
        }
        self.add_output_or_none(lowering, output)
    }

    /// Like [`add_output`](Self::add_output), where `_NULL_` adds no data set.
    pub fn add_output_or_none(
        &mut self,
        lowering: &mut ProcedureLowering<'_>,
        output: &Output<'_>,
    ) -> Result<OutputSlots> {
        let keys = output.keys.iter().map(|&key| self.variables().variable(key).slot);
        let keys: Vec<Slot> = keys.collect();
        let mut stored: Vec<StoredColumn> = Vec::with_capacity(output.columns.len());
        let mut columns = Vec::with_capacity(output.columns.len());
        let mut places = HashMap::new();
        for column in output.columns {
            let slot = match column.value {
                Value::Variable(slot) => slot,
                Value::Own(kind) => self.add_slot(kind, column.length),
            };
            columns.push((column.name.clone(), slot));
            let new = column.stored(slot);
            match places.entry(column.name.to_uppercase()) {
                Entry::Vacant(place) => {
                    place.insert(stored.len());
                    stored.push(new);
                }
                // A variable with several roles is one column.
                Entry::Occupied(_) if matches!(column.value, Value::Variable(_)) => {}
                Entry::Occupied(place) => {
                    let earlier = &mut stored[*place.get()];
                    if keys.contains(&earlier.slot) {
                        let name = place.key();
                        let message = format!("{name} is a name of an output variable and of a CLASS or BY variable");
                        return Err(Diagnostic::error(output.at, message));
                    }
                    *earlier = new;
                }
            }
        }
        let number = self.write(lowering, output.data_set, &stored)?;
        Ok(OutputSlots { number, columns })
    }

    /// Adds a data set with all variables of the input.
    pub fn add_copy(&mut self, lowering: &mut ProcedureLowering<'_>, data_set: &DataSet) -> Result<()> {
        let variables = self.variables().0.vector.variables.iter();
        let variables = variables.filter(|variable| !variable.automatic);
        let columns = variables.map(|variable| OutputColumn::variable(variable).stored(variable.slot));
        let columns: Vec<_> = columns.collect();
        self.write(lowering, data_set, &columns)?;
        Ok(())
    }
}
