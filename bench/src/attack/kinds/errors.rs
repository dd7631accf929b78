//! System calls that fail, once or from one on, in a program that changes data sets.

use std::path::Path;

use crate::attack::data::acts::in_turn;
use crate::attack::data::disk::Disk;
use crate::attack::data::stock::{self, Size};
use crate::attack::process::Outcome;
use crate::attack::round::{Attack, Harm, Round};
use crate::attack::trace::strace::{Points, Strace, failed, is_fault_of_strace, of_turn};
use crate::attack::verdict::{Demand, judge};

/// System calls that fail.
#[derive(Debug)]
pub struct Errors {
    strace: Strace,
    points: Points,
}

impl Errors {
    /// Finds what it needs.
    pub fn new(folder: &Path) -> Result<Self, String> {
        Ok(Self {
            strace: Strace::find(folder)?,
            points: Points::default(),
        })
    }
}

impl Attack for Errors {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let (act, options, turn) = in_turn(round);
        let (size, seed) = (Size::SMALL, round.seed);
        let disk = stock::make(round, size)?;
        let points = self.points.of(act, options, &disk, &self.strace, round)?;
        let point = of_turn(&points, seed, turn);
        let error = round.draw(errors_of(&point.call));
        // A call that is broken off again and again is tried for ever, as it is to be.
        let from_then_on = error != "EINTR" && round.rng.u8(..4) == 0;
        let plus = if from_then_on { "+" } else { "" };
        let (call, number) = (&point.call, point.number);
        round.story = format!("{act:?} {options} {call} number {number}{plus} fails with {error}");
        let program = act.program(&disk, options, round);
        let command = round.command(&program)?;
        let calls = format!("trace={call},io_uring_setup");
        let fail = format!("inject={call}:error={error}:when={number}{plus}");
        let (mut traced, trace) = self.strace.over(&command, &["-e", &calls, "-e", &fail], round);
        let patience = round.tools.patience;
        let ended = round.start(&mut traced)?.wait_for(patience)?;
        if is_fault_of_strace(&ended) {
            return Err(ended.complaint().to_owned());
        }
        let failed = failed(&trace);
        round.tries += u64::from(!failed.is_empty());
        round.judge_end(&ended, None);
        round.judge_processes();
        judge_word(round, &ended, &failed, error, &disk);
        // Code 1 tells of a warning: all steps ran.
        let demand = match ended.code {
            Some(0 | 1) => Demand::After,
            _ => Demand::Either,
        };
        judge(round, &disk, &stock::before(size), &act.after(size), demand)?;
        Ok(())
    }
}

/// Judges the words of the program about the calls that failed.
fn judge_word(round: &mut Round, ended: &Outcome, failed: &[String], error: &str, disk: &Disk) {
    if ended.hung || ended.crash(None).is_some() {
        return;
    }
    // All words go there, and there are none when it is that which fails.
    let is_mute = failed
        .iter()
        .any(|line| [" write(2<", " write(1<"].iter().any(|it| line.contains(it)));
    if ended.code == Some(2) && !is_mute && !ended.log.contains("ERROR") {
        let said = ended.log.lines().last().unwrap_or_default().to_owned();
        // A fault before a program begins has no log to be in, and a fault of the log comes behind it.
        if !said.contains("feedrate: ") && !said.starts_with("error: ") {
            round.find(Harm::Untold, format!("it failed without an error: {said:?}"));
        }
    }
    // A flush that failed and that nobody heard of: what was to be durable may not be.
    let roots = ["d", "e"].map(|libref| format!("<{}/", disk.path(libref).display()));
    let unheard = failed.iter().find(|line| {
        (line.contains(" fsync(") || line.contains(" fdatasync("))
            && error != "EINTR"
            && roots.iter().any(|root| line.contains(root))
    });
    if let Some(line) = unheard
        && ended.went_well()
    {
        let call = line.split_once(' ').map_or(&**line, |(_, call)| call.trim());
        round.find(Harm::Untold, format!("all went well, it says, though {call}"));
    }
}

/// With what a call may fail on a server.
fn errors_of(call: &str) -> &'static [&'static str] {
    match call {
        "write" | "writev" | "pwrite64" | "pwritev" | "pwritev2" => &["EIO", "ENOSPC", "EDQUOT", "EINTR"],
        "read" | "pread64" | "preadv" | "preadv2" => &["EIO", "EINTR", "ESTALE"],
        "openat" => &["EACCES", "EIO", "EMFILE", "ENOENT", "ENOSPC", "EINTR"],
        "fsync" | "fdatasync" => &["EIO", "ENOSPC", "EINTR"],
        "ftruncate" | "fallocate" => &["EIO", "ENOSPC", "EINTR"],
        "rename" | "renameat" | "renameat2" => &["EIO", "ENOSPC", "EACCES"],
        "unlink" | "unlinkat" | "rmdir" => &["EIO", "EACCES", "EROFS"],
        "flock" => &["ENOLCK", "EAGAIN", "EINTR"],
        "clone3" => &["EAGAIN"],
        "copy_file_range" => &["EIO", "ENOSPC", "EXDEV"],
        _ => &["EIO", "EACCES", "EPERM"],
    }
}
