//! Commands that run on several hosts at the same time: `check`, `measure`, `fio`, `sqlio`, `diskspd` with `--hosts`.
//!
//! | module | contents |
//! |---|---|
//! | `options` | the options about hosts among the arguments of any command |
//! | `reach` | hosts and launcher from these options |
//! | `command` | the command for each host: its name in arguments, files that go along |
//! | `measure`, `check`, `tool` | `feedrate measure`; `feedrate check`; the commands of other tools |

mod check;
mod command;
mod measure;
mod options;
mod reach;
mod tool;

use std::path::Path;
use std::time::SystemTime;

use feedrate_connect::CommandLine;
use feedrate_hosts::record::{Record, Runs};
use feedrate_hosts::{HostFailure, HostGroup, document};

pub use check::{part as check_part, run as check};
pub use measure::run as measure;
pub use options::named;
pub use tool::{Tool, run as tool};

use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};
use crate::progress::HostLine;
use reach::Reach;

/// A command on several hosts.
struct OnHosts<'a> {
    reach: Reach,
    /// The command as given, for the result.
    given: Vec<String>,
    /// The command for each host.
    commands: Vec<CommandLine>,
    json: Option<&'a Path>,
    html: Option<&'a Path>,
    /// Whether the exit code 1 of the command is a judgement, and no failure.
    judges: bool,
    /// What its runs are.
    runs: Runs,
}

impl OnHosts<'_> {
    /// Runs the command and shows the result.
    fn run(self) -> Result<Exit, String> {
        let results = Results::to_places(&Places {
            json: self.json,
            html: self.html,
            ..Places::default()
        })?;
        let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
        let started_at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let mut line = HostLine::show();
        let failed = |failure: HostFailure| match (failure, interrupt.signal()) {
            (HostFailure::Stopped, Some(signal)) => Ok(Exit::Interrupted(signal)),
            (failure, _) => Err(failure.to_string()),
        };
        let stop = interrupt.stop();
        let group = HostGroup::start(&self.reach.hosts, &self.reach.settings, &stop, &mut line);
        let mut group = match group {
            Ok(group) => group,
            Err(failure) => return failed(failure),
        };
        let codes: &[i32] = if self.judges { &[0, 1] } else { &[0] };
        let outcomes = match group.run_accepting(self.commands, codes, &mut line) {
            Ok(outcomes) => outcomes,
            Err(failure) => return failed(failure),
        };
        drop(group);
        drop(line);
        let launcher = self.reach.settings.launcher.to_string();
        let record = Record::of(
            started_at,
            self.given,
            launcher,
            &outcomes,
            interrupt.name(),
            self.runs,
        );
        results.deliver(&document::of(&record), &record, &interrupt.stop())?;
        let falls_short = outcomes.iter().any(|outcome| outcome.code == 1);
        Ok(match interrupt.signal() {
            Some(signal) => Exit::Interrupted(signal),
            None if falls_short => Exit::FallsShort,
            None => Exit::Success,
        })
    }
}
