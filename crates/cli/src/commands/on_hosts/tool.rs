//! The commands of other tools on several hosts.

use std::ffi::OsString;

use super::reach::Reach;
use super::{OnHosts, command, options};
use crate::exit::Exit;

/// What a tool's command line needs on other hosts.
pub struct Tool {
    /// Its name, as a command of feedrate and in messages.
    pub name: &'static str,
    /// Returns the files that go along: each as the arguments name it, with its content.
    pub files: fn(&[OsString]) -> Result<Vec<(String, Vec<u8>)>, String>,
    /// Returns the files that are written by the command line of a host.
    pub written: fn(&[OsString]) -> Result<Vec<String>, String>,
    /// Returns what is added to the command line of a host, of which this is the name.
    pub added: fn(&str) -> Vec<String>,
}

/// Runs a tool's command line on several hosts.
pub fn run(tool: &Tool, arguments: &[OsString]) -> Exit {
    match run_tool(tool, arguments) {
        Ok(exit) => exit,
        Err(what) => Exit::failure_of(tool.name, what),
    }
}

fn run_tool(tool: &Tool, arguments: &[OsString]) -> Result<Exit, String> {
    let (about_hosts, others) = options::without(arguments)?;
    let reach = Reach::of(&about_hosts.hosts)?;
    let given = command::texts(&others)?;
    let files = (tool.files)(&others)?;
    let mut written = Vec::new();
    for host in &reach.hosts {
        let words = given.iter().map(|word| command::named(word, host).into());
        let words: Vec<OsString> = words.collect();
        let of_host = (tool.written)(&words)?;
        written.push((host.clone(), of_host));
    }
    command::check_written(&reach.hosts, |host| {
        let of_host = written.iter().find(|(other, _)| other == host);
        let of_host = of_host.into_iter().flat_map(|(_, files)| files);
        of_host.map(|file| command::named(file, host)).collect()
    })?;
    let mut commands = command::for_each(&reach.hosts, &given, &files);
    for (command, host) in commands.iter_mut().zip(&reach.hosts) {
        let added = (tool.added)(host.as_str());
        command.arguments.splice(0..0, added);
        command.arguments.insert(0, tool.name.to_owned());
    }
    let on_hosts = OnHosts {
        commands,
        reach,
        given: std::iter::once(tool.name.to_owned()).chain(given).collect(),
        json: about_hosts.hosts_json.as_deref(),
        html: about_hosts.hosts_html.as_deref(),
    };
    on_hosts.run()
}
