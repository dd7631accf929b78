//! Ctrl-C, SIGTERM and SIGHUP: the work stops, tidies up, and tells what it has.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_workload::Control;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::{flag, low_level};

use crate::exit::Exit;
use crate::say;

/// Before it has passed, another Ctrl-C is the first one held down, or sent to a whole group and to each
/// of its processes, and no sign of impatience.
const TIME_TO_TIDY_UP: Duration = Duration::from_secs(1);

/// What the signals have said.
#[derive(Clone, Debug)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    /// 0 where none came.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens from now on to the signals that this process was not started to ignore, as `nohup` starts
    /// it to ignore SIGHUP.
    ///
    /// The first signal stops the work. Of those that follow, only a Ctrl-C a second or more after it
    /// ends the program at once; what a check leaves behind then, the next one sweeps. SIGTERM and SIGHUP may
    /// come as often as they like: `timeout` and others send them twice, to the process and to its group.
    ///
    /// It takes a thread to tell impatience. Where the system refuses one, every signal stops the work and
    /// none ends the program at once.
    pub fn listen() -> io::Result<Self> {
        let heard: Vec<i32> = [SIGINT, SIGTERM, SIGHUP]
            .into_iter()
            .filter(|number| !is_ignored(*number))
            .collect();
        let interrupt = Self {
            stop: Arc::default(),
            signal: Arc::default(),
        };
        interrupt.listen_in(thread::Builder::new(), &heard)?;
        Ok(interrupt)
    }

    /// Listens in a thread that `builder` makes, or without one where there is none to be had.
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
            // Which one it was is known before the work is told to stop.
            flag::register_usize(number, Arc::clone(&self.signal), number as usize)?;
            flag::register(number, Arc::clone(&self.stop))?;
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
                low_level::exit(128 + number);
            }
        }
    }

    /// A control that the signals stop.
    pub fn control(&self) -> Control {
        Control::with_stop(Arc::clone(&self.stop))
    }

    /// What the signals set to true.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Which signal came first, if any did; the last one where no thread listens.
    pub fn signal(&self) -> Option<i32> {
        match self.signal.load(Ordering::Acquire) {
            0 => None,
            number => i32::try_from(number).ok(),
        }
    }

    /// How a command ends that failed after a signal came: it says why, and ends as the signal has it. Who was told to
    /// stop waits for nobody who reads nothing, and what was not written so is no failure.
    pub fn instead_of<T>(&self, outcome: &Result<T, String>) -> Option<Exit> {
        let (Err(what), Some(signal)) = (outcome, self.signal()) else {
            return None;
        };
        say::line(format_args!("feedrate: {what}"));
        Some(Exit::Interrupted(signal))
    }

    /// Which signal came, or Ctrl-C's where the work was stopped and none is known.
    pub fn signal_or_ctrl_c(&self) -> i32 {
        self.signal().unwrap_or(SIGINT)
    }

    /// The name of the signal that came, if one did.
    pub fn name(&self) -> Option<&'static str> {
        match self.signal()? {
            SIGINT => Some("SIGINT"),
            SIGTERM => Some("SIGTERM"),
            _ => Some("SIGHUP"),
        }
    }
}

/// Whether a signal that is not the first, some time after the first, asks to end at once.
fn is_impatient(number: i32, since_first: Duration) -> bool {
    number == SIGINT && since_first >= TIME_TO_TIDY_UP
}

/// Whether whoever started this process has it ignore a signal.
fn is_ignored(number: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: with no new action the call changes nothing, and it fills in `action` when it succeeds,
    // before which nothing reads it.
    unsafe {
        libc::sigaction(number, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use signal_hook::consts::{SIGUSR1, SIGUSR2};

    #[test]
    fn a_signal_stops_the_work_with_and_without_a_thread() {
        // No system has room for such a stack.
        let refused = thread::Builder::new().stack_size(1 << 50);
        for (builder, number) in [(thread::Builder::new(), SIGUSR1), (refused, SIGUSR2)] {
            let interrupt = Interrupt {
                stop: Arc::default(),
                signal: Arc::default(),
            };
            interrupt.listen_in(builder, &[number]).unwrap();
            assert_eq!(interrupt.signal(), None);
            low_level::raise(number).unwrap();
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
        assert!(is_impatient(SIGINT, late));
        assert!(!is_impatient(SIGINT, soon));
        for number in [SIGTERM, SIGHUP] {
            assert!(!is_impatient(number, soon) && !is_impatient(number, late));
        }
    }
}
