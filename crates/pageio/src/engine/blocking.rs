//! Engines that make each order while it is submitted, so that nothing is ever in flight.

use std::io;
use std::time::Instant;

use crate::account::Calls;
use crate::engine::{Engine, EngineKind, OpenEngine, Order, Outcome};

/// A way of making one order at a time.
pub(super) trait OrderMaker {
    /// Refuses an order that cannot be made at all.
    fn check(&self, _order: &Order) -> io::Result<()> {
        Ok(())
    }

    /// Makes an order. Returns the bytes that moved.
    fn make(&mut self, order: &Order) -> io::Result<usize>;

    /// The calls made so far.
    fn calls(&self) -> Calls;
}

/// Makes each order while it is submitted.
struct BlockingEngine<M> {
    maker: M,
    done: Option<Outcome>,
}

/// Opens an engine that makes orders in this way.
pub(super) fn open(kind: EngineKind, maker: impl OrderMaker + 'static) -> OpenEngine {
    OpenEngine {
        engine: Box::new(BlockingEngine { maker, done: None }),
        kind,
        depth: 1,
    }
}

impl<M: OrderMaker> Engine for BlockingEngine<M> {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        self.maker.check(&order)?;
        let moved = self.maker.make(&order);
        self.done = Some(Outcome {
            slot: order.slot,
            moved,
            at: Instant::now(),
        });
        Ok(())
    }

    fn wait(&mut self, _least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        done.extend(self.done.take());
        Ok(())
    }

    fn calls(&self) -> Calls {
        self.maker.calls()
    }
}
