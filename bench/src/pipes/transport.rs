//! The pipes of feedrate alone: a file from one process to another, without data sets.
//!
//! Both processes are this program, called anew as one end of a pipe.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_bench::child::Stop;
use feedrate_bench::port::free_port;
use feedrate_pipe::{self as pipe, Address, Arrival, PipeOptions, Pipes};

use crate::ending::Ending;
use crate::socat::Carrier;

/// The first argument of a process that is one end.
const END: &str = "--end-of-a-pipe";

/// What both ends call the stream.
const WHAT: &str = "BYTES";

/// Bytes of a frame that it tries, in KiB.
pub const FRAMES: [u32; 4] = [64, 256, 1024, 4096];

/// Does the work of an end, if this process was called to be one; says whether it was.
pub fn be_an_end() -> Option<Result<(), String>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [first, address, rest @ ..] = arguments.as_slice() else {
        return None;
    };
    if first != END {
        return None;
    }
    let pipe_options = Address::parse(&address.to_string_lossy()).map(|address| PipeOptions {
        address,
        timeout: Duration::from_secs(30),
        secret: None,
    });
    let pipe_options = pipe_options.map_err(|error| error.to_string());
    Some(pipe_options.and_then(|pipe_options| match rest {
        [carrier] => read(&pipe_options, carrier == Carrier::Unix.word()),
        [file, frame] => {
            let frame = frame.to_string_lossy().parse();
            let frame = frame.map_err(|error| format!("bytes of a frame: {error}"))?;
            write(&pipe_options, Path::new(file), frame)
        }
        _ => Err("an end of a pipe reads, or writes a file in frames".to_owned()),
    }))
}

fn write(pipe_options: &PipeOptions, file: &Path, frame: usize) -> Result<(), String> {
    let pipes = Pipes::new(Arc::new(AtomicBool::new(false)));
    let cannot = |error: pipe::PipeError| error.to_string();
    let mut sender = pipes
        .offer(pipe_options, WHAT)
        .and_then(pipe::Offer::wait)
        .map_err(cannot)?;
    let mut file = File::open(file).map_err(|error| error.to_string())?;
    let mut buffer = vec![0; frame.clamp(1, pipe::LONGEST_FRAME)];
    loop {
        let read = file.read(&mut buffer).map_err(|error| error.to_string())?;
        if read == 0 {
            break;
        }
        sender.send(&buffer[..read]).map_err(cannot)?;
    }
    sender.finish(b"").map(drop).map_err(cannot)
}

fn read(pipe_options: &PipeOptions, is_unix: bool) -> Result<(), String> {
    let pipes = Pipes::new(Arc::new(AtomicBool::new(false)));
    let cannot = |error: pipe::PipeError| error.to_string();
    let mut receiver = pipes.take(pipe_options, WHAT).map_err(cannot)?;
    let mut frame = Vec::new();
    while receiver.receive(&mut frame).map_err(cannot)? == Arrival::Frame {}
    let moved = receiver.confirm().map_err(cannot)?;
    match (moved.carrier, is_unix) {
        (pipe::Carrier::UnixSocket, true) | (pipe::Carrier::Tcp, false) => Ok(()),
        (carrier, _) => Err(format!("the pipe went over {carrier}")),
    }
}

/// Sends a file, and says for how many seconds: from the start of the reader until both have ended. As with socat, the
/// end that is dialled is there before.
pub fn send(file: &Path, carrier: Carrier, frame_kib: u32, stop: &Stop) -> Result<f64, String> {
    let own = env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let host = match carrier {
        Carrier::Unix => "",
        Carrier::Tcp => "localhost",
    };
    let address = format!("{host}:{}", free_port()?);
    let frame = (u64::from(frame_kib) << 10).to_string();
    let mut writer = start(&own, &address, &[file.to_owned(), frame.into()])?;
    thread::sleep(Ending::HEAD_START);
    let started = Instant::now();
    let mut reader = start(&own, &address, &[carrier.word().into()])?;
    reader.wait("feedrate's reader", stop)?;
    writer.wait("feedrate's writer", stop)?;
    Ok(started.elapsed().as_secs_f64())
}

fn start(own: &Path, address: &str, rest: &[PathBuf]) -> Result<Ending, String> {
    let mut command = Command::new(own);
    command.arg(END).arg(address).args(rest);
    Ending::start(command.stdin(Stdio::null()).stdout(Stdio::null()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_through_over_the_carrier_that_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bytes");
        std::fs::write(&file, vec![7; 3_000_000]).unwrap();
        for (host, is_unix) in [("", true), ("localhost", false)] {
            let address = Address::parse(&format!("{host}:{}", free_port().unwrap())).unwrap();
            let pipe_options = PipeOptions {
                address,
                timeout: Duration::from_secs(30),
                secret: None,
            };
            thread::scope(|scope| {
                let writer = scope.spawn(|| write(&pipe_options, &file, 64 << 10));
                read(&pipe_options, is_unix).unwrap();
                writer.join().unwrap().unwrap();
            });
        }
    }

    #[test]
    fn this_process_is_no_end() {
        assert!(be_an_end().is_none());
    }
}
