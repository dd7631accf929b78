//! The thread that serves a step's pipes while the step computes or waits: it accepts readers, receives control
//! messages, and detects deadlocks. It moves no frames.

use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use rustix::fd::{AsFd, BorrowedFd};

use crate::step::deadlock;
use crate::step::state::{PollSet, State, Step};
use crate::stream::link::Link;
use crate::stream::listener::Listener;
use crate::system::{Events, Wakeup, poll_all};

/// The maximum sleep while the step waits, and otherwise.
const SHORT: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_millis(500);

impl Step {
    /// Adds a listener to the poll set.
    pub(crate) fn open(self: &Arc<Self>, listener: &Arc<Listener>) -> io::Result<()> {
        self.start_polling(|state| state.listeners.push(Arc::clone(listener)))
    }

    /// Adds a joined pipe to the poll set.
    pub(crate) fn join(self: &Arc<Self>, link: &Arc<Link>) -> io::Result<()> {
        self.start_polling(|state| state.links.push(Arc::clone(link)))
    }

    fn start_polling(self: &Arc<Self>, add: impl FnOnce(&mut State)) -> io::Result<()> {
        let mut state = self.state();
        if state.listeners.is_empty() && state.links.is_empty() {
            state.failure = None;
        }
        if let Some(wake) = &state.poller {
            let wake = Arc::clone(wake);
            add(&mut state);
            return wake.wake();
        }
        let wake = Arc::new(Wakeup::new()?);
        let (step, wakeup) = (Arc::clone(self), Arc::clone(&wake));
        thread::Builder::new()
            .name("pipes".to_owned())
            .spawn(move || run(&step, &wakeup))?;
        state.poller = Some(wake);
        add(&mut state);
        Ok(())
    }
}

/// Serves the pipes of a step until it has none.
fn run(step: &Arc<Step>, wakeup: &Wakeup) {
    while let Some(PollSet {
        listeners,
        links,
        waits,
    }) = step.poll_set()
    {
        let mut watched: Vec<(BorrowedFd<'_>, Events)> = vec![(wakeup.descriptor(), Events::IN)];
        for link in &links {
            if let Some(events) = link.watched() {
                watched.push((link.control.as_fd(), events));
            }
        }
        let opened: Vec<_> = listeners.iter().map(|listener| listener.connections()).collect();
        for (listener, connections) in listeners.iter().zip(&opened) {
            watched.extend(listener.sockets().map(|socket| (socket, Events::IN)));
            watched.extend(connections.sockets().map(|socket| (socket, Events::IN)));
        }
        let busy = waits || opened.iter().any(|connections| !connections.is_empty());
        sleep(&watched, if busy { SHORT } else { LONG });
        drop(watched);
        drop(opened);

        wakeup.clear();
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

fn sleep(watched: &[(BorrowedFd<'_>, Events)], limit: Duration) {
    // If it is interrupted, the next round just begins earlier.
    if poll_all(watched, limit).is_err() {
        thread::sleep(Duration::from_millis(1));
    }
}
