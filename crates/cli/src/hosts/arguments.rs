//! The options of commands that run on several hosts at the same time.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser};
use feedrate_hosts::reach::ReachWords;

use crate::arguments::seconds;

/// Hosts, and how they are reached.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "On several hosts")]
pub struct HostArguments {
    /// Run on these hosts at the same time: a,b,c or n[01-20], @FILE with one on each line, or slurm
    /// for the allocation at hand; {host} in other arguments stands for each host's name
    #[arg(long, value_name = "LIST")]
    pub hosts: Option<String>,

    /// The command that starts feedrate on a host and carries its standard input and output
    /// [default: ssh -o BatchMode=yes {host}; for slurm: srun --overlap -N1 -n1 -w {host}]
    #[arg(long, value_name = "COMMAND", requires = "hosts")]
    pub launch: Option<String>,

    /// Copy this program to each host (into FOLDER, or that of temporary files) and take it away again
    #[arg(long, value_name = "FOLDER", requires = "hosts", num_args = 0..=1, require_equals = true,
          default_missing_value = "")]
    pub bring: Option<String>,

    /// The name or path of feedrate on the hosts [default: feedrate]
    #[arg(long, value_name = "PATH", requires = "hosts", conflicts_with = "bring")]
    pub host_program: Option<String>,

    /// The time that a host may take to start feedrate, in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", requires = "hosts", value_parser = seconds::parse_positive)]
    pub host_timeout: Option<Duration>,
}

impl HostArguments {
    /// Returns the hosts, and how they are reached, as words.
    pub fn words(&self) -> ReachWords<'_> {
        ReachWords {
            list: self.hosts.as_deref().unwrap_or_default(),
            launch: self.launch.as_deref(),
            bring: self.bring.as_deref(),
            program: self.host_program.as_deref(),
            time_to_start: self.host_timeout,
        }
    }
}

/// The options of the commands of other tools.
#[derive(Clone, Debug, Default, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct ToolHostArguments {
    /// The hosts.
    #[command(flatten)]
    pub hosts: HostArguments,

    /// Write the figures of all hosts as JSON (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub hosts_json: Option<PathBuf>,

    /// Write the report on all hosts as one HTML file
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub hosts_html: Option<PathBuf>,
}

/// The options of [`ToolHostArguments`], and whether each takes a value as the next argument.
pub const NAMES: [(&str, bool); 7] = [
    ("--hosts", true),
    ("--launch", true),
    ("--bring", false),
    ("--host-program", true),
    ("--host-timeout", true),
    ("--hosts-json", true),
    ("--hosts-html", true),
];

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_names_are_those_of_the_options() {
        let command = ToolHostArguments::command();
        let mut named: Vec<(String, bool)> = command
            .get_arguments()
            .map(|argument| {
                let name = format!("--{}", argument.get_long().unwrap());
                (name, !argument.is_require_equals_set())
            })
            .collect();
        named.sort();
        let mut names = NAMES.map(|(name, takes)| (name.to_owned(), takes)).to_vec();
        names.sort();
        assert_eq!(named, names);
    }
}
