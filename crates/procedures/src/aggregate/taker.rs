//! Takes rows where they lie: analysis variables and classes straight from them, the rest through a vector.

use std::collections::HashSet;

use feedrate_dataset::{Rows, Schema};
use feedrate_steps::data::{Fault, Faulted, Loader, ScanWork, TakeRows, Values, widen};
use feedrate_steps::ir::{Load, NumberSlot, Slot, Source};
use feedrate_values::Kind;

use super::collect::{Collected, Collector, Needs};
use super::request::{Aggregation, ClassOrder};
use super::row_classes::RowClasses;
use super::spilling::Spilling;

/// What is made of the rows of a data set.
#[derive(Clone, Copy)]
pub(super) struct Collecting<'m, 'r> {
    pub aggregation: &'m Aggregation,
    pub needs: Needs<'m>,
    pub source: &'m Source,
    pub schema: &'r Schema,
    pub spilling: Spilling<'r>,
}

impl<'m, 'r> ScanWork for Collecting<'m, 'r> {
    type Taker = Taker<'m, 'r>;
    type Output = Collected<'m>;

    /// Where what is met first counts.
    fn is_in_order(&self) -> bool {
        let mut classes = self.aggregation.classes.iter();
        self.needs.layout.details.wanted || classes.any(|class| class.order == ClassOrder::Data)
    }

    fn begin(&self, _: u64, parts: usize) -> Faulted<Taker<'m, 'r>> {
        let spilling = self.spilling.share(parts);
        Taker::new(
            self.aggregation,
            self.needs,
            self.source,
            self.schema,
            spilling,
        )
    }

    fn end(&self, mut taker: Taker<'m, 'r>) -> Faulted<Collected<'m>> {
        taker.collector.finish()
    }
}

/// Takes rows where they lie.
pub(super) struct Taker<'m, 'r> {
    numbers: Numbers,
    classes: RowClasses,
    loader: Loader,
    values: Values,
    collector: Collector<'m, 'r>,
}

impl<'m, 'r> Taker<'m, 'r> {
    /// Of the rows that are laid out so.
    fn new(
        aggregation: &'m Aggregation,
        needs: Needs<'m>,
        source: &Source,
        schema: &Schema,
        spilling: Spilling<'r>,
    ) -> Faulted<Self> {
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

    /// Takes a row, which has this number in its data set.
    #[inline]
    fn take(&mut self, row: &[u8], number: u64) -> Faulted<()> {
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
    fn rows(&mut self, rows: Rows<'_>, first: u64) -> Faulted<bool> {
        for (row, number) in rows.iter().zip(first..) {
            self.take(row, number)?;
        }
        Ok(true)
    }

    #[inline]
    fn row(&mut self, row: &[u8], number: u64) -> Faulted<bool> {
        self.take(row, number)?;
        Ok(true)
    }
}

/// What is loaded beside the analysis variables, and beside class values that are read where they lie.
fn other_loads(
    aggregation: &Aggregation,
    needs: Needs<'_>,
    source: &Source,
    classes: &RowClasses,
) -> Vec<Load> {
    let number = |slot: Option<NumberSlot>| slot.map(Slot::Number);
    let wanted: HashSet<Slot> = classes
        .loaded()
        .chain(number(aggregation.frequency))
        .chain(number(aggregation.weight))
        .chain(needs.ids.iter().copied())
        .collect();
    let loads = source.loads.iter();
    loads
        .filter(|load| wanted.contains(&load.slot))
        .copied()
        .collect()
}

/// Where the analysis variables lie in a row.
#[derive(Debug)]
struct Numbers {
    fields: Vec<Field>,
}

/// Variables that lie side by side in a row and in a block.
#[derive(Debug)]
enum Field {
    /// Numbers of eight bytes: the first byte in the row, the first variable, and how many there are.
    Whole(usize, usize, usize),
    /// A number of fewer bytes: the first byte, how many, and the variable.
    Short(usize, usize, usize),
}

impl Numbers {
    /// `None` when a variable is not there, or is not a number any more.
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
