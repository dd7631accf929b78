//! Blocking calls in as many threads as the queue is deep: the engine for systems that refuse
//! io_uring.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::account::Calls;
use crate::engine::{Abilities, Engine, EngineKind, Facts, Ground, OpenEngine, Order, Outcome, Segments, move_all};
use crate::error::reason;
use crate::system::Handle;

impl EngineKind {
    /// Blocking calls in as many threads as the queue is deep.
    pub const THREADS: Self = Self(&FACTS);
}

static FACTS: Facts = Facts {
    id: "threads",
    argument: "threads",
    name: "threads",
    help: Some("Blocking calls in threads"),
    calls: "threads that block",
    abilities: Abilities {
        is_synchronous: false,
        takes_call_options: true,
        ..Abilities::BLOCKING
    },
    stand_in: Some(EngineKind::SYNC),
    open: |ground, refused| {
        let engine = ThreadsEngine::start(ground)
            .map_err(|error| format!("none can be started: {}; {ADVICE}", reason(&error)))?;
        let depth = engine.workers.len() as u32;
        if depth < ground.depth {
            refused.push(format!(
                "threads: only {depth} of {} could be started, so no more transfers are in flight; {ADVICE}",
                ground.depth
            ));
        }
        Ok(OpenEngine {
            engine: Box::new(engine),
            kind: EngineKind::THREADS,
            depth,
        })
    },
};

/// The places to look at where threads are refused.
const ADVICE: &str = "see ulimit -u, or the limit of the container or service on processes";

/// The state that the workers share.
#[derive(Debug)]
struct WorkerState {
    orders: Mutex<Orders>,
    ready: Condvar,
    files: Vec<Handle>,
    slots: Vec<usize>,
    segments: Option<Segments>,
}

#[derive(Debug, Default)]
struct Orders {
    waiting: VecDeque<Order>,
    closed: bool,
}

/// The outcome of an order, and the calls that it took.
type OrderResult = (Outcome, Calls);

impl WorkerState {
    fn orders(&self) -> MutexGuard<'_, Orders> {
        // A worker that panicked left the queue of orders whole: it is only pushed to and popped from.
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, done: &Sender<OrderResult>) {
        loop {
            let order = {
                let mut orders = self.orders();
                loop {
                    if let Some(order) = orders.waiting.pop_front() {
                        break order;
                    }
                    if orders.closed {
                        return;
                    }
                    orders = self.ready.wait(orders).unwrap_or_else(PoisonError::into_inner);
                }
            };
            let mut calls = Calls::default();
            let moved = move_all(
                &order,
                self.files[order.file],
                self.slots[order.slot] as *mut u8,
                self.segments.as_ref(),
                &mut calls,
            );
            let outcome = Outcome {
                slot: order.slot,
                moved,
                at: Instant::now(),
            };
            if done.send((outcome, calls)).is_err() {
                return;
            }
        }
    }
}

#[derive(Debug)]
struct ThreadsEngine {
    work: Arc<WorkerState>,
    done: Receiver<OrderResult>,
    workers: Vec<JoinHandle<()>>,
    calls: Calls,
}

impl ThreadsEngine {
    /// Starts one thread for each transfer in flight, or as many of them as the system allows.
    fn start(ground: &Ground<'_>) -> io::Result<Self> {
        let work = Arc::new(WorkerState {
            orders: Mutex::default(),
            ready: Condvar::new(),
            files: ground.files.to_vec(),
            slots: ground.slot_addresses(),
            segments: Segments::for_ground(ground),
        });
        let (sender, done) = mpsc::channel();
        let mut workers = Vec::new();
        for index in 0..ground.depth.max(1) {
            let (work, sender) = (Arc::clone(&work), sender.clone());
            let spawned = thread::Builder::new()
                .name(format!("transfer-{index}"))
                .stack_size(64 * 1024)
                .spawn(move || work.run(&sender));
            match spawned {
                Ok(worker) => workers.push(worker),
                Err(error) if workers.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(Self {
            work,
            done,
            workers,
            calls: Calls::default(),
        })
    }

    fn count(&mut self, (outcome, calls): OrderResult, done: &mut Vec<Outcome>) {
        self.calls += calls;
        done.push(outcome);
    }
}

impl Engine for ThreadsEngine {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        self.work.orders().waiting.push_back(order);
        self.work.ready.notify_one();
        Ok(())
    }

    fn wait(&mut self, least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        let lost = || io::Error::other("a transfer thread ended unexpectedly");
        for _ in 0..least {
            let ended = self.done.recv().map_err(|_| lost())?;
            self.count(ended, done);
        }
        while let Ok(ended) = self.done.try_recv() {
            self.count(ended, done);
        }
        Ok(())
    }

    fn calls(&self) -> Calls {
        self.calls
    }
}

impl Drop for ThreadsEngine {
    fn drop(&mut self) {
        self.work.orders().closed = true;
        self.work.ready.notify_all();
        for worker in self.workers.drain(..) {
            // A worker's panic was already printed; the transfer it lost was reported by `wait`.
            let _ = worker.join();
        }
    }
}
