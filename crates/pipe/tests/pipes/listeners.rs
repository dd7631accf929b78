//! Who comes to a writer's port, and what a reader finds there.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pipe::{PipeError, PipeOptions};

use crate::apart;
use crate::ground::*;

const SHORT: Duration = Duration::from_millis(1500);

/// A user who is not the one of the tests, where these are the administrator's.
const NOBODY: u32 = 65534;

fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

/// That a pipe works.
fn is_sound(way: &PipeOptions) {
    let (totals, (frames, _)) = both(
        || {
            let mut sender = pipes().offer(way, "work.made").unwrap().wait().unwrap();
            sender.send(b"a page").unwrap();
            sender.finish(b"").unwrap()
        },
        || read_all(&pipes(), way).unwrap(),
    );
    assert_eq!((totals.frames, frames.len()), (1, 1));
}

#[test]
fn a_port_in_use_is_told() {
    let way = near(port());
    let taken = TcpListener::bind(("127.0.0.1", way.address.port())).unwrap();
    let in_use = || {
        let error = pipes().offer(&way, "work.made").unwrap_err();
        assert!(matches!(error, PipeError::InUse { .. }), "{error}");
        let port = format!("port {} is in use", way.address.port());
        assert!(error.to_string().contains(&port), "{error}");
    };
    in_use();
    drop(taken);
    let pipes = pipes();
    let offer = pipes.offer(&way, "work.made").unwrap();
    in_use();
    drop(offer);
    is_sound(&way);
}

#[test]
fn a_host_that_is_another_machine_is_told() {
    // 192.0.2.0/24 is nobody's.
    let way = guarded(&way(&format!("192.0.2.7:{}", port())), "sesame");
    let error = pipes().offer(&way, "work.made").unwrap_err();
    assert!(matches!(error, PipeError::NotThisMachine { .. }), "{error}");
}

#[test]
fn a_host_that_nobody_knows_is_told() {
    let error = pipes()
        .take(&way(&format!("nowhere.invalid:{}", port())), "work.read")
        .unwrap_err();
    assert!(matches!(error, PipeError::UnknownHost { .. }), "{error}");
}

#[test]
fn a_port_of_the_administrator_is_told() {
    let user = is_administrator().then_some(NOBODY);
    let first = std::fs::read_to_string("/proc/sys/net/ipv4/ip_unprivileged_port_start").unwrap();
    if first.trim().parse::<u16>().unwrap() <= 1023 {
        return;
    }
    let told = apart::run("say why not to write", ":1023", user);
    assert!(
        told.contains("port 1023 is for the administrator only"),
        "{told}"
    );
}

#[test]
fn another_user_is_not_taken() {
    if !is_administrator() {
        return;
    }
    for address in [format!(":{}", port()), format!("localhost:{}", port())] {
        let way = within(&way(&address), SHORT);
        let pipes = pipes();
        let offer = pipes.offer(&way, "work.made").unwrap();
        let told = apart::run("say why not to read", &address, Some(NOBODY));
        assert!(told.contains("another user writes it"), "{told}");
        let error = offer.wait().unwrap_err().to_string();
        assert!(error.contains("a reader of another user came"), "{error}");
    }
}

#[test]
fn nobody_there_is_told_when_the_time_is_over() {
    let way = within(&near(port()), SHORT);
    let error = pipes().take(&way, "work.read").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("no step writes work.read to the pipe"),
        "{error}"
    );
    assert!(
        error.to_string().contains("after 1.5 s; start one"),
        "{error}"
    );
    let error = pipes()
        .offer(&way, "work.made")
        .unwrap()
        .wait()
        .unwrap_err();
    assert!(
        error.to_string().contains("within 1.5 s; start one"),
        "{error}"
    );
    is_sound(&within(&way, LONG));
}

#[test]
fn garbage_at_the_door_keeps_nobody_out() {
    let port = port();
    let way = near(port);
    let offer = pipes().offer(&way, "work.made").unwrap();
    let come = || TcpStream::connect(("127.0.0.1", port)).unwrap();
    // Some say nothing and stay, some half a hello, some talk nonsense, some without an end.
    let mut stay: Vec<TcpStream> = (0..200).map(|_| come()).collect();
    for (number, stranger) in stay.iter_mut().enumerate() {
        let said: &[u8] = match number % 4 {
            0 => b"GET / HTTP/1.1\r\n\r\n",
            1 => b"feedrate\x01\0\x01",
            2 => b"feedrate\x01\0\x01\xff\xff",
            _ => b"",
        };
        let _ = stranger.write_all(said);
    }
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut flood = come();
            for _ in 0..10_000 {
                if flood.write_all(&[0x66; 10_000]).is_err() {
                    break;
                }
            }
        });
        let read = scope.spawn(|| read_all(&pipes(), &way).unwrap());
        let mut sender = offer.wait().unwrap();
        sender.send(b"a page").unwrap();
        sender.finish(b"").unwrap();
        assert_eq!(read.join().unwrap().0.len(), 1);
    });
}

#[test]
fn who_says_nothing_is_sent_away_and_told_of() {
    let port = port();
    for (said, part) in [
        (&b""[..], "something came there that said nothing"),
        (
            b"SSH-2.0-x\r\n",
            "something came there that is not feedrate",
        ),
    ] {
        let way = within(&near(port), 2 * SHORT);
        let offer = pipes().offer(&way, "work.made").unwrap();
        let mut stranger = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stranger.write_all(said).unwrap();
        stranger.set_read_timeout(Some(LONG)).unwrap();
        // An end of what it hears, or a reset where it had said more than was read: sent away.
        assert!(!matches!(stranger.read(&mut [0; 1]), Ok(1)));
        let error = offer.wait().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn something_else_at_the_port_is_told() {
    for (says, part) in [
        (
            "",
            "something listens there that does not answer as feedrate does",
        ),
        (
            "SSH-2.0-OpenSSH_9.2\r\n",
            "something listens there that is not feedrate",
        ),
        ("bye", "something listens there that"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let way = within(&near(listener.local_addr().unwrap().port()), SHORT);
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
            || pipes().take(&way, "work.read").unwrap_err(),
        );
        assert!(matches!(error, PipeError::NoWriter { .. }), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_second_reader_is_refused_while_the_first_reads() {
    let way = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&way, "work.made").unwrap();
    let mut receiver = pipes.take(&way, "work.read").unwrap();
    let mut sender = offer.wait().unwrap();
    sender.send(b"a page").unwrap();
    let error = pipes.take(&way, "work.too").unwrap_err();
    assert!(matches!(error, PipeError::Refused { .. }), "{error}");
    assert!(
        error.to_string().contains("another step reads it already"),
        "{error}"
    );
    let ended = sender.end(b"").unwrap();
    assert_eq!(receive_all(&mut receiver).unwrap().0.len(), 1);
    receiver.confirm().unwrap();
    ended.wait().unwrap();
}
