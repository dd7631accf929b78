//! The thread that serves a step's pipes while the step computes or waits: it accepts readers, receives control
//! messages, and detects deadlocks. It moves no frames.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::step::deadlock;
use crate::step::state::{PollSet, Step};

/// The maximum sleep while the step waits, and otherwise.
const SHORT: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_millis(500);

/// Wakes the poller.
pub(crate) fn wake(poller: &OwnedFd) -> io::Result<()> {
    match rustix::io::write(poller, &1_u64.to_ne_bytes()) {
        // The counter is at its maximum, so the wakeup is pending anyway.
        Ok(_) | Err(Errno::AGAIN) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Serves the pipes of a step until it has none.
pub(crate) fn run(step: &Arc<Step>, wakeup: &OwnedFd) {
    while let Some(PollSet {
        listeners,
        links,
        waits,
    }) = step.poll_set()
    {
        let mut watched: Vec<(BorrowedFd<'_>, PollFlags)> = vec![(wakeup.as_fd(), PollFlags::IN)];
        for link in &links {
            if let Some(events) = link.watched() {
                watched.push((link.control.as_fd(), events));
            }
        }
        let opened: Vec<_> = listeners
            .iter()
            .map(|listener| listener.connections())
            .collect();
        for (listener, connections) in listeners.iter().zip(&opened) {
            watched.extend(listener.sockets().map(|socket| (socket, PollFlags::IN)));
            watched.extend(connections.sockets().map(|socket| (socket, PollFlags::IN)));
        }
        let busy = waits || opened.iter().any(|connections| !connections.is_empty());
        sleep(&watched, if busy { SHORT } else { LONG });
        drop(watched);
        drop(opened);

        let _ = rustix::io::read(wakeup, &mut [0; 8]);
        for link in &links {
            for probe in link.service() {
                deadlock::receive_probe(step, link, probe);
            }
        }
        for listener in &listeners {
            if let Some(link) = listener.accept() {
                // Added to the state before it is announced, so that a step that finishes with it at once finds it to
                // remove it.
                step.state().links.push(Arc::clone(&link));
                listener.announce(link);
            }
        }
        deadlock::probe(step);
    }
}

fn sleep(watched: &[(BorrowedFd<'_>, PollFlags)], limit: Duration) {
    let mut sockets: Vec<_> = watched
        .iter()
        .map(|(socket, events)| PollFd::from_borrowed_fd(*socket, *events))
        .collect();
    let limit = Timespec {
        tv_sec: 0,
        tv_nsec: limit.subsec_nanos().into(),
    };
    // If it is interrupted, the next round just begins earlier.
    if poll(&mut sockets, Some(&limit)).is_err() {
        std::thread::sleep(Duration::from_millis(1));
    }
}
