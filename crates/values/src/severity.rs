//! How grave a message of a program is.

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Something that is perhaps not as meant.
    Warning,
    /// Something that keeps the step from its result.
    Error,
}

impl Severity {
    /// What a log calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "NOTE",
            Self::Warning => "WARNING",
            Self::Error => "ERROR",
        }
    }

    /// What begins the first line of such a message in a log. Programs that read logs look for it.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Note => "NOTE: ",
            Self::Warning => "WARNING: ",
            Self::Error => "ERROR: ",
        }
    }

    /// The lines of a message as a log shows them: the prefix on the first, and the others as far to
    /// the right as the prefix is long.
    pub fn lines(self, text: &str) -> impl Iterator<Item = String> {
        let prefix = self.prefix();
        text.lines()
            .enumerate()
            .map(move |(index, line)| match index {
                0 => format!("{prefix}{line}"),
                _ => format!("{:width$}{line}", "", width = prefix.len()),
            })
    }
}
