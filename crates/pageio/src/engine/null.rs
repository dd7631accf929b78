//! No transfers at all, for the cost of everything else.

use std::io;
use std::time::Instant;

use crate::account::Calls;
use crate::engine::{Abilities, Engine, EngineKind, Facts, OpenEngine, Order, Outcome};

impl EngineKind {
    /// Nothing is moved, and transfers name no files: to know what all else costs.
    pub const NULL: Self = Self(&FACTS);
}

static FACTS: Facts = Facts {
    id: "null",
    argument: "null",
    name: "none",
    help: None,
    calls: "nothing",
    abilities: Abilities {
        is_synchronous: false,
        moves_bytes: false,
        needs_files: false,
        ..Abilities::BLOCKING
    },
    stand_in: None,
    open: |ground, _| {
        Ok(OpenEngine {
            engine: Box::new(NullEngine::default()),
            kind: EngineKind::NULL,
            depth: ground.depth,
        })
    },
};

/// Says of each order that it is done when it is next asked.
#[derive(Debug, Default)]
struct NullEngine {
    waiting: Vec<(usize, usize)>,
}

impl Engine for NullEngine {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        self.waiting.push((order.slot, order.bytes));
        Ok(())
    }

    fn wait(&mut self, _least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        let at = Instant::now();
        done.extend(self.waiting.drain(..).map(|(slot, bytes)| Outcome {
            slot,
            moved: Ok(bytes),
            at,
        }));
        Ok(())
    }

    fn calls(&self) -> Calls {
        Calls::default()
    }
}
