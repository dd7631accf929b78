//! The executors of a scheduler, whose queries end when one of them is lost.
//!
//! Ballista 55.0 executes the tasks of a lost executor again, and can then count rows twice that others had already
//! passed on. So the jobs of the moment are cancelled before it learns of the loss, and the program that waits for one
//! submits its query anew.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, ExecutorHeartbeat};
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata};
use ballista_scheduler::cluster::{
    BallistaCluster, BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot, JobState,
};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::state::task_manager::JobInfoCache;

/// The executors of a scheduler.
pub(crate) struct WatchedExecutors {
    inner: Arc<dyn ClusterState>,
    jobs: Arc<dyn JobState>,
    /// The address of the scheduler.
    address: OnceLock<SocketAddr>,
}

impl WatchedExecutors {
    /// Returns a cluster whose executors are watched, and their watch.
    pub(crate) fn of(cluster: &BallistaCluster) -> (BallistaCluster, Arc<Self>) {
        let watched = Arc::new(Self {
            inner: cluster.cluster_state(),
            jobs: cluster.job_state(),
            address: OnceLock::new(),
        });
        let executors: Arc<dyn ClusterState> = Arc::clone(&watched) as _;
        let cluster = BallistaCluster::new(executors, cluster.job_state());
        (cluster, watched)
    }

    /// Sets the address of the scheduler.
    pub(crate) fn serve_at(&self, address: SocketAddr) {
        // It listens once.
        let _ = self.address.set(address);
    }

    /// Requests that the jobs of the moment be cancelled.
    async fn cancel_jobs(&self) {
        // `get_jobs` has only those that have ended.
        let (Some(address), Ok(jobs)) = (self.address.get(), self.jobs.get_all_jobs().await) else {
            return;
        };
        if jobs.is_empty() {
            return;
        }
        // A scheduler that cannot be reached by itself is ending.
        if let Ok(mut scheduler) = SchedulerGrpcClient::connect(format!("http://{address}")).await {
            for job_id in jobs {
                let job_id = job_id.into();
                let _ = scheduler.cancel_job(CancelJobParams { job_id }).await;
            }
        }
    }
}

#[async_trait]
impl ClusterState for WatchedExecutors {
    async fn init(&self) -> Result<()> {
        self.inner.init().await
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        active_jobs: Arc<HashMap<JobId, JobInfoCache>>,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        self.inner
            .bind_schedulable_tasks(distribution, active_jobs, executors)
            .await
    }

    async fn unbind_tasks(&self, executor_slots: Vec<ExecutorSlot>) -> Result<()> {
        self.inner.unbind_tasks(executor_slots).await
    }

    async fn register_executor(&self, metadata: ExecutorMetadata, spec: ExecutorData) -> Result<()> {
        self.inner.register_executor(metadata, spec).await
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        self.inner.save_executor_metadata(metadata).await
    }

    async fn get_executor_metadata(&self, executor_id: &str) -> Result<ExecutorMetadata> {
        self.inner.get_executor_metadata(executor_id).await
    }

    async fn registered_executor_metadata(&self) -> Vec<ExecutorMetadata> {
        self.inner.registered_executor_metadata().await
    }

    async fn save_executor_heartbeat(&self, heartbeat: ExecutorHeartbeat) -> Result<()> {
        self.inner.save_executor_heartbeat(heartbeat).await
    }

    /// Ballista resets the tasks of the executor after this returns. The cancelling is in its queue before that.
    async fn remove_executor(&self, executor_id: &str) -> Result<()> {
        self.cancel_jobs().await;
        self.inner.remove_executor(executor_id).await
    }

    fn executor_heartbeats(&self) -> HashMap<String, ExecutorHeartbeat> {
        self.inner.executor_heartbeats()
    }

    fn get_executor_heartbeat(&self, executor_id: &str) -> Option<ExecutorHeartbeat> {
        self.inner.get_executor_heartbeat(executor_id)
    }

    async fn cluster_state_events(&self) -> Result<ClusterStateEventStream> {
        self.inner.cluster_state_events().await
    }
}
