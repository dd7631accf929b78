//! The methods of moving pages of data sets.

use clap::ValueEnum;
use serde::Serialize;

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Through the page cache.
    Cached,
    /// Past it.
    Direct,
}

impl Method {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cached => "cached",
            Self::Direct => "direct",
        }
    }

    /// Returns the other one.
    pub fn other(self) -> Self {
        match self {
            Self::Cached => Self::Direct,
            Self::Direct => Self::Cached,
        }
    }

    /// Returns the system options with which a program uses it.
    pub fn options(self, buffers: u32) -> Vec<String> {
        match self {
            Self::Cached => vec!["NOSGIO".to_owned()],
            Self::Direct => vec!["SGIO".to_owned(), format!("BUFNO={buffers}")],
        }
    }

    /// Returns the same for a session that a program starts.
    pub fn session_options(self, buffers: u32) -> String {
        match self {
            Self::Cached => "-nosgio".to_owned(),
            Self::Direct => format!("-sgio -bufno {buffers}"),
        }
    }
}
