//! Which engine is at work, how deep it goes, and what it says when it is not the fastest.

use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::{EngineChoice, EngineKind, EngineReport, Error, Method, Queue, QueueRequest, Shape};

use crate::ground::{self, DIRECT, PAGE, bytes_of, engines, folder, methods, open, read, wait_for_all, write};
use crate::{apart, ground::request};

const TRANSFER: usize = 64 * 1024;

/// Reads and writes through a queue as deep as it goes, and looks whether all is right.
fn is_sound(queue: &mut Queue, path: &Path) {
    let depth = queue.engine().depth as usize;
    let wanted = bytes_of(7, depth * TRANSFER);
    for (slot, bytes) in wanted.chunks(TRANSFER).enumerate() {
        queue.slot_mut(slot)[..TRANSFER].copy_from_slice(bytes);
        let offset = (slot * TRANSFER) as u64;
        queue.submit(write(slot, offset, TRANSFER)).unwrap();
    }
    assert!(!queue.has_room());
    wait_for_all(queue).unwrap();
    assert_eq!(queue.depth().most, depth as u32);
    assert!(std::fs::read(path).unwrap() == wanted);
    for slot in 0..depth {
        // Each comes to another slot than it was written from.
        let from = (slot + 1) % depth;
        let offset = (from * TRANSFER) as u64;
        queue.submit(read(slot, offset, TRANSFER)).unwrap();
    }
    wait_for_all(queue).unwrap();
    for slot in 0..depth {
        let from = (slot + 1) % depth;
        assert!(queue.slot_mut(slot)[..TRANSFER] == wanted[from * TRANSFER..][..TRANSFER]);
    }
}

fn report_of(method: Method, request: QueueRequest) -> EngineReport {
    let folder = folder();
    let path = folder.path().join("pages");
    let mut queue = ground::queue(&path, method, request);
    is_sound(&mut queue, &path);
    queue.engine().clone()
}

fn has_uring() -> bool {
    engines()
        .iter()
        .any(|&(engine, _)| engine == EngineChoice::Only(EngineKind::URING_REGISTERED))
}

fn has_direct(folder: &Path) -> bool {
    methods(folder).contains(&DIRECT)
}

#[test]
fn one_transfer_at_a_time_is_made_by_the_sync_engine() {
    let report = report_of(Method::Cached, request(EngineChoice::Auto, 1, TRANSFER));
    assert_eq!(report.kind, EngineKind::SYNC);
    assert_eq!((report.depth, report.refused), (1, Vec::new()));
}

#[test]
fn the_sync_engine_does_not_pretend_to_be_deep() {
    let folder = folder();
    let file = open(&folder.path().join("pages"), Method::Cached).unwrap();
    let error = Queue::new(vec![file], request(EngineChoice::Only(EngineKind::SYNC), 2, TRANSFER)).unwrap_err();
    assert!(matches!(error, Error::Engine { engine: "sync", .. }), "{error}");
}

#[test]
fn the_depth_asked_for_is_reached() {
    for depth in [2, 3, 17, 64] {
        for engine in [EngineChoice::Auto, EngineChoice::Only(EngineKind::THREADS)] {
            let report = report_of(Method::Cached, request(engine, depth, TRANSFER));
            assert_eq!(report.depth, depth, "{report:?}");
        }
    }
}

#[test]
fn the_mean_depth_is_over_the_waits() {
    let folder = folder();
    let path = folder.path().join("pages");
    std::fs::write(&path, bytes_of(1, 4 * PAGE)).unwrap();
    let mut queue = ground::queue(
        &path,
        Method::Cached,
        request(EngineChoice::Only(EngineKind::THREADS), 3, PAGE),
    );
    assert_eq!(queue.depth(), feedrate_pageio::Depth::default());
    for slot in 0..3 {
        queue.submit(read(slot, 0, PAGE)).unwrap();
    }
    let mut done = Vec::new();
    queue.wait(3, &mut done).unwrap();
    queue.submit(read(0, 0, PAGE)).unwrap();
    queue.wait(1, &mut done).unwrap();
    assert_eq!(done.len(), 4);
    let depth = queue.depth();
    assert_eq!((depth.most, depth.mean), (3, 2.0));
}

