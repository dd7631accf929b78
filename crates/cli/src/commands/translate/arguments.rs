//! The arguments of `feedrate translate`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use feedrate_translate::Tool;

/// Print a test of one tool as another would be told it
///
/// The job file or the command lines go to standard output, and what the other tool cannot say, a line each, to
/// standard error.
#[derive(Debug, Args)]
pub struct TranslateArguments {
    /// The tool whose arguments follow
    #[arg(long, value_name = "TOOL")]
    pub from: ToolName,
    /// The tool that is to be told
    #[arg(long, value_name = "TOOL")]
    pub to: ToolName,
    /// The words for the first tool: a job file, or its command line after its name
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true,
        num_args = 1..
    )]
    pub arguments: Vec<OsString>,
}

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ToolName {
    /// Job files of fio
    Fio,
    /// Command lines of sqlio
    Sqlio,
    /// Command lines of DiskSpd
    Diskspd,
    /// Command lines of SASIOTEST
    Sasiotest,
    /// Command lines of iotest.sh and rhel_iotest.sh
    Iotest,
}

impl From<ToolName> for Tool {
    fn from(name: ToolName) -> Self {
        match name {
            ToolName::Fio => Self::Fio,
            ToolName::Sqlio => Self::Sqlio,
            ToolName::Diskspd => Self::Diskspd,
            ToolName::Sasiotest => Self::Sasiotest,
            ToolName::Iotest => Self::Iotest,
        }
    }
}
