//! What is sent is what is received, whoever comes first and whatever carries it.

use std::io::IoSlice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use feedrate_pipe::{Arrival, Carrier, LONGEST_FRAME, PipeError, Pipes, Way};

use crate::ground::*;

fn send_frames(pipes: &Pipes, way: &Way, count: usize, longest: usize) -> feedrate_pipe::Moved {
    let mut sender = pipes.offer(way, "work.made").unwrap().wait().unwrap();
    for number in 0..count {
        let frame = frame(number, longest);
        let (one, two) = frame.split_at(frame.len() / 3);
        sender
            .send_parts(&[IoSlice::new(one), IoSlice::new(&[]), IoSlice::new(two)])
            .unwrap();
    }
    sender.finish(b"the tail").unwrap()
}

fn all_arrives(writers: &Way, readers: &Way, carrier: Carrier) {
    for (count, longest) in [
        (0, 0),
        (1, 0),
        (500, 40),
        (60, 1_000_000),
        (2, LONGEST_FRAME),
    ] {
        let (moved, (frames, tail)) = both(
            || send_frames(&pipes(), writers, count, longest),
            || read_all(&pipes(), readers).unwrap(),
        );
        let sent: Vec<_> = (0..count).map(|number| frame(number, longest)).collect();
        assert!(frames == sent, "{count} frames of up to {longest} bytes");
        assert_eq!(tail, b"the tail");
        let bytes = sent.iter().map(Vec::len).sum::<usize>() + tail.len();
        assert_eq!((moved.bytes, moved.frames), (bytes as u64, count as u64));
        assert_eq!(moved.carrier, carrier);
    }
}

#[test]
fn a_port_alone_is_carried_by_a_unix_socket() {
    let way = near(port());
    all_arrives(&way, &way, Carrier::UnixSocket);
}

#[test]
fn a_host_that_is_named_is_carried_by_tcp() {
    let port = port();
    let named = way(&format!("localhost:{port}"));
    all_arrives(&named, &way(&format!("127.0.0.1:{port}")), Carrier::Tcp);
    all_arrives(&near(port), &named, Carrier::Tcp);
    all_arrives(&named, &near(port), Carrier::Tcp);
}

#[test]
fn an_address_of_ipv6_is_taken() {
    let way = way(&format!("[::1]:{}", port()));
    if std::net::TcpListener::bind("[::1]:0").is_ok() {
        all_arrives(&way, &way, Carrier::Tcp);
    }
}

#[test]
fn a_reader_may_come_before_the_writer() {
    let way = near(port());
    let (moved, (frames, _)) = both(
        || {
            thread::sleep(Duration::from_millis(300));
            send_frames(&pipes(), &way, 3, 1000)
        },
        || read_all(&pipes(), &way).unwrap(),
    );
    assert_eq!((moved.frames, frames.len()), (3, 3));
}

#[test]
fn a_port_serves_one_pipe_after_another() {
    let way = near(port());
    let both_pipes = (pipes(), pipes());
    both(
        || {
            for count in 0..40 {
                send_frames(&both_pipes.0, &way, count, 5000);
            }
        },
        || {
            for count in 0..40 {
                assert_eq!(read_all(&both_pipes.1, &way).unwrap().0.len(), count);
            }
        },
    );
}

#[test]
fn both_ends_know_the_other_ones_name() {
    let way = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&way, "x.claims").unwrap();
    let receiver = pipes.take(&way, "y.paid").unwrap();
    let sender = offer.wait().unwrap();
    assert_eq!(receiver.written_as(), "x.claims");
    assert_eq!(sender.read_as(), "y.paid");
}

#[test]
fn a_reader_may_have_enough() {
    let way = near(port());
    let (moved, read) = both(
        || {
            let mut sender = pipes().offer(&way, "work.made").unwrap().wait().unwrap();
            while !sender.reader_had_enough() {
                sender.send(&[7; 100_000]).unwrap();
            }
            let before = sender.moved();
            sender.send(&[7; 100_000]).unwrap();
            assert_eq!(sender.moved(), before);
            sender.finish(b"").unwrap()
        },
        || {
            let mut receiver = pipes().take(&way, "work.read").unwrap();
            let mut frame = Vec::new();
            for _ in 0..3 {
                assert_eq!(receiver.receive(&mut frame).unwrap(), Arrival::Frame);
            }
            receiver.enough()
        },
    );
    assert_eq!((read.frames, read.bytes), (3, 300_000));
    assert!(moved.frames >= 3);
}

#[test]
fn the_next_reader_waits_for_the_next_writer() {
    // The first reader has enough, and the writer does not know it yet when the second comes.
    let way = near(port());
    let (writers, readers) = (pipes(), pipes());
    let offer = writers.offer(&way, "work.one").unwrap();
    let first = readers.take(&way, "work.read").unwrap();
    let mut sender = offer.wait().unwrap();
    first.enough();
    let (_, second) = both(
        || {
            thread::sleep(Duration::from_millis(1500));
            sender.send(b"for nobody").unwrap();
            sender.finish(b"").unwrap();
            send_frames(&writers, &way, 4, 10)
        },
        || read_all(&readers, &way).unwrap(),
    );
    assert_eq!(second.0.len(), 4);
}