#[test]
fn direct_transfers_use_registered_buffers_and_cached_or_scattered_ones_do_not() {
    let folder = folder();
    if !has_uring() || !has_direct(folder.path()) {
        return;
    }
    let contiguous = request(EngineChoice::Auto, 4, TRANSFER);
    let report = report_of(DIRECT, contiguous);
    assert!(
        report.kind == EngineKind::URING_REGISTERED || !report.refused.is_empty(),
        "{report:?}"
    );
    let scattered = QueueRequest {
        shape: Shape::Scatter,
        ..contiguous
    };
    assert_eq!(report_of(DIRECT, scattered).kind, EngineKind::URING_PLAIN);
    let cached = report_of(Method::Cached, contiguous);
    assert_eq!(cached.kind, EngineKind::URING_PLAIN);
    assert!(cached.refused.is_empty(), "{cached:?}");
}

#[test]
fn a_wait_for_none_hands_out_what_is_done() {
    let folder = folder();
    let path = folder.path().join("pages");
    std::fs::write(&path, bytes_of(1, PAGE)).unwrap();
    for method in methods(folder.path()) {
        for (engine, depth) in engines() {
            let mut queue = ground::queue(&path, method, request(engine, depth, PAGE));
            queue.submit(read(0, 0, PAGE)).unwrap();
            let mut done = Vec::new();
            let start = Instant::now();
            while done.is_empty() {
                queue.wait(0, &mut done).unwrap();
                std::thread::yield_now();
                assert!(
                    start.elapsed() < Duration::from_secs(60),
                    "{engine:?} never hands it out"
                );
            }
            assert_eq!(queue.in_flight(), 0);
        }
    }
}

#[test]
fn signals_cost_no_transfer() {
    extern "C" fn nothing(_signal: libc::c_int) {}
    let folder = folder();
    if !apart::is_me("engines::signals_cost_no_transfer", folder.path()) {
        return;
    }
    let often = libc::timeval {
        tv_sec: 0,
        tv_usec: 500,
    };
    let timer = libc::itimerval {
        it_interval: often,
        it_value: often,
    };
    // SAFETY: an all-zero action is a valid one, which does not restart calls; its handler does
    // nothing, so it may run anywhere; the pointers are to live values.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = nothing as extern "C" fn(libc::c_int) as usize;
        assert_eq!(libc::sigaction(libc::SIGALRM, &action, std::ptr::null_mut()), 0);
        assert_eq!(libc::setitimer(libc::ITIMER_REAL, &timer, std::ptr::null_mut()), 0);
    }
    let path = Path::new("pages");
    for method in methods(Path::new(".")) {
        for (engine, depth) in engines() {
            for _ in 0..2 {
                let mut queue = ground::queue(path, method, request(engine, depth, TRANSFER));
                is_sound(&mut queue, path);
                let file = queue.files()[0].as_file();
                assert!(feedrate_pageio::cache::Residency::of(file).bytes().is_some());
                queue.files()[0].reserve(1 << 20).unwrap();
                queue.files()[0].sync_data().unwrap();
                queue.files()[0].set_size(0).unwrap();
            }
        }
    }
}

#[test]
fn a_queue_deeper_than_a_ring_may_be_is_served() {
    const DEPTH: u32 = 40_000;
    if !has_uring() {
        return;
    }
    let folder = folder();
    let path = folder.path().join("pages");
    std::fs::write(&path, bytes_of(1, PAGE)).unwrap();
    let mut queue = ground::queue(
        &path,
        Method::Cached,
        request(EngineChoice::Only(EngineKind::URING_REGISTERED), DEPTH, 16),
    );
    for slot in 0..DEPTH as usize {
        queue.submit(read(slot, (slot % 256 * 16) as u64, 16)).unwrap();
    }
    wait_for_all(&mut queue).unwrap();
    assert_eq!(queue.account().read.operations, u64::from(DEPTH));
    assert_eq!(queue.depth().most, DEPTH);
}

