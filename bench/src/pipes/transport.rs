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
use std::time::Duration;

use clap::Args;
use feedrate_bench::process::child::Stop;
use feedrate_bench::process::port::free_port;
use feedrate_pipe::{self as pipe, Address, Arrival, PipeOptions, Pipes};

use super::ending::seconds_of_both;
use super::socat::Carrier;

/// The name of the stream at both ends.
const STREAM: &str = "BYTES";

/// Bytes of a frame that it tries, in KiB.
pub const FRAMES: [u32; 4] = [64, 256, 1024, 4096];

/// Be one end of a pipe: this program calls itself so
#[derive(Debug, Args)]
pub struct End {
    address: String,

    /// Read, over this carrier
    #[arg(long, conflicts_with = "file")]
    over: Option<Carrier>,

    /// Write this file
    #[arg(long)]
    file: Option<PathBuf>,

    /// In frames of so many bytes
    #[arg(long, default_value_t = 64 << 10)]
    frame: usize,
}

/// Does the work of an end.
pub fn be_an_end(end: &End) -> Result<bool, String> {
    let pipe_options = PipeOptions {
        address: Address::parse(&end.address).map_err(|error| error.to_string())?,
        timeout: Duration::from_secs(30),
        secret: None,
    };
    match (end.over, &end.file) {
        (Some(carrier), _) => read(&pipe_options, carrier == Carrier::Unix),
        (None, Some(file)) => write(&pipe_options, file, end.frame),
        (None, None) => Err("an end of a pipe reads, or writes a file in frames".to_owned()),
    }
    .map(|()| true)
}

fn write(pipe_options: &PipeOptions, file: &Path, frame: usize) -> Result<(), String> {
    let pipes = Pipes::new(Arc::new(AtomicBool::new(false)));
    let cannot = |error: pipe::PipeError| error.to_string();
    let mut sender = pipes
        .offer(pipe_options, STREAM)
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
    let mut receiver = pipes.take(pipe_options, STREAM).map_err(cannot)?;
    let mut frame = Vec::new();
    while receiver.receive(&mut frame).map_err(cannot)? == Arrival::Frame {}
    let moved = receiver.confirm().map_err(cannot)?;
    match (moved.carrier, is_unix) {
        (pipe::Carrier::UnixSocket, true) | (pipe::Carrier::Tcp, false) => Ok(()),
        (carrier, _) => Err(format!("the pipe went over {carrier}")),
    }
}

/// Sends a file. Returns for how many seconds: from the start of the reader until both have ended. As with socat, the
/// end that is dialled is there before.
pub fn send(file: &Path, carrier: Carrier, frame_kib: u32, stop: &Stop) -> Result<f64, String> {
    let address = format!("{}:{}", carrier.host(), free_port()?);
    let frame = (u64::from(frame_kib) << 10).to_string();
    let (mut writer, mut reader) = (end(&address)?, end(&address)?);
    writer.arg("--file").arg(file).args(["--frame", &frame]);
    reader.args(["--over", carrier.word()]);
    seconds_of_both(
        (&mut writer, "feedrate's writer"),
        (&mut reader, "feedrate's reader"),
        stop,
    )
}

/// Returns the command that is an end.
fn end(address: &str) -> Result<Command, String> {
    let own = env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let mut command = Command::new(own);
    command.arg("pipe-end").arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    Ok(command)
}

#[cfg(test)]
mod tests {
    use std::thread;

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
}
