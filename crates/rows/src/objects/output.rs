//! OUTPUT of a hash table: data sets with its data, an observation for each item.

use std::rc::Rc;

use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{Schema, Variable, Writer};
use feedrate_program::{ObjectCall, ObjectOutput, Slot};

use super::Instance;
use super::call::SUCCESS;
use super::hash_object::Items;
use super::layout::Layout;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::outcome::DataSetMade;
use crate::outcome::data_set_notes::log_complete;
use crate::vector::values::Values;

/// The source of a column.
#[derive(Clone, Copy, Debug)]
enum Column {
    /// A field of the data.
    Field(usize),
    /// The sum of the key.
    Sum,
}

impl<'s> Core<'s, '_> {
    /// Makes data sets of a hash table. They are complete when this returns.
    pub(super) fn output_object(&mut self, call: &ObjectCall, outputs: &'s [ObjectOutput]) -> StepResult<f64> {
        let index = self.index_of(call)?;
        let (layout, key_sum) = match self.objects.hash_mut(index) {
            Some(hash) => match &hash.items {
                Some(items) => (Rc::clone(&items.layout), hash.settings.key_sum.clone()),
                None => return Err(self.undefined(index, call.site)),
            },
            None => return Err(self.undefined(index, call.site)),
        };
        for output in outputs {
            let (variables, columns) = self.columns(output, &layout, key_sum.as_deref());
            let schema =
                Schema::lay_out(variables).map_err(|error| self.object_fault(call.site, &error.to_string()))?;
            let created = self.create(output, schema, call);
            let mut writer = created.map_err(|fault| self.fault_at(call.site, fault))?;
            // The object is out of the way of the expressions of WHERE=.
            let Some(instance) = self.objects.instances.get_mut(index) else {
                return Err(Box::new(Fault::Object));
            };
            let mut instance = std::mem::replace(instance, Instance::Deleted);
            let written = match &mut instance {
                Instance::Hash(hash) => match &mut hash.items {
                    Some(items) => self.write(output, items, &columns, &mut writer),
                    None => Ok(()),
                },
                _ => Ok(()),
            };
            self.objects.instances[index] = instance;
            let site = call.site;
            written.map_err(|fault| self.fault_at(site, fault))?;
            let (name, observations) = (writer.name().clone(), writer.rows());
            let variables = writer.schema().variables().len();
            let placed = writer.complete().and_then(|completed| completed.put_in_place());
            let account = placed.map_err(|error| self.fault_at(site, error))?;
            let made = DataSetMade::complete(&name, observations, variables, account);
            log_complete(&made, self.log);
            self.objects.made.push(made);
        }
        Ok(SUCCESS)
    }

    fn create(&mut self, output: &'s ObjectOutput, schema: Schema, call: &ObjectCall) -> StepResult<Writer> {
        let name = self.name_of_data_set(&output.data_set, call.site)?;
        let Some(libraries) = self.libraries else {
            return Err(Box::new(Fault::NoDataSet));
        };
        if libraries.is_pipe(name.library()) {
            let what = format!("{name} is a pipe, into which OUTPUT of an object cannot write,");
            return Err(self.object_fault(call.site, &what));
        }
        if output.keep_existing && libraries.exists(&name)? {
            return Err(Box::new(Fault::Kept(name.to_string())));
        }
        self.take_rows(&name.to_string(), schema.row_length())?;
        let facts = NewDataSet {
            label: output.label.clone(),
            step: "DATASTEP".to_owned(),
            created: self.context.clock.datetime(),
            ..NewDataSet::default()
        };
        Ok(libraries.create_during_step(&name, schema, facts, &output.settings)?)
    }

    /// Returns the variables of a data set, with what they are made of. Objects among the data are left out.
    fn columns(
        &self,
        output: &ObjectOutput,
        layout: &Layout,
        key_sum: Option<&str>,
    ) -> (Vec<Variable>, Vec<(Column, usize)>) {
        let (mut variables, mut columns) = (Vec::new(), Vec::new());
        for (index, field) in layout.data.iter().enumerate() {
            let variable = field.variable.and_then(|index| self.step.vector.variables.get(index));
            let (Some(variable), Some(name)) = (variable, output.selection.selected(&field.name)) else {
                continue;
            };
            columns.push((Column::Field(index), variable.stored_length as usize));
            variables.push(Variable {
                name: name.to_owned(),
                kind: variable.slot.kind(),
                length: variable.stored_length,
                offset: 0,
                label: variable.label.clone(),
                format: variable.format.clone(),
                informat: variable.informat.clone(),
            });
        }
        if let Some(name) = key_sum.and_then(|name| output.selection.selected(name)) {
            columns.push((Column::Sum, 8));
            variables.push(Variable::number(name));
        }
        (variables, columns)
    }

    /// Writes the items in the order of their table.
    fn write(
        &mut self,
        output: &'s ObjectOutput,
        items: &mut Items,
        columns: &[(Column, usize)],
        writer: &mut Writer,
    ) -> StepResult<()> {
        items.table.put_in_order(&mut self.memory)?;
        let starts: Vec<usize> = writer
            .schema()
            .variables()
            .iter()
            .map(|variable| variable.offset as usize)
            .collect();
        // WHERE= is evaluated over the variables of the step, which keep their values.
        let saved = output.condition.as_ref().map(|_| self.values.clone());
        let mut next = items.table.first();
        let mut written = Ok(());
        while let Some(row) = next {
            next = items.table.next(row);
            written = self.write_item(output, items, row, columns.iter().zip(&starts), writer);
            if written.is_err() {
                break;
            }
        }
        if let Some(saved) = saved {
            let Values { numbers, text, .. } = &mut self.values;
            numbers.copy_from_slice(&saved.numbers);
            text.copy_from_slice(&saved.text);
        }
        written
    }

    fn write_item<'c>(
        &mut self,
        output: &'s ObjectOutput,
        items: &Items,
        item: u32,
        columns: impl Iterator<Item = (&'c (Column, usize), &'c usize)>,
        writer: &mut Writer,
    ) -> StepResult<()> {
        self.check_stop()?;
        let (layout, data) = (&items.layout, items.table.data(item));
        if let Some(condition) = &output.condition {
            layout.load(data, &mut self.values);
            if !self.condition(condition)? {
                return Ok(());
            }
        }
        let row = writer.next_row()?;
        for (&(column, length), &start) in columns {
            let to = &mut row[start..start + length];
            match column {
                Column::Field(index) => {
                    let field = &layout.data[index];
                    let bytes = field.bytes(data);
                    match field.slot {
                        // The lower bytes of a number come first, and are lost where it is shorter.
                        Slot::Number(_) => to.copy_from_slice(&bytes[bytes.len() - length..]),
                        Slot::Text(_) => to.copy_from_slice(bytes),
                    }
                }
                Column::Sum => {
                    let sum = items.table.sum(item).unwrap_or(0.0);
                    to.copy_from_slice(&sum.to_le_bytes());
                }
            }
        }
        Ok(())
    }
}
