//! Another method for the pages of data sets.

use clap::{Args, ValueEnum};
use feedrate_predict::scale::MethodChange;

use super::discipline::DisciplineName;

/// Another method for the pages of data sets.
#[derive(Clone, Copy, Debug, Args)]
pub struct MethodArguments {
    /// Move the pages of data sets through the page cache, or past it
    #[arg(long, value_name = "METHOD")]
    pub method: Option<MethodName>,

    /// The pages of a direct transfer (BUFNO)
    #[arg(long, value_name = "PAGES", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub buffers: Option<u32>,

    /// Who waits for transfers
    #[arg(long, value_name = "WHO WAITS")]
    pub discipline: Option<DisciplineName>,
}

impl MethodArguments {
    /// Returns the change of a job.
    pub fn change(self) -> MethodChange {
        MethodChange {
            direct: self.method.map(|method| method == MethodName::Direct),
            buffers: self.buffers,
            discipline: self.discipline.map(Into::into),
        }
    }
}

/// The method by which the pages of data sets move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// Through the page cache
    Cached,
    /// Past it (SGIO)
    Direct,
}
