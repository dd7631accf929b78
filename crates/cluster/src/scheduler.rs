//! The scheduler of a cluster: it divides plans into stages, and gives their tasks to executors.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{SchedulerConfig, TaskDistributionPolicy};
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;

use crate::MOST_MESSAGE_BYTES;
use crate::codec::{self, Codec};
use crate::place::{ClusterError, Place};
use crate::signals::Signals;
use crate::watched::WatchedExecutors;

/// After how many seconds without a sign of life an executor counts as lost.
const LOST_AFTER: u64 = 15;

/// The seconds for which the rows of a query are kept for a program that has not fetched all of them. Programs request
/// that they be removed when they have.
const KEPT: u64 = 24 * 60 * 60;

/// The seconds for which the facts about a query that has ended are kept.
const REMEMBERED: u64 = 60 * 60;

/// The number of connections that may wait to be accepted.
const WAITING: u32 = 1024;

/// The time to wait for threads when the process ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// A scheduler.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// Where it listens.
    pub place: Place,
    /// After how many seconds without a sign of life an executor counts as lost. Default: 15.
    pub lost_after: u64,
}

impl Default for Scheduler {
    fn default() -> Self {
        Self {
            place: Place::default(),
            lost_after: LOST_AFTER,
        }
    }
}

/// Runs a scheduler until Ctrl-C or SIGTERM. `listening` is called with the address once it listens.
///
/// # Errors
///
/// Fails if it cannot listen, or if the system refuses threads or signals.
pub fn schedule(scheduler: &Scheduler, listening: impl FnOnce(SocketAddr)) -> Result<(), ClusterError> {
    let runtime = Runtime::new()?;
    let ended = runtime.block_on(serve(scheduler, listening));
    runtime.shutdown_timeout(PATIENCE);
    ended
}

/// Listens at an address.
///
/// The connections inherit that what is sent leaves at once. Ballista 55.0 leaves this to the system, which holds an
/// answer back for 40 ms, and with it each task.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    socket.set_reuseaddr(true)?;
    socket.set_nodelay(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

async fn serve(scheduler: &Scheduler, listening: impl FnOnce(SocketAddr)) -> Result<(), ClusterError> {
    let mut signals = Signals::listen()?;
    let host = scheduler.place.host()?;
    let address = SocketAddr::new(scheduler.place.bind, scheduler.place.port);
    let refused = |source| ClusterError::Listen { address, source };
    let listener = listen(address).map_err(refused)?;
    let bound = listener.local_addr().map_err(refused)?;
    let config = SchedulerConfig {
        external_host: host,
        bind_host: scheduler.place.bind.to_string(),
        bind_port: bound.port(),
        // Executors fetch their tasks. If they were given them, Ballista 55.0 would take an executor whose tasks were
        // cancelled, because another one was lost, to be busy for ever.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        // So that even a few tasks run on all executors.
        task_distribution: TaskDistributionPolicy::RoundRobin,
        finished_job_data_clean_up_interval_seconds: KEPT,
        finished_job_state_clean_up_interval_seconds: REMEMBERED,
        executor_timeout_seconds: scheduler.lost_after,
        expire_dead_executor_interval_seconds: (scheduler.lost_after / 4).max(1),
        no_executors_grace_period_seconds: scheduler.lost_after,
        // A stage that fails because rows of another executor are lost is not tried again: see `watched`.
        task_max_failures: 1,
        stage_max_failures: 1,
        grpc_server_max_decoding_message_size: MOST_MESSAGE_BYTES,
        grpc_server_max_encoding_message_size: MOST_MESSAGE_BYTES,
        override_logical_codec: Some(codec::logical()),
        override_physical_codec: Some(Arc::new(Codec::default())),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let (cluster, watched) = WatchedExecutors::of(&cluster);
    watched.serve_at(bound);
    let server = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await;
    let server = server?;
    listening(bound);
    tokio::select! {
        served = start_grpc_service_with_listener(listener, server) => {
            served?;
            Err(ClusterError::Ended)
        }
        () = signals.received() => Ok(()),
    }
}
