//! SIGKILL at each system call of a program that changes data sets.

use crate::attack::round::{Attack, Round};
use crate::attack::trace::points::{Points, Target};
use crate::attack::trace::strace::check_strace;

/// SIGKILL at system calls.
#[derive(Debug)]
pub struct Calls(pub Points);

impl Attack for Calls {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let target = self.0.target(round)?;
        let Target {
            act, options, point, ..
        } = &target;
        round.story = format!("{act:?} {options} killed at {} number {}", point.call, point.number);
        let program = target.program(round);
        let command = round.command(&program)?;
        let calls = format!("trace={},io_uring_setup", point.call);
        let kill = format!("inject={}:signal=SIGKILL:when={}", point.call, point.number);
        let options = ["-e", &calls, "-e", &kill];
        let (mut traced, _) = self.0.strace().at_all_calls(&command, &options, round);
        let ended = round.start(&mut traced)?.wait()?;
        check_strace(&ended)?;
        round.tries += u64::from(ended.signal == Some(libc::SIGKILL));
        round.judge_end(&ended, Some(libc::SIGKILL));
        round.judge_processes();
        target.judge(round, ended.code == Some(0))
    }
}
