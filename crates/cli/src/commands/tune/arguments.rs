//! The arguments of `feedrate tune`.

use std::path::PathBuf;

use clap::Args;
use feedrate_study::definition::Level;

use crate::arguments::ProgramSettings;

/// Find the settings that suit each step of a program, and write the program back with the option lines that pay
///
/// The program is run again and again: through the page cache, and past it (SGIO) with several numbers of buffers and
/// page sizes, one transfer at a time as SAS makes them. For each step, the cheapest setting is chosen that is not
/// distinguishable from the best. Small steps, those that read at random or in several passes, and those whose data fit
/// into memory and are used again, stay cached. At the end the new program runs in turn with the old one.
///
/// Whatever the program writes is written in each run. Interrupted, the same command goes on where it stopped.
///
/// Exit code 0: done; 2: it cannot be done; 128 + signal: interrupted.
#[derive(Debug, Args)]
pub struct TuneArguments {
    /// The program
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// The file of the new program [default: PROGRAM with .tuned.sas]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// The file of the results [default: the name of PROGRAM with .tune.feedrate, in the current folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// The page sizes that are tried for data sets that are made
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_value = "16K,64K,256K", value_parser = page)]
    pub pages: Vec<u64>,

    /// The numbers of buffers that are tried past the page cache
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "1,32,128,256",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub buffers: Vec<u32>,

    /// Send the inputs out of the page cache before each run. Without it, they are there from the run before if they
    /// fit
    #[arg(long)]
    pub cold: bool,

    /// Limit the memory of each run, with what the page cache holds for it, to what the program has on its server
    /// (needs root)
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,

    /// Run each setting at most this often; those that are clearly behind are run less
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = clap::value_parser!(u32).range(6..=1000))]
    pub rounds: u32,

    /// Compare the new program with the old one this often; 0 leaves it out
    #[arg(long, value_name = "NUMBER", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub verifications: u32,

    #[command(flatten)]
    pub settings: ProgramSettings,

    /// Write the report as one HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write the advice as JSON to a file (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// Parses a size.
fn size(text: &str) -> Result<u64, String> {
    let bytes = Level::new(text).bytes().filter(|bytes| *bytes > 0);
    bytes.ok_or_else(|| "write a size such as 64K or 512M".to_owned())
}

/// Parses the size of a page.
fn page(text: &str) -> Result<u64, String> {
    let bytes = size(text)?;
    match bytes % 4096 == 0 && bytes <= 64 << 20 {
        true => Ok(bytes),
        false => Err("a page is a multiple of 4K, and 64M at most".to_owned()),
    }
}
