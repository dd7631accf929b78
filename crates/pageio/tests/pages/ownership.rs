//! The kernel's claim on buffers and files while transfers are in flight, and its end with the queue.

use std::panic::{AssertUnwindSafe, catch_unwind};

use feedrate_pageio::{Create, Method, Mode, OpenRequest, PageFile, Queue};

use crate::apart;
use crate::ground::{
    self, PAGE, bytes_of, engines, folder, make, methods, open_request, read, request, wait_for_all, write,
};

#[test]
fn a_queue_dropped_with_transfers_in_flight_lets_them_end_first() {
    const TRANSFER: usize = 256 * 1024;
    let folder = folder();
    let path = folder.path().join("pages");
    for method in methods(folder.path()) {
        for (engine, depth) in engines() {
            std::fs::write(&path, b"").unwrap();
            let wanted = bytes_of(depth.into(), depth as usize * TRANSFER);
            let mut queue = ground::queue(&path, method, request(engine, depth, TRANSFER));
            for (slot, bytes) in wanted.chunks(TRANSFER).enumerate() {
                queue.slot_mut(slot).copy_from_slice(bytes);
                let offset = (slot * TRANSFER) as u64;
                queue.submit(write(slot, offset, TRANSFER)).unwrap();
            }
            drop(queue);
            assert!(std::fs::read(&path).unwrap() == wanted, "{method:?} {engine:?}");

            let mut queue = ground::queue(&path, method, request(engine, depth, TRANSFER));
            for slot in 0..depth as usize {
                let offset = (slot * TRANSFER) as u64;
                queue.submit(read(slot, offset, TRANSFER)).unwrap();
            }
            drop(queue);
        }
    }
}

#[test]
fn a_file_is_no_longer_locked_when_its_queue_is_gone() {
    let folder = folder();
    let test = "ownership::a_file_is_no_longer_locked_when_its_queue_is_gone";
    // Another test's new process shares the locks of this one for a moment.
    if !apart::is_me(test, folder.path()) {
        return;
    }
    let path = folder.path().join("pages");
    let locked = |method| OpenRequest {
        lock: true,
        ..open_request(method, Mode::ReadWrite, Create::Keep)
    };
    for method in methods(folder.path()) {
        for (engine, depth) in engines() {
            for _ in 0..5 {
                let file = PageFile::open(&path, locked(method)).unwrap();
                let mut queue = Queue::new(vec![file], request(engine, depth, PAGE)).unwrap();
                make(&mut queue, write(0, 0, PAGE)).unwrap();
                queue.submit(write(0, 0, PAGE)).unwrap();
            }
        }
    }
}

#[test]
fn what_would_share_memory_with_the_kernel_is_refused() {
    let folder = folder();
    let path = folder.path().join("pages");
    std::fs::write(&path, bytes_of(1, 8 * PAGE)).unwrap();
    for (engine, depth) in engines() {
        let mut queue = ground::queue(&path, Method::Cached, request(engine, depth, PAGE));
        queue.submit(read(0, 0, PAGE)).unwrap();
        type Misuse = fn(&mut Queue);
        let misuses: [Misuse; 5] = [
            |queue| queue.slot_mut(0).fill(1),
            |queue| drop(queue.submit(read(0, 0, PAGE))),
            |queue| drop(queue.submit(read(99, 0, PAGE))),
            |queue| drop(queue.submit(read(1, 0, PAGE + 1))),
            |queue| {
                let mut elsewhere = read(1, 0, PAGE);
                elsewhere.file = 1;
                drop(queue.submit(elsewhere));
            },
        ];
        for misuse in misuses {
            let panicked = catch_unwind(AssertUnwindSafe(|| misuse(&mut queue))).is_err();
            assert!(panicked, "{engine:?}");
        }
        assert_eq!(queue.in_flight(), 1);
        assert_eq!(wait_for_all(&mut queue).unwrap().len(), 1);
        assert!(queue.slot_mut(0) == bytes_of(1, 8 * PAGE)[..PAGE].as_ref());
        queue.slot_mut(0).fill(0);
    }
}
