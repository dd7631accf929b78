//! One call in place of each transfer, of a file alone: no bytes move between it and memory.

use std::io;

use crate::account::Calls;
use crate::engine::blocking::{self, OrderMaker};
use crate::engine::{EngineKind, Ground, OpenEngine, Order};
use crate::system::Handle;

/// A call for an order. It is over when it returns.
pub(super) type Call = fn(Handle, &Order) -> io::Result<()>;

/// Makes the call for each order.
struct EachCall {
    files: Vec<Handle>,
    call: Call,
}

/// Opens an engine that makes one call for each order.
pub(super) fn open(kind: EngineKind, ground: &Ground<'_>, call: Call) -> OpenEngine {
    let files = ground.files.to_vec();
    blocking::open(kind, EachCall { files, call })
}

impl OrderMaker for EachCall {
    fn make(&mut self, order: &Order) -> io::Result<usize> {
        let file = self.files[order.file];
        loop {
            match (self.call)(file, order) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                called => return called.map(|()| order.bytes),
            }
        }
    }

    fn calls(&self) -> Calls {
        Calls::default()
    }
}
