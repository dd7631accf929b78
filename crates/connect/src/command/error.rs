//! Why a command cannot run on other hosts.

use std::io;

use crate::host_name::HostName;

/// Why a command cannot run on other hosts.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// An argument is no text.
    #[error("the argument '{0}' is not UTF-8, which other hosts would not understand")]
    NotUtf8(String),
    /// A file would be written by several hosts.
    #[error(
        "{file} would be written by {one} and by {other}, and on storage that they share it is one file: put {{host}} \
         into its name, which stands for that of each host"
    )]
    SharedFile {
        /// The file.
        file: String,
        /// A host that writes it.
        one: HostName,
        /// Another one.
        other: HostName,
    },
    /// A file that goes along cannot be read.
    #[error("{name}: {error}")]
    Unreadable {
        /// Its name.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// A file that goes along is not named by an argument of its own.
    #[error("{0} cannot be found among the arguments")]
    Unnamed(String),
    /// The command itself says why.
    #[error("{0}")]
    Refused(String),
}

impl CommandError {
    /// Creates the error of a command that says why.
    pub fn refused(why: impl ToString) -> Self {
        Self::Refused(why.to_string())
    }
}
