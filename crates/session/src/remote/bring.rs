//! What a session has said comes into this session's log and listing.
//!
//! Each line of its log has the session's name before it, so that one can be told from the other, and all
//! lines of one session can be searched for. What a block came to is said below it in a message of this
//! session's own.

use feedrate_connect::{Done, Heard, Reply};
use feedrate_language::macros::{Name, Scope, Symbols};

use serde_json::Value;

use super::task::{Asked, Fate, Task};
use crate::log::{Log, Severity};
use crate::record::SessionRecord;
use crate::results::Listing;

/// Where what a session says goes to.
pub(super) struct Here<'h, 'a> {
    pub log: &'h mut Log<'a>,
    pub listing: &'h mut Listing<'a>,
    pub symbols: &'h mut Symbols,
}

impl Task {
    /// Brings all that it has said up to now.
    pub(super) fn bring(&mut self, here: &mut Here<'_, '_>) {
        self.bring_values(here.symbols, here.log);
        while let Some(heard) = self.process.take() {
            match heard {
                Heard::Log(bytes) => self.bring_log(&bytes, here),
                Heard::Listing(bytes) if self.listing == Fate::Brought => {
                    here.listing.copy(&bytes);
                }
                Heard::Listing(_) => {}
                Heard::Reply(Reply::Done(done)) => self.bring_done(&done, here),
                Heard::Reply(Reply::Step(step)) => self.record.steps.push(step),
                Heard::Reply(Reply::Nested(record)) => self.take_nested(record),
                Heard::Reply(Reply::Put { name, value }) => {
                    put(&name, &value, here.symbols, here.log)
                }
                Heard::Reply(_) => {}
            }
        }
        if let Some(lost) = self.process.take_lost() {
            let text = format!(
                "{} bytes of the log and the listing of {} are lost, as they could not be laid down until they \
                 were wanted: {}; give the session's client a --work folder with room",
                lost.bytes, self.name, lost.reason
            );
            here.log.message(Severity::Error, &text);
        }
    }

    /// Brings values that do not wait for the log: SYSRPUTSYNC.
    pub(super) fn bring_values(&self, symbols: &mut Symbols, log: &mut Log<'_>) {
        for (name, value) in self.process.take_values() {
            put(&name, &value, symbols, log);
        }
    }

    /// Takes the record of a session that this one has begun.
    fn take_nested(&mut self, record: Value) {
        // What the same program has made is understood.
        if let Ok(mut record) = serde_json::from_value::<SessionRecord>(record) {
            record.name = format!("{}.{}", self.name, record.name);
            record.number = self.record.number;
            self.nested.push(record);
        }
    }

    /// Brings what is left of a line when no more of it comes.
    pub(super) fn bring_rest(&mut self, here: &mut Here<'_, '_>) {
        if !self.partial.is_empty() {
            self.bring_log(b"\n", here);
        }
    }

    fn bring_log(&mut self, bytes: &[u8], here: &mut Here<'_, '_>) {
        if self.log == Fate::Purged {
            return;
        }
        self.tell_beginning(here);
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.partial.extend_from_slice(&rest[..end]);
            let mut line = format!("{}: ", self.name).into_bytes();
            line.append(&mut self.partial);
            here.log.plain(line.trim_ascii_end());
            rest = &rest[end + 1..];
        }
        self.partial.extend_from_slice(rest);
    }

    /// Says, above the first line of a block that was not waited for, that it is one.
    fn tell_beginning(&mut self, here: &mut Here<'_, '_>) {
        if let Some(Asked::Block { line, is_told }) = self.asked.front_mut()
            && !std::mem::replace(is_told, true)
        {
            let text = format!("Remote submit to {} (line {line}) commencing.", self.name);
            here.log.message(Severity::Note, &text);
        }
    }

    fn bring_done(&mut self, done: &Done, here: &mut Here<'_, '_>) {
        self.bring_rest(here);
        self.record.warnings += done.warnings;
        self.record.errors += done.errors;
        let Some(asked) = self.asked.front() else {
            return;
        };
        let what = match asked {
            Asked::Block { .. } => {
                self.tell_beginning(here);
                format!("Remote submit to {} ", self.name)
            }
            Asked::Variable(name) => format!("Setting {name} in {} ", self.name),
            Asked::Library(libref) => format!("Assigning {libref} in {} ", self.name),
        };
        let is_block = matches!(self.asked.pop_front(), Some(Asked::Block { .. }));
        let first = done.first_error.as_deref().unwrap_or_default();
        let counts = [
            counted(done.errors, "error"),
            counted(done.warnings, "warning"),
        ];
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
        here.log.message(severity, &text);
        if let Some(why) = &done.ends {
            let text = format!("The session {} ends {why}.", self.name);
            here.log.message(Severity::Note, &text);
        }
        here.log.gap();
    }
}

/// %SYSRPUT of the session.
fn put(name: &str, value: &str, symbols: &mut Symbols, log: &mut Log<'_>) {
    let set = match Name::new(name) {
        Some(name) => symbols.set(name, value, Scope::Global),
        None => return,
    };
    if let Err(refused) = set {
        log.message(Severity::Error, &format!("%SYSRPUT: {refused}"));
    }
}

/// `2 errors`, if there are any.
fn counted(count: u64, what: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        count => Some(format!("{count} {what}s")),
    }
}
