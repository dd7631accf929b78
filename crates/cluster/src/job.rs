//! A plan that a cluster executes, and what its executors store for it.

use std::thread;
use std::time::Duration;

use ballista_core::extension::SessionConfigExt;
use ballista_core::serde::protobuf::execute_query_params::Query;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{
    CancelJobParams, CleanJobDataParams, ExecuteQueryParams, GetJobMetricsParams, GetJobStatusResult, KeyValuePair,
    PartitionLocation, RemoveSessionParams, job_status,
};
use ballista_core::utils::{GrpcClientConfig, create_grpc_client_endpoint};
use ballista_core::version::insert_version_header;
use datafusion::common::{Result, exec_datafusion_err, exec_err};
use datafusion::prelude::SessionConfig;
use tokio::runtime::Builder;
use tokio::time::timeout;
use tonic::Streaming;
use tonic::transport::Channel;

/// The time that the scheduler may take to end a job that is no longer wanted.
const PATIENCE: Duration = Duration::from_secs(5);

type Scheduler = SchedulerGrpcClient<Channel>;

/// A job of the scheduler. Dropping it cancels it and frees what is stored for it.
pub(crate) struct Job {
    address: String,
    scheduler: Scheduler,
    statuses: Streaming<GetJobStatusResult>,
    session_id: String,
    /// The name of the job, once the scheduler has given it one.
    id: Option<String>,
    has_ended: bool,
}

impl Job {
    /// Submits a plan.
    ///
    /// # Errors
    ///
    /// Fails if the scheduler cannot be reached or refuses the plan.
    pub(crate) async fn submit(address: &str, plan: Vec<u8>, config: &SessionConfig, session_id: &str) -> Result<Self> {
        let mut scheduler = connected(address, config).await?;
        let entries = config.options().entries().into_iter();
        let settings = entries.map(|entry| KeyValuePair {
            key: entry.key,
            value: entry.value,
        });
        let mut request = tonic::Request::new(ExecuteQueryParams {
            query: Some(Query::PhysicalPlan(plan)),
            settings: settings.collect(),
            session_id: session_id.to_owned(),
            operation_id: session_id.to_owned(),
        });
        insert_version_header(request.metadata_mut());
        let answer = scheduler.execute_query_push(request).await;
        let answer = answer.map_err(|status| exec_datafusion_err!("{}", status.message()))?;
        Ok(Self {
            address: address.to_owned(),
            scheduler,
            statuses: answer.into_inner(),
            session_id: session_id.to_owned(),
            id: None,
            has_ended: false,
        })
    }

    /// Waits until the job is completed, and returns where its rows are.
    ///
    /// # Errors
    ///
    /// Fails if the job fails or the scheduler is lost.
    pub(crate) async fn completed(&mut self) -> Result<Vec<PartitionLocation>> {
        loop {
            let next = self.statuses.message().await;
            let next = next.map_err(|status| exec_datafusion_err!("the scheduler was lost: {}", status.message()))?;
            let Some(status) = next.and_then(|next| next.status) else {
                return exec_err!("the scheduler ended before the query did");
            };
            if !status.job_id.is_empty() {
                self.id = Some(status.job_id);
            }
            match status.status {
                Some(job_status::Status::Failed(failed)) => return exec_err!("{}", failed.error),
                Some(job_status::Status::Successful(done)) => return Ok(done.partition_location),
                Some(job_status::Status::Queued(_) | job_status::Status::Running(_)) | None => {}
            }
        }
    }

    /// Returns the number of stages of the completed job and that of their partitions, as far as the scheduler tells.
    pub(crate) async fn size(&mut self) -> (usize, usize) {
        let Some(job_id) = self.id.clone() else {
            return (0, 0);
        };
        let metrics = self.scheduler.get_job_metrics(GetJobMetricsParams { job_id });
        let Ok(metrics) = metrics.await else {
            return (0, 0);
        };
        let stages = metrics.into_inner().stages;
        let partitions = stages.iter().map(|stage| stage.partitions as usize);
        (stages.len(), partitions.sum())
    }

    /// Frees what is stored for the job, whose rows were fetched.
    pub(crate) async fn end(&mut self) {
        self.has_ended = true;
        let id = self.id.clone();
        free(&mut self.scheduler, id, &self.session_id).await;
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        let (address, id) = (self.address.clone(), self.id.clone());
        let session_id = self.session_id.clone();
        // The runtime of the query may be about to end.
        let cancelling = thread::Builder::new().name("cancel".into()).spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
                return;
            };
            let cancelling = async {
                let config = SessionConfig::new_with_ballista();
                let Ok(mut scheduler) = connected(&address, &config).await else {
                    return;
                };
                if let Some(job_id) = id.clone() {
                    // A job that has ended cannot be cancelled.
                    let _ = scheduler.cancel_job(CancelJobParams { job_id }).await;
                }
                free(&mut scheduler, id, &session_id).await;
            };
            // A scheduler that does not answer frees everything by itself after a while.
            let _ = runtime.block_on(async { timeout(PATIENCE, cancelling).await });
        });
        if let Ok(cancelling) = cancelling {
            // It ends in time by itself, and a panic of it concerns nobody.
            let _ = cancelling.join();
        }
    }
}

/// Frees what is stored for a job. What fails is freed by the scheduler after a while.
async fn free(scheduler: &mut Scheduler, id: Option<String>, session_id: &str) {
    if let Some(job_id) = id {
        let _ = scheduler
            .clean_job_data(CleanJobDataParams {
                job_id,
                remove_stage_ids: Vec::new(),
            })
            .await;
    }
    let session_id = session_id.to_owned();
    let _ = scheduler.remove_session(RemoveSessionParams { session_id }).await;
}

/// Connects to a scheduler.
async fn connected(address: &str, config: &SessionConfig) -> Result<Scheduler> {
    let settings = config.ballista_config();
    let endpoint = create_grpc_client_endpoint(format!("http://{address}"), Some(&GrpcClientConfig::from(&settings)));
    let unreachable = |error: &dyn std::fmt::Display| {
        exec_datafusion_err!("there is no scheduler at {address} ({error}); `feedrate cluster scheduler` starts one")
    };
    let endpoint = endpoint.map_err(|error| unreachable(&error))?;
    let channel = endpoint.connect().await;
    let channel = channel.map_err(|error| unreachable(&error))?;
    let most_bytes = config.ballista_grpc_client_max_message_size();
    Ok(SchedulerGrpcClient::new(channel)
        .max_encoding_message_size(most_bytes)
        .max_decoding_message_size(most_bytes))
}
