//! Nothing is left of hosts, however a test ends.

use std::env;
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{prints, start};
use crate::hosts::slurm::Slurm;
use crate::hosts::wait::until;
use crate::hosts::{Hosts, leftovers, processes, ssh};

/// The traces that are to be gone.
struct Traces {
    folder: PathBuf,
    link: PathBuf,
    /// By number: the kernel gives the names of namespaces that are gone to others.
    processes: Vec<u32>,
}

impl Traces {
    fn of(hosts: &Hosts) -> Self {
        let all = hosts.all().iter().chain([hosts.head()]);
        Self {
            folder: hosts.folder().to_owned(),
            link: Path::new("/sys/class/net").join(hosts.network.link()),
            processes: all.flat_map(|host| processes_of(host.namespace())).collect(),
        }
    }

    fn assert_there(&self) {
        assert!(self.folder.exists() && self.link.exists());
        assert_eq!(running(&self.processes), self.processes);
    }

    fn assert_gone(&self) {
        assert!(!self.folder.exists() && !self.link.exists());
        assert_eq!(running(&self.processes), [0; 0]);
    }
}

fn processes_of(namespace: &Path) -> Vec<u32> {
    let found = processes::of(namespace).into_iter();
    found.map(|process| process.id).collect()
}

fn running(processes: &[u32]) -> Vec<u32> {
    let mut running = processes.to_owned();
    running.retain(|id| Path::new(&format!("/proc/{id}")).exists());
    running
}

/// A program that goes its own way.
const AWAY: &str = "setsid sleep 1000 >/dev/null 2>&1 &";

#[test]
fn a_test_leaves_nothing_whether_it_passes_or_panics() {
    for panics in [false, true] {
        let Some(hosts) = Hosts::new("the end of several hosts") else {
            return;
        };
        let mut traces = None;
        let ended = catch_unwind(AssertUnwindSafe(|| {
            // Dropped in here.
            let hosts = hosts;
            let ssh = ssh::start(&hosts);
            Slurm::start(&hosts);
            let mut launched = start(&ssh, "n1", &["sleep", "1000"]);
            prints(hosts.enter(), "n2", &["sh", "-c", AWAY]);
            until(
                || ["n1", "n2"].map(|name| hosts.host(name).processes().is_empty()) == [false; 2],
                || "no sleep began".to_owned(),
            );
            traces.insert(Traces::of(&hosts)).assert_there();
            launched.kill().unwrap();
            launched.wait().unwrap();
            if panics {
                resume_unwind(Box::new("as a test that fails"));
            }
        }));
        assert_eq!(ended.is_err(), panics);
        traces.expect("it came as far").assert_gone();
    }
}

/// The process that this test starts and kills has it in its environment.
const TO_BE_KILLED: &str = "FEEDRATE_HOSTS_TO_BE_KILLED";

#[test]
fn a_test_that_is_killed_leaves_what_the_next_removes() {
    let Some(hosts) = Hosts::with_count("hosts of a test that is killed", 1) else {
        return;
    };
    if env::var_os(TO_BE_KILLED).is_some() {
        println!("\nnamespace {}", hosts.host("n1").namespace().display());
        thread::sleep(Duration::from_secs(1000));
    }
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "--nocapture"])
        .arg("hosts::self_tests::ends::a_test_that_is_killed_leaves_what_the_next_removes")
        .env(TO_BE_KILLED, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id();
    let namespace = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .find_map(|line| line.unwrap().strip_prefix("namespace ").map(PathBuf::from))
        .expect("it says when it is ready");
    let processes = processes_of(&namespace);
    assert!(!processes.is_empty());
    assert_eq!(leftovers::links_of(id).len(), 1);
    child.kill().unwrap();
    child.wait().unwrap();
    until(
        || running(&processes).is_empty(),
        || format!("{:?} do not end", running(&processes)),
    );
    leftovers::sweep();
    assert_eq!(leftovers::links_of(id), [""; 0]);
    assert_eq!(leftovers::folders_of(id), [""; 0]);
}
