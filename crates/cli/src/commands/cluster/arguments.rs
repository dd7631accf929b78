//! The arguments of `feedrate cluster`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use feedrate_workload::size;

/// Run the processes on which PROC SQL executes its queries on several machines
///
/// A cluster is a scheduler and executors on any machines that have the same data under the same path. A program uses
/// it by `libname big cluster 'HOST:PORT' path='/shared/data';`. Nothing is encrypted and nobody has to identify
/// themselves: whoever reaches a port can read what the user of the process can. So they listen on 127.0.0.1 unless
/// --bind says otherwise, which is for networks that only trusted machines are on.
#[derive(Debug, Args)]
pub struct ClusterArguments {
    /// The process
    #[command(subcommand)]
    pub process: ClusterProcess,
}

/// The processes of a cluster.
#[derive(Debug, Subcommand)]
pub enum ClusterProcess {
    Scheduler(SchedulerArguments),
    Executor(ExecutorArguments),
}

/// Divide plans into tasks and give these to executors, until Ctrl-C or SIGTERM
#[derive(Debug, Args)]
pub struct SchedulerArguments {
    #[command(flatten)]
    pub reach: ReachArguments,

    /// The port on which programs and executors reach it; 0 for one that is free
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    pub port: u16,
}

/// Execute tasks of a scheduler, until Ctrl-C or SIGTERM
///
/// Tasks that were begun are completed before it ends, and its files are removed.
#[derive(Debug, Args)]
pub struct ExecutorArguments {
    /// The host and port of the scheduler
    #[arg(value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub scheduler: String,

    #[command(flatten)]
    pub reach: ReachArguments,

    /// The port on which programs and other executors fetch rows; one that is free by default
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub port: u16,

    /// The folder for rows between the stages of queries, which are in a folder within it; that for temporary files by
    /// default
    #[arg(long, value_name = "DIR")]
    pub work: Option<PathBuf>,

    /// Execute at most this many tasks at once; as many as there are cores by default
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub cores: usize,

    /// Hold at most this many bytes in memory for its tasks; 70 % of the machine's by default
    #[arg(long, value_name = "SIZE", value_parser = size::parse_positive)]
    pub memory: Option<u64>,
}

/// Where a process listens, and how others reach it.
#[derive(Debug, Args)]
pub struct ReachArguments {
    /// The address to listen on; others than that of this machine alone let other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    /// The name or address by which other machines reach it; the one of --bind by default
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,
}
