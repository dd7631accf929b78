//! The engines that no stream uses: mapped files, polled submission, none at all; and files that wait for the device.

use std::fs;
use std::os::fd::AsRawFd;

use feedrate_pageio::{
    Create, Direction, EngineChoice, EngineKind, Error, Method, Mode, PageFile, PolledEvents, Queue, WriteSync,
};

use crate::ground::{self, PAGE, bytes_of, folder, make, open_request, read, request, transfer, wait_for_all, write};

#[test]
fn a_mapped_file_is_read_and_written() {
    let folder = folder();
    let path = folder.path().join("f");
    let before = bytes_of(1, 4 * PAGE + 100);
    fs::write(&path, &before).unwrap();
    let mut queue = ground::queue(
        &path,
        Method::Cached,
        request(EngineChoice::Only(EngineKind::MAPPED), 1, PAGE),
    );
    assert_eq!(queue.engine().kind, EngineKind::MAPPED);
    make(&mut queue, read(0, PAGE as u64, PAGE)).unwrap();
    assert_eq!(queue.slot(0), &before[PAGE..2 * PAGE]);
    queue.slot_mut(0).fill(7);
    make(&mut queue, write(0, 2 * PAGE as u64, PAGE)).unwrap();
    // A page beyond its end is written as any other.
    make(&mut queue, write(0, 4 * PAGE as u64, PAGE)).unwrap();
    assert_eq!(queue.account().calls.mapped, 3);
    let after = fs::read(&path).unwrap();
    assert_eq!(after.len(), 5 * PAGE);
    assert_eq!(after[..2 * PAGE], before[..2 * PAGE]);
    assert!(after[2 * PAGE..3 * PAGE].iter().all(|&byte| byte == 7));
    let short = make(&mut queue, read(0, 5 * PAGE as u64, PAGE));
    assert!(matches!(short, Err(Error::ShortFile { .. })));
}

#[test]
fn a_file_that_is_open_for_reading_is_not_written_by_its_mapping() {
    let folder = folder();
    let path = folder.path().join("f");
    fs::write(&path, vec![1; PAGE]).unwrap();
    let file = PageFile::open(&path, open_request(Method::Cached, Mode::Read, Create::Existing)).unwrap();
    let mut queue = Queue::new(vec![file], request(EngineChoice::Only(EngineKind::MAPPED), 1, PAGE)).unwrap();
    let refused = make(&mut queue, write(0, 0, PAGE));
    assert!(matches!(refused, Err(Error::Transfer { .. })));
    assert!(fs::read(&path).unwrap().iter().all(|&byte| byte == 1));
}

#[test]
fn an_empty_file_has_nothing_to_map() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut queue = ground::queue(
        &path,
        Method::Cached,
        request(EngineChoice::Only(EngineKind::MAPPED), 1, PAGE),
    );
    assert!(make(&mut queue, read(0, 0, PAGE)).is_err());
}

#[test]
fn the_engine_that_moves_nothing_needs_no_files() {
    let mut queue = Queue::new(Vec::new(), request(EngineChoice::Only(EngineKind::NULL), 3, PAGE)).unwrap();
    for slot in 0..3 {
        let direction = [Direction::Read, Direction::Write][slot % 2];
        let mut transfer = transfer(direction, slot, 0, PAGE);
        transfer.file = 9;
        queue.submit(transfer).unwrap();
    }
    assert!(!queue.has_room());
    assert_eq!(wait_for_all(&mut queue).unwrap().len(), 3);
    assert_eq!(queue.account().bytes(), 3 * PAGE as u64);
}

