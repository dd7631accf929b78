//! Work that ends at a deadline, even in the middle of a trial or a step.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_workload::Control;

/// The time between looks at whether the check is being stopped.
const TICK: Duration = Duration::from_millis(20);

/// Stops work when its time is over, and when the check is stopped.
#[derive(Debug)]
pub(super) struct Alarm {
    control: Control,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Alarm {
    /// Sets one. Where the system refuses a thread, only the check can be stopped.
    pub(super) fn set(check: &Control, deadline: Instant) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let control = check.with_own_stop();
        let (ours, stops, until) = (control.clone(), Arc::clone(check.stop_flag()), Arc::clone(&ended));
        let wait = move || {
            while !until.load(Ordering::Relaxed) {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() || stops.load(Ordering::Relaxed) {
                    ours.stop();
                    return;
                }
                thread::park_timeout(left.min(TICK));
            }
        };
        match thread::Builder::new().name("alarm".to_owned()).spawn(wait) {
            Ok(thread) => Self {
                control,
                ended,
                thread: Some(thread),
            },
            Err(_) => Self {
                control: check.clone(),
                ended,
                thread: None,
            },
        }
    }

    /// Returns the control of the work that it ends.
    pub(super) fn control(&self) -> &Control {
        &self.control
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for(control: &Control) {
        let began = Instant::now();
        while !control.is_stopped() {
            assert!(began.elapsed() < Duration::from_secs(60), "it was not stopped");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn it_rings_at_its_time_and_stops_only_its_work() {
        let check = Control::default();
        let alarm = Alarm::set(&check, Instant::now());
        wait_for(alarm.control());
        assert!(!check.is_stopped());
    }

    #[test]
    fn who_stops_the_check_stops_the_work() {
        let check = Control::default();
        let alarm = Alarm::set(&check, Instant::now() + Duration::from_secs(3600));
        assert!(!alarm.control().is_stopped());
        check.stop();
        wait_for(alarm.control());
    }
}
