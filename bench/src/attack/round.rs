//! A round: what is tried at once, from numbers that its seed and its number alone decide, and what it found.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, thread};

use fastrand::Rng;
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::volume;
use feedrate_machine::fingerprint::fnv1a;
use rustix::process::Signal;

use crate::attack::process::{Outcome, Process, of_round, send};

/// For how long processes may outlive what started them, and files what a next run sweeps: of a process that was killed
/// with transfers in io_uring, the kernel closes the files a moment later.
pub const AFTERLIFE: Duration = Duration::from_secs(20);

/// Memory that reading small files may take, the program itself included.
const MOST_MEMORY: u64 = 512 << 20;

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// Rows or files are not as before and not as they were to be.
    Lost,
    /// A program crashed.
    Crashed,
    /// A program did not end.
    Hung,
    /// Files or processes were left behind.
    Left,
    /// A program said that it did what it did not, failed without an error, or with another than it is to.
    Untold,
}

impl Harm {
    /// All of them, as the table has them.
    pub const ALL: [Self; 5] = [Self::Lost, Self::Crashed, Self::Hung, Self::Left, Self::Untold];

    /// Returns the name of its column.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Crashed => "crashed",
            Self::Hung => "hung",
            Self::Left => "left",
            Self::Untold => "untold",
        }
    }
}

/// A kind of attack: its memory of earlier rounds may save time, and never decides what a round does.
pub trait Attack {
    /// Does one round.
    fn attack(&mut self, round: &mut Round) -> Result<(), String>;
}

/// The tools of all rounds.
#[derive(Debug)]
pub struct Tools<'a> {
    /// feedrate's program.
    pub feedrate: PathBuf,
    /// Set where it has PROC SQL.
    pub has_sql: bool,
    /// Set where a library takes FILELOCKWAIT=.
    pub has_lock_wait: bool,
    /// After how long a run hangs.
    pub patience: Duration,
    /// The bench.
    pub bench: &'a Bench,
}

/// A round.
#[derive(Debug)]
pub struct Round<'a> {
    /// Its tools.
    pub tools: &'a Tools<'a>,
    /// Counted from 0 within its kind.
    pub number: u64,
    /// The seed of all rounds.
    pub seed: u64,
    /// The source of its numbers.
    pub rng: Rng,
    /// Its folder, empty at first.
    pub folder: PathBuf,
    /// A description for a person.
    pub story: String,
    /// Attempts that did harm.
    pub tries: u64,
    /// The findings.
    pub found: Vec<(Harm, String)>,
    /// Runs so far.
    runs: u32,
}

impl<'a> Round<'a> {
    /// Begins a round in a folder that is not there.
    pub fn begin(tools: &'a Tools<'a>, kind: &str, seed: u64, number: u64, folder: PathBuf) -> Result<Self, String> {
        volume::make(&folder)?;
        Ok(Self {
            tools,
            number,
            seed,
            rng: Rng::with_seed(seed_of(kind, seed, number)),
            folder,
            story: String::new(),
            tries: 0,
            found: Vec::new(),
            runs: 0,
        })
    }

    /// Returns the mark by which its processes are known.
    pub fn mark(&self) -> String {
        self.folder.to_string_lossy().into_owned()
    }

    /// Notes what is wrong.
    pub fn find(&mut self, harm: Harm, what: impl Into<String>) {
        let what = what.into();
        let story = &self.story;
        let colon = if story.is_empty() { "" } else { ": " };
        self.found.push((harm, format!("{story}{colon}{what}")));
    }

    /// Draws one of several things.
    pub fn draw<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.rng.usize(..among.len())]
    }

    /// Returns a path in the folder that no run before had.
    fn path(&mut self, end: &str) -> PathBuf {
        self.runs += 1;
        self.folder.join(format!("{}.{end}", self.runs))
    }

    /// Returns the command that runs a program, given as text. WORK lies in the folder.
    pub fn command(&mut self, text: &str) -> Result<Command, String> {
        let program = self.path("sas");
        volume::write(&program, text)?;
        let work = self.folder.join("work");
        volume::make(&work)?;
        let mut command = Command::new(&self.tools.feedrate);
        command.arg("run").arg(program).arg("--work").arg(work);
        Ok(command)
    }

    /// Starts a command.
    pub fn start(&mut self, command: &mut Command) -> Result<Process, String> {
        let log = self.path("log");
        let Tools { patience, bench, .. } = *self.tools;
        Process::start(command, &log, &self.mark(), patience, bench.stop())
    }

    /// Runs a program that nobody harms to its end.
    pub fn run(&mut self, text: &str) -> Result<Outcome, String> {
        let mut command = self.command(text)?;
        self.start(&mut command)?.wait()
    }

    /// Runs one that cannot but go well, or else nothing can be tried.
    pub fn run_well(&mut self, text: &str) -> Result<Outcome, String> {
        let ended = self.run(text)?;
        match ended.code {
            Some(0) => Ok(ended),
            _ => Err(format!("a program that nobody harmed failed: {}", ended.complaint())),
        }
    }

    /// Notes a crash and a run that did not end. `sent` is a signal that the run was sent.
    pub fn judge_end(&mut self, ended: &Outcome, sent: Option<i32>) {
        if ended.hung {
            let patience = self.tools.patience.as_secs();
            self.find(
                Harm::Hung,
                format!("not over after {patience} s: {}", ended.complaint()),
            );
        }
        if let Some(how) = ended.crash(sent) {
            self.find(Harm::Crashed, how);
        }
    }

    /// Notes that more memory was taken than reading small files may take, the program itself included.
    pub fn judge_memory(&mut self, ended: &Outcome) {
        if ended.peak_bytes > MOST_MEMORY {
            self.find(
                Harm::Crashed,
                format!("it took {} MiB of memory", ended.peak_bytes >> 20),
            );
        }
    }

    /// Notes a failure that no error tells of.
    pub fn judge_errors(&mut self, ended: &Outcome) {
        if ended.code == Some(2) && !ended.log.contains("ERROR") {
            self.find(Harm::Untold, "it failed without an error");
        }
    }

    /// Returns the names in the folder of WORK.
    pub fn left_of_work(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.join("work"));
        let entries = entries.into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    /// Notes what is left in the folder of WORK.
    pub fn judge_work(&mut self) {
        let left = self.left_of_work();
        if !left.is_empty() {
            self.find(Harm::Left, left.join(", "));
        }
    }

    /// Waits until no process of the round is left; those that stay are told, and ended.
    pub fn judge_processes(&mut self) {
        let began = Instant::now();
        loop {
            let left = of_round(&self.mark());
            if left.is_empty() {
                return;
            }
            if began.elapsed() > AFTERLIFE {
                self.find(Harm::Left, format!("{} processes outlive their client", left.len()));
                left.iter().for_each(|id| send(*id, Signal::KILL));
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Returns the seed of a round: every bit of the three decides (the digest FNV-1a).
fn seed_of(kind: &str, seed: u64, number: u64) -> u64 {
    fnv1a(&[kind.as_bytes(), &seed.to_le_bytes(), &number.to_le_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_rounds_name_decides_what_it_draws() {
        let first = seed_of("kills", 1, 0);
        assert_eq!(first, seed_of("kills", 1, 0));
        for other in [seed_of("calls", 1, 0), seed_of("kills", 2, 0), seed_of("kills", 1, 1)] {
            assert_ne!(first, other);
        }
    }
}
