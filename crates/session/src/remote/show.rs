//! LISTTASK and RDISPLAY: what sessions are at.

use feedrate_language::tree::{Name, Which};
use feedrate_language::{Diagnostic, Position};

use crate::log::Severity;
use crate::session::Session;

/// How many of the last lines of a session's log RDISPLAY shows.
const SHOWN: usize = 20;

impl Session<'_> {
    pub(super) fn list_tasks(&mut self, which: &Which) {
        let is_asked = |name: &str| match which {
            Which::All => true,
            Which::Named(names) => names.iter().any(|it| it.text.eq_ignore_ascii_case(name)),
        };
        let tasks = self.remotes.tasks.iter();
        let mut lines: Vec<String> = tasks
            .filter(|task| is_asked(&task.name))
            .map(|task| {
                let (name, id) = (&task.name, task.process.id());
                format!("{name:<8} (process {id}) {}", task.state())
            })
            .collect();
        let lost = self.remotes.lost.iter();
        let lost = lost.filter(|(name, _)| is_asked(name));
        lines.extend(lost.map(|(name, how)| format!("{name:<8} is gone: {how}")));
        let text = match lines.is_empty() {
            true => "There are no such sessions.".to_owned(),
            false => format!("Sessions:\n{}", lines.join("\n")),
        };
        self.log.message(Severity::Note, &text);
    }

    /// RDISPLAY.
    pub(super) fn display(&mut self, name: Option<&Name>, at: Position) -> Result<(), Diagnostic> {
        let place = self.session_at(name, at)?;
        let task = &self.remotes.tasks[place];
        let lines = task.process.last_of_log(SHOWN);
        let mut text = format!("{} {}.", task.name, task.state());
        if !lines.is_empty() {
            text.push_str(&format!("\nIts log ends with:\n  {}", lines.join("\n  ")));
        }
        self.log.message(Severity::Note, &text);
        Ok(())
    }
}
