//! One blocking call at a time.

use std::io;

use crate::account::Calls;
use crate::engine::blocking::{self, OrderMaker};
use crate::engine::{Abilities, EngineKind, Facts, Order, Segments};
use crate::system::{self, Handle};
use crate::transfer::Direction;

impl EngineKind {
    /// One blocking call at a time.
    pub const SYNC: Self = Self(&FACTS);
}

static FACTS: Facts = Facts {
    id: "sync",
    argument: "sync",
    name: "sync",
    help: Some("One blocking call at a time"),
    calls: system::CALLS,
    abilities: Abilities {
        takes_call_options: true,
        ..Abilities::BLOCKING
    },
    stand_in: None,
    open: |ground, _| {
        let maker = SyncCalls {
            files: ground.files.to_vec(),
            slots: ground.slot_addresses(),
            segments: Segments::for_ground(ground),
            calls: Calls::default(),
        };
        Ok(blocking::open(EngineKind::SYNC, maker))
    },
};

/// Makes each transfer by blocking calls.
#[derive(Debug)]
struct SyncCalls {
    files: Vec<Handle>,
    slots: Vec<usize>,
    segments: Option<Segments>,
    calls: Calls,
}

impl OrderMaker for SyncCalls {
    fn make(&mut self, order: &Order) -> io::Result<usize> {
        move_all(
            order,
            self.files[order.file],
            self.slots[order.slot] as *mut u8,
            self.segments.as_ref(),
            &mut self.calls,
        )
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
    file: Handle,
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
                    file,
                    segments.of(order.slot, moved, rest),
                    offset,
                    order.flags,
                )
            },
            // Only calls for segments take flags.
            None if order.flags != 0 => {
                let segment = system::segment(start.wrapping_add(moved), rest.min(system::MAX_CALL_BYTES));
                // SAFETY: the segment lies in the order's slot, as above.
                unsafe { system::transfer_segments(order.direction, file, &[segment], offset, order.flags) }
            }
            // SAFETY: `rest` bytes from here on lie in the order's slot, as above.
            None => unsafe { system::transfer_contiguous(order.direction, file, start.add(moved), rest, offset) },
        };
        let counter = match (order.direction, scattered.is_some() || order.flags != 0) {
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

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::*;
    use crate::buffer::{Arena, MemoryPages, Use};
    use crate::file::opening::Opening;
    use crate::method::{Access, Method, WriteSync};

    const LIMIT: usize = system::MAX_CALL_BYTES;

    fn order(direction: Direction, bytes: usize) -> Order {
        Order {
            direction,
            file: 0,
            slot: 0,
            offset: 7,
            bytes,
            flags: 0,
            priority: 0,
        }
    }

    fn handle(file: &File) -> Handle {
        let opening = Opening {
            reads: true,
            writes: true,
            is_new: false,
            method: Method::Cached,
            access: Access::Sequential,
            sync: WriteSync::Nothing,
        };
        system::handle(file, opening)
    }

    fn moved(file: &File, arena: &Arena, order: Order) -> (usize, Calls) {
        let mut calls = Calls::default();
        let start = arena.slot_start(0);
        let moved = move_all(&order, handle(file), start, None, &mut calls).unwrap();
        (moved, calls)
    }

    #[test]
    fn more_bytes_than_one_call_takes_are_moved_by_several() {
        let file = tempfile::tempfile().unwrap();
        let bytes = 3 * LIMIT + 5;
        let mut arena = Arena::new(1, bytes, MemoryPages::Ordinary, Use::Direct).unwrap();
        let wanted: Vec<u8> = (0..bytes).map(|index| (index % 251) as u8).collect();
        arena.bytes_mut()[..bytes].copy_from_slice(&wanted);
        let (length, calls) = moved(&file, &arena, order(Direction::Write, bytes));
        assert_eq!((length, calls.pwrite, calls.split), (bytes, 4, 1));
        arena.bytes_mut().fill(0);
        let (length, calls) = moved(&file, &arena, order(Direction::Read, bytes));
        assert_eq!((length, calls.pread, calls.split), (bytes, 4, 1));
        assert!(arena.bytes_mut()[..bytes] == wanted);
    }

    #[test]
    fn the_end_of_a_file_is_fewer_bytes() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[1; 100]).unwrap();
        let arena = Arena::new(1, 4096, MemoryPages::Ordinary, Use::Direct).unwrap();
        let (length, calls) = moved(&file, &arena, order(Direction::Read, 4096));
        assert_eq!((length, calls.pread, calls.split), (93, 2, 0));
    }

    #[test]
    fn a_refused_call_is_an_error_and_is_counted() {
        let arena = Arena::new(1, 4096, MemoryPages::Ordinary, Use::Direct).unwrap();
        let mut calls = Calls::default();
        let order = order(Direction::Write, 4096);
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let only_read = File::open(&path).unwrap();
        let error = move_all(&order, handle(&only_read), arena.slot_start(0), None, &mut calls).unwrap_err();
        assert_eq!(error.raw_os_error(), system::refusal_of_file().raw_os_error());
        assert_eq!(calls.pwrite, 1);
    }
}
