//! The computing of all threads of a step, also of those that make no calls.
//!
//! Threads of a step wait for each other, and for a processor. What the step computes is the time in which at least one
//! of them runs, as it would be if nothing else ran on the machine. A thread of its own looks a few hundred times at
//! the times of all others.

use std::collections::HashMap;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_machine::proc::{OwnThreads, ThreadSchedule};
use serde::{Deserialize, Serialize};

use super::callers;
use super::idle::IdleLooks;

/// The time from a look at the threads to the next one: at first, and at most.
const FIRST_WAIT: Duration = Duration::from_millis(4);
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Looks in the time of a step, once it is long.
const LOOKS: u32 = 256;

/// The beginnings of the names of threads that make transfers for others: their time is that of calls.
const OF_TRANSFERS: [&str; 3] = ["transfer-", "read-ahead", "iou-"];

/// The name of the thread that looks.
const OWN_NAME: &str = "course";

/// The computing of all threads of a step. Its seconds contain those in which threads are in calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ThreadTimes {
    /// The seconds in which at least one thread would have run, if none had waited for a processor.
    pub seconds: f64,
    /// Seconds of processor time of the threads that made no calls of transfers.
    pub others_seconds: f64,
    /// Seconds in which threads were ready to run and had no processor.
    pub ready_seconds: f64,
    /// Seconds in which no thread ran or was ready to run: all waited for storage, or for something else.
    pub idle_seconds: f64,
    /// Processor time of the step's own thread after its last call.
    pub after_seconds: f64,
}

/// A thread in the time between two looks, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    number: u32,
    makes_calls: bool,
    ran: f64,
    ready: f64,
}

impl ThreadTimes {
    /// Adds what threads did in a time of so many seconds.
    ///
    /// The share of their time on a processor in that in which they wanted one is how fast all of it went. Where
    /// several threads make calls, they do the same at the same time, as in a pass over parts of a file: the one that
    /// ran most counts. The others may run beside it or by turns: they count up to the whole time.
    ///
    /// The system tells how long a thread was ready once it gets a processor, and how long it ran at its clock's ticks.
    /// The part that is longer than the time was therefore in looks before: `idle` keeps these.
    fn add(&mut self, seconds: f64, threads: &[Stretch], idle: &mut IdleLooks) {
        let sum = |of: fn(&Stretch) -> f64| threads.iter().map(of).sum::<f64>();
        let (ran, ready) = (sum(|it| it.ran), sum(|it| it.ready));
        let others: f64 = threads.iter().filter(|it| !it.makes_calls).map(|it| it.ran).sum();
        let with_calls = threads.iter().filter(|it| it.makes_calls);
        let longest = with_calls.map(|it| it.ran).fold(0.0, f64::max);
        if ran > 0.0 {
            let speed = ran / (ran + ready);
            let span = threads.iter().map(|it| it.ran + it.ready).fold(seconds, f64::max);
            self.seconds += (longest + others).min(span * speed);
        }
        self.others_seconds += others;
        self.ready_seconds += ready;
        idle.add(seconds, threads.iter().map(|it| (it.number, it.ran + it.ready)));
    }
}

/// Watches the threads of this process from now on.
#[derive(Debug)]
pub struct ThreadWatch {
    stop: Sender<()>,
    thread: JoinHandle<Option<ThreadTimes>>,
}

impl ThreadWatch {
    /// Begins a step of this thread, if courses are recorded.
    pub fn if_recording() -> Option<Self> {
        super::is_recording().then(Self::begin).flatten()
    }

    fn begin() -> Option<Self> {
        super::gap::begin_step();
        let (stop, stopped) = channel::<()>();
        let mut looks = Looks::default();
        looks.look(&mut ThreadTimes::default());
        // Where the system refuses a thread, only those with calls are known.
        let thread = Builder::new().name(OWN_NAME.into()).spawn(move || {
            let (mut times, began) = (ThreadTimes::default(), Instant::now());
            loop {
                let wait = (began.elapsed() / LOOKS).clamp(FIRST_WAIT, LONGEST_WAIT);
                let ended = stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
                looks.look(&mut times);
                if ended {
                    times.idle_seconds = looks.idle.seconds();
                    return looks.sees_threads().then_some(times);
                }
            }
        });
        Some(Self {
            stop,
            thread: thread.ok()?,
        })
    }

    /// Ends the step. Returns what its threads did; `None` where the system does not tell.
    pub fn end(self) -> Option<ThreadTimes> {
        let after = super::gap::since_last_call();
        drop(self.stop);
        let times = self.thread.join().ok()??;
        Some(ThreadTimes {
            after_seconds: after.as_secs_f64(),
            ..times
        })
    }
}

/// The looks at the threads.
#[derive(Debug, Default)]
struct Looks {
    threads: OwnThreads,
    idle: IdleLooks,
    before: Option<(Instant, HashMap<u32, ThreadSchedule>)>,
}

