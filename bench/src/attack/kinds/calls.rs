//! SIGKILL at each system call of a program that changes data sets.

use std::path::Path;

use crate::attack::data::acts::in_turn;
use crate::attack::data::stock::{self, Size};
use crate::attack::round::{Attack, Round};
use crate::attack::trace::strace::{Points, Strace, is_fault_of_strace, of_turn};
use crate::attack::verdict::{Demand, judge};

/// SIGKILL at system calls.
#[derive(Debug)]
pub struct Calls {
    strace: Strace,
    points: Points,
}

impl Calls {
    /// Finds what it needs.
    pub fn new(folder: &Path) -> Result<Self, String> {
        Ok(Self {
            strace: Strace::find(folder)?,
            points: Points::default(),
        })
    }
}

impl Attack for Calls {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let (act, options, turn) = in_turn(round);
        let (size, seed) = (Size::SMALL, round.seed);
        let disk = stock::make(round, size)?;
        let points = self.points.of(act, options, &disk, &self.strace, round)?;
        let point = of_turn(&points, seed, turn);
        round.story = format!("{act:?} {options} killed at {} number {}", point.call, point.number);
        let program = act.program(&disk, options, round);
        let command = round.command(&program)?;
        let calls = format!("trace={},io_uring_setup", point.call);
        let kill = format!("inject={}:signal=SIGKILL:when={}", point.call, point.number);
        let (mut traced, _) = self.strace.at_all_calls(&command, &["-e", &calls, "-e", &kill], round);
        let patience = round.tools.patience;
        let ended = round.start(&mut traced)?.wait_for(patience)?;
        if is_fault_of_strace(&ended) {
            return Err(ended.complaint().to_owned());
        }
        round.tries += u64::from(ended.signal == Some(libc::SIGKILL));
        round.judge_end(&ended, Some(libc::SIGKILL));
        round.judge_processes();
        let demand = match ended.code {
            Some(0) => Demand::After,
            _ => Demand::Either,
        };
        judge(round, &disk, &stock::before(size), &act.after(size), demand)?;
        Ok(())
    }
}
