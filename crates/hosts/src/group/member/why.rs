//! The reasons why the session of a host, or its command, cannot go on.

use std::time::{Duration, Instant};

use feedrate_document::format;

use feedrate_connect::RUNS_NO_COMMAND;

use super::{Member, Phase};

/// The number of last lines that are shown of a host that failed.
const LAST_LINES: usize = 3;

/// The time that the last words of a launcher may take to arrive.
const TIME_OF_LAST_WORDS: Duration = Duration::from_millis(300);

impl Member {
    /// Returns why it cannot go on, if it cannot.
    pub(in crate::group) fn failure(&mut self) -> Option<String> {
        if let Some(nonsense) = &self.nonsense {
            return Some(nonsense.clone());
        }
        let progress = self.process.progress();
        if let Some(Err(why)) = progress.begun {
            return Some(why);
        }
        if progress.is_over {
            return Some(self.last_words(match progress.begun {
                Some(_) => "feedrate ended there before its work was done",
                None => "feedrate did not start there",
            }));
        }
        match self.phase {
            Phase::Exited(code) if !self.codes.contains(&code) => Some(self.command_failed(code)),
            _ => None,
        }
    }

    /// Returns why it is not there yet, after a time.
    pub(in crate::group) fn why_late(&self, waited: Duration) -> String {
        let errors = self.process.last_of_errors(LAST_LINES);
        let time = format::seconds(waited.as_secs_f64());
        match errors.is_empty() {
            true => format!(
                "it has not answered within {time} (--host-timeout); if the host is there, {}",
                RUNS_NO_COMMAND
            ),
            false => format!(
                "it has not answered within {time} (--host-timeout): {}",
                errors.join("; ")
            ),
        }
    }

    fn command_failed(&self, code: i32) -> String {
        let messages = String::from_utf8_lossy(&self.messages);
        let last = messages.lines().map(str::trim).rfind(|line| !line.is_empty());
        match last {
            Some(line) => self
                .tool
                .as_deref()
                .into_iter()
                .chain(["feedrate"])
                .find_map(|name| line.strip_prefix(name)?.strip_prefix(": "))
                .unwrap_or(line)
                .chars()
                .filter(|letter| !letter.is_control())
                .collect(),
            None => format!("the command there ended with exit code {code} and said nothing"),
        }
    }

    /// Returns how its session ended.
    fn last_words(&mut self, what: &str) -> String {
        let since = Instant::now();
        while !self.process.is_ended() && since.elapsed() < TIME_OF_LAST_WORDS {
            std::thread::sleep(Duration::from_millis(5));
        }
        let progress = self.process.progress();
        let how = match (progress.nonsense, self.process.is_ended()) {
            (Some(nonsense), _) => nonsense,
            (None, true) => format!("{what} ({})", self.process.how_it_ended()),
            (None, false) => what.to_owned(),
        };
        let errors = self.process.last_of_errors(LAST_LINES);
        let said = match errors.is_empty() {
            true => how,
            false => format!("{how}: {}", errors.join("; ")),
        };
        if self.process.found_no_program() {
            return format!("{said}; --host-program=PATH says where it is there, and --bring copies this one");
        }
        match self.process.ran_no_command() {
            true => format!("{said}; {RUNS_NO_COMMAND}"),
            false => said,
        }
    }
}
