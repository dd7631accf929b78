//! An end that is killed at any moment makes the other one fail.

use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pipe::{Offer, PipeError};

use crate::common::*;
use crate::processes::start;

/// Kills a process after a delay that differs from round to round.
fn kill_later(child: &mut Child, round: u64) {
    thread::sleep(Duration::from_micros(round * round * 700));
    child.kill().unwrap();
    child.wait().unwrap();
}

fn addresses() -> [String; 2] {
    [format!(":{}", port()), format!("localhost:{}", port())]
}

#[test]
fn a_reader_fails_when_its_writer_is_killed() {
    for address in addresses() {
        for round in 0..12 {
            let mut child = start("write for ever", &address, None);
            let mut receiver = pipes().take(&options(&address), "work.read").unwrap();
            let (_, error) = both(
                || kill_later(&mut child, round),
                || {
                    let mut frame = Vec::new();
                    loop {
                        if let Err(error) = receiver.receive(&mut frame) {
                            break error;
                        }
                    }
                },
            );
            assert!(matches!(error, PipeError::Gone { .. }), "{error}");
            assert!(error.to_string().contains("the step that writes it is gone"), "{error}");
        }
    }
}

/// Offers a pipe at an address that was offered before. A process that another test has just forked holds this one's
/// open files until it executes its own program.
fn offer_again(address: &str) -> Offer {
    let began = Instant::now();
    loop {
        match pipes().offer(&options(address), "work.made") {
            Err(PipeError::InUse { .. }) if began.elapsed() < LONG => {
                thread::sleep(Duration::from_millis(10));
            }
            offered => return offered.unwrap(),
        }
    }
}

#[test]
fn a_writer_fails_when_its_reader_is_killed() {
    for address in addresses() {
        for (round, job) in (0..12).zip(["read for ever", "read slowly"].into_iter().cycle()) {
            let offer = offer_again(&address);
            let mut child = start(job, &address, None);
            let mut sender = offer.wait().unwrap();
            let (_, error) = both(
                || kill_later(&mut child, round),
                || {
                    loop {
                        if let Err(error) = sender.send(&[1; 300_000]) {
                            break error;
                        }
                    }
                },
            );
            assert!(matches!(error, PipeError::Gone { .. }), "{error}");
            assert!(error.to_string().contains("the step that reads it is gone"), "{error}");
        }
    }
}

#[test]
fn an_end_is_killed_while_the_other_waits() {
    let address = format!(":{}", port());
    let offer = pipes().offer(&options(&address), "work.made").unwrap();
    let mut child = start("read for ever", &address, None);
    let sender = offer.wait().unwrap();
    let ended = sender.end(b"").unwrap();
    // The process confirms nothing.
    let (_, error) = both(|| kill_later(&mut child, 20), || ended.wait().unwrap_err());
    assert!(
        matches!(error, PipeError::Gone { .. } | PipeError::Failed { .. }),
        "{error}"
    );
}
