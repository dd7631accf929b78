//! strace, which counts system calls, kills at one and has one fail.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;

use crate::attack::data::acts::Act;
use crate::attack::data::disk::Disk;
use crate::attack::process::Outcome;
use crate::attack::round::{Round, cannot};

/// The calls that are counted, and harmed: those that change or open files, and those whose failure is an event of
/// every day. Those of memory are left out, for a program without memory may abort.
pub const CALLS: &str = "openat,write,writev,pwrite64,pwritev,pwritev2,pread64,preadv,preadv2,read,\
    fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,flock,fchmod,chmod,\
    fchmodat,chown,fchown,fchownat,lchown,close,mkdir,rmdir,getdents64,statx,faccessat2,copy_file_range,clone3";

/// Transfers go by ordinary calls, which alone can be seen: io_uring is refused, as hardened servers do.
pub const WITHOUT_URING: &str = "inject=io_uring_setup:error=EPERM";

/// strace's program.
#[derive(Clone, Debug)]
pub struct Strace;

/// A system call of a program: the how manieth of its name within a thread.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Its name.
    pub call: String,
    /// Counted from 1.
    pub number: u64,
}

impl Strace {
    /// Finds it, and tries whether it may trace and harm. `folder` is for what it writes.
    pub fn find(folder: &Path) -> Result<Self, String> {
        let trace = folder.join("strace");
        let tried = Command::new("strace")
            .args([
                "-f",
                "--seccomp-bpf",
                "-e",
                "trace=io_uring_setup",
                "-e",
                WITHOUT_URING,
                "-o",
            ])
            .arg(&trace)
            .arg("true")
            .stderr(Stdio::piped())
            .output();
        // It is not there if strace did not run.
        let _ = fs::remove_file(&trace);
        match tried {
            Ok(output) if output.status.success() => Ok(Self),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                Err(format!("strace cannot trace: {}", said.trim().replace('\n', " ")))
            }
            Err(error) => Err(format!("cannot run strace: {error}")),
        }
    }

    /// A command under strace, which stops it at the calls alone that `options` name. Its trace goes to a file in the
    /// round's folder, which is told.
    pub fn over(&self, command: &Command, options: &[&str], round: &Round) -> (Command, PathBuf) {
        self.at_all_calls(command, &[&["--seccomp-bpf"], options].concat(), round)
    }

    /// The same, stopping at all calls: that is slower, but otherwise strace 6.1 sends a signal at the first call of
    /// its name or never.
    pub fn at_all_calls(&self, command: &Command, options: &[&str], round: &Round) -> (Command, PathBuf) {
        let trace = round.folder.join("trace");
        let mut traced = Command::new("strace");
        traced
            .args(["-f", "-y", "-qq", "-e", WITHOUT_URING])
            .args(options)
            .arg("-o")
            .arg(&trace)
            .arg(command.get_program())
            .args(command.get_args());
        (traced, trace)
    }
}

