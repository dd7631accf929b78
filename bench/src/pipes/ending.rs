//! A process that does not outlive the value, and is waited for closely.

use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use feedrate_bench::process::child::Stop;

/// The time between two looks at it: it may run for some tenths of a second only.
const LOOK: Duration = Duration::from_millis(2);

/// The process.
#[derive(Debug)]
pub struct Ending(Child);

impl Ending {
    /// The time that the end that is dialled has to get ready before the clock begins.
    pub const HEAD_START: Duration = Duration::from_millis(100);

    /// Starts it.
    pub fn start(command: &mut Command) -> Result<Self, String> {
        command.spawn().map(Self).map_err(|error| {
            let program = Path::new(command.get_program());
            format!("cannot run {}: {error}", program.display())
        })
    }

    /// Waits until it has ended well.
    pub fn wait(&mut self, what: &str, stop: &Stop) -> Result<(), String> {
        loop {
            let status = self.0.try_wait().map_err(|error| error.to_string())?;
            match status {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("{what} failed: {status}")),
                None if stop.load(Ordering::Relaxed) => return Err("interrupted".into()),
                None => thread::sleep(LOOK),
            }
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
