//! LISTTASK and RDISPLAY: the states of sessions.

use feedrate_language::tree::{Name, SessionSelection};
use feedrate_language::{Diagnostic, Position};

use super::{Client, RemoteSessions};

/// The number of last lines of a session's log that RDISPLAY shows.
const SHOWN: usize = 20;

impl RemoteSessions {
    /// Returns the note of LISTTASK.
    pub(super) fn list(&self, which: &SessionSelection) -> String {
        let is_named = |name: &str| match which {
            SessionSelection::All => true,
            SessionSelection::Named(names) => names.iter().any(|it| it.text.eq_ignore_ascii_case(name)),
        };
        let tasks = self.tasks.iter();
        let mut lines: Vec<String> = tasks
            .filter(|task| is_named(&task.name))
            .map(|task| {
                let (name, place) = (&task.name, task.whereabouts());
                format!("{name:<8} ({place}) {}", task.state())
            })
            .collect();
        let lost = self.lost.iter();
        let lost = lost.filter(|(name, _)| is_named(name));
        lines.extend(lost.map(|(name, how)| format!("{name:<8} is gone: {how}")));
        match lines.is_empty() {
            true => "There are no such sessions.".to_owned(),
            false => format!("Sessions:\n{}", lines.join("\n")),
        }
    }

    /// Executes RDISPLAY.
    pub(super) fn display(
        &mut self,
        name: Option<&Name>,
        at: Position,
        client: &mut Client<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let place = self.session_at(name, at, client)?;
        let task = &self.tasks[place];
        let lines = task.process.last_of_log(SHOWN);
        let mut text = format!("{} {}.", task.name, task.state());
        if !lines.is_empty() {
            text.push_str(&format!("\nIts log ends with:\n  {}", lines.join("\n  ")));
        }
        client.note(&text);
        Ok(())
    }
}
