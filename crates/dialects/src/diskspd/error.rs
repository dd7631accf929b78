//! Errors of requests and tests. Each message is one line that says what is wrong and what to do.

use std::io;
use std::path::PathBuf;

use crate::argument_error::ArgumentError;
use crate::loads::LoadError;

/// The result of this module's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a request is invalid, or a test has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The arguments are invalid.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// The test has no result, or only a part of it.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// An option that exists only on Windows, or is not supported.
    #[error("{given} is not supported: {why}")]
    NotSupported {
        /// The option.
        given: String,
        /// The reason, and what to do.
        why: &'static str,
    },
    /// Options come before targets.
    #[error("{given} comes after a target; options come first, then the files")]
    OptionAfterTarget {
        /// The option.
        given: String,
    },
    /// No target is given.
    #[error("no target is named; name a file after the options, such as: diskspd -c1G -b64K -r testfile.dat")]
    NoTarget,
    /// A target that does not exist.
    #[error("{path} does not exist; add {how}, to make it")]
    NoFile {
        /// The target.
        path: PathBuf,
        /// The setting that makes it, with an example.
        how: &'static str,
    },
    /// An option beside a profile.
    #[error(
        "{given} does not go with -X: beside a profile there are only -W, -d, -C, -R, -v, -z and files for its \
         templates; write it into the profile"
    )]
    BesideProfile {
        /// The option.
        given: String,
    },
    /// A profile cannot be read.
    #[error("cannot read the profile {path}: {source}")]
    ProfileFile {
        /// Its name as given.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A part of a profile is not valid or not supported.
    #[error("{path}, line {line}: {what}")]
    Profile {
        /// Its name as given.
        path: String,
        /// The line, from 1.
        line: u32,
        /// The reason, and what to do.
        what: String,
    },
    /// A file of the command line that a profile does not use.
    #[error("{given} is not used: the profile {path} has no target *{number}; leave it out")]
    Unused {
        /// The file.
        given: String,
        /// The name of the profile.
        path: String,
        /// The number of the template that it would be.
        number: usize,
    },
}

tool_error!(Error);
