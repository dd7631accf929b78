//! One host.

use std::env;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::iter;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::enter;
use super::processes::{self, Process};
use super::wait::until;

/// A set of namespaces that a first process holds. Dropped, all that runs in it has ended.
pub struct Host {
    name: String,
    address: Ipv4Addr,
    folder: PathBuf,
    /// The first process, by its number on the machine.
    init: u32,
    /// The kernel's name of the host's namespace of processes.
    namespace: PathBuf,
    /// Holds the first process, which ends with its standard input: at the latest when this test ends, in whatever way.
    holder: Child,
    daemons: Mutex<Vec<Daemon>>,
}

/// Returns whether hosts have the machine's `/tmp`: what the test is built of lies there, and must not be covered.
pub fn shares_temporary(folder: &Path) -> bool {
    let program = env::var_os("FEEDRATE_PROGRAM").map(PathBuf::from);
    let mut needed = iter::once(folder).chain(program.as_deref());
    needed.any(|path| path.starts_with("/tmp"))
}

/// A program of the fixture on a host.
struct Daemon {
    /// The process that entered the host for it.
    entered: Child,
    /// Its processes, by their numbers on the machine.
    processes: Vec<u32>,
}

impl Host {
    /// A host without a cable. `folder` has what its files are covered with. The error says what this user or kernel
    /// refuses.
    pub fn start(folder: &Path, name: &str, address: Ipv4Addr) -> Result<Self, String> {
        let log = folder.join(format!("{name}.log"));
        let mut holder = Command::new("unshare")
            .args(["--mount", "--uts", "--net", "--pid", "--fork", "--kill-child"])
            .args(["sh", "-c", include_str!("init.sh"), "host", name])
            .arg(folder)
            .arg(if shares_temporary(folder) { "shared" } else { "own" })
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).expect("a folder of ours"))
            .spawn()
            .unwrap_or_else(|error| panic!("the peer unshare is needed here ({error})"));
        let stdout = holder.stdout.take().expect("it was asked for");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("a pipe is read");
        let Ok(init) = line.trim().parse() else {
            holder.wait().expect("a child of ours");
            return Err(fs::read_to_string(&log).expect("a file of ours"));
        };
        Ok(Self {
            name: name.to_owned(),
            address,
            folder: folder.to_owned(),
            init,
            namespace: processes::namespace(init).expect("the first process runs"),
            holder,
            daemons: Mutex::default(),
        })
    }

    /// Returns what `hostname` prints there.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its only address beside 127.0.0.1.
    pub fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// The number of its first process on the machine.
    pub fn init(&self) -> u32 {
        self.init
    }

    /// Returns the kernel's name of the host's namespace of processes.
    pub fn namespace(&self) -> &Path {
        &self.namespace
    }

    /// Returns the processes of the test that run there, without the first process and the daemons that the fixture
    /// started.
    pub fn processes(&self) -> Vec<Process> {
        let daemons = self.daemons();
        let ours = |id| {
            let daemon = |daemon: &Daemon| daemon.processes.contains(&id);
            id == self.init || daemons.iter().any(daemon)
        };
        let mut found = processes::of(&self.namespace);
        found.retain(|process| !ours(process.id));
        found
    }

    /// Waits until nothing of the test's runs there: connections take a moment to be taken apart.
    pub fn assert_nothing_left(&self) {
        until(
            || self.processes().is_empty(),
            || format!("left on {}: {:?}", self.name, self.processes()),
        );
    }

    /// Kills all that runs there, the fixture's daemons too, and returns when it is gone. The host stays.
    ///
    /// All stand still before the first one goes, as on a machine that loses its power, so that none tidies up after
    /// another.
    pub fn kill_everything(&self) {
        let running = || {
            let mut found = processes::of(&self.namespace);
            found.retain(|process| process.id != self.init);
            found
        };
        let kill_all = || {
            let found = running();
            found.iter().for_each(Process::stop);
            found.iter().for_each(Process::kill);
            found.is_empty()
        };
        until(kill_all, || format!("{} does not die: {:?}", self.name, running()));
        for mut daemon in self.daemons().drain(..) {
            // It stands still itself if it saw that what it waits for did, before that was killed.
            let mut is_gone = || {
                processes::resume(daemon.entered.id());
                daemon.entered.try_wait().expect("a child of ours").is_some()
            };
            until(&mut is_gone, || format!("what entered {} does not end", self.name));
        }
    }

    /// Starts a daemon of the fixture, which stays in the foreground, and waits until it is `ready`. What else
    /// begins on the host meanwhile is taken for a part of it.
    pub fn start_daemon(&self, words: &[&str], mut ready: impl FnMut() -> bool) {
        let program = Path::new(words[0]).file_name().expect("a program");
        let log = self.folder.join(format!("{}-{}.log", self.name, program.display()));
        let output = File::create(&log).expect("a folder of ours");
        let before = self.processes();
        let mut entered = enter::command(&self.folder, &self.name)
            .args(words)
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("a file of ours"))
            .stderr(output)
            .spawn()
            .expect("enter runs");
        let mut ended = None;
        let said = || fs::read_to_string(&log).unwrap_or_default();
        until(
            || {
                ended = entered.try_wait().expect("a child of ours");
                assert!(ended.is_none(), "{words:?} ended with {ended:?}: {}", said());
                ready()
            },
            || format!("{words:?} is not ready: {}", said()),
        );
        let mut new = self.processes();
        new.retain(|process| !before.iter().any(|other| other.id == process.id));
        let processes = new.iter().map(|process| process.id).collect();
        self.daemons().push(Daemon { entered, processes });
    }

    fn daemons(&self) -> std::sync::MutexGuard<'_, Vec<Daemon>> {
        self.daemons.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.holder.stdin.take());
        // The first process ends after all others of its namespace, and its holder after it.
        let mut failed = self.holder.wait().is_err();
        for daemon in self.daemons().iter_mut() {
            failed |= daemon.entered.wait().is_err();
        }
        assert!(!failed || std::thread::panicking(), "children of ours");
    }
}
