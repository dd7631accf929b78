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
    /// length. A text that begins with the number that SAS gives it, as in `22-322: Syntax error`, has it in its
    /// prefix: `ERROR 22-322: Syntax error`.
    pub fn lines(self, text: &str) -> impl Iterator<Item = String> {
        let number = text.split_once(": ").filter(|(number, _)| is_number(number));
        let (prefix, text) = match number {
            Some((number, rest)) => (format!("{} {number}: ", self.name()), rest),
            None => (self.prefix().to_owned(), text),
        };
        text.lines().enumerate().map(move |(index, line)| match index {
            0 => format!("{prefix}{line}"),
            _ => format!("{:width$}{line}", "", width = prefix.len()),
        })
    }
}

/// Returns a message without the number that SAS gives it, for places where it stands behind other words.
pub fn without_number(message: &str) -> &str {
    match message.split_once(": ") {
        Some((number, text)) if is_number(number) => text,
        _ => message,
    }
}

/// Returns whether a text is the number of a message, such as `22-322`.
fn is_number(text: &str) -> bool {
    let is_count = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('-')
        .is_some_and(|(number, group)| is_count(number) && is_count(group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_a_message_is_in_its_prefix() {
        let lines = |text| Severity::Error.lines(text).collect::<Vec<_>>();
        assert_eq!(lines("22-322: No.\nWhy"), ["ERROR 22-322: No.", "              Why"]);
        assert_eq!(lines("22-a: No."), ["ERROR: 22-a: No."]);
        assert_eq!(lines("x: y"), ["ERROR: x: y"]);
    }
}
