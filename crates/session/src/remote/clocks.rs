//! The clocks of other machines: the times of a session's steps are by its own, and its record has them by that here.

use std::time::{Duration, Instant};

use feedrate_connect::clock::{self, HostClock};
use feedrate_connect::{Clocks, Request};
use serde_json::Value;

use super::RemoteSessions;
use super::client::Client;
use super::task::Task;
use super::wait::LOOK;

/// The number of questions to a clock.
const QUESTIONS: u32 = 8;

/// The time that all answers may take.
const TIME_OF_ANSWERS: Duration = Duration::from_secs(10);

/// The times in the record of a step, in microseconds since the machine started.
const TIMES: [&str; 2] = ["began_microseconds", "ended_microseconds"];

impl RemoteSessions {
    /// Finds out about the clock of a session on another machine, which has nothing else to do yet.
    pub(super) fn ask_for_clock(&mut self, place: usize, client: &mut Client<'_, '_>) {
        let since = Instant::now();
        for _ in 0..QUESTIONS {
            self.tasks[place].ask_for_clock();
            loop {
                let rung = self.bell.rung();
                let task = &mut self.tasks[place];
                task.bring(client);
                let is_answered = task.host.as_ref().is_none_or(|host| host.asked.is_none());
                if is_answered {
                    break;
                }
                let is_late = since.elapsed() >= TIME_OF_ANSWERS;
                if is_late || task.process.progress().is_over || client.gives_up() {
                    return;
                }
                self.bell.wait(rung, LOOK);
            }
        }
    }
}

impl Task {
    /// Asks what its clocks show.
    fn ask_for_clock(&mut self) {
        if let Some(host) = &mut self.host {
            host.asked = Some(clock::now());
            // One that is gone is noticed by its end.
            let _ = self.process.send(&Request::Clocks);
        }
    }

    /// Takes in what its clocks show.
    pub(super) fn hear_clock(&mut self, there: Clocks) {
        if let Some(host) = &mut self.host
            && let Some(asked) = host.asked.take()
        {
            let known = HostClock::of(asked, there, clock::now());
            let known = host.clock.map_or(known, |before| before.better(known));
            host.clock = Some(known);
            if let Some(record) = &mut self.record.host {
                record.set_clock(&known);
            }
        }
    }

    /// Returns the record of a step with the times of the clock here.
    pub(super) fn by_own_clock(&self, mut step: Value) -> Value {
        let clock = self.host.as_ref().and_then(|host| host.clock);
        if let Some(clock) = clock {
            shift(&mut step, clock.boot_offset / 1000);
        }
        step
    }
}

/// Subtracts microseconds from the times of a record and of its parts.
fn shift(record: &mut Value, microseconds: i128) {
    match record {
        Value::Array(parts) => parts.iter_mut().for_each(|part| shift(part, microseconds)),
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_u64() {
                    Some(time) if TIMES.contains(&name.as_str()) => {
                        let here = i128::from(time) - microseconds;
                        *field = u64::try_from(here).unwrap_or_default().into();
                    }
                    _ => shift(field, microseconds),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_are_shifted_in_all_parts_of_a_record() {
        let step = |began: u64, ended: u64| {
            json!({
                "name": "DATA", "line": 7, "began_microseconds": began, "ended_microseconds": ended,
                "read": [{"file": {"pipe": {"began_microseconds": began + 1, "address": ":7000"}}}],
            })
        };
        let mut shifted = step(1000, 2000);
        shift(&mut shifted, -500);
        assert_eq!(shifted, step(1500, 2500));
        // Before this machine started there is no time.
        let mut early = json!({"began_microseconds": 10});
        shift(&mut early, 11);
        assert_eq!(early, json!({"began_microseconds": 0}));
    }
}
