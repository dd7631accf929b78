//! The computing of all threads of a step, also of those that make no calls.
//!
//! Threads of a step wait for each other, and for a processor. What the step computes is the time in which at least one
//! of them runs, as it would be if nothing else ran on the machine. A thread of its own looks a few hundred times at
//! the times of all others.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_machine::proc::{OwnThreads, ThreadSchedule};
use serde::{Deserialize, Serialize};

use super::callers;
use super::idle::IdleLooks;
use crate::account::CpuUse;
use crate::others::OthersWatch;

/// The least time from a look at the threads to the next one.
const LEAST_WAIT: Duration = Duration::from_millis(4);

/// Looks in the time of a step, once it is long. All of them are kept until its end: of a step of a day some 3,000.
const LOOKS: u32 = 256;

/// The beginnings of the names of threads that make transfers for others: their time is that of calls.
const OF_TRANSFERS: [&str; 3] = ["transfer-", "read-ahead", "iou-"];

/// The name of the thread that looks.
const OWN_NAME: &str = "course";

/// The computing of all threads of a step. Its seconds contain those in which threads are in calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ThreadTimes {
    /// The seconds in which at least one thread would have run, if no other program had used the processors.
    pub seconds: f64,
    /// The same if threads that make calls do not the same at the same time, but work for each other, with the time in
    /// which they wait for each other's processors.
    pub joint_seconds: f64,
    /// Seconds of processor time of the threads that made no calls of transfers.
    pub others_seconds: f64,
    /// Seconds in which threads were ready to run and had no processor.
    pub ready_seconds: f64,
    /// Seconds in which no thread ran or was ready to run: all waited for storage, or for something else.
    pub idle_seconds: f64,
    /// Processor time of the step's own thread after its last call.
    pub after_seconds: f64,
    /// Seconds that other programs, and a hypervisor, had of the processors; absent where the system does not tell.
    pub foreign_seconds: Option<f64>,
}

/// A thread in the time between two looks, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    number: u32,
    ran: f64,
    ready: f64,
}

/// The threads in the time between two looks.
#[derive(Clone, Debug)]
struct Look {
    seconds: f64,
    threads: Vec<Stretch>,
}

impl ThreadTimes {
    /// Returns the times of the looks at the threads of a step, of which `callers` have made calls, while others had
    /// the processors for so many seconds.
    ///
    /// A thread is ready because its processor is another program's, because it is another thread's of the step, or
    /// because a processor takes long to wake up. The last two are the step's own. So the part of the time in which
    /// threads were ready that others may have caused at most is left out: a second of a processor for each.
    ///
    /// Where several threads make calls, they do the same at the same time, as in a pass over parts of a file: the one
    /// that ran most counts. The others may run beside it or by turns: they count up to the whole time. In the joint
    /// seconds all threads do.
    ///
    /// The system tells how long a thread was ready once it gets a processor, and how long it ran at its clock's ticks.
    /// The part that is longer than the time was therefore in looks before: the idle time is kept with these.
    fn of(looks: &[Look], callers: &HashSet<u32>, foreign_seconds: Option<f64>) -> Self {
        let ready: f64 = looks.iter().map(|look| look.sum(|it| it.ready)).sum();
        let displaced = match foreign_seconds {
            Some(foreign) if ready > foreign => foreign / ready,
            _ => 1.0,
        };
        let mut times = Self {
            ready_seconds: ready,
            foreign_seconds,
            ..Self::default()
        };
        let mut idle = IdleLooks::default();
        for look in looks {
            let (ran, ready) = (look.sum(|it| it.ran), look.sum(|it| it.ready));
            let (with_calls, others): (Vec<Stretch>, Vec<Stretch>) =
                look.threads.iter().partition(|it| callers.contains(&it.number));
            let others: f64 = others.iter().map(|it| it.ran).sum();
            let longest = with_calls.iter().map(|it| it.ran).fold(0.0, f64::max);
            if ran > 0.0 {
                let speed = ran / (ran + ready * displaced);
                let busy = look.threads.iter().map(|it| it.ran + it.ready);
                let most = busy.fold(look.seconds, f64::max) * speed;
                times.seconds += (longest + others).min(most);
                times.joint_seconds += (ran + ready * (1.0 - displaced)).min(most);
            }
            times.others_seconds += others;
            idle.add(
                look.seconds,
                look.threads.iter().map(|it| (it.number, it.ran + it.ready)),
            );
        }
        times.idle_seconds = idle.seconds();
        times
    }
}

