//! Ctrl-C, SIGTERM and SIGHUP: the work stops, its files are removed, and the results so far are shown.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_hosts::membership;
use feedrate_workload::Control;

use crate::exit::Exit;
use crate::say;
use crate::system::signals::{self, HANG_UP, INTERRUPT, Signals, TERMINATE};

/// Within this time, another Ctrl-C is the first one repeated by the keyboard, or sent both to a group and to its
/// processes, rather than a second request.
const TIME_TO_TIDY_UP: Duration = Duration::from_secs(1);

/// The state of the signals.
#[derive(Clone, Debug)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    /// 0 if none was received.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Handles from now on the signals that this process was not started to ignore, as `nohup` starts it to ignore
    /// SIGHUP.
    ///
    /// The first signal stops the work. Of those that follow, only a Ctrl-C a second or more after it ends the program
    /// at once; files that a check leaves behind then are removed by the next one. SIGTERM and SIGHUP may be repeated:
    /// `timeout` and others send them twice, to the process and to its group.
    ///
    /// A thread is needed to detect the second Ctrl-C. If the system refuses one, every signal stops the work and none
    /// ends the program at once.
    ///
    /// # Errors
    ///
    /// Returns an error if a handler cannot be installed.
    pub fn listen() -> io::Result<Self> {
        let heard: Vec<i32> = [INTERRUPT, TERMINATE, HANG_UP]
            .into_iter()
            .filter(|number| !signals::is_ignored(*number))
            .collect();
        let interrupt = Self {
            stop: membership::stop_flag(),
            signal: Arc::default(),
        };
        interrupt.listen_in(thread::Builder::new(), &heard)?;
        Ok(interrupt)
    }

    /// Handles signals in a thread that `builder` starts, or without one if none can be started.
    fn listen_in(&self, builder: thread::Builder, heard: &[i32]) -> io::Result<()> {
        let mut signals = Signals::new(heard)?;
        let listener = self.clone();
        let started = builder
            .name("signals".to_owned())
            .spawn(move || listener.follow(&mut signals));
        if started.is_ok() {
            return Ok(());
        }
        for &number in heard {
            // The number is stored before the work is stopped.
            signals::register(number, &self.signal, &self.stop)?;
        }
        Ok(())
    }

    fn follow(&self, signals: &mut Signals) {
        let mut first = None;
        for number in signals.forever() {
            let Some(since) = first.map(|first: Instant| first.elapsed()) else {
                first = Some(Instant::now());
                self.signal.store(number as usize, Ordering::Release);
                self.stop.store(true, Ordering::Release);
                continue;
            };
            if is_impatient(number, since) {
                signals::exit(128 + number);
            }
        }
    }

    /// Returns a control that the signals stop.
    pub fn control(&self) -> Control {
        Control::with_stop(Arc::clone(&self.stop)).with_other_processes(membership::joined())
    }

    /// Returns the flag that the signals set.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns the first signal that was received; the last one if there is no thread.
    pub fn signal(&self) -> Option<i32> {
        match self.signal.load(Ordering::Acquire) {
            0 => None,
            number => i32::try_from(number).ok(),
        }
    }

    /// Returns the outcome of a command's work.
    ///
    /// # Errors
    ///
    /// Returns the ending of a command whose work failed. After a signal was received, the error is printed, and the
    /// command ends as by the signal. A failure to write is ignored then, because a command that was stopped does not
    /// wait for its reader.
    pub fn check<T>(&self, outcome: Result<T, impl Display>) -> Result<T, Exit> {
        outcome.map_err(|what| match self.signal() {
            Some(signal) => {
                say::line(format_args!("feedrate: {what}"));
                Exit::Interrupted(signal)
            }
            None => Exit::from(what),
        })
    }

    /// Returns the signal, or that of Ctrl-C if the work was stopped and none is known.
    pub fn signal_or_ctrl_c(&self) -> i32 {
        self.signal().unwrap_or(INTERRUPT)
    }

    /// Returns the name of the signal, if one was received.
    pub fn name(&self) -> Option<&'static str> {
        match self.signal()? {
            INTERRUPT => Some("SIGINT"),
            TERMINATE => Some("SIGTERM"),
            _ => Some("SIGHUP"),
        }
    }
}

/// Returns whether a signal after the first requests to end at once.
fn is_impatient(number: i32, since_first: Duration) -> bool {
    number == INTERRUPT && since_first >= TIME_TO_TIDY_UP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::signals::testing::{SIGUSR1, SIGUSR2, raise};

    #[test]
    fn a_signal_stops_the_work_with_and_without_a_thread() {
        // No system can allocate such a stack.
        let refused = thread::Builder::new().stack_size(1 << 50);
        for (builder, number) in [(thread::Builder::new(), SIGUSR1), (refused, SIGUSR2)] {
            let interrupt = Interrupt {
                stop: Arc::default(),
                signal: Arc::default(),
            };
            interrupt.listen_in(builder, &[number]).unwrap();
            assert_eq!(interrupt.signal(), None);
            raise(number).unwrap();
            let since = Instant::now();
            while !interrupt.stop().load(Ordering::Acquire) {
                assert!(since.elapsed() < Duration::from_secs(20), "{number}");
                thread::yield_now();
            }
            assert_eq!(interrupt.signal(), Some(number));
        }
    }

    #[test]
    fn only_a_late_ctrl_c_is_impatient() {
        let (soon, late) = (Duration::from_millis(300), Duration::from_secs(2));
        assert!(is_impatient(INTERRUPT, late));
        assert!(!is_impatient(INTERRUPT, soon));
        for number in [TERMINATE, HANG_UP] {
            assert!(!is_impatient(number, soon) && !is_impatient(number, late));
        }
    }
}
