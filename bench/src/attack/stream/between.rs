//! One who stands between the two ends of a pipe: passes on what they say, keeps a copy, and changes some of it.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use socket2::Socket;

use crate::attack::stream::socket::{Place, accept, close};

/// The time between two looks whether all is over.
const LOOK: Duration = Duration::from_millis(20);

/// The time for which both ends may be silent after a change before they are left: each may wait for what the other
/// has said already, for ever, as it would of one that is slow.
const SILENCE: Duration = Duration::from_secs(1);

/// One direction of one connection: that of the frames is the first, that of the words the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 0, as they were made.
    pub connection: usize,
    /// Set where the reader speaks.
    pub from_reader: bool,
}

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// A bit.
    Flip(u8),
    /// Both ends are left there.
    Cut,
    /// Bytes come in between.
    Insert(Vec<u8>),
    /// All words from the start are said again.
    Again,
    /// So many bytes are left out.
    Skip(usize),
}

/// A change of a line, after so many bytes.
#[derive(Clone, Debug)]
pub struct Tamper {
    /// Of which line.
    pub line: Line,
    /// After how many bytes.
    pub after: usize,
    /// Which.
    pub change: Change,
}

/// Who stands between. It leaves when this is dropped.
#[derive(Debug)]
pub struct Interposer {
    is_over: Arc<AtomicBool>,
    copies: Copies,
    thread: Option<JoinHandle<()>>,
}

/// The words of each line.
type Copies = Arc<Mutex<Vec<(Line, Vec<u8>)>>>;

impl Interposer {
    /// Listens where the reader dials, and dials where the writer listens.
    pub fn stand(reader: Place, writer: Place, tamper: Tamper) -> Result<Self, String> {
        let listener = reader.listen().map_err(|error| format!("cannot listen: {error}"))?;
        let is_over = Arc::new(AtomicBool::new(false));
        let copies = Copies::default();
        let (over, kept) = (Arc::clone(&is_over), Arc::clone(&copies));
        let thread = thread::spawn(move || serve(&listener, writer, &tamper, &over, &kept));
        Ok(Self {
            is_over,
            copies,
            thread: Some(thread),
        })
    }

    /// Returns the words of a line so far.
    pub fn said(&self, line: Line) -> Vec<u8> {
        let copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        let found = copies.iter().find(|(other, _)| *other == line);
        found.map(|(_, said)| said.clone()).unwrap_or_default()
    }
}

impl Drop for Interposer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It has nothing to say if it failed.
            let _ = thread.join();
        }
    }
}

fn serve(listener: &Socket, writer: Place, tamper: &Tamper, is_over: &Arc<AtomicBool>, copies: &Copies) {
    let mut threads = Vec::new();
    let mut connection = 0;
    while !is_over.load(Ordering::Relaxed) {
        let Some(reader) = accept(listener, LOOK) else {
            thread::sleep(LOOK / 10);
            continue;
        };
        // A reader whose writer is not there yet is left, and comes again.
        let Ok(writer) = writer.dial(LOOK) else {
            continue;
        };
        let (Ok(reader_again), Ok(writer_again)) = (reader.try_clone(), writer.try_clone()) else {
            continue;
        };
        for (from_reader, from, to) in [(true, reader, writer_again), (false, writer, reader_again)] {
            let line = Line {
                connection,
                from_reader,
            };
            let tamper = (tamper.line == line).then(|| tamper.clone());
            let (over, copies) = (Arc::clone(is_over), Arc::clone(copies));
            threads.push(thread::spawn(move || pass(line, from, to, tamper, &over, &copies)));
        }
        connection += 1;
    }
    for thread in threads {
        let _ = thread.join();
    }
}

/// Passes on what is said on a line until it ends.
fn pass(
    line: Line,
    mut from: Socket,
    mut to: Socket,
    mut tamper: Option<Tamper>,
    is_over: &AtomicBool,
    copies: &Copies,
) {
    let mut buffer = vec![0; 64 << 10];
    let mut said = Vec::new();
    let mut changed = false;
    let mut heard = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        let come = match from.read(&mut buffer) {
            Ok(0) => {
                close(&to, Shutdown::Write);
                break;
            }
            Ok(come) => &buffer[..come],
            Err(error) if is_wait(&error) => {
                if changed && heard.elapsed() > SILENCE {
                    close(&from, Shutdown::Both);
                    close(&to, Shutdown::Both);
                    break;
                }
                continue;
            }
            Err(_) => break,
        };
        heard = Instant::now();
        let before = said.len();
        said.extend_from_slice(come);
        let here = tamper.take_if(|tamper| said.len() > tamper.after);
        let Some(Tamper { after, change, .. }) = here else {
            if !send(&mut to, come, is_over) {
                break;
            }
            continue;
        };
        changed = change != Change::None;
        let (head, rest) = come.split_at(after.saturating_sub(before).min(come.len()));
        if change == Change::Cut {
            send(&mut to, head, is_over);
            close(&from, Shutdown::Both);
            close(&to, Shutdown::Both);
            break;
        }
        let bytes = changed_bytes(change, head, rest, &said[..before + head.len()]);
        if !send(&mut to, &bytes, is_over) {
            break;
        }
    }
    let mut copies = copies.lock().unwrap_or_else(PoisonError::into_inner);
    copies.push((line, said));
}

/// Returns the bytes that go on in the place of `head` and `rest`, between which the change is. `said` is all before
/// it.
fn changed_bytes(change: Change, head: &[u8], rest: &[u8], said: &[u8]) -> Vec<u8> {
    let mut bytes = head.to_vec();
    match change {
        Change::None => bytes.extend(rest),
        Change::Flip(bit) => {
            bytes.extend(rest);
            bytes[head.len()] ^= 1 << bit;
        }
        // Nothing goes on.
        Change::Cut => {}
        Change::Insert(more) => {
            bytes.extend(more);
            bytes.extend(rest);
        }
        Change::Again => {
            bytes.extend(said);
            bytes.extend(rest);
        }
        Change::Skip(length) => bytes.extend(&rest[length.min(rest.len())..]),
    }
    bytes
}

/// Sends all of it; whether that went.
fn send(to: &mut Socket, mut bytes: &[u8], is_over: &AtomicBool) -> bool {
    while !bytes.is_empty() && !is_over.load(Ordering::Relaxed) {
        match to.write(bytes) {
            Ok(sent) => bytes = &bytes[sent..],
            Err(error) if is_wait(&error) => {}
            Err(_) => return false,
        }
    }
    bytes.is_empty()
}

fn is_wait(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}