impl Look {
    fn sum(&self, of: fn(&Stretch) -> f64) -> f64 {
        self.threads.iter().map(of).sum()
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
        looks.look();
        let others = OthersWatch::begin();
        // Where the system refuses a thread, only those with calls are known.
        let thread = Builder::new().name(OWN_NAME.into()).spawn(move || {
            let began = Instant::now();
            loop {
                let wait = (began.elapsed() / LOOKS).max(LEAST_WAIT);
                let ended = stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
                looks.look();
                if ended {
                    let load = others.end(CpuUse::default());
                    let foreign = load.map(|it| it.programs_seconds + it.stolen_seconds);
                    return looks.sees_threads().then(|| looks.times(foreign));
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
    before: Option<(Instant, HashMap<u32, ThreadSchedule>)>,
    all: Vec<Look>,
    /// The threads that have made calls until now. One may compute before its first call.
    callers: HashSet<u32>,
}

impl Looks {
    /// Returns whether the last look saw any thread.
    fn sees_threads(&self) -> bool {
        self.before.as_ref().is_some_and(|(_, threads)| !threads.is_empty())
    }

    fn times(&self, foreign_seconds: Option<f64>) -> ThreadTimes {
        ThreadTimes::of(&self.all, &self.callers, foreign_seconds)
    }

    /// Keeps what threads did since the last look. One that was not there then did all that it did since.
    fn look(&mut self) {
        self.callers.extend(callers::with_calls());
        let before = self.before.take();
        let (mut now, mut threads) = (HashMap::new(), Vec::new());
        let at = Instant::now();
        self.threads.read(|number, name, schedule| {
            if name == OWN_NAME || OF_TRANSFERS.iter().any(|it| name.starts_with(it)) {
                return;
            }
            now.insert(number, schedule);
            if let Some((_, before)) = &before {
                let since = schedule.since(before.get(&number).copied().unwrap_or_default());
                threads.push(Stretch {
                    number,
                    ran: since.processor_nanoseconds as f64 / 1e9,
                    ready: since.ready_nanoseconds as f64 / 1e9,
                });
            }
        });
        if let Some((since, _)) = before {
            threads.retain(|it| it.ran + it.ready > 0.0);
            self.all.push(Look {
                seconds: (at - since).as_secs_f64(),
                threads,
            });
        }
        self.before = Some((at, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of threads with calls; others have other numbers.
    const WITH_CALLS: u32 = 1;
    const OTHER: u32 = 2;

    fn thread(number: u32, ran: f64, ready: f64) -> Stretch {
        Stretch { number, ran, ready }
    }

    /// Returns the times of looks of a second each, while other programs had so many seconds.
    fn times(looks: &[&[Stretch]], foreign: Option<f64>) -> ThreadTimes {
        let looks: Vec<Look> = looks
            .iter()
            .map(|threads| Look {
                seconds: 1.0,
                threads: threads.to_vec(),
            })
            .collect();
        ThreadTimes::of(&looks, &HashSet::from([WITH_CALLS]), foreign)
    }

    fn rounded(seconds: f64) -> f64 {
        (seconds * 1e6).round() / 1e6
    }

    /// Returns the seconds, those of other threads, and the idle ones.
    fn of_looks(looks: &[&[Stretch]], foreign: Option<f64>) -> [f64; 3] {
        let times = times(looks, foreign);
        [times.seconds, times.others_seconds, times.idle_seconds].map(rounded)
    }

    /// Returns the joint seconds of a look.
    fn joint(threads: &[Stretch], foreign: f64) -> f64 {
        rounded(times(&[threads], Some(foreign)).joint_seconds)
    }

    fn of(threads: &[Stretch], foreign: f64) -> [f64; 3] {
        of_looks(&[threads], Some(foreign))
    }

    #[test]
    fn threads_that_wait_for_each_other_compute_once() {
        // By turns, and beside each other.
        let turns = [thread(WITH_CALLS, 0.5, 0.0), thread(OTHER, 0.5, 0.0)];
        assert_eq!(of(&turns, 0.0), [1.0, 0.5, 0.0]);
        let beside = [thread(WITH_CALLS, 1.0, 0.0), thread(OTHER, 1.0, 0.0)];
        assert_eq!(of(&beside, 0.0), [1.0, 1.0, 0.0]);
        // A pass in two parts waits for storage in most of its time.
        let part = thread(WITH_CALLS, 0.3, 0.0);
        assert_eq!(of(&[part, part], 0.0), [0.3, 0.0, 0.4]);
        // All wait.
        let waits = [thread(WITH_CALLS, 0.0, 0.0), thread(OTHER, 0.01, 0.0)];
        assert_eq!(of(&waits, 0.0), [0.01, 0.01, 0.99]);
        assert_eq!(of(&[], 0.0), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_busy_machine_makes_no_computing() {
        // A step of 0.6 s on a processor that took 10 s of the time, alone or in two threads at once.
        assert_eq!(of(&[thread(WITH_CALLS, 0.06, 0.94)], 0.94), [0.06, 0.0, 0.0]);
        let two = [thread(OTHER, 0.06, 0.94), thread(OTHER, 0.06, 0.94)];
        assert_eq!(of(&two, 1.88), [0.06, 0.12, 0.0]);
        // By turns: 0.6 s of computing would have been 0.6 s.
        let turns = [thread(WITH_CALLS, 0.3, 0.2), thread(OTHER, 0.3, 0.2)];
        assert_eq!(of(&turns, 0.4), [0.6, 0.3, 0.0]);
        // Where nothing is known of others, they are taken to be why threads are ready.
        assert_eq!(of_looks(&[&two], None), [0.06, 0.12, 0.0]);
    }

    #[test]
    fn threads_that_wait_for_a_processor_of_their_own_step_compute() {
        // Three threads of a step on two processors, and nobody else.
        let three = [
            thread(WITH_CALLS, 0.6, 0.4),
            thread(OTHER, 0.7, 0.3),
            thread(OTHER, 0.7, 0.3),
        ];
        assert_eq!(of(&three, 0.0), [1.0, 1.4, 0.0]);
        // Others had a half of what the threads were ready for.
        assert_eq!(of(&three, 0.5), [0.8, 1.4, 0.0]);
        // Two that make calls for each other, by turns, whose processors wake up late.
        let turns = [thread(WITH_CALLS, 0.3, 0.1), thread(WITH_CALLS, 0.3, 0.1)];
        assert_eq!((of(&turns, 0.0)[0], joint(&turns, 0.0)), (0.3, 0.8));
        assert_eq!(joint(&turns, 0.2), 0.6);
        assert_eq!(joint(&three, 0.0), 1.0);
    }

    #[test]
    fn a_thread_that_was_ready_in_looks_before_was_not_idle() {
        let one = |ran, ready| [thread(WITH_CALLS, ran, ready)];
        // Ready since the middle of the first look, told when it gets a processor in the third.
        let looks: [&[Stretch]; 3] = [&one(0.5, 0.0), &one(0.0, 0.0), &one(0.5, 2.0)];
        assert_eq!(of_looks(&looks, Some(2.0)), [1.0, 0.0, 0.0]);
        // The same after a look in which it waited for storage, and before one.
        let looks: [&[Stretch]; 4] = [&[], &one(0.5, 0.0), &one(0.5, 1.0), &one(0.0, 0.0)];
        assert_eq!(of_looks(&looks, Some(1.0)), [1.0, 0.0, 2.0]);
    }

    #[test]
    fn the_threads_of_this_process_are_watched() {
        let watch = ThreadWatch::begin().unwrap();
        let compute = || {
            let began = CpuUse::time_of_thread();
            while CpuUse::time_of_thread() - began < Duration::from_millis(60) {
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
