//! Ctrl-C and SIGTERM: the work stops, tidies up, and tells what it has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use feedrate_workload::Control;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

/// What the signals have said.
#[derive(Clone, Debug)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens from now on. A second signal of the same kind ends the program at once.
    pub fn listen() -> std::io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let signal = Arc::new(AtomicUsize::new(0));
        let impatient = Arc::new(AtomicBool::new(false));
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // In this order, so that only a second signal finds the flag set.
            flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&impatient))?;
            flag::register(number, Arc::clone(&impatient))?;
            flag::register_usize(number, Arc::clone(&signal), number as usize)?;
            flag::register(number, Arc::clone(&stop))?;
        }
        Ok(Self { stop, signal })
    }

    /// A control that the signals stop.
    pub fn control(&self) -> Control {
        Control::with_stop(Arc::clone(&self.stop))
    }

    /// Which signal came, if any did.
    pub fn signal(&self) -> Option<i32> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            number => Some(number as i32),
        }
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

/// Makes a write beyond the largest file that this process may have (`ulimit -f`) an error that can be
/// told and tidied up after; left alone, the system ends the process there and then.
pub fn survive_file_limit() -> std::io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}
