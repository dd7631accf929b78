//! The launchers, which start a program on a host.

use std::process::Command;

/// A command line with a place for the host, which the words of a program follow.
pub struct Launcher {
    template: String,
}

impl Launcher {
    /// From a text with `{host}` in it, and spaces between its words.
    pub fn new(template: String) -> Self {
        Self { template }
    }

    /// The text.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// Returns a command that starts a program on a host. The launcher decides what becomes of the program's words on
    /// their way.
    pub fn command(&self, host: &str, words: &[&str]) -> Command {
        let mut launcher = self.template.split(' ').map(|word| word.replace("{host}", host));
        let mut command = Command::new(launcher.next().expect("a template has a word"));
        command.args(launcher).args(words);
        command
    }
}
