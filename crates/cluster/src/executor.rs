//! An executor of a cluster: it reads data sets, executes tasks, and keeps the rows between stages in files.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use tokio::runtime::Runtime;

use crate::codec::{self, Codec};
use crate::place::{ClusterError, Place, host_and_port};
use crate::work::WorkFolder;

/// How many seconds pass between two signs of life.
const HEARTBEAT: u64 = 3;

/// How many seconds to wait for the scheduler.
const CONNECT: u16 = 10;

/// How long to wait for threads when the process ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// An executor.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The host and port of the scheduler.
    pub scheduler: String,
    /// Where it offers the rows that it keeps.
    pub place: Place,
    /// The port on which the scheduler gives it tasks; 0 for one that is free.
    pub control_port: u16,
    /// The folder in which that for the rows between stages is made. Default: that for temporary files.
    pub work: Option<PathBuf>,
    /// The number of tasks that it executes at once; 0 for as many as there are cores.
    pub cores: usize,
    /// The bytes that its tasks may hold in memory; `None` for most of the machine's memory.
    pub memory_bytes: Option<u64>,
    /// How many seconds pass between two signs of life. Default: 3.
    pub heartbeat: u64,
}

impl Default for Executor {
    fn default() -> Self {
        Self {
            scheduler: String::new(),
            place: Place::default(),
            control_port: 0,
            work: None,
            cores: 0,
            memory_bytes: None,
            heartbeat: HEARTBEAT,
        }
    }
}

/// Runs an executor until Ctrl-C or SIGTERM, after which it completes its tasks and removes its files. `beginning` is
/// called with the name of the place before it registers with the scheduler.
///
/// # Errors
///
/// Fails if the scheduler cannot be reached, if it cannot listen, or if the system refuses threads or a folder.
pub fn execute(executor: &Executor, beginning: impl FnOnce(&str)) -> Result<(), ClusterError> {
    let (scheduler_host, scheduler_port) = host_and_port(&executor.scheduler)?;
    let host = executor.place.host()?;
    let port = executor.place.free_port()?;
    let control = Place {
        port: executor.control_port,
        ..executor.place.clone()
    };
    let grpc_port = control.free_port()?;
    let parent = executor.work.clone().unwrap_or_else(std::env::temp_dir);
    let folder = WorkFolder::make(&parent).map_err(ClusterError::Work)?;
    let config = ExecutorProcessConfig {
        bind_host: executor.place.bind.to_string(),
        external_host: Some(host.clone()),
        port,
        grpc_port,
        scheduler_host,
        scheduler_port,
        scheduler_connect_timeout_seconds: CONNECT,
        vcores: executor.cores,
        work_dir: Some(folder.path().to_string_lossy().into_owned()),
        memory_pool_size: executor.memory_bytes,
        executor_heartbeat_interval_seconds: executor.heartbeat,
        override_logical_codec: Some(codec::logical()),
        override_physical_codec: Some(Arc::new(Codec::default())),
        ..ExecutorProcessConfig::default()
    };
    beginning(&format!("{host}:{port}"));
    let runtime = Runtime::new()?;
    let ended = runtime.block_on(start_executor_process(Arc::new(config)));
    runtime.shutdown_timeout(PATIENCE);
    let removed = folder.close();
    ended.map_err(|error| ClusterError::Ballista(error.to_string()))?;
    removed.map_err(ClusterError::Work)
}
