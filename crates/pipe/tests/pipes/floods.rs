//! Hundreds of connections that are no readers must not keep a reader out.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::common::*;
use crate::forged::message;

/// The interval between connections: 200 a second.
const BETWEEN: Duration = Duration::from_millis(5);

/// A hello for the data or the control connection.
fn hello(role: u8) -> Vec<u8> {
    let mut body = vec![role, 0];
    body.extend_from_slice(&[9; 48]);
    body.extend_from_slice(b"WORK.STRANGE");
    message(1, &body)
}

/// Makes one connection. Returns it if it is to stay open.
fn client(port: u16, number: usize) -> Option<TcpStream> {
    let mut socket = TcpStream::connect(("127.0.0.1", port)).ok()?;
    socket.set_read_timeout(Some(LONG)).ok()?;
    let mut with_proof = hello(0);
    with_proof.extend(message(3, &[0; 32]));
    let (sent, stays) = match number % 8 {
        // A reader that never opens its control connection.
        0 | 1 => (with_proof, true),
        2 => (with_proof, false),
        3 => (hello(0), true),
        4 => (hello(1), true),
        5 => (hello(0)[..20].to_vec(), true),
        6 => (message(6, &[number as u8; 400]), true),
        _ => (b"GET / HTTP/1.1\r\n\r\n".to_vec(), true),
    };
    socket.write_all(&sent).ok()?;
    if number % 8 == 1 {
        // Waits for the welcome, then closes half of the connection.
        let _ = socket.read(&mut [0; 600]);
        let _ = socket.shutdown(Shutdown::Write);
    }
    stays.then_some(socket)
}

#[test]
fn a_flood_of_hellos_keeps_no_reader_from_its_writer() {
    for secret in [None, Some("sesame")] {
        let port = port();
        let open = options(&format!("localhost:{port}"));
        let options = secret.map_or(open.clone(), |secret| guarded(&open, secret));
        let offer = pipes().offer(&options, "work.made").unwrap();
        let (stop, come) = (AtomicBool::new(false), AtomicUsize::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut stay = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let number = come.fetch_add(1, Ordering::Relaxed);
                    stay.extend(client(port, number));
                    thread::sleep(BETWEEN);
                }
            });
            while come.load(Ordering::Relaxed) < 100 {
                thread::sleep(BETWEEN);
            }
            let read = scope.spawn(|| read_all(&pipes(), &options));
            let sent = offer.wait().and_then(|mut sender| {
                sender.send(b"a page")?;
                sender.finish(b"")
            });
            stop.store(true, Ordering::Relaxed);
            assert_eq!(sent.unwrap().frames, 1);
            assert_eq!(read.join().unwrap().unwrap().0, [b"a page"]);
        });
    }
}
