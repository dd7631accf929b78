//! Takes rows directly from pages: analysis variables and classes are read from the row, the others through a vector.

use std::collections::HashSet;

use feedrate_dataset::{Rows, Schema};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::variables::ClassOrder;
use feedrate_program::{Load, NumberSlot, Slot, Source};
use feedrate_rows::{Fault, Loader, ScanWork, StepResult, TakeRows, Values, widen};
use feedrate_values::Kind;

use super::collect::{Collection, Collector};
use super::needs::Needs;
use super::request::Aggregation;
use super::row_classes::RowClasses;

/// The work of a scan that collects observations.
#[derive(Clone, Copy)]
pub(super) struct CollectionScan<'m, 'r> {
    pub aggregation: &'m Aggregation,
    pub needs: Needs<'m>,
    pub source: &'m Source,
    pub schema: &'r Schema,
    pub spilling: SpillSetting<'r>,
}

impl<'m, 'r> ScanWork for CollectionScan<'m, 'r> {
    type Taker = Taker<'m, 'r>;
    type Output = Collection<'m>;

    /// Rows must come in order if the first occurrence of a value matters.
    fn is_in_order(&self) -> bool {
        let mut classes = self.aggregation.classes.iter();
        self.needs.layout.details.wanted || classes.any(|class| class.order == ClassOrder::Data)
    }

    fn begin(&self, _: u64, parts: usize) -> StepResult<Taker<'m, 'r>> {
        let spilling = self.spilling.share(parts);
        Taker::new(self.aggregation, self.needs, self.source, self.schema, spilling)
    }

    fn end(&self, mut taker: Taker<'m, 'r>) -> StepResult<Collection<'m>> {
        taker.collector.finish()
    }
}

/// Collects the rows of a part of a scan.
pub(super) struct Taker<'m, 'r> {
    numbers: Numbers,
    classes: RowClasses,
    loader: Loader,
    values: Values,
    collector: Collector<'m, 'r>,
}

impl<'m, 'r> Taker<'m, 'r> {
    /// Returns a taker for rows of this schema.
    fn new(
        aggregation: &'m Aggregation,
        needs: Needs<'m>,
        source: &Source,
        schema: &Schema,
        spilling: SpillSetting<'r>,
    ) -> StepResult<Self> {
        let changed = || Box::new(Fault::Changed(source.data_set.to_string()));
        let classes = RowClasses::new(aggregation, source, schema).ok_or_else(changed)?;
        let others = other_loads(aggregation, needs, source, &classes);
        Ok(Self {
            numbers: Numbers::new(aggregation, source, schema).ok_or_else(changed)?,
            loader: Loader::new(&others, schema).ok_or_else(changed)?,
            classes,
            values: Values::new(&aggregation.step.vector),
            collector: Collector::new(aggregation, needs, spilling),
        })
    }

    /// Adds a row, with its observation number in the data set.
    #[inline]
    fn take(&mut self, row: &[u8], number: u64) -> StepResult<()> {
        let Self {
            numbers,
            classes,
            loader,
            values,
            collector,
        } = self;
        loader.load(row, values);
        let class_value = |class| classes.value(class, row, values);
        if let Some(place) = collector.take_of(class_value, values, number)? {
            numbers.read(row, place);
        }
        Ok(())
    }
}

impl TakeRows for Taker<'_, '_> {
    fn rows(&mut self, rows: Rows<'_>) -> StepResult<bool> {
        for (index, row) in rows.iter().enumerate() {
            self.take(row, rows.number(index))?;
        }
        Ok(true)
    }

    #[inline]
    fn row(&mut self, row: &[u8], number: u64) -> StepResult<bool> {
        self.take(row, number)?;
        Ok(true)
    }
}

/// Returns the columns in the schema of the variables that are read.
pub(super) fn read_columns<'s>(
    aggregation: &Aggregation,
    needs: Needs<'_>,
    source: &'s Source,
) -> impl Iterator<Item = usize> + use<'s> {
    let variables = aggregation.variables.iter().map(|variable| Slot::Number(variable.slot));
    let classes = aggregation.classes.iter().map(|class| class.slot);
    let wanted: HashSet<Slot> = variables
        .chain(classes)
        .chain(other_slots(aggregation, needs))
        .collect();
    let loads = source.loads.iter();
    let loads = loads.filter(move |load| wanted.contains(&load.slot));
    loads.map(|load| load.column as usize)
}

/// Returns the variables that are loaded into the vector: all but the analysis variables and the class values that
/// are read from the row.
fn other_loads(aggregation: &Aggregation, needs: Needs<'_>, source: &Source, classes: &RowClasses) -> Vec<Load> {
    let wanted: HashSet<Slot> = classes.loaded().chain(other_slots(aggregation, needs)).collect();
    let loads = source.loads.iter();
    loads.filter(|load| wanted.contains(&load.slot)).copied().collect()
}

/// Returns the variables that are neither analysis variables nor classes.
fn other_slots(aggregation: &Aggregation, needs: Needs<'_>) -> impl Iterator<Item = Slot> {
    let number = |slot: Option<NumberSlot>| slot.map(Slot::Number);
    number(aggregation.frequency)
        .into_iter()
        .chain(number(aggregation.weight))
        .chain(needs.ids.iter().copied())
        .chain(
            needs
                .selections
                .iter()
                .flat_map(|selection| &selection.keys)
                .map(|(slot, _)| *slot),
        )
}

/// The locations of the analysis variables in a row.
#[derive(Debug)]
struct Numbers {
    fields: Vec<Field>,
}

/// Adjacent variables in a row, which are also adjacent in a block.
#[derive(Debug)]
enum Field {
    /// Numbers of eight bytes: the offset in the row, the first variable, and the number of variables.
    Whole(usize, usize, usize),
    /// A number of fewer bytes: the offset in the row, its length, and the variable.
    Short(usize, usize, usize),
}

impl Numbers {
    /// Returns `None` if a variable does not exist or is not numeric any more.
    fn new(aggregation: &Aggregation, source: &Source, schema: &Schema) -> Option<Self> {
        let mut fields: Vec<Field> = Vec::new();
        for (variable, analysis) in aggregation.variables.iter().enumerate() {
            let slot = Slot::Number(analysis.slot);
            let load = source.loads.iter().find(|load| load.slot == slot)?;
            let column = schema.variables().get(load.column as usize)?;
            let (at, length) = (column.offset as usize, column.length as usize);
            match (column.kind, length, fields.last_mut()) {
                (Kind::Text, ..) => return None,
                (_, 8, Some(Field::Whole(first, _, count))) if *first + 8 * *count == at => {
                    *count += 1;
                }
                (_, 8, _) => fields.push(Field::Whole(at, variable, 1)),
                _ => fields.push(Field::Short(at, length, variable)),
            }
        }
        Some(Self { fields })
    }

    #[inline]
    fn read(&self, row: &[u8], place: &mut [f64]) {
        for field in &self.fields {
            match *field {
                Field::Whole(at, first, count) => {
                    let bytes = row[at..at + 8 * count].as_chunks::<8>().0;
                    for (number, bytes) in place[first..first + count].iter_mut().zip(bytes) {
                        *number = f64::from_le_bytes(*bytes);
                    }
                }
                Field::Short(at, length, variable) => {
                    place[variable] = widen(&row[at..at + length]);
                }
            }
        }
    }
}
