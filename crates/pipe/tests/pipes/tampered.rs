//! Somebody between two hosts reads nothing of what a pipe carries, and whatever they change is an error at both ends.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use feedrate_pipe::{PipeError, PipeTotals};

use crate::common::*;

/// The content of each frame, which is not to be seen.
const PAGE: &[u8] = b"what nobody else is to read";

/// The messages that each end sends in a handshake.
const MESSAGES: usize = 2;

/// Which of the two connections is changed, and from which end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Frames,
    /// The messages of the reader.
    Control,
    None,
}

/// A change of the records of a stream.
type Change = fn(Vec<Vec<u8>>) -> Vec<Vec<u8>>;

/// Reads messages with a header of the handshake.
fn message(from: &mut TcpStream) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 13];
    from.read_exact(&mut bytes).ok()?;
    let length = usize::from(u16::from_le_bytes([bytes[11], bytes[12]]));
    bytes.resize(13 + length, 0);
    from.read_exact(&mut bytes[13..]).ok()?;
    Some(bytes)
}

/// Reads a record.
fn record(from: &mut TcpStream) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 2];
    from.read_exact(&mut bytes).ok()?;
    let length = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
    bytes.resize(2 + length, 0);
    from.read_exact(&mut bytes[2..]).ok()?;
    Some(bytes)
}

/// Carries one direction of a connection. Its first `count` records are changed together, and the others follow.
fn carry((mut from, mut to): (TcpStream, TcpStream), (count, change): (usize, Change), seen: &Mutex<Vec<u8>>) {
    let mut send = |bytes: &[u8]| {
        seen.lock().unwrap().extend_from_slice(bytes);
        to.write_all(bytes).is_ok()
    };
    for _ in 0..MESSAGES {
        match message(&mut from) {
            Some(bytes) if send(&bytes) => {}
            _ => break,
        }
    }
    let first: Vec<_> = (0..count).map_while(|_| record(&mut from)).collect();
    let changed = change(first);
    // An empty record stands for the end.
    let mut goes_on = changed.iter().all(|bytes| !bytes.is_empty() && send(bytes));
    while goes_on {
        let Some(bytes) = record(&mut from) else {
            break;
        };
        goes_on = send(&bytes);
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

/// Sends frames through somebody in between. Returns how it went at both ends, and all that was seen.
fn through(
    stream: Stream,
    count: usize,
    change: Change,
) -> (Result<PipeTotals, PipeError>, Result<usize, PipeError>, Vec<u8>) {
    let (writers, between) = (port(), port());
    let at = |port: u16| guarded(&options(&format!("127.0.0.1:{port}")), "open sesame");
    let listener = TcpListener::bind(("127.0.0.1", between)).unwrap();
    let seen = Mutex::new(Vec::new());
    let same = (0, (|records| records) as Change);
    let (sent, received) = thread::scope(|scope| {
        let seen = &seen;
        let writer = scope.spawn(move || {
            let offer = encrypting().offer(&at(writers), "work.made")?;
            let mut sender = offer.wait()?;
            for _ in 0..20 {
                sender.send(PAGE)?;
            }
            sender.finish(b"")
        });
        scope.spawn(move || {
            // The first connection is that of the frames.
            for connection in [Stream::Frames, Stream::Control] {
                let (reader, _) = listener.accept().unwrap();
                let writer = loop {
                    match TcpStream::connect(("127.0.0.1", writers)) {
                        Ok(writer) => break writer,
                        Err(_) => thread::sleep(Duration::from_millis(5)),
                    }
                };
                let is_changed = stream == connection;
                let down = (writer.try_clone().unwrap(), reader.try_clone().unwrap());
                let of_down = match is_changed && connection == Stream::Frames {
                    true => (count, change),
                    false => same,
                };
                scope.spawn(move || carry(down, of_down, seen));
                let of_up = match is_changed && connection == Stream::Control {
                    true => (count, change),
                    false => same,
                };
                scope.spawn(move || carry((reader, writer), of_up, seen));
            }
        });
        let received = read_all(&encrypting(), &at(between));
        (writer.join().unwrap(), received.map(|(frames, _)| frames.len()))
    });
    (sent, received, seen.into_inner().unwrap())
}

fn shows(seen: &[u8], what: &[u8]) -> bool {
    seen.windows(what.len()).any(|bytes| bytes == what)
}

#[test]
fn nothing_of_what_is_carried_is_seen() {
    let (sent, received, seen) = through(Stream::None, 0, |records| records);
    assert_eq!(sent.unwrap().frames, 20);
    assert_eq!(received.unwrap(), 20);
    assert!(seen.len() > 20 * PAGE.len() && shows(&seen, b"feedrate"));
    for hidden in [PAGE, b"work.made", b"work.read", b"sesame"] {
        assert!(!shows(&seen, hidden));
    }
}

#[test]
fn frames_that_were_changed_are_errors_at_both_ends() {
    let changes: [(&str, Change); 5] = [
        ("a byte", |mut records| {
            records[3][10] ^= 1;
            records
        }),
        ("one is left out", |mut records| {
            records.remove(2);
            records
        }),
        ("one comes twice", |mut records| {
            records.insert(2, records[1].clone());
            records
        }),
        ("two are exchanged", |mut records| {
            records.swap(2, 4);
            records
        }),
        ("one is shorter", |mut records| {
            let length = records[1].len() - 3;
            records[1][0] = u8::try_from(length).unwrap();
            records[1].truncate(2 + length);
            records
        }),
    ];
    for (what, change) in changes {
        let (sent, received, _) = through(Stream::Frames, 8, change);
        let error = received.unwrap_err();
        assert!(matches!(error, PipeError::Garbled { .. }), "{what}: {error}");
        let error = sent.unwrap_err().to_string();
        assert!(error.contains("is damaged"), "{what}: {error}");
    }
}

#[test]
fn frames_that_are_cut_off_are_errors_at_both_ends() {
    let cuts: [Change; 2] = [
        |mut records| {
            records[5].clear();
            records
        },
        |mut records| {
            records[5].truncate(9);
            records[6].clear();
            records
        },
    ];
    for cut in cuts {
        let (sent, received, _) = through(Stream::Frames, 8, cut);
        // The writer can notice the end first, and still tell the reader.
        assert!(
            matches!(received, Err(PipeError::Gone { .. } | PipeError::Failed { .. })),
            "{received:?}"
        );
        assert!(sent.is_err());
    }
}

#[test]
fn a_confirmation_that_was_changed_is_an_error_at_the_writer() {
    let changes: [Change; 2] = [
        |mut records| {
            records[0][4] ^= 1;
            records
        },
        |mut records| {
            records[0].clear();
            records
        },
    ];
    for change in changes {
        let (sent, _, _) = through(Stream::Control, 1, change);
        let error = sent.unwrap_err();
        assert!(
            matches!(error, PipeError::Garbled { .. } | PipeError::Gone { .. }),
            "{error}"
        );
    }
}
