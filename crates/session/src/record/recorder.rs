//! The destination of the records of steps, and the observer of steps.

use feedrate_connect::{Replies, Reply};

use super::StepRecord;
use crate::observer::Observer;

/// Collects the records of steps, or sends them to the client of the session.
#[derive(Default)]
pub(crate) struct StepRecorder<'a> {
    observer: Option<&'a dyn Observer>,
    client: Option<Replies>,
    /// True if records that are not sent are dropped.
    drops: bool,
    /// The records that were not sent.
    records: Vec<StepRecord>,
}

impl<'a> StepRecorder<'a> {
    /// Sets the observer of steps.
    pub(crate) fn observe(&mut self, observer: &'a dyn Observer) {
        self.observer = Some(observer);
    }

    /// Sends further records to a client.
    pub(crate) fn send_to(&mut self, client: Replies) {
        self.client = Some(client);
    }

    /// Drops further records that are not sent to a client.
    pub(crate) fn drop_records(&mut self) {
        self.drops = true;
    }

    pub(crate) fn step_begins(&self, name: &str, line: u32) {
        if let Some(observer) = self.observer {
            observer.step_begins(name, line);
        }
    }

    pub(crate) fn step_ended(&self) {
        if let Some(observer) = self.observer {
            observer.step_ended();
        }
    }

    /// Adds a record. It is sent to a client at once, so that it is not lost if the session is killed later.
    pub(crate) fn record(&mut self, step: StepRecord) {
        if let Some(client) = &self.client
            && let Ok(step) = serde_json::to_value(&step)
        {
            // A client that has gone needs no record.
            drop(client.send(&Reply::Step(step)));
        } else if !self.drops {
            self.records.push(step);
        }
    }

    /// Returns the records that were collected, in the order of the steps.
    pub(crate) fn take(&mut self) -> Vec<StepRecord> {
        std::mem::take(&mut self.records)
    }
}
