//! System calls that fail, once or from one on, in a program that changes data sets.

use crate::attack::data::disk::Disk;
use crate::attack::process::Outcome;
use crate::attack::round::{Attack, Harm, Round};
use crate::attack::trace::points::{Points, Target};
use crate::attack::trace::strace::{check_strace, failed};

/// System calls that fail.
#[derive(Debug)]
pub struct Errors(pub Points);

impl Attack for Errors {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let target = self.0.target(round)?;
        let Target {
            act,
            options,
            disk,
            point,
        } = &target;
        let error = round.draw(errors_of(&point.call));
        // A call that is broken off again and again is tried for ever, as it is to be.
        let from_then_on = error != "EINTR" && round.rng.u8(..4) == 0;
        let plus = if from_then_on { "+" } else { "" };
        let (call, number) = (&point.call, point.number);
        round.story = format!("{act:?} {options} {call} number {number}{plus} fails with {error}");
        let program = target.program(round);
        let calls = format!("trace={call},io_uring_setup");
        let fail = format!("inject={call}:error={error}:when={number}{plus}");
        let (ended, trace) = self.0.strace().run(&program, &["-e", &calls, "-e", &fail], round)?;
        check_strace(&ended)?;
        let failed = failed(&trace);
        round.tries += u64::from(!failed.is_empty());
        round.judge_end(&ended, None);
        round.judge_processes();
        judge_word(round, &ended, &failed, error, disk);
        // Code 1 tells of a warning: all steps ran.
        target.judge(round, ended.went_well())
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
