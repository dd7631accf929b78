//! `feedrate cluster`.

mod arguments;

use feedrate_cluster::{ClusterError, Executor, Place, Scheduler, execute, schedule};

pub use arguments::ClusterArguments;
use arguments::{ClusterProcess, ReachArguments};

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::say;

impl Execute for ClusterArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        let ended = match &self.process {
            ClusterProcess::Scheduler(own) => {
                let scheduler = Scheduler {
                    place: place(&own.reach, own.port),
                    ..Scheduler::default()
                };
                schedule(&scheduler, |address| {
                    say::line(format_args!("feedrate: the scheduler listens on {address}"));
                })
            }
            ClusterProcess::Executor(own) => {
                let executor = Executor {
                    scheduler: own.scheduler.clone(),
                    place: place(&own.reach, own.port),
                    work: own.work.clone(),
                    cores: own.cores,
                    memory_bytes: own.memory,
                };
                execute(&executor, |place| {
                    let scheduler = &own.scheduler;
                    say::line(format_args!(
                        "feedrate: the executor {place} works for the scheduler {scheduler}"
                    ));
                })
            }
        };
        match ended {
            Ok(()) => Ok(Exit::Success),
            Err(error @ ClusterError::Ballista(_)) => Err(format_args!("the process ended: {error}").into()),
            Err(error) => Err(error.into()),
        }
    }
}

fn place(reach: &ReachArguments, port: u16) -> Place {
    Place {
        bind: reach.bind,
        host: reach.host.clone(),
        port,
    }
}
