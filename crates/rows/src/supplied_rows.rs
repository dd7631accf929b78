//! Rows that a source supplies one by one, such as those of a query.

use std::sync::atomic::AtomicBool;

use feedrate_dataset::{DataSetName, Schema};
use feedrate_program::{Slot, Store, Vector};
use feedrate_values::Value;
use feedrate_values::value::trim;

use crate::fault::{Fault, StepResult, check_stop};
use crate::vector::store::Storer;
use crate::vector::values::Values;

/// The answer of a row source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRow {
    /// A row was set.
    Row,
    /// There are no more rows.
    End,
    /// Nothing is to be changed: the data set stays as it is.
    NoChange,
}

/// A row to be set. All values are missing initially.
#[derive(Debug)]
pub struct NewRow<'r> {
    slots: &'r [Slot],
    values: &'r mut Values,
    /// The first variable whose value was cut, and the length of that value.
    cut: &'r mut Option<(usize, usize)>,
}

impl NewRow<'_> {
    /// Sets a value by the index of its variable in the schema. Character values are cut or padded; a value of the
    /// other kind is ignored.
    #[inline]
    pub fn set(&mut self, variable: usize, value: Value<'_>) {
        match (self.slots.get(variable), value) {
            (Some(Slot::Number(slot)), Value::Number(number)) => {
                self.values.set_number(*slot, number);
            }
            (Some(Slot::Text(slot)), Value::Text(text)) => {
                if text.len() > slot.length as usize {
                    let length = trim(text).len();
                    if length > slot.length as usize {
                        self.cut.get_or_insert((variable, length));
                    }
                }
                self.values.set_text(*slot, text);
            }
            _ => {}
        }
    }
}

/// Variables with values that were cut, and their lengths.
pub(crate) type CutTexts = Vec<(String, u32)>;

/// Sets one row at a time.
pub type RowSource<'r> = dyn FnMut(&mut NewRow<'_>) -> StepResult<NextRow> + 'r;

/// The rows that a source supplies, one at a time.
pub(crate) struct SuppliedRows {
    slots: Vec<Slot>,
    empty: Values,
    values: Values,
    storer: Storer,
    is_nothing: bool,
    /// True if values that are too long are cut, as they are where the data set defines the length.
    pub(crate) may_cut: bool,
    /// The data set, for error messages.
    name: DataSetName,
    schema: Schema,
}

impl SuppliedRows {
    pub(crate) fn new(name: &DataSetName, schema: &Schema) -> StepResult<Self> {
        let mut vector = Vector::default();
        let slots: Vec<Slot> = schema
            .variables()
            .iter()
            .map(|variable| vector.add(variable.kind, variable.length))
            .collect();
        let stores: Vec<Store> = (0..)
            .zip(&slots)
            .map(|(column, &slot)| Store { slot, column })
            .collect();
        let storer = Storer::new(&stores, schema).ok_or_else(|| Fault::changed(name))?;
        let empty = Values::new(&vector);
        Ok(Self {
            slots,
            values: empty.clone(),
            empty,
            storer,
            is_nothing: false,
            may_cut: true,
            name: name.clone(),
            schema: schema.clone(),
        })
    }

    /// Fetches the next row. Returns `false` if there is none.
    fn next(&mut self, source: &mut RowSource<'_>) -> StepResult<bool> {
        self.values.numbers.copy_from_slice(&self.empty.numbers);
        self.values.text.copy_from_slice(&self.empty.text);
        let mut cut = None;
        let given = source(&mut NewRow {
            slots: &self.slots,
            values: &mut self.values,
            cut: &mut cut,
        })?;
        if let Some((variable, length)) = cut.filter(|_| !self.may_cut) {
            return Err(self.too_long(variable, length));
        }
        self.is_nothing = given == NextRow::NoChange;
        Ok(given == NextRow::Row)
    }

    /// Returns the error for a value that does not fit a variable of the data set.
    fn too_long(&self, variable: usize, length: usize) -> Box<Fault> {
        let variable = &self.schema.variables()[variable];
        let (variable, most) = (&variable.name, variable.length);
        let reason = format!(
            "a text of {length} bytes is longer than {variable}, which has {most}, as many as the longest text in its \
             file; a DATA step with a LENGTH statement makes it anew with longer ones"
        );
        let name = self.name.clone();
        feedrate_dataset::Error::ReadOnly { name, reason }.into()
    }

    /// Returns the variables with values that were cut before a character of UTF-8, and their lengths.
    pub(crate) fn cut_texts(&self) -> CutTexts {
        let variables = self.schema.variables().iter().zip(&self.slots);
        let cut = variables.filter(|(_, slot)| self.values.is_cut(**slot));
        cut.map(|(variable, _)| (variable.name.clone(), variable.length))
            .collect()
    }

    /// Copies the row into one of the data set.
    #[inline]
    pub(crate) fn store(&self, row: &mut [u8]) {
        self.storer.store(&self.values, row);
    }

    /// Calls `store` for each row that is left. Returns `false` if nothing is to be changed.
    pub(crate) fn store_each(
        &mut self,
        source: &mut RowSource<'_>,
        stop: &AtomicBool,
        mut store: impl FnMut(&Self) -> StepResult<()>,
    ) -> StepResult<bool> {
        while self.next(source)? {
            check_stop(stop)?;
            store(self)?;
        }
        Ok(!self.is_nothing)
    }
}