impl Looks {
    /// Returns whether the last look saw any thread.
    fn sees_threads(&self) -> bool {
        self.before.as_ref().is_some_and(|(_, threads)| !threads.is_empty())
    }

    /// Adds what threads did since the last look. One that was not there then did all that it did since.
    fn look(&mut self, times: &mut ThreadTimes) {
        let with_calls = callers::with_calls();
        let before = self.before.take();
        let (mut now, mut stretches) = (HashMap::new(), Vec::new());
        let at = Instant::now();
        self.threads.read(|number, name, schedule| {
            if name == OWN_NAME || OF_TRANSFERS.iter().any(|it| name.starts_with(it)) {
                return;
            }
            now.insert(number, schedule);
            if let Some((_, before)) = &before {
                let since = schedule.since(before.get(&number).copied().unwrap_or_default());
                stretches.push(Stretch {
                    number,
                    makes_calls: with_calls.contains(&number),
                    ran: since.processor_nanoseconds as f64 / 1e9,
                    ready: since.ready_nanoseconds as f64 / 1e9,
                });
            }
        });
        if let Some((since, _)) = before {
            times.add((at - since).as_secs_f64(), &stretches, &mut self.idle);
        }
        self.before = Some((at, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread(makes_calls: bool, ran: f64, ready: f64) -> Stretch {
        Stretch {
            number: u32::from(makes_calls),
            makes_calls,
            ran,
            ready,
        }
    }

    fn of(threads: &[Stretch]) -> [f64; 3] {
        of_looks(&[threads])
    }

    /// Returns the seconds, those of other threads, and the idle ones of looks of a second each.
    fn of_looks(looks: &[&[Stretch]]) -> [f64; 3] {
        let (mut times, mut idle) = (ThreadTimes::default(), IdleLooks::default());
        looks.iter().for_each(|threads| times.add(1.0, threads, &mut idle));
        [times.seconds, times.others_seconds, idle.seconds()].map(|it| (it * 1e6).round() / 1e6)
    }

    #[test]
    fn threads_that_wait_for_each_other_compute_once() {
        let (with_calls, other) = (true, false);
        // By turns, and beside each other.
        assert_eq!(
            of(&[thread(with_calls, 0.5, 0.0), thread(other, 0.5, 0.0)]),
            [1.0, 0.5, 0.0]
        );
        assert_eq!(
            of(&[thread(with_calls, 1.0, 0.0), thread(other, 1.0, 0.0)]),
            [1.0, 1.0, 0.0]
        );
        // A pass in two parts waits for storage in most of its time.
        let part = thread(with_calls, 0.3, 0.0);
        assert_eq!(of(&[part, part]), [0.3, 0.0, 0.4]);
        // All wait.
        assert_eq!(
            of(&[thread(with_calls, 0.0, 0.0), thread(other, 0.01, 0.0)]),
            [0.01, 0.01, 0.99]
        );
        assert_eq!(of(&[]), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_busy_machine_makes_no_computing() {
        // A step of 0.6 s on a processor that took 10 s of the time, alone or in two threads at once.
        assert_eq!(of(&[thread(true, 0.06, 0.94)]), [0.06, 0.0, 0.0]);
        assert_eq!(
            of(&[thread(false, 0.06, 0.94), thread(false, 0.06, 0.94)]),
            [0.06, 0.12, 0.0]
        );
        // By turns: 0.6 s of computing would have been 0.6 s.
        assert_eq!(of(&[thread(true, 0.3, 0.2), thread(false, 0.3, 0.2)]), [0.6, 0.3, 0.0]);
    }

    #[test]
    fn a_thread_that_was_ready_in_looks_before_was_not_idle() {
        let one = |ran, ready| [thread(true, ran, ready)];
        // Ready since the middle of the first look, told when it gets a processor in the third.
        let looks: [&[Stretch]; 3] = [&one(0.5, 0.0), &one(0.0, 0.0), &one(0.5, 2.0)];
        assert_eq!(of_looks(&looks), [1.0, 0.0, 0.0]);
        // The same after a look in which it waited for storage, and before one.
        let looks: [&[Stretch]; 4] = [&[], &one(0.5, 0.0), &one(0.5, 1.0), &one(0.0, 0.0)];
        assert_eq!(of_looks(&looks), [1.0, 0.0, 2.0]);
    }

    #[test]
    fn the_threads_of_this_process_are_watched() {
        let watch = ThreadWatch::begin().unwrap();
        let compute = || {
            let began = crate::CpuUse::time_of_thread();
            while crate::CpuUse::time_of_thread() - began < Duration::from_millis(60) {
                std::hint::black_box(0);
            }
        };
        std::thread::spawn(compute).join().unwrap();
        std::thread::spawn(compute).join().unwrap();
        // Where the kernel does not tell about threads, there is nothing.
        if let Some(times) = watch.end() {
            // Of a thread that ends, the time since the last look is not known; other tests run beside it.
            assert!(times.others_seconds > 0.06 && times.seconds > 0.03, "{times:?}");
        }
    }
}