#[test]
fn a_low_limit_on_locked_memory_costs_only_the_registered_buffers() {
    let folder = apart_folder();
    if !has_uring() || !has_direct(folder.path()) {
        return;
    }
    let test = "engines::a_low_limit_on_locked_memory_costs_only_the_registered_buffers";
    if !apart::is_me(test, folder.path()) {
        return;
    }
    apart::limit(libc::RLIMIT_MEMLOCK, 64 * 1024);
    apart::become_user(65534);
    let path = Path::new("pages");
    let mut queue = ground::queue(path, DIRECT, request(EngineChoice::Auto, 8, TRANSFER));
    is_sound(&mut queue, path);
    let report = queue.engine();
    assert_eq!((report.kind, report.depth), (EngineKind::URING_PLAIN, 8));
    let [refused] = &report.refused[..] else {
        panic!("{report:?}")
    };
    assert!(refused.starts_with("registered buffers: "), "{refused}");
    assert!(refused.contains("memlock"), "{refused}");
}

#[test]
fn what_one_queue_locked_the_next_may_lock() {
    let folder = apart_folder();
    if !has_uring() || !has_direct(folder.path()) {
        return;
    }
    let test = "engines::what_one_queue_locked_the_next_may_lock";
    if !apart::is_me(test, folder.path()) {
        return;
    }
    apart::limit(libc::RLIMIT_MEMLOCK, 8 << 20);
    apart::become_user(65533);
    let path = Path::new("pages");
    for round in 0..20 {
        let mut queue = ground::queue(path, DIRECT, request(EngineChoice::Auto, 96, TRANSFER));
        is_sound(&mut queue, path);
        let report = queue.engine();
        assert_eq!(report.kind, EngineKind::URING_REGISTERED, "{round}: {report:?}");
    }
}

#[test]
fn where_io_uring_is_refused_threads_keep_the_depth() {
    let folder = apart_folder();
    let test = "engines::where_io_uring_is_refused_threads_keep_the_depth";
    if !apart::is_me(test, folder.path()) {
        return;
    }
    apart::forbid(libc::SYS_io_uring_setup);
    let path = Path::new("pages");
    let method = if has_direct(Path::new(".")) {
        DIRECT
    } else {
        Method::Cached
    };
    let mut queue = ground::queue(path, method, request(EngineChoice::Auto, 8, TRANSFER));
    is_sound(&mut queue, path);
    let report = queue.engine();
    assert_eq!((report.kind, report.depth), (EngineKind::THREADS, 8));
    let [refused] = &report.refused[..] else {
        panic!("{report:?}")
    };
    assert!(refused.starts_with("io_uring: forbidden here"), "{refused}");

    let file = open(path, method).unwrap();
    let error = Queue::new(
        vec![file],
        request(EngineChoice::Only(EngineKind::URING_REGISTERED), 8, TRANSFER),
    )
    .unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, Error::Engine { engine: "io_uring", .. }), "{text}");
    assert!(text.contains("seccomp"), "{text}");
}

