//! `feedrate measure` on several hosts.

use std::ffi::OsString;
use std::path::PathBuf;

use feedrate_hosts::record::Runs;

use super::reach::Reach;
use super::{OnHosts, command, options};
use crate::arguments::MeasureArguments;
use crate::exit::Exit;

/// Runs the job of the arguments on several hosts; `words` is the same as given, from the name of the command on.
pub fn run(arguments: &MeasureArguments, words: &[OsString]) -> Exit {
    match measure(arguments, words) {
        Ok(exit) => exit,
        Err(what) => Exit::failure(what),
    }
}

fn measure(arguments: &MeasureArguments, words: &[OsString]) -> Result<Exit, String> {
    let reach = Reach::of(&arguments.hosts)?;
    let (_, others) = options::without(words)?;
    let given = command::texts(&options::without_results(&others))?;
    command::check_written(&reach.hosts, |host| {
        let written: &[PathBuf] = match (arguments.what.writes(), arguments.write_to.as_slice()) {
            (false, _) => &[],
            (true, []) => &arguments.files,
            (true, targets) => targets,
        };
        let names = written.iter().map(|file| file.to_string_lossy());
        names.map(|name| command::named(&name, host)).collect()
    })?;
    let mut there = given.clone();
    there.extend(["--json".to_owned(), "-".to_owned()]);
    let on_hosts = OnHosts {
        commands: command::for_each(&reach.hosts, &there, &[]),
        reach,
        given,
        json: arguments.json.as_deref(),
        html: None,
        judges: false,
        runs: Runs::Repeats,
    };
    on_hosts.run()
}
