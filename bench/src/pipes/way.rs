//! The ways in which the job can be done.

use clap::ValueEnum;
use serde::Serialize;

/// The way of the data set between the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum PipeRoute {
    /// A data set of WORK.
    #[value(skip)]
    Disk,
    /// A pipe of which only the port is named, so that feedrate takes what is fastest on one machine.
    Pipe,
    /// A pipe whose host is named, so that it takes TCP.
    Tcp,
}

/// The way of the pages of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pages {
    /// Of 64K, through the page cache.
    Cached,
    /// Of 64K, past it, 16 to a transfer.
    Direct,
}

/// A way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The way of the data set between the steps.
    pub through: PipeRoute,
    /// The way of the pages of files.
    pub pages: Pages,
    /// CPUCOUNT of the session that tabulates.
    pub cpus: u32,
}

impl PipeRoute {
    /// Returns its name in tables and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Disk => "disk",
            Self::Pipe => "pipe",
            Self::Tcp => "tcp",
        }
    }

    /// Returns the parameter PIPED of the program.
    pub fn piped(self) -> &'static str {
        match self {
            Self::Disk => "no",
            Self::Pipe | Self::Tcp => "yes",
        }
    }

    /// Returns the parameter HOST of the program, which stands before the port of a pipe.
    pub fn host(self) -> &'static str {
        match self {
            Self::Disk | Self::Pipe => "",
            Self::Tcp => "localhost",
        }
    }
}

impl Pages {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Cached, Self::Direct];

    /// Returns its name in tables.
    pub fn label(self) -> &'static str {
        match self {
            Self::Cached => "64K cached",
            Self::Direct => "64K x 16 direct",
        }
    }

    /// Returns the options that sessions are started with.
    pub fn options(self) -> &'static str {
        match self {
            Self::Cached => "-nosgio -bufsize 64k",
            Self::Direct => "-sgio -bufno 16 -bufsize 64k",
        }
    }
}
