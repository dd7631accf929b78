//! The command line of a command as hosts run it.

use std::path::Path;

use feedrate_pageio::named_text::TextKind;

use super::CommandError;
use crate::host_name::HostName;
use crate::launcher::HOST;
use crate::message::{CommandLine, file_argument};

/// The command line of a command, without its name. In all of it, `{host}` stands for the name of the host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandTemplate {
    /// The words.
    pub words: Vec<String>,
    /// The files that go along: each its name, and its content.
    pub files: Vec<(String, Vec<u8>)>,
    /// The files that it writes.
    pub written: Vec<String>,
    /// True if its exit code 1 is a judgement and no failure.
    pub judges: bool,
}

impl CommandTemplate {
    /// Has the only file of the command line go along: the word that ends with its name stands for it from now on.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or no word names it.
    pub fn take_along(&mut self, name: &str, kind: &TextKind, path: &Path) -> Result<(), CommandError> {
        let content = kind.read(path).map_err(|error| CommandError::Unreadable {
            name: name.to_owned(),
            error,
        })?;
        let place = self.words.iter_mut().find(|word| word.ends_with(name));
        let place = place.ok_or_else(|| CommandError::Unnamed(name.to_owned()))?;
        let before = place.len() - name.len();
        place.replace_range(before.., &file_argument(self.files.len()));
        self.files.push((name.to_owned(), content));
        Ok(())
    }

    /// Returns the command line of the command `name` for a host.
    pub fn line(&self, name: &str, host: &HostName) -> CommandLine {
        let words = self.words.iter().map(|word| for_host(word, host));
        CommandLine {
            arguments: std::iter::once(name.to_owned()).chain(words).collect(),
            starts_together: true,
            files: self
                .files
                .iter()
                .map(|(name, content)| {
                    let content = match std::str::from_utf8(content) {
                        Ok(text) => for_host(text, host).into_bytes(),
                        Err(_) => content.clone(),
                    };
                    (for_host(name, host), content)
                })
                .collect(),
        }
    }
}

/// Returns a text with the name of a host in it.
pub fn for_host(text: &str, host: &HostName) -> String {
    text.replace(HOST, host.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_has_its_own_files() {
        let template = CommandTemplate {
            words: vec!["/d/{host}-f".to_owned()],
            files: vec![("j".to_owned(), b"filename={host}".to_vec())],
            ..CommandTemplate::default()
        };
        let line = template.line("fio", &HostName::new("n2").unwrap());
        assert_eq!(line.arguments, ["fio", "/d/n2-f"]);
        assert_eq!(line.files[0].1, b"filename=n2");
    }
}
