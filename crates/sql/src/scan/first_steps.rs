//! The first steps of a plan are carried out on the threads that read.
//!
//! What a thread puts into columns lies in the caches of its core. Were it handed to a worker on another one, that core
//! would fetch all of it again; so where rows are summed up at once, which leaves little of them, the thread that
//! reads a partition does it, and hands over what is left. It carries the steps out as any executor would: a batch is
//! laid in their way, and they are asked for theirs until they want another.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
use datafusion::physical_plan::coop::CooperativeExec;
use datafusion::physical_plan::execution_plan::ReplaceChildrenOptions;
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties, replace_children_if_necessary,
};
use feedrate_steps::data::Faulted;
use futures::executor::block_on;
use futures::future::poll_fn;
use futures::{StreamExt, stream};

use super::leaf::Leaf;
use super::reading::{Reading, Sender, on_own_thread};

/// Batches that the steps hold while the next one is made.
const HELD: usize = 0;

/// Puts sums of parts onto the threads that read them.
#[derive(Debug)]
pub(crate) struct FirstStepsOnReaders;

impl PhysicalOptimizerRule for FirstStepsOnReaders {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_down(|plan| match FirstSteps::of(&plan)? {
            Some(steps) => Ok(Transformed::new(
                Arc::new(steps) as Arc<dyn ExecutionPlan>,
                true,
                TreeNodeRecursion::Jump,
            )),
            None => Ok(Transformed::no(plan)),
        })
        .data()
    }

    fn name(&self) -> &str {
        "first_steps_on_readers"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// Reads a data set, and carries out the steps above it on the thread of each partition.
#[derive(Debug)]
struct FirstSteps {
    leaf: Leaf,
    /// The steps; the lowest gives what is handed to them.
    steps: Arc<dyn ExecutionPlan>,
    /// That of each partition.
    handed: Vec<Arc<Handed>>,
}

impl FirstSteps {
    /// These of a plan that sums parts up, if nothing but steps row by row is between that and the leaf.
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
        let handed: Vec<_> = partitions.map(|_| Handed::new(&schema)).collect();
        let streams = handed.iter().map(|handed| Arc::clone(handed) as _);
        let ordering = leaf.properties().output_ordering().cloned();
        let lowest =
            StreamingTableExec::try_new(schema, streams.collect(), None, ordering, false, None)?;
        Ok(Some(Self {
            leaf: leaf.clone(),
            steps: over(plan, &(Arc::new(lowest) as _))?,
            handed,
        }))
    }
}

/// The leaf that a step has its rows of, through steps row by row.
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

/// The same steps over another one in the place of the leaf.
fn over(
    step: &Arc<dyn ExecutionPlan>,
    lowest: &Arc<dyn ExecutionPlan>,
) -> Result<Arc<dyn ExecutionPlan>> {
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

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn replace_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn with_new_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let reading = self.leaf.reading(partition, &context)?;
        let Some(handed) = self.handed.get(partition).cloned() else {
            return internal_err!("nothing is handed to partition {partition}");
        };
        handed.put(Place::Empty);
        let stream = self.steps.execute(partition, context)?;
        let schema = self.steps.schema();
        let shared = Arc::clone(reading.source.shared());
        on_own_thread(shared, schema, move |sender| {
            Driver {
                handed,
                stream,
                sender,
            }
            .drive(&reading)
        })
    }
}

/// Where what is handed to the first steps of a partition lies until they take it.
#[derive(Debug)]
struct Handed {
    schema: SchemaRef,
    place: Arc<Mutex<Place>>,
}

#[derive(Debug)]
enum Place {
    Empty,
    Batch(RecordBatch),
    /// No more will come.
    End,
}

impl Handed {
    fn new(schema: &SchemaRef) -> Arc<Self> {
        Arc::new(Self {
            schema: Arc::clone(schema),
            place: Arc::new(Mutex::new(Place::Empty)),
        })
    }

    fn put(&self, what: Place) {
        *locked(&self.place) = what;
    }

    /// Whether the steps want another batch when they come to a halt.
    fn is_wanting(&self) -> bool {
        matches!(*locked(&self.place), Place::Empty)
    }
}

fn locked(place: &Mutex<Place>) -> MutexGuard<'_, Place> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PartitionStream for Handed {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let place = Arc::clone(&self.place);
        // Who hands a batch over asks for what comes of it then: nobody needs to be woken.
        let batches = stream::poll_fn(move |_| {
            let mut place = locked(&place);
            match std::mem::replace(&mut *place, Place::Empty) {
                Place::Empty => Poll::Pending,
                Place::Batch(batch) => Poll::Ready(Some(Ok(batch))),
                Place::End => {
                    *place = Place::End;
                    Poll::Ready(None)
                }
            }
        });
        Box::pin(RecordBatchStreamAdapter::new(
            Arc::clone(&self.schema),
            batches,
        ))
    }
}

/// Carries the steps of a partition out.
struct Driver<'s> {
    handed: Arc<Handed>,
    stream: SendableRecordBatchStream,
    sender: &'s Sender,
}

/// Where the steps came to a halt.
enum Halt {
    /// They want another batch.
    Wanting,
    /// They gave one.
    Gave(Result<RecordBatch>),
    /// They want and give no more.
    Ended,
}

impl Driver<'_> {
    fn drive(mut self, reading: &Reading) -> Faulted<()> {
        let mut wants_more = true;
        reading.read(HELD, |batch| {
            self.handed.put(Place::Batch(batch));
            wants_more = self.go_on();
            wants_more
        })?;
        if wants_more {
            self.handed.put(Place::End);
            self.go_on();
        }
        Ok(())
    }

    /// Goes on until the steps want another batch; whether they will have it.
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