/// The calls of each act, from where it first names its libraries: what comes before is the start of any program.
#[derive(Debug, Default)]
pub struct Points {
    known: HashMap<(Act, &'static str), Rc<[Point]>>,
}

impl Points {
    /// Those of an act, on a disk that is left alone.
    pub fn of(
        &mut self,
        act: Act,
        options: &'static str,
        disk: &Disk,
        strace: &Strace,
        round: &mut Round,
    ) -> Result<Rc<[Point]>, String> {
        if let Some(points) = self.known.get(&(act, options)) {
            return Ok(Rc::clone(points));
        }
        let copy = disk.copy_of(round.folder.join("counted"))?;
        let program = act.program(&copy, options, round);
        let command = round.command(&program)?;
        let calls = format!("trace={CALLS},io_uring_setup");
        let (mut traced, trace) = strace.over(&command, &["-e", &calls], round);
        let patience = round.tools.patience;
        let ended = round.start(&mut traced)?.wait_for(patience)?;
        if ended.code != Some(0) {
            let complaint = ended.complaint();
            return Err(format!("{act:?} under strace failed: {complaint}"));
        }
        let text = fs::read(&trace).map_err(|error| cannot("read", &trace, &error))?;
        let text = String::from_utf8_lossy(&text);
        let points: Rc<[_]> = points(&text, &copy.path("d").to_string_lossy()).into();
        if points.is_empty() {
            return Err(format!("{act:?} makes no calls under strace"));
        }
        self.known.insert((act, options), Rc::clone(&points));
        Ok(points)
    }
}

/// The point of a turn: they come in an order that looks shuffled and begins somewhere, and each comes once before any
/// comes again.
pub fn of_turn(points: &[Point], seed: u64, turn: u64) -> Point {
    /// A prime, and more than there are points.
    const STEP: u64 = 1_000_003;
    let place = (seed % STEP).wrapping_add(turn.wrapping_mul(STEP)) % points.len() as u64;
    points[place as usize].clone()
}

/// The calls of a trace from where a text is first in it, but for those whose number another thread reached before
/// that: harm would come to the start of the program.
fn points(trace: &str, from: &str) -> Vec<Point> {
    let mut counts: HashMap<(&str, &str), u64> = HashMap::new();
    let mut at_start: HashMap<&str, u64> = HashMap::new();
    let mut points = BTreeSet::new();
    let mut has_begun = false;
    for line in trace.lines() {
        let Some((thread, name)) = call_of(line) else {
            continue;
        };
        has_begun |= line.contains(from);
        let number = counts.entry((thread, name)).or_default();
        *number += 1;
        let most = at_start.entry(name).or_default();
        if !has_begun {
            *most = (*most).max(*number);
        } else if *number > *most && name != "io_uring_setup" {
            points.insert(Point {
                call: name.into(),
                number: *number,
            });
        }
    }
    points.into_iter().collect()
}

/// The thread and the name of the call that a line begins with.
pub fn call_of(line: &str) -> Option<(&str, &str)> {
    let (thread, rest) = line.split_once(' ')?;
    let (name, _) = rest.trim_start().split_once('(')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // strace does not know those of newer kernels, but shows them.
    let is_known = !name.is_empty() && !name.starts_with("syscall_");
    (is_known && name.chars().all(is_name)).then_some((thread, name))
}

/// The lines of a trace whose call was made to fail, but for the refusal of io_uring.
pub fn failed(trace: &Path) -> Vec<String> {
    let text = fs::read(trace).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().filter(|line| line.contains("(INJECTED)"));
    let lines = lines.filter(|line| !line.contains("io_uring_setup"));
    lines.map(str::to_owned).collect()
}

/// Returns true if strace itself, and not the program, is at fault.
pub fn is_fault_of_strace(ended: &Outcome) -> bool {
    ended.log.lines().any(|line| line.starts_with("strace: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "\
7  openat(AT_FDCWD</>, \"/lib/x\", O_RDONLY) = 3</lib/x>
7  io_uring_setup(1, {}) = -1 EPERM (Operation not permitted) (INJECTED)
7  openat(AT_FDCWD</>, \"/r/d/b\", O_RDONLY) = 3</r/d/b>
8  openat(AT_FDCWD</>, \"/r/d/b\", O_RDONLY <unfinished ...>
7  write(3</r/d/b>, \"x\", 1) = 1
8  <... openat resumed>) = 4</r/d/b>
7  +++ exited with 0 +++
";

    #[test]
    fn every_point_has_its_turn() {
        let points: Vec<_> = (0..100)
            .map(|number| Point {
                call: "write".into(),
                number,
            })
            .collect();
        let met: BTreeSet<_> = (0..100).map(|turn| of_turn(&points, 7, turn)).collect();
        assert_eq!(met.len(), points.len());
        assert_ne!(of_turn(&points, 7, 0), of_turn(&points, 8, 0));
    }

    #[test]
    fn calls_are_counted_by_thread_from_where_the_library_is_named() {
        let told: Vec<_> = points(TRACE, "/r/d")
            .iter()
            .map(|point| format!("{} {}", point.call, point.number))
            .collect();
        assert_eq!(told, ["openat 2", "write 1"]);
    }
}
