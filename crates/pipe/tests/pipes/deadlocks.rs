//! Steps that wait for each other in a circle fail, and no others do.

use std::thread;
use std::time::Duration;

use feedrate_pipe::{Arrival, PipeError, PipeOptions, Pipes, Receiver, Sender};

use crate::common::*;

/// More than sockets hold.
const MUCH: usize = 40;
static FRAME: [u8; 1_000_000] = [3; 1_000_000];

/// The two ends of a pipe from one step to another.
fn join(from: &Pipes, to: &Pipes, options: &PipeOptions, what: &str) -> (Sender, Receiver) {
    let offer = from.offer(options, what).unwrap();
    let receiver = to.take(options, what).unwrap();
    (offer.wait().unwrap(), receiver)
}

fn send_much(mut sender: Sender) -> Result<(), PipeError> {
    for _ in 0..MUCH {
        sender.send(&FRAME)?;
    }
    sender.finish(b"").map(drop)
}

fn receive_all(mut receiver: Receiver) -> Result<(), PipeError> {
    let mut frame = Vec::new();
    while receiver.receive(&mut frame)? == Arrival::Frame {}
    receiver.confirm().map(drop)
}

/// Returns the message of a deadlock: of the error itself, or of another end's failure that reports it.
fn message(result: Result<(), PipeError>) -> String {
    let error = result.unwrap_err();
    assert!(
        matches!(error, PipeError::Deadlock { .. } | PipeError::Failed { .. }),
        "{error:?}"
    );
    let message = error.to_string();
    assert!(message.contains("steps wait for each other"), "{message}");
    assert!(message.contains("read in one step at once, or write one"), "{message}");
    message
}

fn of_two((writer, reader): (Pipes, Pipes), first: &PipeOptions, second: &PipeOptions) {
    // The writer writes A and then B, the reader wants B and then A.
    let (send_a, receive_a) = join(&writer, &reader, first, "work.a");
    let (send_b, receive_b) = join(&writer, &reader, second, "work.b");
    let (wrote, read) = both(
        || send_much(send_a).and_then(|()| send_much(send_b)),
        || receive_all(receive_b).and_then(|()| receive_all(receive_a)),
    );
    for message in [message(wrote), message(read)] {
        for part in [
            "work.a",
            "work.b",
            &first.address.to_string(),
            &second.address.to_string(),
        ] {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
}

#[test]
fn two_steps_that_want_the_pipes_in_another_order() {
    of_two((pipes(), pipes()), &near(port()), &near(port()));
}

#[test]
fn two_steps_by_tcp() {
    let tcp = || options(&format!("localhost:{}", port()));
    of_two((pipes(), pipes()), &tcp(), &tcp());
}

#[test]
fn two_steps_by_encrypted_tcp() {
    let tcp = || guarded(&options(&format!("localhost:{}", port())), "sesame");
    of_two((encrypting(), encrypting()), &tcp(), &tcp());
}

#[test]
fn three_steps_each_of_which_reads_before_it_writes() {
    let steps = [pipes(), pipes(), pipes()];
    let mut senders = Vec::new();
    let mut receivers = Vec::new();
    for from in 0..3 {
        let (from, to) = (&steps[from], &steps[(from + 1) % 3]);
        let (sender, receiver) = join(from, to, &near(port()), "work.round");
        senders.push(sender);
        receivers.push(receiver);
    }
    receivers.rotate_right(1);
    thread::scope(|scope| {
        let ends: Vec<_> = senders
            .into_iter()
            .zip(receivers)
            .map(|(sender, receiver)| scope.spawn(|| receive_all(receiver).and_then(|()| send_much(sender))))
            .collect();
        for end in ends {
            let message = message(end.join().unwrap());
            assert_eq!(message.matches("waits to read work.round").count(), 3, "{message}");
        }
    });
}

#[test]
fn a_step_that_reads_what_it_writes_itself() {
    let pipes = pipes();
    let (_sender, receiver) = join(&pipes, &pipes, &near(port()), "work.a");
    let message = message(receive_all(receiver));
    assert!(message.contains("whose writer is this step"), "{message}");
}

#[test]
fn a_step_that_waits_for_one_pipe_to_be_read_before_it_ends_the_other() {
    let (writer, reader) = (pipes(), pipes());
    let ways = [near(port()), near(port())];
    let finish_in_turn = |at_once: bool| {
        let (send_a, receive_a) = join(&writer, &reader, &ways[0], "work.a");
        let (send_b, receive_b) = join(&writer, &reader, &ways[1], "work.b");
        both(
            || {
                if at_once {
                    let ended = (send_a.end(b"").unwrap(), send_b.end(b"").unwrap());
                    ended.0.wait().and_then(|_| ended.1.wait()).map(drop)
                } else {
                    let finished = send_a.finish(b"").map(drop);
                    finished.and_then(|()| send_b.finish(b"").map(drop))
                }
            },
            || receive_all(receive_b).and_then(|()| receive_all(receive_a)),
        )
    };
    let (wrote, read) = finish_in_turn(false);
    assert!(message(wrote).contains("until work.a was read"));
    message(read);
    let (wrote, read) = finish_in_turn(true);
    wrote.unwrap();
    read.unwrap();
}

/// A diamond of three steps, one of them slow; the others wait for longer than the detection takes.
fn one_is_slow(slow: usize) {
    let steps = [pipes(), pipes(), pipes()];
    let (send_a, receive_a) = join(&steps[0], &steps[1], &near(port()), "work.a");
    let (send_b, receive_b) = join(&steps[0], &steps[2], &near(port()), "work.b");
    let (send_c, receive_c) = join(&steps[1], &steps[2], &near(port()), "work.c");
    let pause = |step| {
        if step == slow {
            thread::sleep(Duration::from_secs(5));
        }
    };
    thread::scope(|scope| {
        let one = scope.spawn(|| {
            pause(0);
            send_much(send_a).and_then(|()| send_much(send_b))
        });
        let two = scope.spawn(|| {
            pause(1);
            receive_all(receive_a).and_then(|()| send_much(send_c))
        });
        pause(2);
        receive_all(receive_c).unwrap();
        receive_all(receive_b).unwrap();
        one.join().unwrap().unwrap();
        two.join().unwrap().unwrap();
    });
}

#[test]
fn a_slow_step_is_no_circle() {
    thread::scope(|scope| {
        for slow in 0..3 {
            scope.spawn(move || one_is_slow(slow));
        }
    });
}

#[test]
fn a_step_that_is_slow_at_every_frame_is_no_circle() {
    // Each waits for the other in turn, for longer than the detection takes.
    let (one, two) = (pipes(), pipes());
    let (mut there, mut at_two) = join(&one, &two, &near(port()), "work.there");
    let (mut back, mut at_one) = join(&two, &one, &near(port()), "work.back");
    let slowly = || thread::sleep(Duration::from_secs(3));
    let mut frame = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut frame = Vec::new();
            for _ in 0..2 {
                at_two.receive(&mut frame).unwrap();
                slowly();
                back.send(b"back").unwrap();
            }
            at_two.receive(&mut frame).unwrap();
            at_two.confirm().unwrap();
            back.finish(b"").unwrap();
        });
        for _ in 0..2 {
            slowly();
            there.send(b"there").unwrap();
            at_one.receive(&mut frame).unwrap();
            assert_eq!(frame, b"back");
        }
        there.finish(b"").unwrap();
        assert_eq!(at_one.receive(&mut frame).unwrap(), Arrival::End);
        at_one.confirm().unwrap();
    });
}
