//! The system calls of programs at which harm is done: each one in its turn.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::rc::Rc;

use feedrate_bench::volume;

use super::strace::{Strace, call_of};
use crate::attack::data::acts::{Act, in_turn};
use crate::attack::data::disk::Disk;
use crate::attack::data::stock::{self, Size};
use crate::attack::round::Round;
use crate::attack::verdict::{Demand, judge};

/// The calls that are counted, and harmed: those that change or open files, and those whose failure is an event of
/// every day. Those of memory are left out, for a program without memory may abort.
const CALLS: &str = "openat,write,writev,pwrite64,pwritev,pwritev2,pread64,preadv,preadv2,read,\
    fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,flock,fchmod,chmod,\
    fchmodat,chown,fchown,fchownat,lchown,close,mkdir,rmdir,getdents64,statx,faccessat2,copy_file_range,clone3";

/// A system call of a program: the how manieth of its name within a thread.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Its name.
    pub call: String,
    /// Counted from 1.
    pub number: u64,
}

/// The calls of each act, from where it first names its libraries: what comes before is the start of any program.
#[derive(Debug)]
pub struct Points {
    strace: Strace,
    known: HashMap<(Act, &'static str), Rc<[Point]>>,
}

/// The act of a round, and the call of it that is to be harmed.
#[derive(Debug)]
pub struct Target {
    /// The act.
    pub act: Act,
    /// The statements that go before it.
    pub options: &'static str,
    /// The disk that it changes.
    pub disk: Disk,
    /// The call.
    pub point: Point,
}

impl Points {
    /// Finds strace; `folder` is for what it writes.
    pub fn new(folder: &Path) -> Result<Self, String> {
        Ok(Self {
            strace: Strace::find(folder)?,
            known: HashMap::new(),
        })
    }

    /// Returns strace.
    pub fn strace(&self) -> &Strace {
        &self.strace
    }

    /// Returns the target of a round, on a new disk.
    pub fn target(&mut self, round: &mut Round) -> Result<Target, String> {
        let (act, options, turn) = in_turn(round);
        let disk = stock::make(round, Size::SMALL)?;
        let points = self.of(act, options, &disk, round)?;
        Ok(Target {
            act,
            options,
            point: of_turn(&points, round.seed, turn),
            disk,
        })
    }

    /// Those of an act, on a disk that is left alone.
    fn of(&mut self, act: Act, options: &'static str, disk: &Disk, round: &mut Round) -> Result<Rc<[Point]>, String> {
        if let Some(points) = self.known.get(&(act, options)) {
            return Ok(Rc::clone(points));
        }
        let copy = disk.copy_of(round.folder.join("counted"))?;
        let program = act.program(&copy, options, round);
        let calls = format!("trace={CALLS},io_uring_setup");
        let (ended, trace) = self.strace.run(&program, &["-e", &calls], round)?;
        if ended.code != Some(0) {
            let complaint = ended.complaint();
            return Err(format!("{act:?} under strace failed: {complaint}"));
        }
        let text = volume::read(&trace)?;
        let text = String::from_utf8_lossy(&text);
        let points: Rc<[_]> = points(&text, &copy.path("d").to_string_lossy()).into();
        if points.is_empty() {
            return Err(format!("{act:?} makes no calls under strace"));
        }
        self.known.insert((act, options), Rc::clone(&points));
        Ok(points)
    }
}

impl Target {
    /// Returns the program.
    pub fn program(&self, round: &mut Round) -> String {
        self.act.program(&self.disk, self.options, round)
    }

    /// Judges the disk after the program, which did all of its work or not.
    pub fn judge(&self, round: &mut Round, all_was_done: bool) -> Result<(), String> {
        let (before, after) = (stock::before(Size::SMALL), self.act.after(Size::SMALL));
        judge(round, &self.disk, &before, &after, Demand::after_if(all_was_done)).map(drop)
    }
}

/// The point of a turn: they come in an order that looks shuffled and begins somewhere, and each comes once before any
/// comes again.
fn of_turn(points: &[Point], seed: u64, turn: u64) -> Point {
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
