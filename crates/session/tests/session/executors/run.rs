//! Runs a program, and keeps all that a user could see of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use feedrate_session::options::SystemOptions;
use feedrate_session::{Session, Setup};

use crate::steady::steady_line;

/// After that long a program is taken to go round for ever.
const PATIENCE: Duration = Duration::from_secs(120);

/// The results of a program.
#[derive(Debug, PartialEq)]
pub struct ProgramResult {
    pub log: Vec<String>,
    pub listing: Vec<String>,
    pub ended: &'static str,
    /// The data sets that it made, byte for byte, but for the time.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// The number of its DATA steps by the way in which they were executed.
#[derive(Debug, Default, PartialEq)]
pub struct Executors {
    pub machine_code: usize,
    pub interpreter: usize,
    /// Steps that were refused, or that could not begin.
    pub none: usize,
    /// Steps that did what they were to do.
    pub completed: usize,
    /// Conditions on data sets that were compiled, of all steps.
    pub conditions: usize,
}

/// Runs a program in a folder, which it begins with and without a library OUT.
pub fn run(program: &str, machine_code: bool, folder: &Path) -> (ProgramResult, Executors) {
    let out = folder.join("out");
    // Where the program before has failed, it is still there.
    let _ = fs::remove_dir_all(&out);
    fs::create_dir(&out).unwrap();
    let (mut log, mut listing) = (Vec::new(), Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    let mut options = SystemOptions::default();
    options.steps.machine_code = machine_code;
    // The rows before are interpreted.
    options.steps.rows_worth_compiling = 1;
    let (done, waits) = mpsc::channel::<()>();
    let record = std::thread::scope(|scope| {
        scope.spawn(|| {
            let waits = waits;
            if waits.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let mut session = Session::new(Setup {
            log: Box::new(&mut log),
            listing: Box::new(&mut listing),
            work: Some(folder.to_owned()),
            options,
            sysparm: String::new(),
            stop: Arc::clone(&stop),
        });
        let record = session.run("program", program).unwrap();
        drop(done);
        record
    });
    assert_ne!(record.ended, "interrupted", "it does not end:\n{program}");
    let mut executors = Executors::default();
    for step in record.steps.iter().filter(|step| step.name == "DATA") {
        match step.executor {
            Some("machine code") => executors.machine_code += 1,
            Some("interpreter") => executors.interpreter += 1,
            _ => executors.none += 1,
        }
        executors.completed += usize::from(step.completed);
    }
    let read = record.steps.iter().flat_map(|step| &step.read);
    let conditions = read.filter(|read| read.where_executor == Some("machine code"));
    executors.conditions = conditions.count();
    let files = fs::read_dir(&out).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().to_str().unwrap().to_owned();
        (name, without_time(fs::read(entry.path()).unwrap()))
    });
    let ran = ProgramResult {
        files: files.collect(),
        log: lines(&log, folder),
        listing: lines(&listing, folder),
        ended: record.ended,
    };
    fs::remove_dir_all(&out).unwrap();
    (ran, executors)
}

/// The lines of a log or a listing, without what tells of times and transfers.
fn lines(text: &[u8], folder: &Path) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let mut in_transfers = false;
    let lines = text.lines().filter(|line| {
        let begins = line.starts_with("NOTE: Pages moved by this step:");
        in_transfers = begins || (in_transfers && line.starts_with(' '));
        !in_transfers
    });
    lines.map(|line| steady_line(line, folder)).collect()
}

/// A data set without the places of its header that tell when it was made and changed, and what follows
/// from that.
fn without_time(mut file: Vec<u8>) -> Vec<u8> {
    for stamp in [168..184, 296..312, 336..344, 584..592] {
        if let Some(bytes) = file.get_mut(stamp) {
            bytes.fill(0);
        }
    }
    file
}

/// The first thing in which two runs differ.
pub fn difference(compiled: &ProgramResult, interpreted: &ProgramResult) -> Option<String> {
    let differs = |what: &str, compiled: &str, interpreted: &str| {
        Some(format!(
            "{what}\n  machine code: {compiled}\n  interpreter:  {interpreted}"
        ))
    };
    for (what, ours, theirs) in [
        ("the log", &compiled.log, &interpreted.log),
        ("the listing", &compiled.listing, &interpreted.listing),
    ] {
        let mut lines = ours.iter().zip(theirs);
        if let Some((ours, theirs)) = lines.find(|(ours, theirs)| ours != theirs) {
            return differs(what, ours, theirs);
        }
        if ours.len() != theirs.len() {
            let last = |lines: &[String]| format!("{} lines, the last {:?}", lines.len(), lines.last());
            return differs(what, &last(ours), &last(theirs));
        }
    }
    for (name, theirs) in &interpreted.files {
        let Some(ours) = compiled.files.get(name) else {
            return differs(name, "not there", "there");
        };
        if let Some(at) = ours.iter().zip(theirs).position(|(our, their)| our != their) {
            let shown = |file: &[u8]| format!("at {at}: {:x?}", &file[at & !7..][..8]);
            return differs(name, &shown(ours), &shown(theirs));
        }
        if ours.len() != theirs.len() {
            let shown = |file: &[u8]| format!("{} bytes", file.len());
            return differs(name, &shown(ours), &shown(theirs));
        }
    }
    (compiled != interpreted).then(|| "how they ended, or which data sets there are".to_owned())
}
