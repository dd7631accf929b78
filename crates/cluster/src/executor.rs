//! An executor of a cluster: it reads data sets, executes tasks, and keeps the rows between stages in files.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::executor_server::TERMINATING;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::sleep;

use crate::MOST_MESSAGE_BYTES;
use crate::codec::{self, Codec};
use crate::place::{ClusterError, Place, host_and_port};
use crate::signals::Signals;
use crate::work::WorkFolder;

/// The seconds to wait for the scheduler.
const CONNECT: u16 = 10;

/// After how many seconds without a change the rows of a query are removed that were left behind because it was
/// cancelled while tasks were writing, and how often that is looked for.
const LEFT: u64 = 24 * 60 * 60;
const LOOK: u64 = 60 * 60;

/// The interval at which the scheduler is tried.
const AGAIN: Duration = Duration::from_millis(200);

/// The time that Ballista may take to obey a signal, if it does.
const HEED: Duration = Duration::from_secs(1);

/// The time to wait for threads when the process ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// An executor.
#[derive(Clone, Debug, Default)]
pub struct Executor {
    /// The host and port of the scheduler.
    pub scheduler: String,
    /// Where it offers the rows that it keeps.
    pub place: Place,
    /// The folder in which that for the rows between stages is made. Default: that for temporary files.
    pub work: Option<PathBuf>,
    /// The number of tasks that it executes at once; 0 for as many as there are cores.
    pub cores: usize,
    /// The bytes that its tasks may hold in memory; `None` for most of the machine's memory.
    pub memory_bytes: Option<u64>,
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
    let runtime = Runtime::new()?;
    // Before there is a folder that a signal could leave behind.
    let signals = runtime.block_on(async { Signals::listen() })?;
    let parent = executor.work.clone().unwrap_or_else(std::env::temp_dir);
    let folder = WorkFolder::make(&parent).map_err(ClusterError::Work)?;
    let config = ExecutorProcessConfig {
        bind_host: executor.place.bind.to_string(),
        external_host: Some(host.clone()),
        port,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        scheduler_host,
        scheduler_port,
        scheduler_connect_timeout_seconds: CONNECT,
        vcores: executor.cores,
        work_dir: Some(folder.path().to_string_lossy().into_owned()),
        job_data_ttl_seconds: LEFT,
        job_data_clean_up_interval_seconds: LOOK,
        memory_pool_size: executor.memory_bytes,
        grpc_max_decoding_message_size: MOST_MESSAGE_BYTES,
        grpc_max_encoding_message_size: MOST_MESSAGE_BYTES,
        override_logical_codec: Some(codec::logical()),
        override_physical_codec: Some(Arc::new(Codec::default())),
        ..ExecutorProcessConfig::default()
    };
    let ended = match runtime.block_on(reach(&executor.scheduler, signals)) {
        Ok(Some(signals)) => {
            beginning(&format!("{host}:{port}"));
            runtime.block_on(work(config, signals))
        }
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    runtime.shutdown_timeout(PATIENCE);
    let removed = folder.close();
    ended?;
    removed.map_err(ClusterError::Work)
}

/// Waits until the scheduler listens. Returns `None` if a signal was received meanwhile.
async fn reach(address: &str, mut signals: Signals) -> Result<Option<Signals>, ClusterError> {
    let since = Instant::now();
    loop {
        let connected = tokio::select! {
            connected = TcpStream::connect(address) => connected,
            () = signals.received() => return Ok(None),
        };
        match connected {
            Ok(_) => return Ok(Some(signals)),
            Err(source) if since.elapsed() >= Duration::from_secs(CONNECT.into()) => {
                let address = address.to_owned();
                return Err(ClusterError::NoScheduler { address, source });
            }
            Err(_) => tokio::select! {
                () = sleep(AGAIN) => {}
                () = signals.received() => return Ok(None),
            },
        }
    }
}

/// Runs the process of Ballista. It heeds signals itself, but only those that it receives after it has registered with
/// the scheduler.
async fn work(config: ExecutorProcessConfig, mut signals: Signals) -> Result<(), ClusterError> {
    let mut process = pin!(start_executor_process(Arc::new(config)));
    tokio::select! {
        ended = &mut process => {
            ended?;
            return match TERMINATING.load(Ordering::Acquire) {
                true => Ok(()),
                false => Err(ClusterError::Ended),
            };
        }
        () = signals.received() => {}
    }
    tokio::select! {
        ended = &mut process => return Ok(ended?),
        () = sleep(HEED) => {}
    }
    match TERMINATING.load(Ordering::Acquire) {
        true => Ok(process.await?),
        false => Ok(()),
    }
}
