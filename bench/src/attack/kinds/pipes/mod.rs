//! ForgedStreams streams: strangers at the door of a writer, one who takes its place, and one who stands between the two ends.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpListener, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fastrand::Rng;

use crate::attack::data::disk::{Contents, Disk};
use crate::attack::data::stock::{self, Size};
use crate::attack::process::Outcome;
use crate::attack::round::Attack;
use crate::attack::round::{Harm, Round};
use crate::attack::stream::between::{Between, Change, Line, Tamper};
use crate::attack::stream::socket::{Place, Socket};
use crate::attack::verdict::{Demand, judge};

/// ForgedStreams streams.
#[derive(Debug)]
pub struct ForgedStreams;

/// How a pipe goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carrier {
    Unix,
    Tcp,
    TcpWithSecret,
    /// By an address that is not of the loopback interface.
    Encrypted(Ipv4Addr),
}

/// Returns an address of this machine that is not of the loopback interface, if it has one.
fn own_address() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent; the system only chooses the interface.
    socket.connect("192.0.2.1:9").ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(own) if !own.is_loopback() && !own.is_unspecified() => Some(own),
        _ => None,
    }
}

/// A pipe that is attacked.
struct Pipe {
    carrier: Carrier,
    disk: Disk,
    /// Where the writer is, and where the reader thinks that it is.
    ports: [u16; 2],
}

impl Attack for ForgedStreams {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let mut carriers = vec![Carrier::Unix, Carrier::Tcp, Carrier::TcpWithSecret];
        carriers.extend(own_address().map(Carrier::Encrypted));
        let carrier = round.draw(&carriers);
        let disk = stock::make(round, Size::SMALL)?;
        let ports = [free_port(&mut round.rng)?, free_port(&mut round.rng)?];
        let pipe = Pipe {
            carrier,
            disk,
            ports,
        };
        round.story = format!("{carrier:?}, undisturbed");
        let said = undisturbed(round, &pipe)?;
        match round.rng.u8(..3) {
            0 => strangers(round, &pipe, &said)?,
            1 => in_its_place(round, &pipe, &said)?,
            _ => between(round, &pipe, &said)?,
        }
        round.judge_processes();
        Ok(())
    }
}

/// What the ends of a pipe said on the connection of the frames.
struct Words {
    reader: Vec<u8>,
    writer: Vec<u8>,
}

impl Pipe {
    fn place(&self, index: usize) -> Place {
        match self.carrier {
            Carrier::Unix => Place::Unix(self.ports[index]),
            Carrier::Tcp | Carrier::TcpWithSecret => {
                Place::Tcp(Ipv4Addr::LOCALHOST, self.ports[index])
            }
            Carrier::Encrypted(own) => Place::Tcp(own, self.ports[index]),
        }
    }

    fn library(&self, index: usize, timeout: u32) -> String {
        let port = self.ports[index];
        let of_two = "secret='of the two alone'";
        let (host, secret) = match self.carrier {
            Carrier::Unix => (String::new(), ""),
            Carrier::Tcp => ("localhost".to_owned(), ""),
            Carrier::TcpWithSecret => ("localhost".to_owned(), of_two),
            Carrier::Encrypted(own) => (own.to_string(), of_two),
        };
        format!("libname p sasesock '{host}:{port}' timeout={timeout} {secret};\n")
    }

    fn writer(&self, timeout: u32) -> String {
        let step = "data p.x; set d.b; run;\n";
        self.disk.libraries("") + &self.library(0, timeout) + step
    }

    /// A reader, that dials the writer's place or the other one.
    fn reader(&self, index: usize, timeout: u32) -> String {
        let step = "data d.n; set p.x; run;\n";
        self.disk.libraries("") + &self.library(index, timeout) + step
    }

    /// What the disk holds after it.
    fn after(&self) -> Contents {
        let mut after = stock::before(Size::SMALL);
        after.insert("d/n.sas7bdat", stock::listed(stock::b(Size::SMALL)));
        after
    }

