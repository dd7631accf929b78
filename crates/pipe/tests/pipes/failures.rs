//! A failure at one end is reported at the other, and a stop ends every wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use feedrate_pipe::{Arrival, LONGEST_FRAME, PipeError, Pipes};

use crate::common::*;

#[test]
fn a_failure_is_reported_at_the_other_end() {
    let options = near(port());
    let ends = || {
        let (writes, reads) = (pipes(), pipes());
        let offer = writes.offer(&options, "work.made").unwrap();
        let receiver = reads.take(&options, "work.read").unwrap();
        (offer.wait().unwrap(), receiver)
    };
    let mut frame = Vec::new();

    let (mut sender, mut receiver) = ends();
    sender.send(b"some").unwrap();
    sender.fail("no space\nis left");
    let message = loop {
        // The frames that were received before may still be read.
        match receiver.receive(&mut frame) {
            Ok(arrival) => assert_eq!(arrival, Arrival::Frame),
            Err(error) => break error.to_string(),
        }
    };
    assert!(
        message.contains("the step that writes it failed: no space is left"),
        "{message}"
    );

    let (mut sender, receiver) = ends();
    receiver.fail("a value is missing");
    let message = loop {
        if let Err(error) = sender.send(&[1; 1000]) {
            break error.to_string();
        }
    };
    assert!(
        message.contains("the step that reads it failed: a value is missing"),
        "{message}"
    );

    drop(sender);

    let (sender, mut receiver) = ends();
    drop(sender);
    let message = receiver.receive(&mut frame).unwrap_err().to_string();
    assert!(message.contains("ended before it was through"), "{message}");

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

    let offer = pipes().offer(&options, "work.made").unwrap();
    let mut receiver = pipes().take(&options, "work.read").unwrap();
    drop(offer);
    assert!(receiver.receive(&mut frame).is_err(), "the offer was taken back");
}

#[test]
fn what_was_not_read_to_the_end_is_not_confirmed() {
    let options = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&options, "work.made").unwrap();
    let receiver = pipes.take(&options, "work.read").unwrap();
    let sender = offer.wait().unwrap();
    assert!(matches!(receiver.confirm(), Err(PipeError::Garbled { .. })));
    assert!(sender.finish(b"").is_err());
}

#[test]
fn a_frame_that_is_too_long_is_refused() {
    let options = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&options, "work.made").unwrap();
    let _receiver = pipes.take(&options, "work.read").unwrap();
    let mut sender = offer.wait().unwrap();
    let message = sender.send(&vec![0; LONGEST_FRAME + 1]).unwrap_err();
    assert!(message.to_string().contains("16777217 bytes is too long"), "{message}");
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
    let options = near(port());
    run(&|pipes| pipes.take(&options, "work.a").unwrap_err());
    run(&|pipes| pipes.offer(&options, "work.a").unwrap().wait().unwrap_err());
    run(&|pipes| {
        let offer = other.offer(&options, "work.a").unwrap();
        let mut receiver = pipes.take(&options, "work.a").unwrap();
        let _sender = offer.wait().unwrap();
        receiver.receive(&mut Vec::new()).unwrap_err()
    });
    run(&|pipes| {
        let offer = pipes.offer(&options, "work.a").unwrap();
        let _receiver = other.take(&options, "work.a").unwrap();
        let mut sender = offer.wait().unwrap();
        loop {
            if let Err(error) = sender.send(&[0; 100_000]) {
                return error;
            }
        }
    });
    run(&|pipes| {
        let offer = pipes.offer(&options, "work.a").unwrap();
        let _receiver = other.take(&options, "work.a").unwrap();
        offer.wait().unwrap().finish(b"").unwrap_err()
    });
}

#[test]
fn a_failure_goes_on_through_a_chain() {
    // The step in the middle drops its sender without a message of its own.
    let ways = [near(port()), near(port())];
    let (first, middle, last) = (pipes(), pipes(), pipes());
    let offers = (
        first.offer(&ways[0], "work.a").unwrap(),
        middle.offer(&ways[1], "work.b").unwrap(),
    );
    let mut reads_first = middle.take(&ways[0], "work.a").unwrap();
    let mut reads_last = last.take(&ways[1], "work.b").unwrap();
    let (from_first, from_middle) = (offers.0.wait().unwrap(), offers.1.wait().unwrap());
    from_first.fail("no space is left");
    let mut frame = Vec::new();
    assert!(reads_first.receive(&mut frame).is_err());
    drop(from_middle);
    let message = reads_last.receive(&mut frame).unwrap_err().to_string();
    assert!(message.contains("no space is left"), "{message}");
}

#[test]
fn an_offer_taken_back_as_the_reader_comes_makes_it_fail() {
    let options = near(port());
    let (writes, reads) = (pipes(), pipes());
    for _ in 0..300 {
        let offer = writes.offer(&options, "work.made").unwrap();
        let mut receiver = reads.take(&options, "work.read").unwrap();
        drop(offer);
        assert!(receiver.receive(&mut Vec::new()).is_err());
    }
}
