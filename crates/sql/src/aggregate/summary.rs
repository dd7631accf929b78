//! Summary functions as functions of plans.

use std::collections::HashSet;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, BooleanArray, Float64Array};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Float64Type};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, EmitTo, GroupsAccumulator, Signature, Volatility,
};

use super::cell::{Cell, FIELDS};
use super::statistic::Statistic;

/// What the parts of a cell are called between threads.
const FIELD_NAMES: [&str; FIELDS] = ["n", "missing", "sum", "least", "greatest", "second"];

/// A summary function.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Summary {
    statistic: Statistic,
    signature: Signature,
}

impl Summary {
    pub(super) fn new(statistic: Statistic) -> Self {
        Self {
            statistic,
            signature: Signature::exact(vec![DataType::Float64], Volatility::Immutable),
        }
    }
}

impl AggregateUDFImpl for Summary {
    fn name(&self) -> &str {
        self.statistic.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Float64)
    }

    fn return_field(&self, _: &[FieldRef]) -> Result<FieldRef> {
        Ok(Arc::new(Field::new(self.name(), DataType::Float64, false)))
    }

    fn is_nullable(&self) -> bool {
        false
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        Ok(match args.is_distinct {
            true => Box::new(Distinct {
                statistic: self.statistic,
                seen: HashSet::new(),
            }),
            false => Box::new(One {
                statistic: self.statistic,
                cell: Cell::NONE,
            }),
        })
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        if args.is_distinct {
            let item = Field::new_list_field(DataType::Float64, true);
            let name = format_state_name(args.name, "seen");
            return Ok(vec![Arc::new(Field::new_list(name, item, false))]);
        }
        let fields = FIELD_NAMES.iter().map(|field| {
            let name = format_state_name(args.name, field);
            Arc::new(Field::new(name, DataType::Float64, false))
        });
        Ok(fields.collect())
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs<'_>) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(
        &self,
        _: AccumulatorArgs<'_>,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        Ok(Box::new(Groups {
            statistic: self.statistic,
            cells: Vec::new(),
        }))
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    /// Of no rows at all it is what it is of no values.
    fn default_value(&self, _: &DataType) -> Result<ScalarValue> {
        Ok(ScalarValue::Float64(Some(self.statistic.of(&Cell::NONE))))
    }
}

/// Of all values.
#[derive(Debug)]
struct One {
    statistic: Statistic,
    cell: Cell,
}

impl Statistic {
    fn needs_squares(self) -> bool {
        !matches!(
            self,
            Self::N | Self::Nmiss | Self::Sum | Self::Mean | Self::Min | Self::Max | Self::Range
        )
    }
}

fn numbers(values: &[ArrayRef]) -> Result<&Float64Array> {
    match values
        .first()
        .and_then(|values| values.as_primitive_opt::<Float64Type>())
    {
        Some(numbers) => Ok(numbers),
        None => exec_err!("a summary function takes numbers"),
    }
}

/// The cells that others have computed.
fn cells(states: &[ArrayRef]) -> Result<impl Iterator<Item = Cell> + '_> {
    let fields = states
        .iter()
        .map(|state| state.as_primitive_opt::<Float64Type>())
        .collect::<Option<Vec<_>>>();
    let Some(Ok(fields)) = fields.map(<[&Float64Array; FIELDS]>::try_from) else {
        return exec_err!("the state of a summary function is not what it should be");
    };
    Ok(
        (0..fields[0].len())
            .map(move |row| Cell::from_fields(fields.map(|field| field.value(row)))),
    )
}

impl Accumulator for One {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let squares = self.statistic.needs_squares();
        self.cell.add_all(numbers(values)?.values(), squares);
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(ScalarValue::Float64(Some(self.statistic.of(&self.cell))))
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let fields = self.cell.fields().into_iter();
        Ok(fields
            .map(|field| ScalarValue::Float64(Some(field)))
            .collect())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for cell in cells(states)? {
            self.cell.merge(&cell);
        }
        Ok(())
    }
}

/// Of values that count once each.
#[derive(Debug)]
struct Distinct {
    statistic: Statistic,
    /// The bits of values.
    seen: HashSet<u64>,
}

impl Distinct {
    fn add(&mut self, values: &Float64Array) {
        for &value in values.values() {
            // All missing values count, if any do, as they are: they differ from each other.
            self.seen.insert(value.to_bits());
        }
    }
}

impl Accumulator for Distinct {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.add(numbers(values)?);
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let mut values: Vec<f64> = self.seen.iter().map(|&bits| f64::from_bits(bits)).collect();
        // In one order, so that sums are the same each time.
        values.sort_unstable_by(f64::total_cmp);
        let mut cell = Cell::NONE;
        cell.add_all(&values, self.statistic.needs_squares());
        Ok(ScalarValue::Float64(Some(self.statistic.of(&cell))))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.seen.capacity() * (size_of::<u64>() + 1)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let values: Vec<ScalarValue> = self
            .seen
            .iter()
            .map(|&bits| ScalarValue::Float64(Some(f64::from_bits(bits))))
            .collect();
        let list = ScalarValue::new_list_nullable(&values, &DataType::Float64);
        Ok(vec![ScalarValue::List(list)])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let Some(lists) = states.first().and_then(|state| state.as_list_opt::<i32>()) else {
            return exec_err!("the state of a summary function is not what it should be");
        };
        for list in lists.iter().flatten() {
            self.add(numbers(&[list])?);
        }
        Ok(())
    }
}

/// Of the values of each group.
struct Groups {
    statistic: Statistic,
    cells: Vec<Cell>,
}

impl Groups {
    fn taken(&mut self, emit: EmitTo) -> Vec<Cell> {
        emit.take_needed(&mut self.cells)
    }
}

fn columns(cells: &[Cell]) -> Vec<ArrayRef> {
    let field = |index: usize| {
        let values = cells.iter().map(|cell| cell.fields()[index]);
        Arc::new(Float64Array::from_iter_values(values)) as ArrayRef
    };
    (0..FIELDS).map(field).collect()
}

impl GroupsAccumulator for Groups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        opt_filter: Option<&BooleanArray>,
        total_num_groups: usize,
    ) -> Result<()> {
        self.cells.resize(total_num_groups, Cell::NONE);
        let values = numbers(values)?.values();
        for (row, (&value, &group)) in values.iter().zip(group_indices).enumerate() {
            if opt_filter.is_none_or(|filter| filter.value(row)) {
                self.cells[group].add(value);
            }
        }
        Ok(())
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        let cells = self.taken(emit_to);
        let values = cells.iter().map(|cell| self.statistic.of(cell));
        Ok(Arc::new(Float64Array::from_iter_values(values)))
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        Ok(columns(&self.taken(emit_to)))
    }

    fn merge_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        total_num_groups: usize,
    ) -> Result<()> {
        self.cells.resize(total_num_groups, Cell::NONE);
        for (cell, &group) in cells(values)?.zip(group_indices) {
            self.cells[group].merge(&cell);
        }
        Ok(())
    }

    fn convert_to_state(
        &self,
        values: &[ArrayRef],
        opt_filter: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        let values = numbers(values)?.values();
        let cells = values.iter().enumerate().map(|(row, &value)| {
            let mut cell = Cell::NONE;
            if opt_filter.is_none_or(|filter| filter.value(row)) {
                cell.add(value);
            }
            cell
        });
        Ok(columns(&cells.collect::<Vec<_>>()))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.cells.capacity() * size_of::<Cell>()
    }
}
