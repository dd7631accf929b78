//! The execution of the plans of PROC SQL on a cluster.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use ballista_core::client::BallistaClient;
use ballista_core::extension::SessionConfigExt;
use ballista_core::serde::protobuf::PartitionLocation;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::prelude::SessionConfig;
use datafusion_proto::physical_plan::AsExecutionPlan;
use datafusion_proto::protobuf::PhysicalPlanNode;
use feedrate_sql::{Cluster, Ready};
use futures::{StreamExt, stream};
use tokio::time::sleep;

use crate::MOST_MESSAGE_BYTES;
use crate::codec::Codec;
use crate::job::Job;

/// Executes plans on the clusters of a session.
#[derive(Debug, Default)]
pub struct Client {
    codec: Codec,
}

#[async_trait]
impl Cluster for Client {
    fn config(&self) -> SessionConfig {
        SessionConfig::new_with_ballista()
            .with_information_schema(false)
            .set_bool("ballista.planner.adaptive.enabled", false)
            .with_ballista_grpc_client_max_message_size(MOST_MESSAGE_BYTES as usize)
            .set_usize("ballista.client.io_retries_times", usize::from(RETRIES))
            .set_u64("ballista.client.io_retry_wait_time_ms", RETRY_WAIT)
    }

    fn encode(&self, plan: Arc<dyn ExecutionPlan>) -> Result<Vec<u8>> {
        let node = PhysicalPlanNode::try_from_physical_plan(plan, &self.codec)?;
        let mut bytes = Vec::new();
        node.try_encode(&mut bytes)?;
        Ok(bytes)
    }

    async fn run(&self, address: &str, plan: Vec<u8>, schema: SchemaRef, config: &SessionConfig) -> Result<Ready> {
        let mut tries = 0;
        let (mut job, locations) = loop {
            tries += 1;
            let mut job = Job::submit(address, plan.clone(), config, &session_id()).await?;
            match job.completed().await {
                Ok(locations) => break (job, locations),
                Err(error) => {
                    job.end().await;
                    if !is_loss(&error) || tries == MOST_TRIES {
                        return Err(error);
                    }
                }
            }
            sleep(AGAIN).await;
        };
        let (stages, partitions) = job.size().await;
        Ok(Ready {
            rows: rows(job, locations, schema, config),
            stages,
            partitions,
        })
    }
}

/// Returns whether an error says that an executor was lost, after which the query can be executed again.
fn is_loss(error: &DataFusionError) -> bool {
    let text = error.to_string().to_lowercase();
    LOSSES.iter().any(|loss| text.contains(loss))
}

/// Returns a name that no other query of the cluster has.
fn session_id() -> String {
    static QUERIES: AtomicU64 = AtomicU64::new(0);
    let number = QUERIES.fetch_add(1, Ordering::Relaxed);
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed();
    let now = since.map_or(0, |since| since.as_nanos());
    format!("feedrate-{}-{now}-{number}", std::process::id())
}

/// The parts of a result that are left to fetch.
struct ResultFetch {
    job: Job,
    locations: VecDeque<PartitionLocation>,
    current: Option<SendableRecordBatchStream>,
    most_bytes: usize,
    has_failed: bool,
}

/// Returns the rows of all partitions, one after the other.
fn rows(
    job: Job,
    locations: Vec<PartitionLocation>,
    schema: SchemaRef,
    config: &SessionConfig,
) -> SendableRecordBatchStream {
    let fetching = ResultFetch {
        job,
        locations: locations.into(),
        current: None,
        most_bytes: config.ballista_grpc_client_max_message_size(),
        has_failed: false,
    };
    let batches = stream::unfold(fetching, |mut fetching| async {
        if fetching.has_failed {
            return None;
        }
        loop {
            if let Some(current) = &mut fetching.current {
                match current.next().await {
                    Some(Ok(batch)) => return Some((Ok(batch), fetching)),
                    Some(Err(error)) => {
                        fetching.has_failed = true;
                        return Some((Err(lost(&error.to_string())), fetching));
                    }
                    None => fetching.current = None,
                }
            }
            let Some(location) = fetching.locations.pop_front() else {
                fetching.job.end().await;
                return None;
            };
            match fetched(location, fetching.most_bytes).await {
                Ok(rows) => fetching.current = Some(rows),
                Err(error) => {
                    fetching.has_failed = true;
                    return Some((Err(error), fetching));
                }
            }
        }
    });
    Box::pin(RecordBatchStreamAdapter::new(schema, batches))
}

fn lost(why: &str) -> DataFusionError {
    let first = why.lines().next().unwrap_or_default();
    exec_datafusion_err!("an executor was lost before all rows were fetched ({first}); run it again")
}

/// Fetches the rows of a partition from the executor that keeps them.
async fn fetched(location: PartitionLocation, most_bytes: usize) -> Result<SendableRecordBatchStream> {
    let layout = location.layout();
    let (Some(executor), Some(partition)) = (location.executor_meta, location.partition_id) else {
        return Err(lost("the scheduler did not say where they are"));
    };
    let port = u16::try_from(executor.port).unwrap_or_default();
    let client = BallistaClient::try_new(&executor.host, port, most_bytes, false, None, RETRIES, RETRY_WAIT, 0, 0);
    let mut client = client.await.map_err(|error| lost(&error.to_string()))?;
    let partition = partition.into();
    let rows = client.fetch_partition_proxied(
        &executor.id,
        &partition,
        location.file_id,
        layout,
        &executor.host,
        port,
        true,
    );
    rows.await.map_err(|error| lost(&error.to_string()))
}

/// The number of times that a query is executed, if executors are lost, and the time between them.
const MOST_TRIES: usize = 4;
const AGAIN: Duration = Duration::from_millis(200);

/// The texts in errors that follow from the loss of an executor. A job is cancelled when its scheduler finds one lost.
const LOSSES: &[&str] = &[
    "cancelled",
    "has failed 1 times",
    "failed to fetch",
    "fetchfailed",
    "h2 protocol error",
    "transport error",
    "connect error",
    "broken pipe",
    "connection re",
];

/// The number of times that fetching is tried again, and the milliseconds between them.
const RETRIES: u8 = 2;
const RETRY_WAIT: u64 = 500;
