//! Copies a session's log and listing into those of its client.
//!
//! Each line of its log has the session's name before it, so that the lines of a session can be told apart and searched
//! for. The outcome of a block follows in a message of the client's own.

use feedrate_connect::{Reply, SessionOutput, SubmitOutcome};
use feedrate_language::macros::{Name, Scope, Symbols};

use serde_json::Value;

use super::client::Client;
use super::task::{Disposition, PendingRequest, Task};
use crate::log::{Log, Severity};
use crate::record::{SessionRecord, StepText};

impl Task {
    /// Copies all that it has sent so far.
    pub(super) fn bring(&mut self, client: &mut Client<'_, '_>) {
        self.bring_values(client.symbols, client.log);
        while let Some(heard) = self.process.take() {
            match heard {
                SessionOutput::Log(bytes) => self.bring_log(&bytes, client),
                SessionOutput::Listing(bytes) if self.listing == Disposition::Brought => {
                    client.results.copy(&bytes);
                }
                SessionOutput::Listing(_) => {}
                SessionOutput::Reply(Reply::Done(done)) => self.bring_done(&done, client),
                SessionOutput::Reply(Reply::Step(step)) => {
                    if self.keeps_records {
                        let step = self.by_own_clock(step);
                        self.record.steps.push(StepText::of(&step));
                    }
                }
                SessionOutput::Reply(Reply::Clocks(there)) => self.hear_clock(there),
                SessionOutput::Reply(Reply::Nested(record)) => self.take_nested(record),
                SessionOutput::Reply(Reply::Put { name, value }) => put(&name, &value, client.symbols, client.log),
                SessionOutput::Reply(_) => {}
            }
        }
        if let Some(lost) = self.process.take_lost() {
            let text = format!(
                "{} bytes of the log and the listing of {} are lost, as they could not be laid down until they \
                 were wanted: {}; give the session's client a --work folder with room",
                lost.bytes, self.name, lost.reason
            );
            client.log.error(&text);
        }
    }

    /// Sets the values that do not wait for the log: SYSRPUTSYNC.
    pub(super) fn bring_values(&self, symbols: &mut Symbols, log: &mut Log<'_>) {
        for (name, value) in self.process.take_values() {
            put(&name, &value, symbols, log);
        }
    }

    /// Takes the record of a session that this one has started.
    fn take_nested(&mut self, record: Value) {
        if !self.keeps_records {
            return;
        }
        // The record was made by the same program, so it can be read.
        if let Ok(mut record) = serde_json::from_value::<SessionRecord>(record) {
            record.name = format!("{}.{}", self.name, record.name);
            record.number = self.record.number;
            record.host = record.host.or_else(|| self.record.host.clone());
            let steps = record.steps.into_iter();
            let steps = steps.map(|step| StepText::of(&self.by_own_clock(step.value())));
            record.steps = steps.collect();
            self.nested.push(record);
        }
    }

    /// Copies an incomplete line when no more of it comes.
    pub(super) fn bring_rest(&mut self, client: &mut Client<'_, '_>) {
        if !self.partial.is_empty() {
            self.bring_log(b"\n", client);
        }
    }

    fn bring_log(&mut self, bytes: &[u8], client: &mut Client<'_, '_>) {
        if self.log == Disposition::Purged {
            return;
        }
        self.note_beginning(client);
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.partial.extend_from_slice(&rest[..end]);
            let mut line = format!("{}: ", self.name).into_bytes();
            line.append(&mut self.partial);
            client.log.plain(line.trim_ascii_end());
            rest = &rest[end + 1..];
        }
        self.partial.extend_from_slice(rest);
    }

    /// Notes, above its first line, the beginning of a block that was not waited for.
    fn note_beginning(&mut self, client: &mut Client<'_, '_>) {
        if let Some(PendingRequest::Block { line, is_noted }) = self.pending.front_mut()
            && !std::mem::replace(is_noted, true)
        {
            let text = format!("Remote submit to {} (line {line}) commencing.", self.name);
            client.log.note(&text);
        }
    }

    fn bring_done(&mut self, done: &SubmitOutcome, client: &mut Client<'_, '_>) {
        self.bring_rest(client);
        self.record.warnings += done.warnings;
        self.record.errors += done.errors;
        let Some(pending) = self.pending.front() else {
            return;
        };
        let what = match pending {
            PendingRequest::Block { .. } => {
                self.note_beginning(client);
                format!("Remote submit to {} ", self.name)
            }
            PendingRequest::Variable(name) => {
                format!("Setting {name} in {}{} ", self.name, self.on_host())
            }
            PendingRequest::Library(libref) => {
                format!("Assigning {libref} in {}{} ", self.name, self.on_host())
            }
        };
        let is_block = matches!(self.pending.pop_front(), Some(PendingRequest::Block { .. }));
        let first = done.first_error.as_deref().unwrap_or_default();
        let counts = [counted(done.errors, "error"), counted(done.warnings, "warning")];
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        let counts = counts.join(" and ");
        let (severity, text) = match (done.errors, done.warnings) {
            (0, 0) if !is_block => return,
            (0, 0) => (Severity::Note, format!("{what}complete.")),
            (0, _) => (Severity::Warning, format!("{what}complete with {counts}.")),
            _ => (
                Severity::Error,
                format!("{what}complete with {counts}; the first error: {first}"),
            ),
        };
        client.log.message(severity, &text);
        if let Some(why) = &done.ends {
            let text = format!("The session {} ends {why}.", self.name);
            client.log.note(&text);
        }
        client.log.gap();
    }
}

/// Executes %SYSRPUT of the session.
fn put(name: &str, value: &str, symbols: &mut Symbols, log: &mut Log<'_>) {
    let set = match Name::new(name) {
        Some(name) => symbols.set(name, value, Scope::Global),
        None => return,
    };
    if let Err(refused) = set {
        log.error(&format!("%SYSRPUT: {refused}"));
    }
}

/// Formats `2 errors`, if there are any.
fn counted(count: u64, what: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        count => Some(format!("{count} {what}s")),
    }
}