#[test]
fn a_failure_is_told_at_the_other_end() {
    let way = near(port());
    let pipes = pipes();
    let ends = || {
        let offer = pipes.offer(&way, "work.made").unwrap();
        let receiver = pipes.take(&way, "work.read").unwrap();
        (offer.wait().unwrap(), receiver)
    };
    let mut frame = Vec::new();

    let (mut sender, mut receiver) = ends();
    sender.send(b"some").unwrap();
    sender.fail("no space\nis left");
    let told = loop {
        // What had come before may still be read.
        match receiver.receive(&mut frame) {
            Ok(arrival) => assert_eq!(arrival, Arrival::Frame),
            Err(error) => break error.to_string(),
        }
    };
    assert!(
        told.contains("the step that writes it failed: no space is left"),
        "{told}"
    );

    let (mut sender, receiver) = ends();
    receiver.fail("a value is missing");
    let told = loop {
        if let Err(error) = sender.send(&[1; 1000]) {
            break error.to_string();
        }
    };
    assert!(
        told.contains("the step that reads it failed: a value is missing"),
        "{told}"
    );

    drop(sender);

    let (sender, mut receiver) = ends();
    drop(sender);
    let told = receiver.receive(&mut frame).unwrap_err().to_string();
    assert!(told.contains("ended before it was through"), "{told}");

    let (sender, mut receiver) = ends();
    let ended = sender.end(b"tail").unwrap();
    assert_eq!(receiver.receive(&mut frame).unwrap(), Arrival::End);
    drop(receiver);
    assert!(
        matches!(ended.wait(), Err(PipeError::Failed { .. })),
        "not confirmed, not delivered"
    );

    let (sender, mut receiver) = ends();
    let ended = sender.end(b"tail").unwrap();
    assert_eq!(receiver.receive(&mut frame).unwrap(), Arrival::End);
    drop(ended);
    while !matches!(receiver.receive(&mut frame), Ok(Arrival::End)) {}
    thread::sleep(Duration::from_millis(200));
    assert!(receiver.confirm().is_err(), "the writer gave up");

    let offer = pipes.offer(&way, "work.made").unwrap();
    let mut receiver = pipes.take(&way, "work.read").unwrap();
    drop(offer);
    assert!(
        receiver.receive(&mut frame).is_err(),
        "the offer was taken back"
    );
}

#[test]
fn what_was_not_read_to_the_end_is_not_confirmed() {
    let way = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&way, "work.made").unwrap();
    let receiver = pipes.take(&way, "work.read").unwrap();
    let sender = offer.wait().unwrap();
    assert!(matches!(receiver.confirm(), Err(PipeError::Garbled { .. })));
    assert!(sender.finish(b"").is_err());
}

#[test]
fn a_frame_that_is_too_long_is_refused() {
    let way = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&way, "work.made").unwrap();
    let _receiver = pipes.take(&way, "work.read").unwrap();
    let mut sender = offer.wait().unwrap();
    let told = sender.send(&vec![0; LONGEST_FRAME + 1]).unwrap_err();
    assert!(
        told.to_string().contains("16777217 bytes is too long"),
        "{told}"
    );
}

#[test]
fn a_stop_ends_every_wait() {
    let stopped = |error: PipeError| assert!(matches!(error, PipeError::Stopped { .. }), "{error}");
    let run = |wait: &(dyn Fn(&Pipes) -> PipeError + Sync)| {
        let stop = Arc::new(AtomicBool::new(false));
        let pipes = Pipes::new(Arc::clone(&stop));
        both(
            || {
                thread::sleep(Duration::from_millis(300));
                stop.store(true, Ordering::Relaxed);
            },
            || stopped(wait(&pipes)),
        );
    };
    let other = pipes();
    let way = near(port());
    run(&|pipes| pipes.take(&way, "work.a").unwrap_err());
    run(&|pipes| pipes.offer(&way, "work.a").unwrap().wait().unwrap_err());
    run(&|pipes| {
        let offer = other.offer(&way, "work.a").unwrap();
        let mut receiver = pipes.take(&way, "work.a").unwrap();
        let _sender = offer.wait().unwrap();
        receiver.receive(&mut Vec::new()).unwrap_err()
    });
    run(&|pipes| {
        let offer = pipes.offer(&way, "work.a").unwrap();
        let _receiver = other.take(&way, "work.a").unwrap();
        let mut sender = offer.wait().unwrap();
        loop {
            if let Err(error) = sender.send(&[0; 100_000]) {
                return error;
            }
        }
    });
    run(&|pipes| {
        let offer = pipes.offer(&way, "work.a").unwrap();
        let _receiver = other.take(&way, "work.a").unwrap();
        offer.wait().unwrap().finish(b"").unwrap_err()
    });
}

#[test]
fn many_sessions_have_their_pipes_at_once() {
    let ways: Vec<_> = (0..64).map(|_| near(port())).collect();
    thread::scope(|scope| {
        for way in &ways {
            scope.spawn(|| send_frames(&pipes(), way, 20, 20_000));
            scope.spawn(|| assert_eq!(read_all(&pipes(), way).unwrap().0.len(), 20));
        }
    });
}
