//! A cluster of processes. Each process is this test program, which runs only [`process`].

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use feedrate_cluster::{Executor, Place, Scheduler, execute, schedule};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The variable that says which process to be.
const PROCESS: &str = "FEEDRATE_TEST_PROCESS";

/// The variable of the folder for rows between stages.
const WORK: &str = "FEEDRATE_TEST_WORK";

/// The text that the scheduler prints before its address.
const LISTENS: &str = "listens on ";

/// After how many seconds an executor of the tests counts as lost.
const LOST_AFTER: u64 = 8;

/// One cluster at a time, so that its executors are not taken for lost on a busy machine.
static ONE: Mutex<()> = Mutex::new(());

/// The process that another test has started.
#[test]
#[ignore = "it is a process of the other tests"]
fn process() {
    match env::var(PROCESS).unwrap().as_str() {
        "scheduler" => {
            let scheduler = Scheduler {
                place: Place::default(),
                lost_after: LOST_AFTER,
            };
            schedule(&scheduler, |address| println!("\n{LISTENS}{address}")).unwrap();
        }
        address => {
            let executor = Executor {
                scheduler: address.to_owned(),
                work: env::var_os(WORK).map(Into::into),
                cores: 2,
                ..Executor::default()
            };
            execute(&executor, |_| {}).unwrap();
        }
    }
}

/// A scheduler and executors.
pub(crate) struct Machines {
    pub address: String,
    scheduler: Child,
    /// Without a reader it could not say that it has ended.
    _output: BufReader<ChildStdout>,
    pub executors: Vec<Child>,
    work: TempDir,
    _one: MutexGuard<'static, ()>,
}

impl Machines {
    /// Starts a scheduler and so many executors.
    pub(crate) fn start(executors: usize) -> Self {
        let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scheduler = command("scheduler").stdout(Stdio::piped()).spawn().expect("a process");
        let mut output = BufReader::new(scheduler.stdout.take().expect("its output"));
        let lines = output.by_ref().lines();
        let mut addresses = lines.filter_map(|line| Some(line.ok()?.strip_prefix(LISTENS)?.to_owned()));
        let address = addresses.next().expect("its address");
        let mut machines = Self {
            address,
            scheduler,
            _output: output,
            executors: Vec::new(),
            work: tempfile::tempdir().expect("a folder"),
            _one: one,
        };
        for _ in 0..executors {
            machines.add_executor();
        }
        machines
    }

    /// Starts another executor.
    pub(crate) fn add_executor(&mut self) {
        let mut command = command(&self.address);
        command.env(WORK, self.work.path()).stdout(Stdio::null());
        self.executors.push(command.spawn().expect("a process"));
    }

    /// Ends all processes as a user does, and returns the paths of files and folders that they leave behind.
    pub(crate) fn end(mut self) -> Vec<PathBuf> {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            terminate(child);
            assert!(child.wait().expect("its end").success());
        }
        files(self.work.path())
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            // One that has ended cannot be killed.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn terminate(child: &Child) {
    let id = i32::try_from(child.id())
        .ok()
        .and_then(Pid::from_raw)
        .expect("its number");
    kill_process(id, Signal::TERM).expect("a signal");
}

fn command(process: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command
        .args(["--exact", "machines::process", "--ignored", "--nocapture"])
        .env(PROCESS, process)
        .stderr(Stdio::null());
    command
}

/// Returns the number of files and folders in a folder.
/// Returns the paths of all that is in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            paths.extend(files(&path));
        }
        paths.push(path);
    }
    paths
}
