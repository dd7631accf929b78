//! Forged streams: strangers at the door of a writer, one who takes its place, and one who stands between the two ends.

mod forgery;
mod pipe;

use std::net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket};
use std::time::Duration;

use fastrand::Rng;

use crate::attack::data::stock::{self, Size};
use crate::attack::round::{Attack, Harm, Round};
use crate::attack::stream::between::{Change, Interposer, Line, Tamper};

use forgery::{between, in_its_place, strangers};
use pipe::{Carrier, Pipe, Words, both};

/// Forged streams.
#[derive(Debug)]
pub struct ForgedStreams;

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

impl Attack for ForgedStreams {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let mut carriers = vec![Carrier::Unix, Carrier::Tcp, Carrier::TcpWithSecret];
        carriers.extend(own_address().map(Carrier::Encrypted));
        let carrier = round.draw(&carriers);
        let disk = stock::make(round, Size::SMALL)?;
        let ports = [free_port(&mut round.rng)?, free_port(&mut round.rng)?];
        let pipe = Pipe { carrier, disk, ports };
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
    let between = Interposer::stand(pipe.place(1), pipe.place(0), tamper)?;
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

/// A port that nobody has now.
fn free_port(rng: &mut Rng) -> Result<u16, String> {
    let mut ports = (0..1000).map(|_| rng.u16(20_000..32_000));
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    ports.find(is_free).ok_or_else(|| "no port is free".into())
}
