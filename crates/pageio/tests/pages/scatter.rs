//! The number of calls that a transfer takes, and their kind.

use feedrate_pageio::{Calls, Direction, EngineChoice, EngineKind, Method, Queue, QueueRequest, Shape, Transfer};

use crate::ground::{self, PAGE, bytes_of, engines, folder, make, transfer};

/// The calls of one transfer of `bytes` in pages of `page_bytes` either way; it moved what it should.
fn calls(engine: EngineChoice, shape: Shape, page_bytes: usize, bytes: usize, direction: Direction) -> Calls {
    let folder = folder();
    let path = folder.path().join("pages");
    let (before, after) = (bytes_of(1, bytes), bytes_of(2, bytes));
    std::fs::write(&path, &before).unwrap();
    let depth = if engine == EngineChoice::Only(EngineKind::SYNC) {
        1
    } else {
        2
    };
    let request = QueueRequest {
        shape,
        page_bytes,
        ..ground::request(engine, depth, bytes)
    };
    let mut queue = ground::queue(&path, Method::Cached, request);
    queue.slot_mut(0)[..bytes].copy_from_slice(&after);
    make(&mut queue, transfer(direction, 0, 0, bytes)).unwrap();
    match direction {
        Direction::Read => assert!(queue.slot_mut(0)[..bytes] == before),
        Direction::Write => assert!(std::fs::read(&path).unwrap() == after),
    }
    queue.account().calls
}

const NONE: Calls = Calls {
    pread: 0,
    pwrite: 0,
    preadv2: 0,
    pwritev2: 0,
    uring_transfers: 0,
    uring_scattered: 0,
    io_uring_enter: 0,
    split: 0,
    mapped: 0,
    fsync: 0,
    fdatasync: 0,
};

#[test]
fn sixteen_pages_scatter_by_one_call() {
    for engine in [
        EngineChoice::Only(EngineKind::SYNC),
        EngineChoice::Only(EngineKind::THREADS),
    ] {
        let of = |shape, direction| calls(engine, shape, PAGE, 16 * PAGE, direction);
        let scattered = of(Shape::Scatter, Direction::Read);
        assert_eq!(scattered, Calls { preadv2: 1, ..NONE });
        let gathered = of(Shape::Scatter, Direction::Write);
        assert_eq!(gathered, Calls { pwritev2: 1, ..NONE });
        let read = of(Shape::Contiguous, Direction::Read);
        assert_eq!(read, Calls { pread: 1, ..NONE });
        let written = of(Shape::Contiguous, Direction::Write);
        assert_eq!(written, Calls { pwrite: 1, ..NONE });
    }
}

#[test]
fn more_pages_than_one_call_takes_are_split() {
    for engine in [
        EngineChoice::Only(EngineKind::SYNC),
        EngineChoice::Only(EngineKind::THREADS),
    ] {
        let of = |pages: usize, direction| calls(engine, Shape::Scatter, 512, pages * 512, direction);
        assert_eq!(of(1024, Direction::Read), Calls { preadv2: 1, ..NONE });
        let split = Calls { split: 1, ..NONE };
        assert_eq!(of(1025, Direction::Read), Calls { preadv2: 2, ..split });
        assert_eq!(of(2048, Direction::Read), Calls { preadv2: 2, ..split });
        assert_eq!(of(4096, Direction::Write), Calls { pwritev2: 4, ..split });
    }
}

#[test]
fn a_transfer_of_broken_pages_is_one_run_of_memory() {
    let of = |direction| {
        calls(
            EngineChoice::Only(EngineKind::SYNC),
            Shape::Scatter,
            PAGE,
            3 * PAGE + 7,
            direction,
        )
    };
    assert_eq!(of(Direction::Read), Calls { pread: 1, ..NONE });
    assert_eq!(of(Direction::Write), Calls { pwrite: 1, ..NONE });
}

#[test]
fn io_uring_scatters_what_one_call_takes_and_says_so() {
    if !engines()
        .iter()
        .any(|(engine, _)| *engine == EngineChoice::Only(EngineKind::URING_REGISTERED))
    {
        return;
    }
    for direction in [Direction::Read, Direction::Write] {
        let of = |shape, pages: usize| {
            calls(
                EngineChoice::Only(EngineKind::URING_REGISTERED),
                shape,
                512,
                pages * 512,
                direction,
            )
        };
        let one = Calls {
            uring_transfers: 1,
            io_uring_enter: 1,
            ..NONE
        };
        let scattered = Calls {
            uring_scattered: 1,
            ..one
        };
        assert_eq!(of(Shape::Scatter, 16), scattered);
        assert_eq!(of(Shape::Scatter, 1024), scattered);
        assert_eq!(of(Shape::Scatter, 1025), one);
        assert_eq!(of(Shape::Contiguous, 16), one);
    }
}

#[test]
fn a_transfer_of_nothing_is_done_at_once() {
    let folder = folder();
    let path = folder.path().join("pages");
    for (engine, depth) in engines() {
        for shape in [Shape::Contiguous, Shape::Scatter] {
            let request = QueueRequest {
                shape,
                ..ground::request(engine, depth, PAGE)
            };
            let mut queue = ground::queue(&path, Method::Cached, request);
            for direction in [Direction::Read, Direction::Write] {
                make(&mut queue, transfer(direction, 0, 0, 0)).unwrap();
            }
            assert_eq!(queue.account().operations(), 2);
            assert_eq!(queue.account().bytes(), 0);
        }
    }
}

/// It needs twice that memory, so it is not among the usual tests; the crate's own see the same with
/// a lower limit.
#[test]
#[ignore = "takes 2 GiB of memory"]
fn more_bytes_than_one_call_takes_are_split() {
    const BYTES: usize = (2 << 30) + (8 << 20);
    let folder = folder();
    let path = folder.path().join("pages");
    let end = bytes_of(3, PAGE);
    {
        use std::os::unix::fs::FileExt;
        let file = std::fs::File::create(&path).unwrap();
        file.write_all_at(&end, (BYTES - PAGE) as u64).unwrap();
    }
    for (engine, _) in engines() {
        for (shape, page_bytes) in [
            (Shape::Contiguous, PAGE),
            (Shape::Scatter, 2 << 20),
            (Shape::Scatter, 4 << 20),
        ] {
            let request = QueueRequest {
                shape,
                page_bytes,
                ..ground::request(engine, 1, BYTES)
            };
            let file = ground::open(&path, ground::DIRECT).unwrap();
            let mut queue = Queue::new(vec![file], request).unwrap();
            let transfer = Transfer {
                direction: Direction::Read,
                file: 0,
                slot: 0,
                offset: 0,
                bytes: BYTES,
            };
            make(&mut queue, transfer).unwrap();
            assert!(queue.slot_mut(0)[BYTES - PAGE..] == end);
            let account = queue.account();
            assert_eq!(account.bytes(), BYTES as u64);
            assert_eq!(account.calls.split, 1, "{engine:?} {shape:?}: {account:?}");
        }
    }
}
