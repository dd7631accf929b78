//! Accumulators of the partial states of a statistic.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, BooleanArray, Float64Array};
use datafusion::arrow::datatypes::Float64Type;
use datafusion::common::utils::SingleRowListArrayBuilder;
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::{Accumulator, EmitTo, GroupsAccumulator};

use super::partial_state::PartialState;
use super::statistic::Statistic;

/// Creates the accumulator of all values.
pub(super) fn new_one<const K: usize, P: PartialState<K>>(statistic: Statistic) -> Box<dyn Accumulator> {
    Box::new(SingleAccumulator::<K, P> {
        statistic,
        kept: P::NONE,
        part: PhantomData,
    })
}

/// Creates the accumulator of distinct values.
pub(super) fn new_distinct<const K: usize, P: PartialState<K>>(statistic: Statistic) -> Box<dyn Accumulator> {
    Box::new(DistinctAccumulator::<K, P> {
        statistic,
        seen: HashSet::new(),
        part: PhantomData,
    })
}

/// Creates the accumulator of the values of each group.
pub(super) fn new_groups<const K: usize, P: PartialState<K>>(statistic: Statistic) -> Box<dyn GroupsAccumulator> {
    Box::new(GroupStates::<K, P> {
        statistic,
        kept: Vec::new(),
        part: PhantomData,
    })
}

/// The accumulator of all values.
struct SingleAccumulator<const K: usize, P> {
    statistic: Statistic,
    kept: [f64; K],
    part: PhantomData<P>,
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

/// Returns the partial states that other accumulators have made.
fn kept_by_others<const K: usize>(states: &[ArrayRef]) -> Result<impl Iterator<Item = [f64; K]> + '_> {
    let fields = states
        .iter()
        .map(|state| Some(state.as_primitive_opt::<Float64Type>()?.values().as_ref()))
        .collect::<Option<Vec<_>>>();
    let Some(Ok(fields)) = fields.map(<[&[f64]; K]>::try_from) else {
        return exec_err!("the state of a summary function is not what it should be");
    };
    Ok((0..states[0].len()).map(move |row| fields.map(|field| field[row])))
}

impl<const K: usize, P> fmt::Debug for SingleAccumulator<K, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("One").finish_non_exhaustive()
    }
}

impl<const K: usize, P: PartialState<K>> Accumulator for SingleAccumulator<K, P> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        P::add_all(&mut self.kept, numbers(values)?.values());
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let result = self.statistic.of(&P::moments(&self.kept));
        Ok(ScalarValue::Float64(Some(result)))
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let fields = self.kept.iter();
        Ok(fields.map(|&field| ScalarValue::Float64(Some(field))).collect())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for other in kept_by_others::<K>(states)? {
            P::merge(&mut self.kept, &other);
        }
        Ok(())
    }
}

/// The accumulator of distinct values.
struct DistinctAccumulator<const K: usize, P> {
    statistic: Statistic,
    /// The bits of the values.
    seen: HashSet<u64>,
    part: PhantomData<P>,
}

impl<const K: usize, P> fmt::Debug for DistinctAccumulator<K, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Distinct").finish_non_exhaustive()
    }
}

impl<const K: usize, P> DistinctAccumulator<K, P> {
    fn add(&mut self, values: &Float64Array) {
        for &value in values.values() {
            // Missing values, where they count, differ from each other by their bits.
            self.seen.insert(value.to_bits());
        }
    }
}

impl<const K: usize, P: PartialState<K>> Accumulator for DistinctAccumulator<K, P> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.add(numbers(values)?);
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let mut values: Vec<f64> = self.seen.iter().map(|&bits| f64::from_bits(bits)).collect();
        // Sorted, so that sums are the same in each run.
        values.sort_unstable_by(f64::total_cmp);
        let mut kept = P::NONE;
        P::add_all(&mut kept, &values);
        let result = self.statistic.of(&P::moments(&kept));
        Ok(ScalarValue::Float64(Some(result)))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.seen.capacity() * (size_of::<u64>() + 1)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let values = Float64Array::from_iter_values(self.seen.iter().copied().map(f64::from_bits));
        let list = SingleRowListArrayBuilder::new(Arc::new(values)).build_list_array();
        let list = Arc::new(list);
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

/// The accumulator of the values of each group.
struct GroupStates<const K: usize, P> {
    statistic: Statistic,
    kept: Vec<[f64; K]>,
    part: PhantomData<P>,
}

/// Returns one column for each number of the states.
fn columns<const K: usize>(kept: &[[f64; K]]) -> Vec<ArrayRef> {
    let field = |index: usize| {
        let values: Vec<f64> = kept.iter().map(|kept| kept[index]).collect();
        Arc::new(Float64Array::from(values)) as ArrayRef
    };
    (0..K).map(field).collect()
}

impl<const K: usize, P: PartialState<K>> GroupsAccumulator for GroupStates<K, P> {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        opt_filter: Option<&BooleanArray>,
        total_num_groups: usize,
    ) -> Result<()> {
        self.kept.resize(total_num_groups, P::NONE);
        let values = numbers(values)?.values();
        for (row, (&value, &group)) in values.iter().zip(group_indices).enumerate() {
            if opt_filter.is_none_or(|filter| filter.value(row)) {
                P::add(&mut self.kept[group], value);
            }
        }
        Ok(())
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        let kept = emit_to.take_needed(&mut self.kept);
        let values = kept.iter().map(|kept| self.statistic.of(&P::moments(kept)));
        Ok(Arc::new(Float64Array::from_iter_values(values)))
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        Ok(columns(&emit_to.take_needed(&mut self.kept)))
    }

    fn merge_batch(&mut self, values: &[ArrayRef], group_indices: &[usize], total_num_groups: usize) -> Result<()> {
        self.kept.resize(total_num_groups, P::NONE);
        for (other, &group) in kept_by_others::<K>(values)?.zip(group_indices) {
            P::merge(&mut self.kept[group], &other);
        }
        Ok(())
    }

    fn convert_to_state(&self, values: &[ArrayRef], opt_filter: Option<&BooleanArray>) -> Result<Vec<ArrayRef>> {
        let values = numbers(values)?;
        let Some(filter) = opt_filter else {
            return Ok(P::of_each(values));
        };
        let kept = values.values().iter().zip(filter).map(|(&value, is_in)| {
            let mut kept = P::NONE;
            if is_in == Some(true) {
                P::add(&mut kept, value);
            }
            kept
        });
        Ok(columns(&kept.collect::<Vec<_>>()))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.kept.capacity() * size_of::<[f64; K]>()
    }
}