    /// Looks whether what the reader made is all of it or nothing, as its end says.
    fn judge(
        &self,
        round: &mut Round,
        writer: &Outcome,
        reader: &Outcome,
        may_differ: bool,
    ) -> Result<(), String> {
        round.tries += 1;
        for (name, ended) in [("the writer", writer), ("the reader", reader)] {
            let story = round.story.clone();
            round.story += &format!(", {name}");
            round.judge_end(ended, None);
            if ended.code == Some(2) && !ended.log.contains("ERROR") {
                round.find(Harm::Untold, "it failed without an error");
            }
            round.story = story;
        }
        let before = stock::before(Size::SMALL);
        let mut after = self.after();
        let path = self.disk.path("d/n.sas7bdat");
        if reader.code != Some(0) {
            if path.exists() {
                round.find(Harm::Lost, "the reader failed, and made a data set");
            }
            after = before.clone();
        } else if may_differ && path.exists() {
            // Nothing is said against a changed value: what goes through is not encrypted. It must be readable.
            let program = self.disk.libraries("") + "data _null_; set d.n; run;\n";
            let ended = round.run(&program)?;
            if ended.code != Some(0) {
                round.find(
                    Harm::Lost,
                    format!("what was made cannot be read: {}", ended.complaint()),
                );
            }
            std::fs::remove_file(&path).map_err(|error| error.to_string())?;
            after = before.clone();
        }
        judge(round, &self.disk, &before, &after, Demand::After)?;
        // The next run of the same pipe begins where this one did.
        let _ = std::fs::remove_file(path);
        Ok(())
    }
}

/// Runs the pipe through one who only listens; gives what was said.
fn undisturbed(round: &mut Round, pipe: &Pipe) -> Result<Words, String> {
    let tamper = Tamper {
        line: Line {
            connection: 0,
            from_reader: false,
        },
        after: 0,
        change: Change::None,
    };
    let between = Between::stand(pipe.place(1), pipe.place(0), tamper);
    let between = between.map_err(|error| format!("cannot listen: {error}"))?;
    let (writer, reader) = both(round, pipe, 1, 20, Duration::ZERO)?;
    pipe.judge(round, &writer, &reader, false)?;
    if reader.code != Some(0) {
        let what = format!("undisturbed, it failed: {}", reader.complaint());
        round.find(Harm::Lost, what);
    }
    let [reader, writer] = [true, false].map(|from_reader| {
        between.said(Line {
            connection: 0,
            from_reader,
        })
    });
    Ok(Words { reader, writer })
}

/// Runs both ends; the reader dials the place `index` and begins later.
fn both(
    round: &mut Round,
    pipe: &Pipe,
    index: usize,
    timeout: u32,
    later: Duration,
) -> Result<(Outcome, Outcome), String> {
    let patience = round.tools.patience;
    let mut command = round.command(&pipe.writer(timeout))?;
    let writer = round.start(&mut command)?;
    thread::sleep(later);
    let mut command = round.command(&pipe.reader(index, timeout))?;
    let reader = round.start(&mut command)?;
    let reader = reader.wait_for(patience)?;
    Ok((writer.wait_for(patience)?, reader))
}

/// Strangers come to a writer, and its reader later: it gets all.
fn strangers(round: &mut Round, pipe: &Pipe, said: &Words) -> Result<(), String> {
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
    // Who says all that a reader says, and has no secret to prove, is a reader: the other one is told that it comes second.
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

/// Somebody is at the writer's place first, and says what no writer says, or what one said before; then the writer comes.
fn in_its_place(round: &mut Round, pipe: &Pipe, said: &Words) -> Result<(), String> {
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
    let patience = round.tools.patience;
    let mut command = round.command(&pipe.reader(0, 2))?;
    let reader = round.start(&mut command)?;
    let began = std::time::Instant::now();
    while began.elapsed() < stays {
        let Some(mut socket) = listener.accept(Duration::from_millis(20)) else {
            thread::sleep(Duration::from_millis(1));
            continue;
        };
        // What the reader says first; it may say nothing.
        let _ = socket.read(&mut [0; 600]);
        let _ = socket.write_all(&forged(how, &said.writer, &mut rng));
        if rng.bool() {
            socket.close(Shutdown::Both);
        }
    }
    drop(listener);
    let mut command = round.command(&pipe.writer(2))?;
    let writer = round.start(&mut command)?;
    let reader = reader.wait_for(patience)?;
    let writer = writer.wait_for(patience)?;
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
fn between(round: &mut Round, pipe: &Pipe, said: &Words) -> Result<(), String> {
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
    let tamper = Tamper {
        line,
        after,
        change,
    };
    let between = Between::stand(pipe.place(1), pipe.place(0), tamper);
    let between = between.map_err(|error| format!("cannot listen: {error}"))?;
    let (writer, reader) = both(round, pipe, 1, 2, Duration::ZERO)?;
    drop(between);
    pipe.judge(round, &writer, &reader, may_differ)
}

/// What a stranger says, who may know what was said before.
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

/// A port that nobody has now.
fn free_port(rng: &mut Rng) -> Result<u16, String> {
    let mut ports = (0..1000).map(|_| rng.u16(20_000..32_000));
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    ports.find(is_free).ok_or_else(|| "no port is free".into())
}
