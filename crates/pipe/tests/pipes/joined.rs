//! Frames arrive as they are sent, whichever end starts first and whatever the transport.

use std::io::IoSlice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use feedrate_pipe::{Arrival, Carrier, LONGEST_FRAME, PipeOptions, Pipes};

use crate::common::*;

fn send_frames(pipes: &Pipes, options: &PipeOptions, count: usize, longest: usize) -> feedrate_pipe::PipeTotals {
    let mut sender = pipes.offer(options, "work.made").unwrap().wait().unwrap();
    for number in 0..count {
        let frame = frame(number, longest);
        let (one, two) = frame.split_at(frame.len() / 3);
        sender
            .send_parts(&[IoSlice::new(one), IoSlice::new(&[]), IoSlice::new(two)])
            .unwrap();
    }
    sender.finish(b"the tail").unwrap()
}

fn all_arrives(writers: &PipeOptions, readers: &PipeOptions, carrier: Carrier) {
    for (count, longest) in [(0, 0), (1, 0), (500, 40), (60, 1_000_000), (2, LONGEST_FRAME)] {
        let (totals, (frames, tail)) = both(
            || send_frames(&pipes(), writers, count, longest),
            || read_all(&pipes(), readers).unwrap(),
        );
        let sent: Vec<_> = (0..count).map(|number| frame(number, longest)).collect();
        assert!(frames == sent, "{count} frames of up to {longest} bytes");
        assert_eq!(tail, b"the tail");
        let bytes = sent.iter().map(Vec::len).sum::<usize>() + tail.len();
        assert_eq!((totals.bytes, totals.frames), (bytes as u64, count as u64));
        assert_eq!(totals.carrier, carrier);
    }
}

#[test]
#[cfg(unix)]
fn a_port_alone_is_carried_by_a_unix_socket() {
    let options = near(port());
    all_arrives(&options, &options, Carrier::UnixSocket);
}

#[test]
fn a_host_that_is_named_is_carried_by_tcp() {
    let port = port();
    let named = options(&format!("localhost:{port}"));
    all_arrives(&named, &options(&format!("127.0.0.1:{port}")), Carrier::Tcp);
    all_arrives(&near(port), &named, Carrier::Tcp);
    all_arrives(&named, &near(port), Carrier::Tcp);
}

#[test]
fn an_address_of_ipv6_is_taken() {
    let options = options(&format!("[::1]:{}", port()));
    if std::net::TcpListener::bind("[::1]:0").is_ok() {
        all_arrives(&options, &options, Carrier::Tcp);
    }
}

#[test]
fn a_reader_may_come_before_the_writer() {
    let options = near(port());
    let (totals, (frames, _)) = both(
        || {
            thread::sleep(Duration::from_millis(300));
            send_frames(&pipes(), &options, 3, 1000)
        },
        || read_all(&pipes(), &options).unwrap(),
    );
    assert_eq!((totals.frames, frames.len()), (3, 3));
}

#[test]
fn a_port_serves_one_pipe_after_another() {
    let options = near(port());
    let both_pipes = (pipes(), pipes());
    both(
        || {
            for count in 0..40 {
                send_frames(&both_pipes.0, &options, count, 5000);
            }
        },
        || {
            for count in 0..40 {
                assert_eq!(read_all(&both_pipes.1, &options).unwrap().0.len(), count);
            }
        },
    );
}

#[test]
fn both_ends_know_the_other_ones_name() {
    let options = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&options, "x.claims").unwrap();
    let receiver = pipes.take(&options, "y.paid").unwrap();
    let sender = offer.wait().unwrap();
    assert_eq!(receiver.written_as(), "x.claims");
    assert_eq!(sender.read_as(), "y.paid");
}

#[test]
fn a_reader_may_have_enough() {
    let options = near(port());
    let (totals, read) = both(
        || {
            let mut sender = pipes().offer(&options, "work.made").unwrap().wait().unwrap();
            while !sender.reader_stopped() {
                sender.send(&[7; 100_000]).unwrap();
            }
            let before = sender.totals();
            sender.send(&[7; 100_000]).unwrap();
            assert_eq!(sender.totals(), before);
            sender.finish(b"").unwrap()
        },
        || {
            let mut receiver = pipes().take(&options, "work.read").unwrap();
            let mut frame = Vec::new();
            for _ in 0..3 {
                assert_eq!(receiver.receive(&mut frame).unwrap(), Arrival::Frame);
            }
            receiver.stop()
        },
    );
    assert_eq!((read.frames, read.bytes), (3, 300_000));
    assert!(totals.frames >= 3);
}

#[test]
fn the_next_reader_waits_for_the_next_writer() {
    // The first reader has stopped, and the writer does not know it yet when the second one connects.
    let options = near(port());
    let (writers, readers) = (pipes(), pipes());
    let offer = writers.offer(&options, "work.one").unwrap();
    let first = readers.take(&options, "work.read").unwrap();
    let mut sender = offer.wait().unwrap();
    first.stop();
    let (_, second) = both(
        || {
            thread::sleep(Duration::from_millis(1500));
            sender.send(b"for nobody").unwrap();
            sender.finish(b"").unwrap();
            send_frames(&writers, &options, 4, 10)
        },
        || read_all(&readers, &options).unwrap(),
    );
    assert_eq!(second.0.len(), 4);
}

#[test]
fn no_more_lies_between_the_ends_than_sockets_hold() {
    for address in [format!(":{}", port()), format!("localhost:{}", port())] {
        let options = options(&address);
        let offer = pipes().offer(&options, "work.made").unwrap();
        let mut receiver = pipes().take(&options, "work.read").unwrap();
        let mut sender = offer.wait().unwrap();
        let sent = AtomicU64::new(0);
        both(
            || {
                for _ in 0..1000 {
                    sender.send(&[9; 100_000]).unwrap();
                    sent.fetch_add(100_000, Ordering::Relaxed);
                }
                sender.finish(b"").unwrap()
            },
            || {
                let mut read = 0;
                let mut frame = Vec::new();
                thread::sleep(Duration::from_millis(500));
                while receiver.receive(&mut frame).unwrap() == Arrival::Frame {
                    read += frame.len() as u64;
                    let between = sent.load(Ordering::Relaxed).saturating_sub(read);
                    assert!(between < 64 << 20, "{between} bytes lie between the ends");
                }
                receiver.confirm().unwrap()
            },
        );
    }
}

#[test]
fn many_sessions_have_their_pipes_at_once() {
    let ways: Vec<_> = (0..64).map(|_| near(port())).collect();
    thread::scope(|scope| {
        for options in &ways {
            scope.spawn(|| send_frames(&pipes(), options, 20, 20_000));
            scope.spawn(|| assert_eq!(read_all(&pipes(), options).unwrap().0.len(), 20));
        }
    });
}
