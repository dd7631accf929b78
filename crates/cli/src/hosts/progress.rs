//! The progress of a command on several hosts.

use std::io::{self, IsTerminal};
use std::time::Instant;

use feedrate_hosts::Observer;
use feedrate_hosts::group::State;
use indicatif::ProgressBar;

use crate::progress::{PLAIN, TICK, moving_line};
use crate::say;

/// The line with what happens on the hosts: it moves on a terminal; in a pipe there is one from time to time.
#[derive(Debug)]
pub struct HostLine {
    bar: Option<ProgressBar>,
    shown: Instant,
    last: Option<(Instant, u64)>,
    rate: f64,
    /// The work on the hosts, if it is not the command itself.
    stage: Option<String>,
}

impl HostLine {
    /// Shows the progress until it is dropped.
    pub fn show() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = moving_line();
            bar.enable_steady_tick(TICK);
            bar
        });
        Self {
            bar,
            shown: Instant::now(),
            last: None,
            rate: 0.0,
            stage: None,
        }
    }

    /// Updates the rate from the bytes moved so far.
    fn count(&mut self, bytes: u64) {
        let now = Instant::now();
        match self.last {
            Some((at, before)) if bytes >= before => {
                let time = now.duration_since(at);
                if time < TICK {
                    return;
                }
                self.rate = (bytes - before) as f64 / time.as_secs_f64() / 1e6;
            }
            _ => self.rate = 0.0,
        }
        self.last = Some((now, bytes));
    }
}

impl Observer for HostLine {
    fn look(&mut self, state: &State<'_>) {
        let text = match state {
            _ if self.stage.is_some() => self.stage.clone().unwrap_or_default(),
            State::Starting { ready, of } => format!("starting: {ready} of {of} hosts are there"),
            State::Preparing { ready, of, waits_for } => match waits_for {
                Some(host) => format!("preparing: {ready} of {of} hosts are ready; {host} is not"),
                None => format!("preparing: {ready} of {of} hosts are ready"),
            },
            State::Running { on, last, bytes } => {
                self.count(*bytes);
                let on = match (on, last) {
                    (1, Some(host)) => host.to_string(),
                    (on, Some(host)) => format!("{on} hosts, such as {host}"),
                    (1, None) => "1 host".to_owned(),
                    (on, None) => format!("{on} hosts"),
                };
                format!("running on {on}: {:.0} MB/s", self.rate)
            }
        };
        match &self.bar {
            Some(bar) => bar.set_message(say::one_line(&text)),
            None if self.stage.is_none() && self.shown.elapsed() >= PLAIN => {
                self.shown = Instant::now();
                say::line(text);
            }
            None => {}
        }
    }

    fn stage(&mut self, stage: Option<String>) {
        if let (Some(stage), None) = (&stage, &self.bar) {
            say::line(stage);
        }
        self.stage = stage;
    }
}

impl Drop for HostLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
