//! The severity of messages of a program.

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A message that is told only if asked for (`MSGLEVEL=I`).
    Info,
    /// Information.
    Note,
    /// Something that may not be intended.
    Warning,
    /// Something that prevents the step from completing.
    Error,
}

impl Severity {
    /// Returns its name in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "INFO",
            Self::Note => "NOTE",
            Self::Warning => "WARNING",
            Self::Error => "ERROR",
        }
    }

    /// Returns the beginning of the first line of such a message in a log. Programs that read logs search for it.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Info => "INFO: ",
            Self::Note => "NOTE: ",
            Self::Warning => "WARNING: ",
            Self::Error => "ERROR: ",
        }
    }

    /// Returns the lines of a message in a log: the prefix precedes the first, and the others are indented by its
    /// length.
    pub fn lines(self, text: &str) -> impl Iterator<Item = String> {
        let prefix = self.prefix();
        text.lines().enumerate().map(move |(index, line)| match index {
            0 => format!("{prefix}{line}"),
            _ => format!("{:width$}{line}", "", width = prefix.len()),
        })
    }
}
