//! Pages are read as they were written, whatever the way there and back.

use std::ops::Range;

use feedrate_pageio::{Direction, EngineChoice, EngineKind, Method, Queue, QueueRequest, Result, Shape};
use proptest::prelude::*;

use crate::ground::{self, PAGE, bytes_of, engines, folder, methods, open, read, transfer, wait_for_all, write};

const SHAPES: [Shape; 2] = [Shape::Contiguous, Shape::Scatter];

#[test]
fn every_way_of_moving_pages_moves_them_whole() {
    let folder = folder();
    let path = folder.path().join("pages");
    let transfer_bytes = 16 * PAGE;
    for method in methods(folder.path()) {
        for (engine, depth) in engines() {
            for shape in SHAPES {
                let way = format!("{method:?} {engine:?} {depth} {shape:?}");
                let request = QueueRequest {
                    shape,
                    ..ground::request(engine, depth, transfer_bytes)
                };
                let wanted = bytes_of(depth.into(), 11 * transfer_bytes);
                std::fs::write(&path, b"").unwrap();
                let mut queue = ground::queue(&path, method, request);
                pass(&mut queue, Direction::Write, &wanted, transfer_bytes);
                assert!(std::fs::read(&path).unwrap() == wanted, "{way}: written");
                let account = queue.account();
                assert_eq!(account.write.bytes, wanted.len() as u64, "{way}");
                assert_eq!(account.write.operations, 11, "{way}");
                assert_eq!(account.write.latencies.count(), 11, "{way}");
                assert_eq!(account.read.operations, 0, "{way}");
                drop(queue);

                let wanted = bytes_of(99, 11 * transfer_bytes);
                std::fs::write(&path, &wanted).unwrap();
                let mut queue = ground::queue(&path, method, request);
                pass(&mut queue, Direction::Read, &wanted, transfer_bytes);
                let account = queue.account();
                assert_eq!(account.read.bytes, wanted.len() as u64, "{way}");
                assert_eq!(account.read.operations, 11, "{way}");
                assert_eq!(account.bytes(), wanted.len() as u64, "{way}");
            }
        }
    }
}

/// One pass over the file as deep as the queue goes, from `bytes` or compared with them.
fn pass(queue: &mut Queue, direction: Direction, bytes: &[u8], transfer_bytes: usize) {
    let places: Vec<usize> = (0..bytes.len()).step_by(transfer_bytes).collect();
    for group in places.chunks(queue.engine().depth as usize) {
        for (slot, &place) in group.iter().enumerate() {
            if direction == Direction::Write {
                queue.slot_mut(slot).copy_from_slice(&bytes[place..][..transfer_bytes]);
            }
            let transfer = transfer(direction, slot, place as u64, transfer_bytes);
            queue.submit(transfer).unwrap();
        }
        for completion in wait_for_all(queue).unwrap() {
            let transfer = completion.transfer;
            let slot = queue.slot_mut(transfer.slot);
            assert!(slot == &bytes[transfer.offset as usize..][..transfer_bytes]);
        }
    }
}

#[test]
fn one_queue_moves_pages_between_files() {
    let folder = folder();
    let paths = [folder.path().join("from"), folder.path().join("to")];
    let wanted = bytes_of(5, 8 * PAGE);
    std::fs::write(&paths[0], &wanted).unwrap();
    for (engine, depth) in engines() {
        let files = paths.each_ref().map(|path| open(path, Method::Cached));
        let files = files.into_iter().collect::<Result<_>>().unwrap();
        let mut queue = Queue::new(files, ground::request(engine, depth, PAGE)).unwrap();
        for place in (0..wanted.len() as u64).step_by(PAGE) {
            ground::make(&mut queue, read(0, place, PAGE)).unwrap();
            let mut there = write(0, place, PAGE);
            there.file = 1;
            ground::make(&mut queue, there).unwrap();
        }
        assert!(std::fs::read(&paths[1]).unwrap() == wanted, "{engine:?}");
        let account = queue.account();
        assert_eq!((account.read.operations, account.write.operations), (8, 8));
        std::fs::remove_file(&paths[1]).unwrap();
    }
}

#[test]
fn a_restarted_account_counts_only_what_follows() {
    let folder = folder();
    let path = folder.path().join("pages");
    std::fs::write(&path, bytes_of(1, 4 * PAGE)).unwrap();
    for (engine, depth) in engines() {
        let mut queue = ground::queue(&path, Method::Cached, ground::request(engine, depth, PAGE));
        for place in 0..4 {
            ground::make(&mut queue, read(0, place * PAGE as u64, PAGE)).unwrap();
        }
        queue.restart_account();
        ground::make(&mut queue, read(0, 0, PAGE)).unwrap();
        let account = queue.account();
        assert_eq!(account.bytes(), PAGE as u64);
        assert_eq!(account.operations(), 1);
        let calls = account.calls;
        assert_eq!(calls.pread + calls.uring_transfers, 1, "{engine:?}: {calls:?}");
    }
}

