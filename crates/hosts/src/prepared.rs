//! A command with its command line for each host.

use std::collections::BTreeMap;
use std::ffi::OsString;

use feedrate_connect::command::{CommandError, CommandTemplate, HostCommand, Runs, as_text, for_host};
use feedrate_connect::{CommandLine, HostName};

use crate::group::{HostFailure, HostGroup, HostOutcome, Observer};
use crate::record::Record;

/// A command with its command line for each host.
#[derive(Clone, Debug)]
pub struct PreparedCommand {
    /// The command as given, for the result.
    given: Vec<String>,
    /// The command line for each host.
    lines: Vec<CommandLine>,
    judges: bool,
    runs: Runs,
}

impl PreparedCommand {
    /// Returns a command for hosts. `words` is its command line, as for [`HostCommand::template`].
    ///
    /// # Errors
    ///
    /// Returns an error if the command line is invalid, or cannot be run on these hosts.
    pub fn of(command: &dyn HostCommand, words: &[OsString], hosts: &[HostName]) -> Result<Self, CommandError> {
        let name = command.name();
        let given = std::iter::once(name.to_owned()).chain(as_text(words)?);
        if let Some(why) = hosts.iter().find_map(|host| command.refusal(host)) {
            return Err(CommandError::Refused(why));
        }
        let template = command.template(words)?;
        check_written(hosts, &template)?;
        Ok(Self {
            given: given.collect(),
            lines: hosts.iter().map(|host| template.line(name, host)).collect(),
            judges: template.judges,
            runs: command.runs(),
        })
    }

    /// Runs the command on all hosts of a group, and returns the outcome on each.
    ///
    /// # Errors
    ///
    /// As [`HostGroup::run`].
    pub fn run(&self, group: &mut HostGroup, observer: &mut dyn Observer) -> Result<Vec<HostOutcome>, HostFailure> {
        let codes: &[i32] = if self.judges { &[0, 1] } else { &[0] };
        group.run_accepting(self.lines.clone(), codes, observer)
    }

    /// Returns the result of its outcomes.
    pub fn record(
        self,
        started_at: String,
        launcher: String,
        outcomes: &[HostOutcome],
        interrupted_by: Option<&'static str>,
    ) -> Record {
        Record::of(started_at, self.given, launcher, outcomes, interrupted_by, self.runs)
    }
}

/// Checks that no file is written by several hosts.
fn check_written(hosts: &[HostName], template: &CommandTemplate) -> Result<(), CommandError> {
    let mut writers: BTreeMap<String, &HostName> = BTreeMap::new();
    for host in hosts {
        for file in &template.written {
            let file = for_host(file, host);
            match writers.insert(file.clone(), host) {
                Some(other) if other != host => {
                    return Err(CommandError::SharedFile {
                        file,
                        one: other.clone(),
                        other: host.clone(),
                    });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_written_by_several_hosts() {
        let hosts = ["n1", "n2"].map(|name| HostName::new(name).unwrap());
        let writes = |file: &str| CommandTemplate {
            written: vec![file.to_owned()],
            ..CommandTemplate::default()
        };
        check_written(&hosts, &writes("/d/{host}")).unwrap();
        let error = check_written(&hosts, &writes("/d/f")).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("/d/f would be written by n1 and by n2"), "{error}");
    }
}
