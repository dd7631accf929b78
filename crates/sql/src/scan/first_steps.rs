//! The first operators of a plan are executed on the threads that read.
//!
//! The columns that a thread fills are in the caches of its core; if they were sent to a worker on another core, that
//! core would have to fetch them again. So where rows are aggregated right after they are read, which leaves few of
//! them, the thread that reads a partition aggregates it and sends the result. It executes the operators as any
//! executor does: a batch is put in the slot of their input, and their output is polled until they need another batch.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::{Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
use datafusion::physical_plan::coop::CooperativeExec;
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties, replace_children_if_necessary,
};
use feedrate_rows::StepResult;
use futures::executor::block_on;
use futures::future::poll_fn;
use futures::{StreamExt, stream};

use super::leaf::{Leaf, without_inputs};
use super::reading::{Reading, Sender, on_own_thread};
use crate::replacement::Replacement;

/// The number of batches that the operators hold while the next one is made.
const HELD: usize = 0;

/// Returns the optimizer rule that moves partial aggregation to the threads that read.
pub(crate) fn first_steps_on_readers() -> impl PhysicalOptimizerRule {
    Replacement::new("first_steps_on_readers", |plan: &Arc<dyn ExecutionPlan>| {
        let steps = FirstSteps::of(plan)?;
        Ok(steps.map(|steps| Arc::new(steps) as _))
    })
}

/// Reads a data set and executes the operators above it on the thread of each partition.
#[derive(Debug)]
struct FirstSteps {
    leaf: Leaf,
    /// The operators; the lowest one returns the batches that are handed over.
    steps: Arc<dyn ExecutionPlan>,
    /// The slot of each partition.
    handed: Vec<Arc<HandOver>>,
}

impl FirstSteps {
    /// Returns the replacement of a partial aggregation, if only row-by-row operators are between it and the leaf.
    fn of(plan: &Arc<dyn ExecutionPlan>) -> Result<Option<Self>> {
        let sums_up = plan.downcast_ref::<AggregateExec>();
        if sums_up.is_none_or(|sums| *sums.mode() != AggregateMode::Partial) {
            return Ok(None);
        }
        let Some(leaf) = leaf_below(plan) else {
            return Ok(None);
        };
        let schema = leaf.schema();
        let partitions = 0..leaf.properties().output_partitioning().partition_count();
        let handed: Vec<_> = partitions.map(|_| HandOver::new(&schema)).collect();
        let streams = handed.iter().map(|handed| Arc::clone(handed) as _);
        let ordering = leaf.properties().output_ordering().cloned();
        let lowest = StreamingTableExec::try_new(schema, streams.collect(), None, ordering, false, None)?;
        Ok(Some(Self {
            leaf: leaf.clone(),
            steps: over(plan, &(Arc::new(lowest) as _))?,
            handed,
        }))
    }
}

/// Returns the leaf below row-by-row operators.
fn leaf_below(step: &Arc<dyn ExecutionPlan>) -> Option<&Leaf> {
    let [below] = step.children()[..] else {
        return None;
    };
    let is_row_by_row = below.downcast_ref::<ProjectionExec>().is_some()
        || below.downcast_ref::<FilterExec>().is_some()
        || below.downcast_ref::<CooperativeExec>().is_some();
    match below.downcast_ref::<Leaf>() {
        None if is_row_by_row => leaf_below(below),
        leaf => leaf,
    }
}

/// Returns the same operators with another plan in place of the leaf.
fn over(step: &Arc<dyn ExecutionPlan>, lowest: &Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    let below = step.children().into_iter().map(|below| over(below, lowest));
    let below: Vec<_> = below.collect::<Result<_>>()?;
    match below.is_empty() {
        true => Ok(Arc::clone(lowest)),
        false => replace_children_if_necessary(Arc::clone(step), below),
    }
}

impl DisplayAs for FirstSteps {
    fn fmt_as(&self, kind: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} on the threads of ", self.steps.name())?;
        self.leaf.fmt_as(kind, formatter)
    }
}

