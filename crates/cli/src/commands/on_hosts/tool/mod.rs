//! The commands of other tools on several hosts.

mod diskspd;
mod fio;
mod sqlio;

use std::ffi::OsString;

use feedrate_hosts::record::Runs;

use super::reach::Reach;
use super::{OnHosts, command, options};
use crate::exit::Exit;

/// A tool.
#[derive(Clone, Copy, Debug)]
pub enum Tool {
    /// fio.
    Fio,
    /// sqlio.
    Sqlio,
    /// DiskSpd.
    Diskspd,
}

/// What a command line needs on other hosts. In all of it, `{host}` stands for the name of the host.
struct Needs {
    /// The command line.
    words: Vec<String>,
    /// The files that go along: each its name, and its content.
    files: Vec<(String, Vec<u8>)>,
    /// The files that it writes.
    written: Vec<String>,
    /// Whether the exit code 1 is a judgement.
    judges: bool,
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Self::Fio => crate::commands::fio::NAME,
            Self::Sqlio => crate::commands::sqlio::NAME,
            Self::Diskspd => crate::commands::diskspd::NAME,
        }
    }

    fn needs(self, arguments: &[OsString]) -> Result<Needs, String> {
        match self {
            Self::Fio => fio::needs(arguments),
            Self::Sqlio => sqlio::needs(arguments),
            Self::Diskspd => diskspd::needs(arguments),
        }
    }
}

/// Runs a tool's command line on several hosts.
pub fn run(tool: Tool, arguments: &[OsString]) -> Exit {
    match run_tool(tool, arguments) {
        Ok(exit) => exit,
        Err(what) => Exit::failure_of(tool.name(), what),
    }
}

fn run_tool(tool: Tool, arguments: &[OsString]) -> Result<Exit, String> {
    let (about_hosts, others) = options::without(arguments)?;
    let reach = Reach::of(&about_hosts.hosts)?;
    let name = || std::iter::once(tool.name().to_owned());
    let given: Vec<String> = name().chain(command::texts(&others)?).collect();
    if let Tool::Fio = tool
        && let Some(why) = reach.hosts.iter().find_map(fio::refused)
    {
        return Err(why);
    }
    let needs = tool.needs(&others)?;
    command::check_written(&reach.hosts, |host| {
        let written = needs.written.iter();
        written.map(|file| command::named(file, host)).collect()
    })?;
    let words: Vec<String> = name().chain(needs.words).collect();
    let on_hosts = OnHosts {
        commands: command::for_each(&reach.hosts, &words, &needs.files),
        reach,
        given,
        json: about_hosts.hosts_json.as_deref(),
        html: about_hosts.hosts_html.as_deref(),
        judges: needs.judges,
        runs: Runs::Groups,
    };
    on_hosts.run()
}
