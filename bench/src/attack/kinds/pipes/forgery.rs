//! The forgeries: by strangers, by one in the place of the writer, and by one between the two ends.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use socket2::Socket;

use super::pipe::{Carrier, Pipe, Words, both};
use crate::attack::round::{Harm, Round};
use crate::attack::stream::between::{Change, Interposer, Line, Tamper};
use crate::attack::stream::socket::{accept, close};

/// Strangers come to a writer, and its reader later: it gets all.
pub fn strangers(round: &mut Round, pipe: &Pipe, said: &Words) -> Result<(), String> {
    let later = Duration::from_millis(round.rng.u64(0..600));
    let pause = Duration::from_millis(round.rng.u64(1..20));
    let how = round.draw(&["garbage", "cut short", "replayed", "changed"]);
    round.story = format!(
        "{:?}, a stranger each {} ms, {how}, the reader after {} ms",
        pipe.carrier,
        pause.as_millis(),
        later.as_millis()
    );
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    let (place, hello) = (pipe.place(0), said.reader.clone());
    let mut rng = Rng::with_seed(round.rng.u64(..));
    let thread = thread::spawn(move || {
        let mut open: Vec<Socket> = Vec::new();
        while !over.load(Ordering::Relaxed) {
            if let Ok(mut socket) = place.dial(Duration::from_millis(20)) {
                // Nobody need listen to the end.
                let _ = socket.write_all(&forged(how, &hello, &mut rng));
                if rng.bool() {
                    open.push(socket);
                }
            }
            if open.len() > 100 {
                open.clear();
            }
            thread::sleep(pause);
        }
    });
    let ends = both(round, pipe, 0, 8, later);
    is_over.store(true, Ordering::Relaxed);
    let _ = thread.join();
    let (writer, reader) = ends?;
    pipe.judge(round, &writer, &reader, false)?;
    // Who says all that a reader says, and has no secret to prove, is a reader: the other one is told that it comes
    // second.
    let has_no_secret = matches!(pipe.carrier, Carrier::Unix | Carrier::Tcp);
    let may_be_taken = has_no_secret && matches!(how, "replayed" | "changed");
    if reader.code != Some(0) && !may_be_taken {
        round.find(
            Harm::Lost,
            format!("the reader does not get through: {}", reader.complaint()),
        );
    }
    Ok(())
}

/// Somebody is at the writer's place first, and says what no writer says, or what one said before; then the writer
/// comes.
pub fn in_its_place(round: &mut Round, pipe: &Pipe, said: &Words) -> Result<(), String> {
    let how = round.draw(&["garbage", "cut short", "replayed", "changed"]);
    let stays = Duration::from_millis(round.rng.u64(100..1000));
    round.story = format!(
        "{:?}, a forged writer for {} ms, {how}",
        pipe.carrier,
        stays.as_millis()
    );
    let listener = pipe
        .place(0)
        .listen()
        .map_err(|error| format!("cannot listen: {error}"))?;
    let mut rng = Rng::with_seed(round.rng.u64(..));
    let mut command = round.command(&pipe.reader(0, 2))?;
    let reader = round.start(&mut command)?;
    let began = std::time::Instant::now();
    while began.elapsed() < stays {
        let Some(mut socket) = accept(&listener, Duration::from_millis(20)) else {
            thread::sleep(Duration::from_millis(1));
            continue;
        };
        // The reader's first words; it may say nothing.
        let _ = socket.read(&mut [0; 600]);
        let _ = socket.write_all(&forged(how, &said.writer, &mut rng));
        if rng.bool() {
            close(&socket, Shutdown::Both);
        }
    }
    drop(listener);
    let mut command = round.command(&pipe.writer(2))?;
    let writer = round.start(&mut command)?;
    let reader = reader.wait()?;
    let writer = writer.wait()?;
    pipe.judge(round, &writer, &reader, false)?;
    if writer.code == Some(0) && reader.code != Some(0) {
        round.find(
            Harm::Untold,
            "the writer says that all was taken, and the reader failed",
        );
    }
    Ok(())
}

/// Somebody between the two changes what they say.
pub fn between(round: &mut Round, pipe: &Pipe, said: &Words) -> Result<(), String> {
    let rng = &mut round.rng;
    let line = Line {
        connection: usize::from(rng.u8(..4) == 0),
        from_reader: rng.u8(..4) == 0,
    };
    // In front are the words of both ends, behind the frames.
    let most = match rng.u8(..3) {
        0 => 64,
        1 => 2000,
        _ => said.writer.len().max(1),
    };
    let after = rng.usize(..most);
    let change = match rng.u8(..5) {
        0 => Change::Flip(rng.u8(..8)),
        1 => Change::Cut,
        2 => {
            let mut more = vec![0; rng.usize(1..3000)];
            rng.fill(&mut more);
            Change::Insert(more)
        }
        3 => Change::Again,
        _ => Change::Skip(rng.usize(1..300)),
    };
    round.story = format!(
        "{:?}, connection {} from the {}, after {after} bytes {}",
        pipe.carrier,
        line.connection,
        if line.from_reader { "reader" } else { "writer" },
        match &change {
            Change::Insert(more) => format!("{} more", more.len()),
            other => format!("{other:?}"),
        }
    );
    // Bytes that are left out or other ones at the same places may be another's values.
    let is_plain = !matches!(pipe.carrier, Carrier::Encrypted(_));
    let may_differ = is_plain && !matches!(change, Change::Cut);
    let tamper = Tamper { line, after, change };
    let between = Interposer::stand(pipe.place(1), pipe.place(0), tamper)?;
    let (writer, reader) = both(round, pipe, 1, 2, Duration::ZERO)?;
    drop(between);
    pipe.judge(round, &writer, &reader, may_differ)
}

/// Returns the words of a stranger, who may know those that were said before.
fn forged(how: &str, said: &[u8], rng: &mut Rng) -> Vec<u8> {
    match how {
        "garbage" => {
            let mut bytes = vec![0; rng.usize(..3000)];
            rng.fill(&mut bytes);
            bytes
        }
        "cut short" => said[..rng.usize(..said.len().clamp(1, 400))].to_vec(),
        "replayed" => said.to_vec(),
        _ => {
            let mut bytes = said.to_vec();
            for _ in 0..rng.usize(1..4) {
                if !bytes.is_empty() {
                    let within = bytes.len().min(1 << rng.u32(3..17));
                    let at = rng.usize(..within);
                    bytes[at] ^= 1 << rng.u8(..8);
                }
            }
            bytes
        }
    }
}
