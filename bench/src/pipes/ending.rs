//! The two ends of a transmission: processes that do not outlive it, and are waited for closely.

use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_bench::process::child::Stop;
use feedrate_bench::volume;

/// The time between two looks at it: it may run for some tenths of a second only.
const LOOK: Duration = Duration::from_millis(2);

/// The time that the end that is dialled has to get ready before the clock begins.
const HEAD_START: Duration = Duration::from_millis(100);

/// Runs the end that is dialled and then the one that dials, each with its name in messages. Returns the seconds from
/// the start of the second until both have ended well.
pub fn seconds_of_both(
    (dialled, its_name): (&mut Command, &str),
    (dials, other_name): (&mut Command, &str),
    stop: &Stop,
) -> Result<f64, String> {
    let mut dialled = Ending::start(dialled)?;
    thread::sleep(HEAD_START);
    let started = Instant::now();
    let mut dials = Ending::start(dials)?;
    dials.wait(other_name, stop)?;
    dialled.wait(its_name, stop)?;
    Ok(started.elapsed().as_secs_f64())
}

/// A process that ends with the value.
#[derive(Debug)]
struct Ending(Child);

impl Ending {
    /// Starts it.
    fn start(command: &mut Command) -> Result<Self, String> {
        let spawned = command.spawn().map(Self);
        spawned.map_err(volume::cannot("run", Path::new(command.get_program())))
    }

    /// Waits until it has ended well.
    fn wait(&mut self, what: &str, stop: &Stop) -> Result<(), String> {
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
