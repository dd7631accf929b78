//! The conversation with a command on a host, in lines of JSON over its standard input, which is a socket;
//! on Windows over two pipes.
//!
//! The command says `ready` when all of its streams are, and waits for `go` with the moment of the common start, in
//! nanoseconds of the host's monotonic clock. Then it says what it has moved, and what came of it; and again for its
//! next run. When the conversation is closed, it stops.

use std::io::{self, BufRead, BufReader, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_machine::{Cores, Memory, OtherLoad, System};
use feedrate_pageio::{OthersWatch, process};
use feedrate_workload::{OtherProcesses, Round};
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::system::{self, Reader, Writer};

/// The argument before all others that makes a command start together with those of other hosts.
pub const GATED: &str = "--start-with-other-hosts";

/// The interval at which a command that waits for its start polls whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A message of a command, or of the session that runs it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromHost {
    /// The facts of the host.
    Facts(Box<HostFacts>),
    /// All streams of the next run are ready.
    Ready,
    /// The run has started, so many nanoseconds late.
    Started(u64),
    /// The bytes moved by the run until a moment of the host's monotonic clock, in nanoseconds.
    Moved {
        /// The moment.
        at: u64,
        /// The bytes.
        bytes: u64,
    },
    /// The share that others had of the processors while the run was on; said before its end.
    Others(OtherLoad),
    /// The result of the run.
    Ended(Box<Round>),
}

/// An order to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToHost {
    /// Starts the run at a moment of the host's monotonic clock, in nanoseconds.
    Go(u64),
    /// Stops the run, whose results so far count.
    Stop,
}

/// The facts of a host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostFacts {
    /// The name that it gives itself.
    pub name: String,
    /// Its kernel.
    pub kernel: String,
    /// Its cores.
    pub cores: Cores,
    /// Bytes of memory; `None` if unknown.
    pub memory_bytes: Option<u64>,
    /// The identity that the kernel gave itself when it started, which tells that two names mean one machine.
    pub boot: Option<String>,
}

impl HostFacts {
    /// Returns those of this machine.
    pub fn here() -> Self {
        let system = System::host();
        Self {
            name: feedrate_connect::machine_name(),
            kernel: system.kernel_release().unwrap_or_default(),
            cores: Cores::at(&system),
            memory_bytes: Memory::at(&system).total_bytes,
            boot: system.boot_id(),
        }
    }
}

/// The command's end of the conversation.
#[derive(Debug)]
pub struct LineGate {
    out: Mutex<Writer>,
    /// The moments of starts.
    starts: Mutex<Receiver<u64>>,
    stop: Arc<AtomicBool>,
    /// Counts the processor time of others since the run began.
    others: Mutex<Option<OthersWatch>>,
}

impl LineGate {
    /// Takes over standard input, which programs find empty from now on. `stop` is set when the run is to stop.
    ///
    /// # Errors
    ///
    /// Fails if this process was not started by a session for that.
    pub fn open(stop: Arc<AtomicBool>) -> io::Result<Self> {
        // The command would also notice the closed socket, but not while it is suspended.
        process::end_with_parent();
        Self::over(system::own_ends()?, stop)
    }

    fn over((input, out): (Reader, Writer), stop: Arc<AtomicBool>) -> io::Result<Self> {
        let input = BufReader::new(input);
        let (sender, starts) = mpsc::channel();
        let stopped = Arc::clone(&stop);
        thread::Builder::new().name("other hosts".to_owned()).spawn(move || {
            for line in input.lines().map_while(io::Result::ok) {
                match serde_json::from_str(&line) {
                    Ok(ToHost::Go(at)) => {
                        // The receiver lives as long as the process.
                        let _ = sender.send(at);
                    }
                    Ok(ToHost::Stop) => stopped.store(true, Ordering::Release),
                    Err(_) => break,
                }
            }
            stopped.store(true, Ordering::Release);
        })?;
        Ok(Self {
            out: Mutex::new(out),
            starts: Mutex::new(starts),
            stop,
            others: Mutex::new(None),
        })
    }

