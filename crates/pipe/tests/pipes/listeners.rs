//! The peers that connect to a writer's port, and the servers that a reader finds there.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pipe::{PipeError, PipeOptions};

use crate::common::*;
use crate::processes;

const SHORT: Duration = Duration::from_millis(1500);

/// Another user's ID, where the tests run as root.
const OTHER_USER: u32 = 65534;

fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

/// Asserts that a pipe works.
fn is_sound(options: &PipeOptions) {
    let (totals, (frames, _)) = both(
        || {
            let mut sender = pipes().offer(options, "work.made").unwrap().wait().unwrap();
            sender.send(b"a page").unwrap();
            sender.finish(b"").unwrap()
        },
        || read_all(&pipes(), options).unwrap(),
    );
    assert_eq!((totals.frames, frames.len()), (1, 1));
}

#[test]
fn a_port_in_use_is_an_error() {
    let options = near(port());
    let taken = TcpListener::bind(("127.0.0.1", options.address.port())).unwrap();
    let in_use = || {
        let error = pipes().offer(&options, "work.made").unwrap_err();
        assert!(matches!(error, PipeError::InUse { .. }), "{error}");
        let port = format!("port {} is in use", options.address.port());
        assert!(error.to_string().contains(&port), "{error}");
    };
    in_use();
    drop(taken);
    let pipes = pipes();
    let offer = pipes.offer(&options, "work.made").unwrap();
    in_use();
    drop(offer);
    is_sound(&options);
}

#[test]
fn a_host_that_is_another_machine_is_an_error() {
    // 192.0.2.0/24 is reserved for documentation.
    let options = guarded(&options(&format!("192.0.2.7:{}", port())), "sesame");
    let error = pipes().offer(&options, "work.made").unwrap_err();
    assert!(matches!(error, PipeError::NotThisMachine { .. }), "{error}");
}

#[test]
fn an_unknown_host_is_an_error() {
    let error = pipes()
        .take(&options(&format!("nowhere.invalid:{}", port())), "work.read")
        .unwrap_err();
    assert!(matches!(error, PipeError::UnknownHost { .. }), "{error}");
}

#[test]
fn a_privileged_port_is_an_error() {
    let user = is_administrator().then_some(OTHER_USER);
    let first = std::fs::read_to_string("/proc/sys/net/ipv4/ip_unprivileged_port_start").unwrap();
    if first.trim().parse::<u16>().unwrap() <= 1023 {
        return;
    }
    let message = processes::run("say why not to write", ":1023", user);
    assert!(message.contains("port 1023 is for the administrator only"), "{message}");
}

#[test]
fn another_user_is_not_taken() {
    if !is_administrator() {
        return;
    }
    for address in [format!(":{}", port()), format!("localhost:{}", port())] {
        let options = within(&options(&address), SHORT);
        let pipes = pipes();
        let offer = pipes.offer(&options, "work.made").unwrap();
        let message = processes::run("say why not to read", &address, Some(OTHER_USER));
        assert!(message.contains("another user writes it"), "{message}");
        let error = offer.wait().unwrap_err().to_string();
        assert!(error.contains("a reader of another user came"), "{error}");
    }
}

#[test]
fn a_missing_peer_is_an_error_after_the_timeout() {
    let options = within(&near(port()), SHORT);
    let error = pipes().take(&options, "work.read").unwrap_err();
    assert!(
        error.to_string().starts_with("no step writes work.read to the pipe"),
        "{error}"
    );
    assert!(error.to_string().contains("after 1.5 s; start one"), "{error}");
    let error = pipes().offer(&options, "work.made").unwrap().wait().unwrap_err();
    assert!(error.to_string().contains("within 1.5 s; start one"), "{error}");
    is_sound(&within(&options, LONG));
}

#[test]
fn garbage_on_the_port_keeps_no_reader_out() {
    let port = port();
    let options = near(port);
    let offer = pipes().offer(&options, "work.made").unwrap();
    let come = || TcpStream::connect(("127.0.0.1", port)).unwrap();
    // Some send nothing and stay, some half a hello, some garbage, some garbage without an end.
    let mut stay: Vec<TcpStream> = (0..200).map(|_| come()).collect();
    for (number, client) in stay.iter_mut().enumerate() {
        let sent: &[u8] = match number % 4 {
            0 => b"GET / HTTP/1.1\r\n\r\n",
            1 => b"feedrate\x02\0\x01",
            2 => b"feedrate\x02\0\x01\xff\xff",
            _ => b"",
        };
        let _ = client.write_all(sent);
    }
    // It is there before the reader, after whom nobody listens.
    let mut flood = come();
    thread::scope(|scope| {
        scope.spawn(move || {
            for _ in 0..10_000 {
                if flood.write_all(&[0x66; 10_000]).is_err() {
                    break;
                }
            }
        });
        let read = scope.spawn(|| read_all(&pipes(), &options).unwrap());
        let mut sender = offer.wait().unwrap();
        sender.send(b"a page").unwrap();
        sender.finish(b"").unwrap();
        assert_eq!(read.join().unwrap().0.len(), 1);
    });
}

#[test]
fn silent_connections_are_closed_and_reported() {
    let port = port();
    for (sent, part) in [
        (&b""[..], "something came there that said nothing"),
        (b"SSH-2.0-x\r\n", "something came there that is not feedrate"),
    ] {
        let options = within(&near(port), 2 * SHORT);
        let offer = pipes().offer(&options, "work.made").unwrap();
        let mut client = TcpStream::connect(("127.0.0.1", port)).unwrap();
        client.write_all(sent).unwrap();
        client.set_read_timeout(Some(LONG)).unwrap();
        // The end of the stream, or a reset if more was sent than was read: the connection was closed.
        assert!(!matches!(client.read(&mut [0; 1]), Ok(1)));
        let error = offer.wait().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn another_server_on_the_port_is_reported() {
    for (says, part) in [
        ("", "something listens there that does not answer as feedrate does"),
        (
            "SSH-2.0-OpenSSH_9.2\r\n",
            "something listens there that is not feedrate",
        ),
        ("bye", "something listens there that"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let options = within(&near(listener.local_addr().unwrap().port()), SHORT);
        listener.set_nonblocking(true).unwrap();
        let end = Instant::now() + 2 * SHORT;
        let (_, error) = both(
            || {
                let mut stay = Vec::new();
                while Instant::now() < end {
                    if let Ok((mut caller, _)) = listener.accept() {
                        let _ = caller.write_all(says.as_bytes());
                        if says != "bye" {
                            stay.push(caller);
                        }
                    }
                    thread::sleep(Duration::from_millis(10));
                }
            },
            || pipes().take(&options, "work.read").unwrap_err(),
        );
        assert!(matches!(error, PipeError::NoWriter { .. }), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_second_reader_is_refused_while_the_first_reads() {
    let options = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&options, "work.made").unwrap();
    let mut receiver = pipes.take(&options, "work.read").unwrap();
    let mut sender = offer.wait().unwrap();
    sender.send(b"a page").unwrap();
    let error = pipes.take(&options, "work.too").unwrap_err();
    assert!(matches!(error, PipeError::Refused { .. }), "{error}");
    assert!(error.to_string().contains("another step reads it already"), "{error}");
    let ended = sender.end(b"").unwrap();
    assert_eq!(receive_all(&mut receiver).unwrap().0.len(), 1);
    receiver.confirm().unwrap();
    ended.wait().unwrap();
}
