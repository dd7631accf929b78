//! One blocking call at a time.

use std::io;
use std::os::fd::RawFd;
use std::time::Instant;

use crate::account::Calls;
use crate::buffer::Arena;
use crate::engine::{Engine, Ground, Order, Outcome, Segments};
use crate::method::Shape;
use crate::system;
use crate::transfer::Direction;

/// Makes the transfer while it is submitted, so nothing is ever in flight.
#[derive(Debug)]
pub(crate) struct SyncEngine {
    files: Vec<RawFd>,
    slots: Vec<usize>,
    segments: Option<Segments>,
    calls: Calls,
    done: Vec<Outcome>,
}

impl SyncEngine {
    pub(crate) fn new(ground: &Ground<'_>) -> Self {
        Self {
            files: ground.files.to_vec(),
            slots: slot_addresses(ground.arena),
            segments: segments_for(ground),
            calls: Calls::default(),
            done: Vec::with_capacity(1),
        }
    }
}

/// The address of each slot, as numbers, which unlike pointers may move between threads.
pub(crate) fn slot_addresses(arena: &Arena) -> Vec<usize> {
    (0..arena.slots())
        .map(|slot| arena.slot_start(slot) as usize)
        .collect()
}

/// The segments that scattered transfers need; none where a transfer is one run of memory.
pub(crate) fn segments_for(ground: &Ground<'_>) -> Option<Segments> {
    (ground.shape == Shape::Scatter).then(|| Segments::new(ground.arena, ground.segment_bytes))
}

impl Engine for SyncEngine {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        let moved = move_all(
            &order,
            self.files[order.file],
            self.slots[order.slot] as *mut u8,
            self.segments.as_ref(),
            &mut self.calls,
        );
        self.done.push(Outcome {
            slot: order.slot,
            moved,
            at: Instant::now(),
        });
        Ok(())
    }

    fn wait(&mut self, _least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        done.append(&mut self.done);
        Ok(())
    }

    fn calls(&self) -> Calls {
        self.calls
    }
}

/// Makes an order by blocking calls, as many as it takes. Fewer bytes than asked means that the file
/// ended or that the rest failed: who asks for the rest learns which. The slot belongs to the order,
/// as the queue sees to.
pub(crate) fn move_all(
    order: &Order,
    fd: RawFd,
    start: *mut u8,
    segments: Option<&Segments>,
    calls: &mut Calls,
) -> io::Result<usize> {
    let mut moved = 0;
    let mut parts = 0;
    while moved < order.bytes {
        let offset = order.offset + moved as u64;
        let rest = order.bytes - moved;
        let scattered = segments.filter(|segments| segments.fits(moved, rest));
        let result = match scattered {
            // SAFETY: the segments lie in the order's slot, which no one else uses until the order
            // completes.
            Some(segments) => unsafe {
                system::transfer_segments(
                    order.direction,
                    fd,
                    segments.of(order.slot, moved, rest),
                    offset,
                )
            },
            // SAFETY: `rest` bytes from here on lie in the order's slot, as above.
            None => unsafe {
                system::transfer_contiguous(order.direction, fd, start.add(moved), rest, offset)
            },
        };
        let counter = match (order.direction, scattered.is_some()) {
            (Direction::Read, true) => &mut calls.preadv2,
            (Direction::Read, false) => &mut calls.pread,
            (Direction::Write, true) => &mut calls.pwritev2,
            (Direction::Write, false) => &mut calls.pwrite,
        };
        *counter += 1;
        match result {
            Ok(0) => break,
            Ok(bytes) => {
                moved += bytes;
                parts += 1;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if moved == 0 => return Err(error),
            Err(_) => break,
        }
    }
    if parts > 1 {
        calls.split += 1;
    }
    Ok(moved)
}
