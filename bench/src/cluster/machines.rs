//! A scheduler and executors on this machine.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::process::child;
use rustix::process::{Pid, Signal, kill_process};

/// The time that a process may take to end after it was told to.
const PATIENCE: Duration = Duration::from_secs(30);

/// The processes of a cluster. Dropping it ends them.
#[derive(Debug)]
pub struct Machines {
    /// The host and port of the scheduler.
    pub address: String,
    /// The executors and the scheduler, each with the rest of its output.
    processes: Vec<(Child, BufReader<ChildStderr>)>,
}

impl Machines {
    /// Starts a scheduler and so many executors, whose files are in `work`.
    pub fn start(feedrate: &Feedrate, executors: u32, work: &Path) -> Result<Self, String> {
        let mut scheduler = feedrate.command("cluster");
        scheduler.args(["scheduler", "--port", "0"]);
        let (scheduler, line) = started(&mut scheduler)?;
        let address = line.rsplit(' ').next().unwrap_or_default().to_owned();
        let mut machines = Self {
            address,
            processes: vec![scheduler],
        };
        for _ in 0..executors {
            let mut executor = feedrate.command("cluster");
            executor.args(["executor", &machines.address, "--work"]).arg(work);
            let (executor, _) = started(&mut executor)?;
            machines.processes.insert(0, executor);
        }
        Ok(machines)
    }
}

/// Starts a process, and returns it with its first line, which says that it is ready.
fn started(command: &mut Command) -> Result<((Child, BufReader<ChildStderr>), String), String> {
    let cannot = |why: String| format!("cannot start a process of a cluster: {why}");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| cannot(error.to_string()))?;
    let output = child.stderr.take().ok_or_else(|| cannot("it has no output".into()))?;
    let mut output = BufReader::new(output);
    let mut line = String::new();
    match output.read_line(&mut line) {
        Ok(length) if length > 0 => Ok(((child, output), line.trim().to_owned())),
        _ => {
            let ended = child.wait().map_or_else(|error| error.to_string(), |it| it.to_string());
            Err(cannot(ended))
        }
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for (process, _) in &mut self.processes {
            let id = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
            if let Some(id) = id {
                // One that has ended takes no signal.
                let _ = kill_process(id, Signal::TERM);
            }
            let begun = Instant::now();
            while let Ok(None) = child::look_after(process.id()) {
                if begun.elapsed() > PATIENCE {
                    let _ = process.kill();
                    let _ = process.wait();
                    break;
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}
