//! Carrying plans out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::DataFusionError;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::{SessionConfig, SessionContext};
use feedrate_steps::data::{Fault, Faulted};
use feedrate_steps::environment::{Environment, Options};
use futures::StreamExt;
use tokio::runtime::Runtime;

use crate::scan::TableSource;
use crate::shared::Shared;

/// How often the user's wish to stop is looked for while a plan runs.
const LOOK: Duration = Duration::from_millis(50);

/// Batches that wait for who takes the rows.
const AHEAD: usize = 2;

/// For how long threads are waited for that are in the middle of a transfer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A plan with what it reads.
pub(crate) struct Planned {
    pub plan: LogicalPlan,
    pub sources: Vec<Arc<TableSource>>,
    pub shared: Arc<Shared>,
    /// Whether rows are to come by in their order, so on one thread.
    pub in_order: bool,
}

/// The rows of a plan that runs. It ends when this is dropped.
pub(crate) struct Rows<'a> {
    batches: Option<Receiver<Result<RecordBatch, DataFusionError>>>,
    runtime: Option<Runtime>,
    shared: Arc<Shared>,
    stop: &'a AtomicBool,
}

impl Planned {
    /// Looks for the data sets and begins to carry the plan out.
    pub(crate) fn start<'a>(&self, environment: &mut Environment<'a>) -> Faulted<Rows<'a>> {
        let options = environment.options;
        for source in &self.sources {
            source.find(environment.libraries, options)?;
        }
        let workers = match self.in_order {
            true => 1,
            false => options.workers() as usize,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(workers)
            .thread_name("sql")
            .build()
            .map_err(|error| Box::new(Fault::Query(format!("no threads can be had: {error}"))))?;
        let (sender, batches) = sync_channel(AHEAD);
        let plan = self.plan.clone();
        runtime.spawn(async move {
            if let Err(error) = drive(plan, workers, options, &sender).await {
                // Who takes no more does not want to know either.
                let _ = hand_over(&sender, Err(error));
            }
        });
        Ok(Rows {
            batches: Some(batches),
            runtime: Some(runtime),
            shared: Arc::clone(&self.shared),
            stop: environment.stop,
        })
    }
}

impl Rows<'_> {
    /// The next batch; `None` after the last.
    pub(crate) fn next(&mut self) -> Faulted<Option<RecordBatch>> {
        let Some(batches) = &self.batches else {
            return Ok(None);
        };
        loop {
            let next = batches.recv_timeout(LOOK);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Box::new(Fault::Interrupted));
            }
            return match next {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => match self.shared.take_fault() {
                    Some(fault) => Err(fault),
                    None => Ok(None),
                },
                Ok(Err(error)) => Err(self.shared.take_fault().unwrap_or_else(|| refused(&error))),
                Ok(Ok(batch)) => Ok(Some(batch)),
            };
        }
    }
}

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        // Who waits to hand something over finds nobody, and ends.
        self.batches = None;
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(PATIENCE);
        }
    }
}

async fn drive(
    plan: LogicalPlan,
    workers: usize,
    options: Options,
    sender: &SyncSender<Result<RecordBatch, DataFusionError>>,
) -> Result<(), DataFusionError> {
    let memory = usize::try_from(options.memory_bytes).unwrap_or(usize::MAX);
    let runtime = RuntimeEnvBuilder::new()
        .with_memory_pool(Arc::new(FairSpillPool::new(memory)))
        .build_arc()?;
    let config = SessionConfig::new().with_target_partitions(workers);
    let state = SessionStateBuilder::new_with_default_features()
        .with_config(config)
        .with_runtime_env(runtime)
        .build();
    let context = SessionContext::new_with_state(state);
    let plan = context.state().create_physical_plan(&plan).await?;
    let mut stream = execute_stream(plan, context.task_ctx())?;
    while let Some(batch) = stream.next().await {
        if !hand_over(sender, batch) {
            break;
        }
    }
    Ok(())
}

/// Hands a batch over, and waits for as long as nobody takes it; whether somebody will.
fn hand_over(
    sender: &SyncSender<Result<RecordBatch, DataFusionError>>,
    batch: Result<RecordBatch, DataFusionError>,
) -> bool {
    tokio::task::block_in_place(|| sender.send(batch).is_ok())
}

/// What DataFusion says of a query that it cannot carry out.
fn refused(error: &DataFusionError) -> Box<Fault> {
    let text = error.strip_backtrace();
    let first = text.lines().next().unwrap_or_default();
    Box::new(Fault::Query(first.to_owned()))
}
