//! Sessions that run at once, each in a thread of its own, and what they told.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use feedrate_session::options::SystemOptions;
use feedrate_session::record::Record;
use feedrate_session::{Session, Setup};

/// After that long sessions are taken to wait for each other for ever.
const PATIENCE: Duration = Duration::from_secs(120);

/// The output of a session.
pub struct SessionOutput {
    pub log: String,
    pub listing: String,
    pub record: Record,
}

impl SessionOutput {
    /// The lines of the log with errors.
    pub fn errors(&self) -> Vec<&str> {
        let log = &self.log;
        log.match_indices("ERROR")
            .filter(|(at, _)| *at == 0 || log.as_bytes()[at - 1] == b'\n')
            .map(|(at, _)| {
                let text = &log[at..];
                let mut ends = text.match_indices('\n').map(|(end, _)| end);
                let end = ends.find(|end| !text[end + 1..].starts_with(' '));
                &text[..end.unwrap_or(text.len())]
            })
            .collect()
    }

    pub fn is_clean(&self) -> bool {
        self.record.ended == "clean"
    }
}

/// Returns a port that nobody has, and that no test of this process is given again. It lies below those that the system
/// gives to whoever dials, one of which another test might be given before this one listens.
pub fn port() -> u16 {
    const OF_A_PROCESS: u16 = 200;
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let own = u16::try_from(std::process::id() % 100).unwrap_or(0);
    loop {
        let next = NEXT.fetch_add(1, Ordering::Relaxed) % OF_A_PROCESS;
        let port = 10_000 + own * OF_A_PROCESS + next;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Runs programs at once.
pub fn at_once<const N: usize>(programs: [String; N]) -> [SessionOutput; N] {
    let told = all_at_once(programs.into());
    told.try_into().unwrap_or_else(|_| panic!("one of each"))
}

/// Runs any number of programs at once.
pub fn all_at_once(programs: Vec<String>) -> Vec<SessionOutput> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = until(programs, &stop);
    let logs: Vec<&str> = told.iter().map(|told| told.log.as_str()).collect();
    let is_stopped = stop.load(Ordering::Relaxed);
    assert!(!is_stopped, "sessions do not end:\n{}", logs.join("\n====\n"));
    told
}

/// Runs programs at once until `stop` becomes true, which it does when they have not ended for long.
pub fn until(programs: Vec<String>, stop: &Arc<AtomicBool>) -> Vec<SessionOutput> {
    let (done, waits) = channel::<()>();
    thread::scope(|scope| {
        let stopper = Arc::clone(stop);
        scope.spawn(move || {
            if waits.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                stopper.store(true, Ordering::Relaxed);
            }
        });
        let begun: Vec<_> = programs
            .into_iter()
            .map(|program| {
                let stop = Arc::clone(stop);
                scope.spawn(move || run(&program, stop))
            })
            .collect();
        let told = begun.into_iter().map(|session| session.join().unwrap());
        let told = told.collect();
        drop(done);
        told
    })
}

/// Runs a program alone.
pub fn alone(program: &str) -> SessionOutput {
    let [told] = at_once([program.to_owned()]);
    told
}

fn run(program: &str, stop: Arc<AtomicBool>) -> SessionOutput {
    let work = tempfile::tempdir().unwrap();
    let (mut log, mut listing) = (Vec::new(), Vec::new());
    let mut session = Session::new(Setup {
        log: Box::new(&mut log),
        listing: Box::new(&mut listing),
        work: Some(work.path().to_owned()),
        options: SystemOptions::default(),
        sysparm: String::new(),
        stop,
    });
    let record = session.run("program.sas", program).unwrap();
    drop(session);
    assert!(is_empty(work.path()), "something is left in WORK");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    SessionOutput {
        log: text(log),
        listing: text(listing),
        record,
    }
}

/// Returns whether a folder has nothing in it.
pub fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}
