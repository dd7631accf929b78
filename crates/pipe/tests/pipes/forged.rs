//! Another user of this machine who poses as the writer: nothing that it sends is accepted, and it keeps no reader from
//! the real one.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::thread;
use std::time::Duration;

use feedrate_pipe::PipeError;

use crate::common::*;
use crate::processes;

/// Another user's ID, where the tests run as root.
const OTHER_USER: u32 = 65534;

/// The line that the forger prints when it listens.
const READY: &[u8] = b"ready\n";

fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

/// A message of the handshake.
pub fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = b"feedrate\x02\0".to_vec();
    bytes.push(kind);
    bytes.extend_from_slice(&u16::try_from(body.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// Answers every connection as a writer does, sends frames, and hangs up at once.
pub fn frames(port: u16) {
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    println!("ready");
    let mut sent = message(2, &[0; 33]);
    let mut welcome = vec![7; 48];
    welcome.extend_from_slice(b"WORK.FORGED");
    sent.extend(message(4, &welcome));
    sent.extend(b"fr\x01\x01\x06\0\0\0forged");
    sent.extend(b"fr\x01\x02\0\0\0\0");
    for mut caller in listener.incoming().flatten() {
        // The hello is read first: closing a socket with unread bytes would discard what was sent.
        let _ = caller.read(&mut [0; 600]);
        let _ = caller.write_all(&sent);
    }
}

/// Takes the name of root's Unix socket and sends nothing to those who connect.
pub fn sit_on_the_name(port: u16) {
    let name = SocketAddr::from_abstract_name(format!("feedrate/pipe/0/{port}")).unwrap();
    let _listener = UnixListener::bind_addr(&name).unwrap();
    println!("ready");
    thread::sleep(LONG);
}

/// Runs a closure while another user does a job.
fn beside_another_user<T>(job: &str, port: u16, run: impl FnOnce() -> T) -> T {
    let mut other = processes::start(job, &format!(":{port}"), Some(OTHER_USER));
    let mut heard = Vec::new();
    let mut message = other.stdout.take().unwrap();
    while !heard.ends_with(READY) {
        let mut byte = [0];
        message.read_exact(&mut byte).expect("the other user is ready");
        heard.push(byte[0]);
    }
    let outcome = run();
    other.kill().unwrap();
    other.wait().unwrap();
    outcome
}

#[test]
fn frames_of_another_user_who_has_hung_up_are_not_taken() {
    if !is_administrator() {
        return;
    }
    let port = port();
    beside_another_user("forge frames and close", port, || {
        for address in [format!("localhost:{port}"), format!(":{port}")] {
            let options = within(&options(&address), Duration::from_millis(700));
            match pipes().take(&options, "work.read") {
                Ok(receiver) => panic!("took {} from a forger", receiver.written_as()),
                Err(error) => {
                    // Its end may still be open when the reader asks whose it is.
                    assert!(
                        matches!(error, PipeError::NoWriter { .. } | PipeError::Refused { .. }),
                        "{error}"
                    );
                    assert!(error.to_string().contains("SECRET="), "{error}");
                }
            }
        }
    });
}

#[test]
fn another_user_who_has_the_name_keeps_no_reader_from_its_writer() {
    if !is_administrator() {
        return;
    }
    let port = port();
    beside_another_user("sit on the name", port, || {
        let (totals, (frames, _)) = both(
            || {
                let options = options(&format!("localhost:{port}"));
                let mut sender = pipes().offer(&options, "work.made").unwrap().wait().unwrap();
                sender.send(b"a page").unwrap();
                sender.finish(b"").unwrap()
            },
            || read_all(&pipes(), &within(&near(port), 10 * Duration::from_secs(1))).unwrap(),
        );
        assert_eq!((totals.frames, frames.len()), (1, 1));
    });
}
