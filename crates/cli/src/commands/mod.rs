//! The commands, a folder or a file each: the arguments, what they do, and the progress that they show. A command is
//! added by its `mod` and its line in [`Command`].

mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod completions;
mod derive;
mod dialect;
mod diskspd;
mod drives;
mod fio;
mod history;
mod iotest;
mod man;
mod measure;
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
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use check::run_part as run_check_part;

use crate::command::{Execute, Invocation};
use crate::complaint;
use crate::exit::{CommandResult, Exit, report};

/// Defines [`Command`]: for each command its name and its arguments, which execute it.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($arguments:ty),)*) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($(#[$attribute])* $name(Box<$arguments>),)*
        }

        impl Execute for Command {
            fn execute(&self, invocation: &Invocation<'_>) -> CommandResult {
                match self {
                    $($(#[$attribute])* Self::$name(arguments) => arguments.execute(invocation),)*
                }
            }
        }
    };
}

commands! {
    Check(check::CheckArguments),
    Measure(measure::MeasureArguments),
    Run(run::RunArguments),
    Profile(profile::ProfileArguments),
    Derive(derive::DeriveArguments),
    Predict(predict::PredictArguments),
    Study(study::StudyArguments),
    Tune(tune::TuneArguments),
    Report(report::ReportArguments),
    Compare(compare::CompareArguments),
    History(history::HistoryArguments),
    Fio(fio::FioArguments),
    Sqlio(sqlio::SqlioArguments),
    Diskspd(diskspd::DiskspdArguments),
    Sasiotest(sasiotest::SasiotestArguments),
    Iotest(iotest::IotestArguments),
    Translate(translate::TranslateArguments),
    #[cfg(feature = "cluster")]
    Cluster(cluster::ClusterArguments),
    Completions(completions::CompletionsArguments),
    Man(man::ManArguments),
}

/// Tells whether storage feeds the cores of an analytics server, and what would make it faster.
#[derive(Debug, Parser)]
#[command(name = "feedrate", version, max_term_width = 100, propagate_version = true)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The command line of a tool whose name the program can be called by.
pub type ToolCommand = fn(&[OsString]) -> CommandResult;

/// The tools whose names the program can be called by.
const TOOLS: [(&str, ToolCommand); 6] = [
    (sasiotest::NAME, sasiotest::run),
    (fio::NAME, fio::run_by_name),
    (sqlio::NAME, sqlio::run),
    (diskspd::NAME, diskspd::run),
    (iotest::NAME, iotest::run_as_iotest),
    (iotest::RHEL_NAME, iotest::run_as_rhel_iotest),
];

/// Returns the command of the tool by whose name the program was called, through a link or as a copy; batches use names
/// such as `SqlIO.exe` too.
pub fn called_by(name: &OsStr) -> Option<ToolCommand> {
    let stem = Path::new(name).file_stem()?;
    let tool = TOOLS.iter().find(|(tool, _)| stem.eq_ignore_ascii_case(tool));
    tool.map(|&(_, run)| run)
}

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
        Err(error) => return Exit::from(complaint::one_line(&error)).report(),
    };
    let invocation = Invocation {
        words: arguments,
        definition: Arguments::command,
    };
    report(parsed.command.execute(&invocation))
}
