//! The first error of a part of a program, and its last error and warning.

use super::{Log, Severity};

impl Log<'_> {
    /// Returns the first line of a message as it is shown, without what stands before its text.
    pub(super) fn sentence(&self, text: &str) -> String {
        let text = self.masks.message(text.lines().next().unwrap_or_default());
        let shown = Severity::Error.lines(&text).next().unwrap_or_default();
        shown
            .split_once(": ")
            .map_or_else(String::new, |(_, text)| text.to_owned())
    }

    /// Returns the first lines of the last error and of the last warning since the last call.
    pub(crate) fn take_last(&mut self) -> (Option<String>, Option<String>) {
        (self.last_error.take(), self.last_warning.take())
    }

    /// Keeps an error as the first, unless there is one.
    pub(super) fn remember_error(&mut self, text: &str) {
        if self.first_error.is_none() {
            self.first_error = Some(self.masks.message(text).into_owned());
        }
    }
}
