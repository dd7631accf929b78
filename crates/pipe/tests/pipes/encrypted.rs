//! Connections between hosts are encrypted, and need the same secret or the key of one program.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::Duration;

use feedrate_pipe::{Carrier, LONGEST_FRAME, PipeError, PipeOptions, Pipes, ProgramKey, Secret};

use crate::common::*;

const SHORT: Duration = Duration::from_millis(1500);

/// Returns the addresses of interfaces of this machine, without the loopback interface: at most one of each family.
fn own_addresses() -> Vec<IpAddr> {
    // Nothing is sent; the system only chooses the interface.
    let towards = |any: IpAddr, other: &str| {
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect(other).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let found = [
        towards(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9"),
        towards(Ipv6Addr::UNSPECIFIED.into(), "[2001:db8::1]:9"),
    ];
    let mut found: Vec<IpAddr> = found.into_iter().flatten().collect();
    found.retain(|address| !address.is_loopback() && !address.is_unspecified());
    if found.is_empty() {
        eprintln!("not tested: this machine has no address but those of the loopback interface");
    }
    found
}

/// Returns a pipe at an address.
fn at(address: IpAddr) -> PipeOptions {
    open_to_all(&SocketAddr::new(address, port()).to_string())
}

/// Returns pipes of a session of a program.
fn of_program(key: &str) -> Pipes {
    pipes().with_key(ProgramKey::handed_on(Secret::new(key)))
}

/// Sends frames from one session to another and returns the transport.
fn carried(writer: (&Pipes, &PipeOptions), reader: (&Pipes, &PipeOptions)) -> Carrier {
    let mut carrier = None;
    for (count, longest) in [(0, 0), (300, 40), (30, 1_000_000), (2, LONGEST_FRAME)] {
        let (totals, (frames, tail)) = both(
            || {
                let offer = writer.0.offer(writer.1, "work.made").unwrap();
                let mut sender = offer.wait().unwrap();
                for number in 0..count {
                    sender.send(&frame(number, longest)).unwrap();
                }
                sender.finish(b"the tail").unwrap()
            },
            || read_all(reader.0, reader.1).unwrap(),
        );
        let sent: Vec<_> = (0..count).map(|number| frame(number, longest)).collect();
        assert!(frames == sent, "{count} frames of up to {longest} bytes");
        assert_eq!(tail, b"the tail");
        let bytes = sent.iter().map(Vec::len).sum::<usize>() + tail.len();
        assert_eq!((totals.bytes, totals.frames), (bytes as u64, count as u64));
        carrier = Some(totals.carrier);
    }
    carrier.unwrap()
}

#[test]
fn an_address_of_the_network_is_encrypted() {
    for address in own_addresses() {
        let options = guarded(&at(address), "open sesame");
        let carrier = carried((&pipes(), &options), (&pipes(), &options));
        assert_eq!(carrier, Carrier::EncryptedTcp);
    }
}

#[test]
fn what_is_sent_encrypted_arrives() {
    let options = guarded(&options(&format!("localhost:{}", port())), "open sesame");
    let carrier = carried((&encrypting(), &options), (&encrypting(), &options));
    assert_eq!(carrier, Carrier::EncryptedTcp);
    let carrier = carried((&pipes(), &options), (&pipes(), &options));
    assert_eq!(carrier, Carrier::Tcp);
}

#[test]
fn a_reader_that_takes_the_writer_for_near_encrypts_when_it_is_told() {
    let options = guarded(&options(&format!("localhost:{}", port())), "open sesame");
    let carrier = carried((&encrypting(), &options), (&pipes(), &options));
    assert_eq!(carrier, Carrier::EncryptedTcp);
}

#[test]
fn a_wrong_secret_is_told_and_the_right_one_is_still_accepted() {
    let plain = options(&format!("localhost:{}", port()));
    let offer = encrypting().offer(&guarded(&plain, "sesame"), "work.made").unwrap();
    let wrong = guarded(&plain, "barley");
    let error = encrypting().take(&wrong, "work.read").unwrap_err();
    assert!(matches!(error, PipeError::Refused { .. }), "{error}");
    let part = "its SECRET= is not that of the step that writes it";
    assert!(error.to_string().contains(part), "{error}");
    let error = encrypting().take(&plain, "work.read").unwrap_err();
    assert!(error.to_string().contains("SECRET="), "{error}");
    let (totals, _) = both(
        || offer.wait().unwrap().finish(b"").unwrap(),
        || read_all(&encrypting(), &guarded(&plain, "sesame")).unwrap(),
    );
    assert_eq!(totals.frames, 0);
}

#[test]
fn a_writer_says_that_a_reader_with_a_wrong_secret_came() {
    let plain = options(&format!("localhost:{}", port()));
    let offer = encrypting().offer(&within(&guarded(&plain, "sesame"), SHORT), "work.made");
    let offer = offer.unwrap();
    let wrong = guarded(&plain, "barley");
    assert!(encrypting().take(&wrong, "work.read").is_err());
    let error = offer.wait().unwrap_err();
    let part = "a reader with another SECRET= came";
    assert!(error.to_string().contains(part), "{error}");
}

#[test]
fn another_version_is_told() {
    let port = port();
    let options = guarded(&options(&format!("localhost:{port}")), "sesame");
    let offer = encrypting().offer(&within(&options, SHORT), "work.made").unwrap();
    let mut reader = TcpStream::connect(("127.0.0.1", port)).unwrap();
    reader.write_all(b"feedrate\x01\0\x01\x42\0").unwrap();
    let mut answer = Vec::new();
    reader.read_to_end(&mut answer).unwrap();
    assert_eq!(answer, b"feedrate\x02\0\x05\x01\0\x03");
    let error = offer.wait().unwrap_err();
    let part = "a reader of another version of feedrate came";
    assert!(error.to_string().contains(part), "{error}");
}

#[test]
fn the_failure_of_an_end_is_told_to_the_other() {
    let options = guarded(&options(&format!("localhost:{}", port())), "sesame");
    let (_, error) = both(
        || {
            let offer = encrypting().offer(&options, "work.made").unwrap();
            let mut sender = offer.wait().unwrap();
            sender.send(b"a page").unwrap();
            sender.fail("the disk is full");
        },
        || read_all(&encrypting(), &options).unwrap_err(),
    );
    assert!(error.to_string().contains("the disk is full"), "{error}");
}

#[test]
fn a_reader_may_stop() {
    let options = guarded(&options(&format!("localhost:{}", port())), "sesame");
    let (stopped, _) = both(
        || {
            let offer = encrypting().offer(&options, "work.made").unwrap();
            let mut sender = offer.wait().unwrap();
            while !sender.reader_stopped() {
                sender.send(&[5; 300_000]).unwrap();
            }
            sender.finish(b"").is_ok()
        },
        || {
            let mut receiver = encrypting().take(&options, "work.read").unwrap();
            receiver.receive(&mut Vec::new()).unwrap();
            receiver.stop()
        },
    );
    assert!(stopped);
}

#[test]
fn sessions_of_a_program_need_no_secret_between_hosts() {
    for address in own_addresses() {
        let options = at(address);
        let carrier = carried((&of_program("a"), &options), (&of_program("a"), &options));
        assert_eq!(carrier, Carrier::EncryptedTcp);
    }
}

#[test]
fn sessions_of_a_program_meet_at_the_loopback_interface_of_a_writer_for_all_hosts() {
    let port = port();
    let writers = open_to_all(&format!("0.0.0.0:{port}"));
    for readers in [format!("127.0.0.1:{port}"), format!("localhost:{port}")] {
        let readers = open_to_all(&readers);
        let carrier = carried((&of_program("a"), &writers), (&of_program("a"), &readers));
        assert_eq!(carrier, Carrier::Tcp);
    }
}

#[test]
fn another_program_is_told_that_it_is_another() {
    let port = port();
    let writers = within(&open_to_all(&format!("0.0.0.0:{port}")), SHORT);
    let readers = open_to_all(&format!("127.0.0.1:{port}"));
    let offer = of_program("a").offer(&writers, "work.made").unwrap();
    let error = of_program("b").take(&readers, "work.read").unwrap_err();
    assert!(error.to_string().contains("no session of this program"), "{error}");
    let error = pipes().take(&readers, "work.read").unwrap_err();
    assert!(error.to_string().contains("SECRET="), "{error}");
    let error = offer.wait().unwrap_err();
    assert!(error.to_string().contains("no session of this program"), "{error}");
}

#[test]
fn a_session_of_a_program_still_reads_what_another_program_writes_on_this_machine() {
    let port = port();
    for address in [format!(":{port}"), format!("localhost:{port}")] {
        let options = options(&address);
        carried((&pipes(), &options), (&of_program("a"), &options));
        carried((&of_program("a"), &options), (&pipes(), &options));
    }
}

#[test]
fn a_program_without_sessions_needs_a_secret_and_is_told_so() {
    let options = open_to_all(&format!("0.0.0.0:{}", port()));
    let error = pipes().offer(&options, "work.made").unwrap_err();
    assert!(error.to_string().contains("sessions of one program"), "{error}");
}
