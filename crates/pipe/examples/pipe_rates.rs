//! Measures how fast a pipe moves bytes from memory to memory between two processes.
//!
//! `pipe_rates` moves 4 GiB over each transport in frames of several sizes and prints MB/s; `pipe_rates GIB` moves that
//! many, and `pipe_rates GIB NAME` over `unix`, `tcp` or `encrypted` alone. TCP is measured as it is and encrypted,
//! both over the loopback interface. For comparison, `pipe_rates --socat` lets socat move as many bytes from
//! `/dev/zero` to `/dev/null`. Run both alternately, several times: on a machine that does other work the figures
//! spread by a factor of three.

use std::env;
use std::error::Error;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pipe::{Address, Arrival, Encryption, PipeOptions, Pipes, Secret};

/// The port that is used; it must be free.
const PORT: u16 = 31_987;

/// Bytes of a frame: a page of a data set, a few pages, and the sizes with the highest rates.
const FRAMES: [usize; 4] = [64 << 10, 256 << 10, 1 << 20, 4 << 20];

/// The block sizes that are given to socat, in bytes.
const SOCAT_BLOCKS: [usize; 3] = [8 << 10, 64 << 10, 1 << 20];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["--write", carrier, bytes, frame] => write(&Carrier::named(carrier)?, bytes.parse()?, frame.parse()?),
        ["--socat"] => by_socat(4 << 30),
        ["--socat", gib] => by_socat(gib.parse::<u64>()? << 30),
        [] => by_pipes(&CARRIERS, 4 << 30),
        [gib] => by_pipes(&CARRIERS, gib.parse::<u64>()? << 30),
        [gib, name] => by_pipes(&[Carrier::named(name)?], gib.parse::<u64>()? << 30),
        _ => Err("pipe_rates [GIB [unix | tcp | encrypted]] | pipe_rates --socat [GIB]".into()),
    }
}

/// A transport that is measured.
struct Carrier {
    name: &'static str,
    host: &'static str,
    is_encrypted: bool,
}

const CARRIERS: [Carrier; 3] = [
    Carrier {
        name: "unix",
        host: "",
        is_encrypted: false,
    },
    Carrier {
        name: "tcp",
        host: "localhost",
        is_encrypted: false,
    },
    Carrier {
        name: "encrypted",
        host: "localhost",
        is_encrypted: true,
    },
];

impl Carrier {
    fn named(name: &str) -> Result<Self, String> {
        let mut carriers = CARRIERS.into_iter();
        let carrier = carriers.find(|carrier| carrier.name == name);
        carrier.ok_or_else(|| format!("{name} is no transport"))
    }

    fn options(&self) -> Result<PipeOptions, Box<dyn Error>> {
        Ok(PipeOptions {
            address: Address::parse(&format!("{}:{PORT}", self.host))?,
            timeout: Duration::from_secs(10),
            secret: self.is_encrypted.then(|| Secret::new("of the example")),
        })
    }

    fn pipes(&self) -> Pipes {
        let pipes = Pipes::new(Arc::new(AtomicBool::new(false)));
        match self.is_encrypted {
            true => pipes.with_encryption(Encryption::Always),
            false => pipes,
        }
    }
}

fn by_pipes(carriers: &[Carrier], bytes: u64) -> Result<(), Box<dyn Error>> {
    for carrier in carriers {
        for frame in FRAMES {
            let (bytes, length) = (bytes.to_string(), frame.to_string());
            let mut writer = Command::new(env::current_exe()?)
                .args(["--write", carrier.name, &bytes, &length])
                .spawn()?;
            read(carrier, frame)?;
            writer.wait()?;
        }
    }
    Ok(())
}

fn write(carrier: &Carrier, bytes: u64, frame: usize) -> Result<(), Box<dyn Error>> {
    let offer = carrier.pipes().offer(&carrier.options()?, "work.zeros")?;
    let mut sender = offer.wait()?;
    let page = vec![0; frame];
    for _ in 0..bytes / frame as u64 {
        sender.send(&page)?;
    }
    sender.finish(b"")?;
    Ok(())
}

fn read(carrier: &Carrier, length: usize) -> Result<(), Box<dyn Error>> {
    let mut receiver = carrier.pipes().take(&carrier.options()?, "work.zeros")?;
    let began = Instant::now();
    let mut frame = Vec::new();
    while receiver.receive(&mut frame)? == Arrival::Frame {}
    let moved = receiver.confirm()?;
    println!(
        "{} in frames of {} KiB: {:.0} MB/s",
        moved.carrier,
        length >> 10,
        rate(moved.bytes, began)
    );
    Ok(())
}

fn by_socat(bytes: u64) -> Result<(), Box<dyn Error>> {
    let name = format!("feedrate-rates-{}.socket", std::process::id());
    let unix = env::temp_dir().join(name).display().to_string();
    let carriers = [
        (
            "a Unix socket",
            format!("UNIX-LISTEN:{unix}"),
            format!("UNIX-CONNECT:{unix}"),
        ),
        (
            "TCP",
            format!("TCP-LISTEN:{PORT},reuseaddr"),
            format!("TCP:127.0.0.1:{PORT}"),
        ),
    ];
    for (carrier, listens, dials) in &carriers {
        for block in SOCAT_BLOCKS {
            let mut reader = socat(block, &[listens, "OPEN:/dev/null,wronly"])?;
            thread::sleep(Duration::from_millis(300));
            let began = Instant::now();
            let zeros = format!("OPEN:/dev/zero,readbytes={bytes}");
            let mut writer = socat(block, &[&zeros, dials])?;
            let sound = writer.wait()?.success() && reader.wait()?.success();
            if !sound {
                return Err("socat failed".into());
            }
            println!(
                "socat over {carrier} in blocks of {} KiB: {:.0} MB/s",
                block >> 10,
                rate(bytes, began)
            );
        }
    }
    Ok(())
}

fn socat(block: usize, ends: &[&str]) -> Result<Child, Box<dyn Error>> {
    let child = Command::new("socat")
        .args(["-u", "-b", &block.to_string()])
        .args(ends)
        .stdin(Stdio::null())
        .spawn();
    child.map_err(|error| format!("cannot start socat: {error}").into())
}

fn rate(bytes: u64, began: Instant) -> f64 {
    bytes as f64 / 1e6 / began.elapsed().as_secs_f64()
}