/// A transfer of a random test.
#[derive(Clone, Debug)]
struct Step {
    direction: Direction,
    offset: usize,
    bytes: usize,
    seed: u64,
}

/// Bytes of the file of a random test.
const FILE: usize = 64 * PAGE;

/// Bytes of its largest transfer.
const LARGEST: usize = 12 * PAGE;

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (any::<bool>(), 0..FILE, 0..=LARGEST, any::<u64>());
    let step = step.prop_map(|(writes, offset, bytes, seed)| Step {
        direction: if writes { Direction::Write } else { Direction::Read },
        offset,
        bytes: bytes.min(FILE - offset),
        seed,
    });
    proptest::collection::vec(step, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn random_transfers_in_random_order_agree_with_a_model(
        steps in steps(),
        way in any::<proptest::sample::Index>(),
        scatter: bool,
        depth in 1u32..12,
        patience in 1u32..6,
        page_bytes in prop_oneof![Just(512), Just(PAGE), Just(3 * PAGE)],
    ) {
        let folder = folder();
        let path = folder.path().join("pages");
        let mut ways = Vec::new();
        for method in methods(folder.path()) {
            ways.extend(engines().into_iter().map(|(engine, depth)| (method, engine, depth)));
        }
        let (method, engine, most) = *way.get(&ways);
        let request = QueueRequest {
            shape: if scatter { Shape::Scatter } else { Shape::Contiguous },
            page_bytes,
            ..ground::request(engine, if most == 1 { 1 } else { depth }, LARGEST)
        };
        agrees(&path, method, request, &steps, patience);
    }
}

/// Makes the steps in order, but leaves up to the queue's depth of them in flight, and waits where two
/// would touch the same bytes.
fn agrees(path: &std::path::Path, method: Method, request: QueueRequest, steps: &[Step], patience: u32) {
    let mut model = bytes_of(1, FILE);
    std::fs::write(path, &model).unwrap();
    let mut queue = ground::queue(path, method, request);
    let mut free: Vec<usize> = (0..queue.slots()).collect();
    let mut in_flight: Vec<(usize, Range<usize>, Vec<u8>)> = Vec::new();
    let mut moved = [(0, 0); 2];
    for step in steps {
        let align = if method.is_direct() { PAGE } else { 1 };
        let start = step.offset / align * align;
        let bytes = step.bytes.next_multiple_of(align).min(FILE - start);
        let range = start..start + bytes;
        while !queue.has_room()
            || in_flight
                .iter()
                .any(|(_, other, _)| other.start < range.end && range.start < other.end)
        {
            let mut done = Vec::new();
            queue.wait(patience, &mut done).unwrap();
            for completion in done {
                let slot = completion.transfer.slot;
                let at = in_flight.iter().position(|(other, ..)| *other == slot);
                let (_, range, wanted) = in_flight.swap_remove(at.unwrap());
                assert!(queue.slot_mut(slot)[..range.len()] == wanted[..]);
                free.push(slot);
            }
        }
        let slot = free.pop().unwrap();
        if step.direction == Direction::Write {
            model[range.clone()].copy_from_slice(&bytes_of(step.seed, bytes));
            queue.slot_mut(slot)[..bytes].copy_from_slice(&model[range.clone()]);
        }
        let transfer = transfer(step.direction, slot, start as u64, bytes);
        queue.submit(transfer).unwrap();
        in_flight.push((slot, range.clone(), model[range].to_vec()));
        let moved = &mut moved[usize::from(step.direction == Direction::Write)];
        *moved = (moved.0 + 1, moved.1 + bytes as u64);
    }
    for completion in wait_for_all(&mut queue).unwrap() {
        let slot = completion.transfer.slot;
        let (_, range, wanted) = in_flight.iter().find(|(other, ..)| *other == slot).unwrap();
        assert!(queue.slot_mut(slot)[..range.len()] == wanted[..]);
    }
    assert!(std::fs::read(path).unwrap() == model);
    let account = queue.account();
    let flows = [&account.read, &account.write].map(|flow| (flow.operations, flow.bytes));
    assert_eq!(flows, moved);
    assert!(queue.depth().most <= request.depth);
    let calls = account.calls;
    if request.engine == EngineChoice::Only(EngineKind::URING_REGISTERED) {
        assert_eq!(calls.uring_transfers, steps.len() as u64);
    } else {
        assert_eq!(calls.split, 0);
    }
}
