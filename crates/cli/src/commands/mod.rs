//! The commands, one in each file.

mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod completions;
mod derive;
pub mod dialect;
mod diskspd;
mod drives;
mod fio;
mod history;
mod job_source;
mod man;
mod measure;
pub mod on_hosts;
mod predict;
mod profile;
mod report;
mod run;
mod sasiotest;
pub mod session;
mod sqlio;
mod study;
mod translate;
mod tune;

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::complaint;
use crate::exit::Exit;

/// Parses the arguments of the program `name` and runs the command.
pub fn run(name: &OsStr, arguments: &[OsString]) -> ExitCode {
    let words = std::iter::once(name).chain(arguments.iter().map(OsString::as_os_str));
    let parsed = match Arguments::try_parse_from(words) {
        Ok(parsed) => parsed,
        Err(error) if complaint::is_answer(&error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            // A failure to print this cannot be reported.
            let _ = error.print();
            return ExitCode::from(code);
        }
        Err(error) => return Exit::failure(complaint::one_line(&error)).report(),
    };
    let exit = match parsed.command {
        Command::Check(given) if given.hosts.hosts.is_some() => on_hosts::check(&given, arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Measure(given) if given.hosts.hosts.is_some() => {
            on_hosts::measure(&given, arguments)
        }
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Profile(arguments) => profile::run(&arguments),
        Command::Derive(arguments) => derive::run(&arguments),
        Command::Predict(arguments) => predict::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
        Command::Fio { arguments } => fio::run(&arguments),
        Command::Sqlio { arguments } => sqlio::run(&arguments),
        Command::Diskspd { arguments } => diskspd::run(&arguments),
        Command::Sasiotest { arguments } => sasiotest::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Cluster(arguments) => cluster::run(&arguments),
        Command::Translate(arguments) => translate::run(&arguments),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { folder } => man::run(&folder),
    };
    exit.report()
}
