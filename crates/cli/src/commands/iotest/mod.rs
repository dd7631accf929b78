//! `feedrate iotest`, which the program also runs if it is called as `iotest.sh` or `rhel_iotest.sh`.

mod progress;

use std::ffi::OsString;

pub use feedrate_dialects::iotest::IotestArguments;
use feedrate_dialects::iotest::{self, Error, Ground, Name, Request};

use super::dialect;
use progress::TestProgress;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};

/// The name of one script, without its ending.
pub const NAME: &str = "iotest";

/// The name of the other.
pub const RHEL_NAME: &str = "rhel_iotest";

impl Execute for IotestArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> CommandResult {
        let words = invocation.words.get(1..).unwrap_or_default();
        run(NAME, || iotest::request(self, words, Name::Command, Ground::host()))
    }
}

/// Runs the command line of iotest.sh.
pub fn run_as_iotest(arguments: &[OsString]) -> CommandResult {
    run(NAME, || iotest::parse(arguments, Name::Iotest, Ground::host()))
}

/// Runs the command line of rhel_iotest.sh.
pub fn run_as_rhel_iotest(arguments: &[OsString]) -> CommandResult {
    run(RHEL_NAME, || iotest::parse(arguments, Name::RhelIotest, Ground::host()))
}

fn run(name: &'static str, request: impl FnOnce() -> Result<Request, Error>) -> CommandResult {
    dialect::run(name, |signals, output| {
        let request = request()?;
        iotest::run(&request, &signals.listen(), output, &mut TestProgress::new())?;
        Ok::<_, Error>(Exit::Success)
    })
}