#[test]
fn polled_submission_moves_the_same_pages() {
    let folder = folder();
    let path = folder.path().join("f");
    let bytes = bytes_of(2, 64 * PAGE);
    fs::write(&path, &bytes).unwrap();
    let file = ground::open(&path, Method::Cached).unwrap();
    let choice = EngineChoice::Polled {
        kind: EngineKind::URING_REGISTERED,
        polling: PolledEvents {
            submissions: Some(Some(0)),
            completions: false,
        },
    };
    let mut queue = match Queue::new(vec![file], request(choice, 4, PAGE)) {
        Ok(queue) => queue,
        // Here is no io_uring at all.
        Err(Error::Engine { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    for page in 0..64 {
        make(&mut queue, read(0, (page * PAGE) as u64, PAGE)).unwrap();
        assert_eq!(queue.slot(0), &bytes[page * PAGE..(page + 1) * PAGE]);
    }
}

#[test]
fn polled_completions_move_the_same_pages_or_say_why_not() {
    let folder = folder();
    let path = folder.path().join("f");
    let bytes = bytes_of(2, 8 * PAGE);
    fs::write(&path, &bytes).unwrap();
    let choice = EngineChoice::Polled {
        kind: EngineKind::URING_PLAIN,
        polling: PolledEvents {
            submissions: None,
            completions: true,
        },
    };
    let opened = ground::open(&path, Method::Unbuffered);
    let mut queue = match opened.and_then(|file| Queue::new(vec![file], request(choice, 4, PAGE))) {
        Ok(queue) => queue,
        // Here is no io_uring, or nothing goes past the page cache.
        Err(Error::Engine { .. } | Error::DirectRefused { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    for page in 0..8 {
        match make(&mut queue, read(0, (page * PAGE) as u64, PAGE)) {
            Ok(_) => assert_eq!(queue.slot(0), &bytes[page * PAGE..(page + 1) * PAGE]),
            Err(error) => assert!(error.to_string().contains("to poll"), "{error}"),
        }
    }
}

/// The flags of an open file (`proc(5)`, fdinfo), as the kernel has them.
fn flags(file: &PageFile) -> i32 {
    let number = file.as_file().as_raw_fd();
    let text = fs::read_to_string(format!("/proc/self/fdinfo/{number}")).unwrap();
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:")).unwrap();
    i32::from_str_radix(flags.trim(), 8).unwrap()
}

#[test]
fn writes_wait_for_the_device_as_asked() {
    let folder = folder();
    let path = folder.path().join("f");
    for (sync, wanted) in [
        (WriteSync::Nothing, 0),
        (WriteSync::Data, libc::O_DSYNC),
        (WriteSync::All, libc::O_SYNC),
    ] {
        let request = open_request(Method::Cached, Mode::ReadWrite, Create::Keep);
        let file = PageFile::open_waiting(&path, request, sync).unwrap();
        assert_eq!(flags(&file) & libc::O_SYNC, wanted);
        file.set_size(PAGE as u64).unwrap();
        for engine in [
            EngineChoice::Only(EngineKind::SYNC),
            EngineChoice::Only(EngineKind::MAPPED),
        ] {
            let file = PageFile::open_waiting(&path, request, sync).unwrap();
            let mut queue = Queue::new(vec![file], ground::request(engine, 1, PAGE)).unwrap();
            make(&mut queue, write(0, 0, PAGE)).unwrap();
        }
    }
}

#[test]
fn flushes_are_counted() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut queue = ground::queue(
        &path,
        Method::Cached,
        request(EngineChoice::Only(EngineKind::SYNC), 1, PAGE),
    );
    make(&mut queue, write(0, 0, PAGE)).unwrap();
    queue.flush(0, true).unwrap();
    queue.flush(0, false).unwrap();
    queue.flush(0, false).unwrap();
    let calls = queue.account().calls;
    assert_eq!((calls.fsync, calls.fdatasync), (1, 2));
    queue.restart_account();
    assert_eq!(queue.account().calls.fsync, 0);
}

#[test]
fn space_beyond_the_end_leaves_the_size() {
    let folder = folder();
    let file = ground::open(&folder.path().join("f"), Method::Cached).unwrap();
    file.reserve_beyond_the_end(1 << 20).unwrap();
    assert_eq!(file.size().unwrap(), 0);
    file.reserve(1 << 20).unwrap();
    assert_eq!(file.size().unwrap(), 1 << 20);
}

#[test]
fn engines_of_calls_that_move_nothing_change_the_file_alone() {
    let folder = folder();
    let path = folder.path().join("f");
    fs::write(&path, vec![1; 2 * PAGE]).unwrap();
    let only = |kind| request(EngineChoice::Only(kind), 1, PAGE);
    let length = || fs::metadata(&path).unwrap().len() as usize;
    let mut queue = ground::queue(&path, Method::Cached, only(EngineKind::FALLOC));
    // As in fio 3.33: a read keeps the length, a write extends it, and what is there stays.
    make(&mut queue, read(0, 4 * PAGE as u64, PAGE)).unwrap();
    assert_eq!(length(), 2 * PAGE);
    make(&mut queue, write(0, 4 * PAGE as u64, PAGE)).unwrap();
    make(&mut queue, write(0, 0, PAGE)).unwrap();
    assert_eq!(length(), 5 * PAGE);
    assert!(fs::read(&path).unwrap().starts_with(&[1; 2 * PAGE]));
    let account = queue.account();
    assert_eq!(account.read.bytes, PAGE as u64);
    assert_eq!((account.write.bytes, account.write.operations), (2 * PAGE as u64, 2));
    let mut queue = ground::queue(&path, Method::Cached, only(EngineKind::TRUNCATE));
    make(&mut queue, write(0, PAGE as u64, PAGE)).unwrap();
    assert_eq!(length(), PAGE);
    make(&mut queue, write(0, 3 * PAGE as u64, PAGE)).unwrap();
    assert_eq!(length(), 3 * PAGE);
    assert!(make(&mut queue, read(0, 0, PAGE)).is_err());
}