impl ExecutionPlan for FirstSteps {
    fn name(&self) -> &str {
        "FirstSteps"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.steps.properties()
    }

    without_inputs!();

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let reading = self.leaf.reading(partition, &context)?;
        let Some(handed) = self.handed.get(partition).cloned() else {
            return internal_err!("nothing is handed to partition {partition}");
        };
        handed.put(BatchSlot::Empty);
        let stream = self.steps.execute(partition, context)?;
        let schema = self.steps.schema();
        let shared = Arc::clone(&reading.source.shared);
        on_own_thread(shared, schema, move |sender| {
            Driver { handed, stream, sender }.drive(&reading)
        })
    }
}

/// The slot between the thread that reads and the operators of a partition.
#[derive(Debug)]
struct HandOver {
    schema: SchemaRef,
    place: Arc<Mutex<BatchSlot>>,
}

#[derive(Debug)]
enum BatchSlot {
    Empty,
    Batch(RecordBatch),
    /// There are no more batches.
    End,
}

impl HandOver {
    fn new(schema: &SchemaRef) -> Arc<Self> {
        Arc::new(Self {
            schema: Arc::clone(schema),
            place: Arc::new(Mutex::new(BatchSlot::Empty)),
        })
    }

    fn put(&self, what: BatchSlot) {
        *locked(&self.place) = what;
    }

    /// Returns whether the operators wait for another batch.
    fn is_wanting(&self) -> bool {
        matches!(*locked(&self.place), BatchSlot::Empty)
    }
}

fn locked(place: &Mutex<BatchSlot>) -> MutexGuard<'_, BatchSlot> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PartitionStream for HandOver {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let place = Arc::clone(&self.place);
        // The thread that hands over a batch polls the output itself: no waker is needed.
        let batches = stream::poll_fn(move |_| {
            let mut place = locked(&place);
            match std::mem::replace(&mut *place, BatchSlot::Empty) {
                BatchSlot::Empty => Poll::Pending,
                BatchSlot::Batch(batch) => Poll::Ready(Some(Ok(batch))),
                BatchSlot::End => {
                    *place = BatchSlot::End;
                    Poll::Ready(None)
                }
            }
        });
        Box::pin(RecordBatchStreamAdapter::new(Arc::clone(&self.schema), batches))
    }
}

/// Executes the operators of a partition.
struct Driver<'s> {
    handed: Arc<HandOver>,
    stream: SendableRecordBatchStream,
    sender: &'s Sender,
}

/// The state in which the operators stop.
enum Halt {
    /// They wait for another batch.
    Wanting,
    /// They returned a batch.
    Gave(Result<RecordBatch>),
    /// They have ended.
    Ended,
}

impl Driver<'_> {
    fn drive(mut self, reading: &Reading) -> StepResult<()> {
        let mut wants_more = true;
        reading.read(HELD, |batch| {
            self.handed.put(BatchSlot::Batch(batch));
            wants_more = self.go_on();
            wants_more
        })?;
        if wants_more {
            self.handed.put(BatchSlot::End);
            self.go_on();
        }
        Ok(())
    }

    /// Polls the operators until they wait for another batch. Returns false if they have ended.
    fn go_on(&mut self) -> bool {
        loop {
            match self.halt() {
                Halt::Wanting => return true,
                Halt::Ended => return false,
                Halt::Gave(batch) => {
                    if !self.sender.send(batch) {
                        return false;
                    }
                }
            }
        }
    }

    fn halt(&mut self) -> Halt {
        let (handed, stream) = (&self.handed, &mut self.stream);
        block_on(poll_fn(|context| match stream.poll_next_unpin(context) {
            Poll::Ready(Some(batch)) => Poll::Ready(Halt::Gave(batch)),
            Poll::Ready(None) => Poll::Ready(Halt::Ended),
            Poll::Pending if handed.is_wanting() => Poll::Ready(Halt::Wanting),
            Poll::Pending => Poll::Pending,
        }))
    }
}
