//! Common parts of the tests: free ports, options of pipes, and two ends that run concurrently.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::thread;
use std::time::Duration;

use feedrate_pipe::{Address, Arrival, Encryption, PipeError, PipeOptions, Pipes, Receiver, Secret};

/// Longer than anything in these tests takes.
pub const LONG: Duration = Duration::from_secs(60);

/// Returns a port that no other test uses, below those that the system assigns.
pub fn port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let mixed = std::process::id().wrapping_mul(7919) % 20000;
        let port = 12000 + (u16::try_from(mixed).unwrap() + next) % 20000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

pub fn pipes() -> Pipes {
    Pipes::new(Arc::new(AtomicBool::new(false)))
}

/// Returns pipes whose connections are encrypted as if they were between hosts.
pub fn encrypting() -> Pipes {
    pipes().with_encryption(Encryption::Always)
}

pub fn options(address: &str) -> PipeOptions {
    PipeOptions {
        address: Address::parse(address).unwrap(),
        timeout: LONG,
        // Wine does not tell whose a connection is.
        secret: cfg!(windows).then(|| Secret::new("of all tests")),
    }
}

/// Returns options without a secret.
pub fn open_to_all(address: &str) -> PipeOptions {
    PipeOptions {
        secret: None,
        ..options(address)
    }
}

pub fn near(port: u16) -> PipeOptions {
    options(&format!(":{port}"))
}

pub fn within(options: &PipeOptions, timeout: Duration) -> PipeOptions {
    PipeOptions {
        timeout,
        ..options.clone()
    }
}

pub fn guarded(options: &PipeOptions, secret: &str) -> PipeOptions {
    PipeOptions {
        secret: Some(Secret::new(secret)),
        ..options.clone()
    }
}

/// Runs a writer and a reader concurrently and returns both results.
pub fn both<W: Send, R: Send>(write: impl FnOnce() -> W + Send, read: impl FnOnce() -> R + Send) -> (W, R) {
    thread::scope(|scope| {
        let write = scope.spawn(write);
        let read = read();
        (write.join().unwrap(), read)
    })
}

/// Returns a frame whose content and length depend on its number.
pub fn frame(number: usize, longest: usize) -> Vec<u8> {
    let mut state = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let length = usize::try_from(state >> 33).unwrap() % (longest + 1);
    (0..length)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            state.to_be_bytes()[0]
        })
        .collect()
}

/// Receives to the end without confirming.
pub fn receive_all(receiver: &mut Receiver) -> Result<(Vec<Vec<u8>>, Vec<u8>), PipeError> {
    let mut frames = Vec::new();
    let mut frame = Vec::new();
    while receiver.receive(&mut frame)? == Arrival::Frame {
        frames.push(frame.clone());
    }
    Ok((frames, frame))
}

/// Opens a pipe for reading, receives everything, and confirms it.
pub fn read_all(pipes: &Pipes, options: &PipeOptions) -> Result<(Vec<Vec<u8>>, Vec<u8>), PipeError> {
    let mut receiver = pipes.take(options, "work.read")?;
    let all = receive_all(&mut receiver)?;
    receiver.confirm()?;
    Ok(all)
}