#[test]
fn fewer_threads_than_asked_are_said() {
    let folder = apart_folder();
    let test = "engines::fewer_threads_than_asked_are_said";
    if !apart::is_superuser() {
        eprintln!("left out: another user's processes cannot be told from this test's");
        return;
    }
    if !apart::is_me(test, folder.path()) {
        return;
    }
    // A user that runs nothing else: this thread, the test program's own if it has one, and three.
    apart::become_user(4_123_456);
    let threads = std::fs::read_dir("/proc/self/task").unwrap().count() as u64;
    apart::limit(libc::RLIMIT_NPROC, threads + 3);
    let path = Path::new("pages");
    let mut queue = ground::queue(
        path,
        Method::Cached,
        request(EngineChoice::Only(EngineKind::THREADS), 8, TRANSFER),
    );
    is_sound(&mut queue, path);
    let report = queue.engine();
    assert_eq!((report.kind, report.depth), (EngineKind::THREADS, 3));
    assert!(report.refused[0].contains("only 3 of 8"), "{report:?}");
}

#[test]
fn transfers_that_io_uring_has_no_worker_for_are_made_by_blocking_calls() {
    let folder = apart_folder();
    let test = "engines::transfers_that_io_uring_has_no_worker_for_are_made_by_blocking_calls";
    if !apart::is_superuser() {
        eprintln!("left out: another user's processes cannot be told from this test's");
        return;
    }
    if !apart::is_me(test, folder.path()) {
        return;
    }
    apart::become_user(4_123_457);
    apart::limit(libc::RLIMIT_NPROC, 0);
    let path = Path::new("pages");
    let asked = request(EngineChoice::Only(EngineKind::URING_REGISTERED), 8, TRANSFER);
    if Queue::new(Vec::new(), asked).is_err() {
        eprintln!("left out: no io_uring here");
        return;
    }
    for shape in [Shape::Contiguous, Shape::Scatter] {
        let mut queue = ground::queue(path, Method::Cached, QueueRequest { shape, ..asked });
        is_sound(&mut queue, path);
        let (report, calls) = (queue.engine(), queue.account().calls);
        let blocking = calls.pwrite + calls.pwritev2;
        if blocking == 0 {
            eprintln!("left out: this file system needs no worker: {calls:?}");
            return;
        }
        assert_eq!(calls.pwrite == 0, shape == Shape::Scatter, "{calls:?}");
        assert_eq!(report.refused.len(), 1, "{report:?}");
        assert!(report.refused[0].contains("ulimit -u"), "{report:?}");
    }
}

#[test]
fn where_neither_io_uring_nor_threads_can_be_had_one_transfer_at_a_time_is_left() {
    let folder = apart_folder();
    let test = "engines::\
        where_neither_io_uring_nor_threads_can_be_had_one_transfer_at_a_time_is_left";
    if !apart::is_me(test, folder.path()) {
        return;
    }
    apart::forbid(libc::SYS_io_uring_setup);
    apart::become_user(65534);
    apart::limit(libc::RLIMIT_NPROC, 0);
    let path = Path::new("pages");
    let mut queue = ground::queue(path, Method::Cached, request(EngineChoice::Auto, 8, TRANSFER));
    is_sound(&mut queue, path);
    let report = queue.engine();
    assert_eq!((report.kind, report.depth), (EngineKind::SYNC, 1));
    assert_eq!(report.refused.len(), 2, "{report:?}");
    assert!(
        report.refused[1].starts_with("threads: none can be started"),
        "{report:?}"
    );

    let request_of = |engine| request(engine, 2, TRANSFER);
    let mut queue = ground::queue(
        path,
        Method::Cached,
        request_of(EngineChoice::OrStandIn(EngineKind::THREADS)),
    );
    is_sound(&mut queue, path);
    let report = queue.engine();
    assert_eq!((report.kind, report.depth), (EngineKind::SYNC, 1));
    assert_eq!(report.refused.len(), 1, "{report:?}");
    assert!(report.refused[0].contains("ulimit -u"), "{report:?}");

    let file = open(path, Method::Cached).unwrap();
    let error = Queue::new(vec![file], request_of(EngineChoice::Only(EngineKind::THREADS))).unwrap_err();
    assert!(matches!(error, Error::Engine { engine: "threads", .. }), "{error}");
}

/// A folder that any user may write to.
fn apart_folder() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o777)).unwrap();
    folder
}