    fn send(&self, what: &FromHost) {
        let Ok(mut line) = serde_json::to_string(what) else {
            return;
        };
        line.push('\n');
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if out.write_all(line.as_bytes()).is_err() {
            self.stop.store(true, Ordering::Release);
        }
    }
}

impl OtherProcesses for LineGate {
    fn start(&self, is_stopped: &dyn Fn() -> bool) -> Option<Instant> {
        self.send(&FromHost::Ready);
        let starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match starts.recv_timeout(LOOK) {
                Ok(at) => {
                    let now = clock::now();
                    let wait = Duration::from_nanos(at.saturating_sub(now.monotonic));
                    self.send(&FromHost::Started(now.monotonic.saturating_sub(at)));
                    return Some(Instant::now() + wait);
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if is_stopped() => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn moved(&self, at: Instant, bytes: u64) {
        // To look at the counters before the start would delay it.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.get_or_insert_with(OthersWatch::begin);
        drop(others);
        let ago = u64::try_from(at.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let at = clock::now().monotonic.saturating_sub(ago);
        self.send(&FromHost::Moved { at, bytes });
    }

    fn ended(&self, round: &Round) {
        let others = self.others.lock().map(|mut others| others.take());
        if let Some(load) = others.ok().flatten().and_then(|others| others.end(round.cpu)) {
            self.send(&FromHost::Others(load));
        }
        self.send(&FromHost::Ended(Box::new(round.clone())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (LineGate, BufReader<Reader>, Writer, Arc<AtomicBool>) {
        let ((input, out), there) = system::both_ends();
        let stop = Arc::new(AtomicBool::new(false));
        let gate = LineGate::over(there, Arc::clone(&stop)).unwrap();
        (gate, BufReader::new(input), out, stop)
    }

    fn line(input: &mut BufReader<Reader>) -> String {
        let mut line = String::new();
        input.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    #[test]
    fn a_run_waits_for_its_start() {
        let (gate, mut input, mut out, _stop) = pair();
        let at = clock::now().monotonic + 30_000_000;
        let go = serde_json::to_string(&ToHost::Go(at)).unwrap();
        writeln!(out, "{go}").unwrap();
        let start = gate.start(&|| false).unwrap();
        assert!(start > Instant::now() && start < Instant::now() + Duration::from_millis(31));
        assert_eq!(line(&mut input), "\"ready\"");
        assert_eq!(line(&mut input), r#"{"started":0}"#);
    }

    #[test]
    fn the_load_of_others_is_said_before_the_end() {
        let (gate, mut input, _out, _stop) = pair();
        let round = Round::of_nothing();
        let watch = OthersWatch::begin();
        gate.moved(Instant::now(), 1);
        // The kernel's clock ticks a hundred times a second and more.
        std::thread::sleep(Duration::from_millis(50));
        gate.moved(Instant::now(), 2);
        gate.ended(&round);
        assert!(line(&mut input).starts_with("{\"moved\""));
        assert!(line(&mut input).starts_with("{\"moved\""));
        // Some systems do not count it.
        if watch.end(round.cpu).is_some() {
            let others: FromHost = serde_json::from_str(&line(&mut input)).unwrap();
            let FromHost::Others(load) = others else {
                panic!("{others:?}");
            };
            assert!(
                load.processors_seconds > 0.0 && load.elapsed_seconds >= 0.05,
                "{load:?}"
            );
        }
        assert!(line(&mut input).starts_with("{\"ended\""));
        // The next run begins anew.
        gate.ended(&round);
        assert!(line(&mut input).starts_with("{\"ended\""));
    }

    #[test]
    fn a_run_that_is_stopped_or_left_alone_does_not_start() {
        let (gate, _input, out, stop) = pair();
        assert!(gate.start(&|| true).is_none());
        drop((out, _input));
        assert!(gate.start(&|| false).is_none());
        assert!(stop.load(Ordering::Acquire));
    }
}
