//! Names of hosts, and the reasons why a text is no name or no list of them.

use std::fmt;

/// The most hosts of a list.
pub(crate) const MOST: usize = 10_000;

/// The longest name of a host.
pub(crate) const LONGEST: usize = 255;

/// The name of a host, as a launcher takes it. It is no option, also behind a user or a port, is no path, and has
/// nothing that a shell would expand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostName(String);

impl HostName {
    /// Creates a name.
    ///
    /// # Errors
    ///
    /// Fails for texts that are no names.
    pub fn new(name: &str) -> Result<Self, HostListError> {
        let is_letter_or_digit = |letter: char| letter.is_ascii_alphanumeric();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "._-:@%".contains(letter);
        let is_name = (1..=LONGEST).contains(&name.len())
            && !name.starts_with('-')
            && !name.contains("@-")
            && !name.contains(":-")
            && name.chars().all(is_part)
            // `.` and `..` are folders, and nothing else without a letter or a digit is a host.
            && name.rsplit('@').next().is_some_and(|host| host.contains(is_letter_or_digit));
        match is_name {
            true => Ok(Self(name.to_owned())),
            false => Err(HostListError::Name(shown(name))),
        }
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Why a text is no list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostListError {
    /// Something is no name.
    #[error("`{0}` is no name of a host")]
    Name(String),
    /// There is none.
    #[error("no host is named{0}")]
    None(String),
    /// A host is named twice.
    #[error("the host {0} is named twice")]
    Twice(HostName),
    /// There are more than a list may have.
    #[error("more than {MOST} hosts are named")]
    TooMany,
    /// A range cannot be expanded.
    #[error("`{0}` is no list of hosts: ranges are written as in `n[01-20,30]`")]
    Range(String),
    /// A file cannot be read.
    #[error("the file {path} with the hosts cannot be read: {reason}")]
    File {
        /// Its path.
        path: String,
        /// The error of the system.
        reason: String,
    },
    /// There is no allocation.
    #[error(
        "`slurm` stands for the hosts of an allocation, and there is none here (SLURM_JOB_NODELIST is not set): \
         start it with sbatch or salloc, or name the hosts"
    )]
    NoAllocation,
    /// This program runs several times at once.
    #[error(
        "`slurm` stands for the hosts of an allocation, and srun has started {0} of this program there, which would \
         each start it on all: start it once, as in `salloc -N4 feedrate …`"
    )]
    Tasks(u32),
}

/// Returns the beginning of a text for a message.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let text: String = text.chars().take(MOST).collect();
    text.escape_default().to_string()
}
