//! The arguments of `feedrate run`: a program of the SAS language.

use std::path::{Path, PathBuf};

use clap::Args;

/// Run a program of the SAS language, and say where its time and I/O went
///
/// Its data sets are .sas7bdat files. The listing goes to standard output and the log to standard error. The log tells for each step the
/// observations it read and wrote, its time, and for each of its data sets the pages and transfers it
/// took, how they moved, and what share the page cache served.
///
/// A log, a listing, figures or a timeline may replace an earlier one of feedrate, and no other file. With the log in
/// a file, a terminal shows how long steps get on.
///
/// Exit code 0: all steps ran; 1: with warnings; 2: with errors, or nothing could be run; 128 + signal:
/// interrupted.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The program; `-` reads it from standard input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// Write the log and the listing beside the program: PROGRAM.log and PROGRAM.lst; --log and --listing go first
    #[arg(long)]
    pub batch: bool,

    /// Write the log to a file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Write the listing to a file
    #[arg(long, value_name = "FILE")]
    pub listing: Option<PathBuf>,

    /// Make the folder of the library WORK within this one [default: $TMPDIR, or /tmp]
    #[arg(long, value_name = "FOLDER")]
    pub work: Option<PathBuf>,

    /// Set a system option, as OPTIONS does: NAME, NONAME or NAME=VALUE; PROC OPTIONS lists them
    #[arg(short = 'o', long = "option", value_name = "OPTION")]
    pub options: Vec<String>,

    /// The value of the macro variable SYSPARM
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub sysparm: String,

    /// Give a macro variable its value before the program, as %LET does: NAME=VALUE
    #[arg(long = "let", value_name = "NAME=VALUE")]
    pub given: Vec<String>,

    /// Write all figures of all steps to a file as JSON; `-` is standard output, and the listing then
    /// goes nowhere unless --listing says where
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write a page that shows when each step ran, what it waited for, and what passed between sessions
    #[arg(long, value_name = "FILE")]
    pub timeline: Option<PathBuf>,
}

impl RunArguments {
    /// Returns the file of the log, if it is written to one.
    ///
    /// # Errors
    ///
    /// Returns an error if `--batch` cannot derive its name from that of the program.
    pub fn log_file(&self) -> Result<Option<PathBuf>, String> {
        self.named_or_beside_program(self.log.as_ref(), "log")
    }

    /// Returns the file of the listing, if it is written to one.
    ///
    /// # Errors
    ///
    /// Returns an error if `--batch` cannot derive its name from that of the program.
    pub fn listing_file(&self) -> Result<Option<PathBuf>, String> {
        self.named_or_beside_program(self.listing.as_ref(), "lst")
    }

    /// Returns the given file, or with `--batch` the program's name with another extension.
    fn named_or_beside_program(
        &self,
        named: Option<&PathBuf>,
        extension: &str,
    ) -> Result<Option<PathBuf>, String> {
        if named.is_some() || !self.batch {
            return Ok(named.cloned());
        }
        if self.program == Path::new("-") {
            return Err(
                "--batch: a program on standard input has no name for its log and listing; name them with --log FILE \
                 and --listing FILE"
                    .to_owned(),
            );
        }
        let beside = self.program.with_extension(extension);
        if beside == self.program {
            return Err(format!(
                "--batch: the program itself is called {}; give it another name, or name its log and listing with \
                 --log FILE and --listing FILE",
                self.program.display()
            ));
        }
        Ok(Some(beside))
    }
}
