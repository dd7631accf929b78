//! Another user of this machine who plays the writer: nothing of what it says is taken, and it keeps nobody from the true
//! one.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::thread;
use std::time::Duration;

use feedrate_pipe::PipeError;

use crate::apart;
use crate::ground::*;

/// A user who is not the one of the tests, where these are the administrator's.
const NOBODY: u32 = 65534;

/// What the forger says when it is at its place.
const READY: &[u8] = b"ready\n";

fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

/// A message of the handshake.
pub fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = b"feedrate\x01\0".to_vec();
    bytes.push(kind);
    bytes.extend_from_slice(&u16::try_from(body.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// Answers whoever dials as a writer does, sends frames, and hangs up at once.
pub fn frames(port: u16) {
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    println!("ready");
    let mut said = message(2, &[0; 33]);
    let mut welcome = vec![7; 48];
    welcome.extend_from_slice(b"WORK.FORGED");
    said.extend(message(4, &welcome));
    said.extend(b"fr\x01\x01\x06\0\0\0forged");
    said.extend(b"fr\x01\x02\0\0\0\0");
    for mut caller in listener.incoming().flatten() {
        // The hello is read first: with something unread, hanging up would take back what was said.
        let _ = caller.read(&mut [0; 600]);
        let _ = caller.write_all(&said);
    }
}

/// Takes the name of the administrator's Unix socket, and says nothing to who dials it.
pub fn sit_on_the_name(port: u16) {
    let name = SocketAddr::from_abstract_name(format!("feedrate/pipe/0/{port}")).unwrap();
    let _listener = UnixListener::bind_addr(&name).unwrap();
    println!("ready");
    thread::sleep(LONG);
}

/// Runs something while another user does a job.
fn beside_another_user<T>(job: &str, port: u16, run: impl FnOnce() -> T) -> T {
    let mut other = apart::start(job, &format!(":{port}"), Some(NOBODY));
    let mut heard = Vec::new();
    let mut told = other.stdout.take().unwrap();
    while !heard.ends_with(READY) {
        let mut byte = [0];
        told.read_exact(&mut byte).expect("the other user is ready");
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
            let way = within(&way(&address), Duration::from_millis(700));
            match pipes().take(&way, "work.read") {
                Ok(receiver) => panic!("took {} from a forger", receiver.written_as()),
                Err(error) => {
                    assert!(matches!(error, PipeError::NoWriter { .. }), "{error}");
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
                let way = way(&format!("localhost:{port}"));
                let mut sender = pipes().offer(&way, "work.made").unwrap().wait().unwrap();
                sender.send(b"a page").unwrap();
                sender.finish(b"").unwrap()
            },
            || read_all(&pipes(), &within(&near(port), 10 * Duration::from_secs(1))).unwrap(),
        );
        assert_eq!((totals.frames, frames.len()), (1, 1));
    });
}
