//! Real files by each method and each engine of this system.

use std::path::Path;

use super::*;
use crate::Direction;
use crate::engine::EngineKind;
use crate::file::OpenRequest;
use crate::method::Method;

/// Larger than a page of memory, so that a segment is several of them.
const PAGE: usize = 16 << 10;
const PAGES_PER_TRANSFER: usize = 4;
const TRANSFERS: usize = 6;

const METHODS: [Method; 4] = [
    Method::Cached,
    Method::Direct {
        pages_per_transfer: PAGES_PER_TRANSFER as u32,
    },
    Method::Unbuffered,
    Method::WriteThrough,
];

fn queue_of(file: PageFile, kind: EngineKind, shape: Shape) -> Queue {
    let depth = if kind.is_synchronous() { 1 } else { 3 };
    let request = QueueRequest {
        engine: EngineChoice::OrStandIn(kind),
        depth,
        transfer_bytes: PAGES_PER_TRANSFER * PAGE,
        slots: depth as usize,
        page_bytes: PAGE,
        shape,
    };
    Queue::new(vec![file], request).unwrap()
}

/// Moves a file whole, and calls `with` with each slot before it is written and after it was read.
fn move_all(queue: &mut Queue, direction: Direction, mut with: impl FnMut(usize, &mut [u8])) {
    let bytes = PAGES_PER_TRANSFER * PAGE;
    let slots = queue.slots();
    for first in (0..TRANSFERS).step_by(slots) {
        let transfers = first..(first + slots).min(TRANSFERS);
        for number in transfers.clone() {
            let slot = number - first;
            if direction == Direction::Write {
                with(number, queue.slot_mut(slot));
            }
            let transfer = Transfer {
                direction,
                file: 0,
                slot,
                offset: (number * bytes) as u64,
                bytes,
            };
            queue.submit(transfer).unwrap();
        }
        while queue.in_flight() > 0 {
            queue.wait(1, &mut Vec::new()).unwrap();
        }
        if direction == Direction::Read {
            transfers.for_each(|number| with(number, queue.slot_mut(number - first)));
        }
    }
}

fn write_and_read(path: &Path, kind: EngineKind, method: Method, shape: Shape) -> Result<()> {
    let bytes = PAGES_PER_TRANSFER * PAGE;
    let wanted: Vec<u8> = (0..TRANSFERS * bytes).map(|index| (index % 251) as u8).collect();
    let part = |number: usize| &wanted[number * bytes..][..bytes];
    let mut queue = queue_of(PageFile::open(path, OpenRequest::write_new(method))?, kind, shape);
    move_all(&mut queue, Direction::Write, |number, slot| {
        slot[..bytes].copy_from_slice(part(number));
    });
    drop(queue);
    let about = format!("{kind:?} {method:?} {shape:?}");
    assert!(std::fs::read(path).unwrap() == wanted, "{about}");
    let mut queue = queue_of(PageFile::open(path, OpenRequest::read(method))?, kind, shape);
    move_all(&mut queue, Direction::Read, |number, slot| {
        assert!(slot[..bytes] == *part(number), "{about}");
        slot.fill(0);
    });
    assert_eq!(queue.account().read.operations, TRANSFERS as u64, "{about}");
    let calls = queue.account().calls;
    if shape == Shape::Scatter && method.is_direct() {
        assert_eq!(calls.preadv2 + calls.uring_scattered, TRANSFERS as u64, "{about}");
    }
    std::fs::remove_file(path).unwrap();
    Ok(())
}

#[test]
fn every_method_and_engine_moves_the_same_bytes() {
    // Beside the crate, as the system's folder for temporary files may take no direct transfers.
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let moves_pages = |kind: &EngineKind| kind.moves_bytes() && kind.needs_files() && !kind.maps_files();
    for kind in EngineKind::all().filter(moves_pages) {
        for method in METHODS {
            for shape in [Shape::Scatter, Shape::Contiguous] {
                match write_and_read(&folder.path().join("pages"), kind, method, shape) {
                    Err(Error::DirectRefused { .. }) => eprintln!("skipped: no direct transfers here"),
                    done => done.unwrap(),
                }
            }
        }
    }
}
