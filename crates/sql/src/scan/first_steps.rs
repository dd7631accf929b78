//! The first steps of a plan are carried out on the threads that read.
//!
//! What a thread puts into columns lies in the caches of its core. Were it handed to a worker on another one, that core
//! would fetch all of it again; so where rows are summed up at once, which leaves little of them, the thread that
//! reads a partition does it, and hands over what is left. It carries the steps out as any executor would: a batch is
//! laid in their way, and they are asked for theirs until they want another.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

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
    leaf: Arc<dyn ExecutionPlan>,
    /// The steps; the lowest is `handed`.
    steps: Arc<dyn ExecutionPlan>,
    handed: Arc<Handed>,
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
        let handed = Arc::new(Handed {
            properties: Arc::clone(leaf.properties()),
            queues: Mutex::default(),
        });
        Ok(Some(Self {
            steps: over(plan, &handed)?,
            leaf,
            handed,
        }))
    }
}

/// The leaf that a step has its rows of, through steps row by row.
fn leaf_below(step: &Arc<dyn ExecutionPlan>) -> Option<Arc<dyn ExecutionPlan>> {
    let [below] = step.children()[..] else {
        return None;
    };
    let is_row_by_row = below.downcast_ref::<ProjectionExec>().is_some()
        || below.downcast_ref::<FilterExec>().is_some()
        || below.downcast_ref::<CooperativeExec>().is_some();
    match below.downcast_ref::<Leaf>() {
        Some(_) => Some(Arc::clone(below)),
        None if is_row_by_row => leaf_below(below),
        None => None,
    }
}

/// The same steps over what is handed to them.
fn over(step: &Arc<dyn ExecutionPlan>, handed: &Arc<Handed>) -> Result<Arc<dyn ExecutionPlan>> {
    let below = step.children().into_iter().map(|below| over(below, handed));
    let below: Vec<_> = below.collect::<Result<_>>()?;
    match below.is_empty() {
        true => Ok(Arc::clone(handed) as Arc<dyn ExecutionPlan>),
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
        let Some(leaf) = self.leaf.downcast_ref::<Leaf>() else {
            return internal_err!("the first steps have no leaf");
        };
        let reading = leaf.reading(partition, &context)?;
        let queue = Queue::default();
        self.handed.expect(partition, queue.clone());
        let stream = self.steps.execute(partition, context)?;
        let schema = self.steps.schema();
        let shared = Arc::clone(reading.source.shared());
        on_own_thread(shared, schema, move |sender| {
            Driver {
                queue,
                stream,
                sender,
            }
            .drive(&reading)
        })
    }
}

/// Batches that are handed to the first steps of a partition.
#[derive(Clone, Debug, Default)]
struct Queue(Arc<Mutex<Queued>>);

#[derive(Debug, Default)]
struct Queued {
    batches: VecDeque<RecordBatch>,
    has_ended: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Queued> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the steps wait for another batch when they come to a halt.
    fn is_wanting(&self) -> bool {
        let queued = self.lock();
        queued.batches.is_empty() && !queued.has_ended
    }
}

/// The lowest of the first steps, in the place of the leaf.
#[derive(Debug)]
struct Handed {
    properties: Arc<PlanProperties>,
    /// Those of the partitions that are to be carried out.
    queues: Mutex<HashMap<usize, Queue>>,
}

impl Handed {
    /// What is handed to a partition comes from this queue.
    fn expect(&self, partition: usize, queue: Queue) {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        queues.insert(partition, queue);
    }
}

impl DisplayAs for Handed {
    fn fmt_as(&self, _: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Handed")
    }
}

impl ExecutionPlan for Handed {
    fn name(&self) -> &str {
        "Handed"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
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

    fn execute(&self, partition: usize, _: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(queue) = queues.remove(&partition) else {
            return internal_err!("nothing is handed to partition {partition}");
        };
        // Who hands a batch over asks for what comes of it then: nobody needs to be woken.
        let batches = stream::poll_fn(move |_| {
            let mut queued = queue.lock();
            match queued.batches.pop_front() {
                Some(batch) => Poll::Ready(Some(Ok(batch))),
                None if queued.has_ended => Poll::Ready(None),
                None => Poll::Pending,
            }
        });
        let schema = self.schema();
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, batches)))
    }
}

/// Carries the steps of a partition out.
struct Driver<'s> {
    queue: Queue,
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
            self.queue.lock().batches.push_back(batch);
            wants_more = self.go_on();
            wants_more
        })?;
        if wants_more {
            self.queue.lock().has_ended = true;
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
        let (queue, stream) = (&self.queue, &mut self.stream);
        block_on(poll_fn(|context| match stream.poll_next_unpin(context) {
            Poll::Ready(Some(batch)) => Poll::Ready(Halt::Gave(batch)),
            Poll::Ready(None) => Poll::Ready(Halt::Ended),
            Poll::Pending if queue.is_wanting() => Poll::Ready(Halt::Wanting),
            Poll::Pending => Poll::Pending,
        }))
    }
}
