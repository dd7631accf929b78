//! The arguments of `feedrate run`: programs of the SAS language.

use std::path::{Path, PathBuf};

use clap::Args;

use super::requests::RequestedPrograms;
use crate::arguments::{ProgramFiles, ProgramSettings, RampArguments};

/// Run a program of the SAS language, or many at once, and say where its time and I/O went
///
/// Its data sets are .sas7bdat files. The listing goes to standard output and the log to standard error. The log tells
/// for each step the observations it read and wrote, its time, and for each of its data sets the pages and transfers it
/// took, how they moved, and what share the page cache served.
///
/// Several programs, or those of a list (--jobs), run at once, each in a process of its own; all begin at the same
/// moment. Each has its log and listing in files of its own, and a table of all is printed at the end. With --ramp they
/// run for more and more users, until a limit breaks.
///
/// A log, a listing, figures or a timeline may replace an earlier one of feedrate, and no other file. With the log in
/// a file, a terminal shows how long steps get on.
///
/// Exit code 0: all steps ran; 1: with warnings; 2: with errors, or nothing could be run; 128 + signal:
/// interrupted.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The program; `-` reads it from standard input. PROGRAM*N runs it N times at once
    #[arg(value_name = "PROGRAM", required_unless_present = "jobs", conflicts_with = "jobs")]
    pub programs: Vec<PathBuf>,

    /// Run the programs of a list at once; `-` is standard input. Each line has a PROGRAM, `*N` if it is to run N
    /// times, its own --work, -o, --sysparm, --let, --log and --listing, and --name for its name in the table; `#`
    /// begins a comment
    #[arg(long, value_name = "LIST")]
    pub jobs: Option<PathBuf>,

    /// Write the logs and listings of several programs into this folder, which is made if necessary [default: beside
    /// each program]. With --ramp, some logs of each number of users [default: none]
    #[arg(long, value_name = "FOLDER")]
    pub log_dir: Option<PathBuf>,

    /// Write the log and the listing beside the program: PROGRAM.log and PROGRAM.lst; --log and --listing go first
    #[arg(long, conflicts_with = "ramp")]
    pub batch: bool,

    /// Send each input out of the page cache before the program first uses it, and look whether it went: the files that
    /// were there before the program began. One that stays is an error
    #[arg(long)]
    pub cold: bool,

    /// Run the program this many times, one run after the other, and print for each step the median of its seconds with
    /// its 95 % interval on standard error [default: 1]. With --ramp, each number of users this often at most
    /// [default: 6]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeats: Option<u32>,

    #[command(flatten)]
    pub ramp: RampArguments,

    #[command(flatten)]
    pub files: ProgramFiles,

    #[command(flatten)]
    pub settings: ProgramSettings,

    /// Write all figures of all steps to a file as JSON; `-` is standard output, and the listing then
    /// goes nowhere unless --listing says where
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// With --ramp: write the report as one HTML file, with response times against users
    #[arg(long, value_name = "FILE", requires = "ramp")]
    pub html: Option<PathBuf>,

    /// Write a page that shows when each step ran, what it waited for, and what passed between sessions
    #[arg(long, value_name = "FILE", conflicts_with = "ramp")]
    pub timeline: Option<PathBuf>,
}

impl RunArguments {
    /// Returns the programs that it names, or its list.
    pub(super) fn requested(&self) -> RequestedPrograms<'_> {
        RequestedPrograms {
            programs: &self.programs,
            list: self.jobs.as_deref(),
            settings: &self.settings,
            files: &self.files,
            log_dir: self.log_dir.as_deref(),
        }
    }

    /// Returns the file of the log of a program, if it is written to one.
    ///
    /// # Errors
    ///
    /// Returns an error if `--batch` cannot derive its name from that of the program.
    pub fn log_file(&self, program: &Path) -> Result<Option<PathBuf>, String> {
        self.named_or_beside(program, self.files.log.as_ref(), "log")
    }

    /// Returns the file of the listing of a program, if it is written to one.
    ///
    /// # Errors
    ///
    /// Returns an error if `--batch` cannot derive its name from that of the program.
    pub fn listing_file(&self, program: &Path) -> Result<Option<PathBuf>, String> {
        self.named_or_beside(program, self.files.listing.as_ref(), "lst")
    }

    /// Returns the given file, or with `--batch` the program's name with another extension.
    fn named_or_beside(
        &self,
        program: &Path,
        named: Option<&PathBuf>,
        extension: &str,
    ) -> Result<Option<PathBuf>, String> {
        if named.is_some() || !self.batch {
            return Ok(named.cloned());
        }
        if program == Path::new("-") {
            return Err(
                "--batch: a program on standard input has no name for its log and listing; name them with --log FILE \
                 and --listing FILE"
                    .to_owned(),
            );
        }
        let beside = program.with_extension(extension);
        if beside == program {
            return Err(format!(
                "--batch: the program itself is called {}; give it another name, or name its log and listing with \
                 --log FILE and --listing FILE",
                program.display()
            ));
        }
        Ok(Some(beside))
    }
}
