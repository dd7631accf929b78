//! Summary functions as aggregate functions of DataFusion.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::{AggregateOrderSensitivity, format_state_name};
use datafusion::logical_expr::{Accumulator, AggregateUDF, AggregateUDFImpl, GroupsAccumulator, Signature, Volatility};

use super::accumulator::{new_distinct, new_groups, new_one};
use super::partial_state::{Count, Extent, FullMoments, Greatest, Least, Mean, Moments, PartialState, Sum};
use super::statistic::Statistic;

/// Instantiates a function for the partial state that a statistic needs.
macro_rules! by_part {
    ($statistic:expr, $function:ident) => {
        match $statistic {
            Statistic::N => $function::<1, Count<false>>($statistic),
            Statistic::Nmiss => $function::<1, Count<true>>($statistic),
            Statistic::Sum => $function::<1, Sum>($statistic),
            Statistic::Mean => $function::<2, Mean>($statistic),
            Statistic::Min => $function::<1, Least>($statistic),
            Statistic::Max => $function::<1, Greatest>($statistic),
            Statistic::Range => $function::<2, Extent>($statistic),
            Statistic::Uss
            | Statistic::Css
            | Statistic::Var
            | Statistic::Std
            | Statistic::Stderr
            | Statistic::Cv
            | Statistic::T
            | Statistic::Prt => $function::<3, Moments>($statistic),
        }
    };
}

/// A summary function.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Summary {
    statistic: Statistic,
    signature: Signature,
}

impl Statistic {
    /// Returns the aggregate function that computes the statistic.
    pub(crate) fn function(self) -> Arc<AggregateUDF> {
        Arc::new(AggregateUDF::new_from_impl(Summary {
            statistic: self,
            signature: Signature::exact(vec![DataType::Float64], Volatility::Immutable),
        }))
    }

    /// Returns the statistic that an aggregate function computes; `None` if it is none of these.
    pub(crate) fn of_function(function: &AggregateUDF) -> Option<Self> {
        let summary = function.inner().downcast_ref::<Summary>();
        summary.map(|summary| summary.statistic)
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
            true => by_part!(self.statistic, new_distinct),
            false => by_part!(self.statistic, new_one),
        })
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        if args.is_distinct {
            let item = Field::new_list_field(DataType::Float64, true);
            let name = format_state_name(args.name, "seen");
            return Ok(vec![Arc::new(Field::new_list(name, item, false))]);
        }
        let fields = by_part!(self.statistic, names).into_iter().map(|field| {
            let name = format_state_name(args.name, field);
            Arc::new(Field::new(name, DataType::Float64, false))
        });
        Ok(fields.collect())
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs<'_>) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(&self, _: AccumulatorArgs<'_>) -> Result<Box<dyn GroupsAccumulator>> {
        Ok(by_part!(self.statistic, new_groups))
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    /// The value for no rows is the value of a group without values.
    fn default_value(&self, _: &DataType) -> Result<ScalarValue> {
        Ok(ScalarValue::Float64(Some(self.statistic.of(&FullMoments::NONE))))
    }
}

fn names<const K: usize, P: PartialState<K>>(_: Statistic) -> Vec<&'static str> {
    P::NAMES.to_vec()
}
