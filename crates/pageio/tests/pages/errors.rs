//! Errors are said in one line each that names the file, and nothing hangs, breaks or is left.

use std::ffi::CString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use feedrate_pageio::{
    Access, Create, EngineChoice, EngineKind, Error, Method, Mode, OpenRequest, PageFile, Queue, QueueRequest, Result,
    Shape,
};

use crate::apart::{self, MOUNT};
use crate::ground::{
    self, DIRECT, PAGE, bytes_of, engines, folder, make, methods, open, open_request, queue, read, request,
    wait_for_all, write,
};

fn text_of<T: std::fmt::Debug>(result: Result<T>) -> String {
    let text = result.expect_err("it should have failed").to_string();
    assert!(!text.contains('\n') && !text.contains("os error"), "{text}");
    text
}

#[test]
fn what_is_not_an_ordinary_file_is_named() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let name = CString::new(pipe.as_os_str().as_bytes()).unwrap();
    // SAFETY: the name is a string that lives through the call.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    let link = folder.path().join("link");
    symlink(&pipe, &link).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    let mut cases = vec![
        (folder.path().to_owned(), "is a folder"),
        (pipe, "is a pipe"),
        (link, "is a pipe"),
        (folder.path().join("socket"), "is a socket"),
        ("/dev/null".into(), "is a character device"),
    ];
    cases.extend(a_block_device().map(|device| (device, "is a block device")));
    for (path, what) in cases {
        for mode in [Mode::Read, Mode::Write] {
            for create in [Create::Existing, Create::New, Create::Keep] {
                let opened = PageFile::open(&path, open_request(Method::Cached, mode, create));
                let text = text_of(opened);
                assert!(text.contains(what), "{text}");
                assert!(text.contains(path.to_str().unwrap()), "{text}");
            }
        }
    }
}

fn a_block_device() -> Option<std::path::PathBuf> {
    use std::os::unix::fs::FileTypeExt;
    fs::read_dir("/dev").ok()?.flatten().find_map(|entry| {
        let is = entry.file_type().is_ok_and(|kind| kind.is_block_device());
        is.then(|| entry.path())
    })
}

#[test]
fn a_link_to_a_file_is_the_file() {
    let folder = folder();
    let (path, link) = (folder.path().join("pages"), folder.path().join("link"));
    fs::write(&path, bytes_of(1, PAGE)).unwrap();
    symlink(&path, &link).unwrap();
    let mut queue = queue(
        &link,
        Method::Cached,
        request(EngineChoice::Only(EngineKind::SYNC), 1, PAGE),
    );
    make(&mut queue, read(0, 0, PAGE)).unwrap();
    assert!(queue.slot_mut(0) == bytes_of(1, PAGE));
    let new = open_request(Method::Cached, Mode::Write, Create::New);
    assert!(text_of(PageFile::open(&link, new)).contains("exists"));
}

#[test]
fn what_is_to_be_there_is_and_what_is_not_is_not() {
    let folder = folder();
    let path = folder.path().join("pages");
    for method in methods(folder.path()) {
        let open = |create| PageFile::open(&path, open_request(method, Mode::Write, create));
        assert!(text_of(open(Create::Existing)).contains("no such file"));
        assert!(!path.exists());
        open(Create::New).unwrap();
        assert!(text_of(open(Create::New)).contains("exists"));
        fs::write(&path, b"kept").unwrap();
        open(Create::Keep).unwrap();
        open(Create::Existing).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"kept");
        fs::remove_file(&path).unwrap();
        open(Create::Keep).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        fs::remove_file(&path).unwrap();
    }
    let lost = folder.path().join("no").join("such").join("folder");
    assert!(text_of(ground::open(&lost, Method::Cached)).contains("no such file or folder"));
    let under = folder.path().join("probe").join("below");
    assert!(text_of(ground::open(&under, Method::Cached)).contains("not a directory"));
}

#[test]
fn a_read_past_the_end_says_where_the_end_is() {
    let folder = folder();
    let path = folder.path().join("pages");
    // An end between blocks is where a direct read cannot go on from.
    for size in [0, 100, 5000, 2 * PAGE, 3 * PAGE + 512, 3 * PAGE + 513] {
        fs::write(&path, bytes_of(1, size)).unwrap();
        for method in methods(folder.path()) {
            for (engine, depth) in engines() {
                for shape in [Shape::Contiguous, Shape::Scatter] {
                    let way = format!("{size} {method:?} {engine:?} {shape:?}");
                    let request = QueueRequest {
                        shape,
                        ..request(engine, depth, 4 * PAGE)
                    };
                    let mut queue = queue(&path, method, request);
                    for offset in [0, 4 * PAGE] {
                        let error = make(&mut queue, read(0, offset as u64, 4 * PAGE));
                        match error {
                            Err(Error::ShortFile { end, wanted, .. }) => {
                                assert_eq!(end, size.max(offset) as u64, "{way}");
                                assert_eq!(wanted, (offset + 4 * PAGE) as u64, "{way}");
                            }
                            other => panic!("{way}: {other:?}"),
                        }
                    }
                    assert_eq!(queue.account().operations(), 0, "{way}");
                    assert_eq!(queue.in_flight(), 0, "{way}");
                }
            }
        }
    }
}

#[test]
fn one_failure_among_many_leaves_the_others_and_the_queue_as_they_are() {
    let folder = folder();
    let path = folder.path().join("pages");
    let wanted = bytes_of(1, 4 * PAGE);
    fs::write(&path, &wanted).unwrap();
    for (engine, depth) in engines() {
        if depth == 1 {
            continue;
        }
        let mut queue = queue(&path, Method::Cached, request(engine, depth, PAGE));
        for slot in 0..5 {
            queue.submit(read(slot, (slot * PAGE) as u64, PAGE)).unwrap();
        }
        let (mut done, mut failed) = (Vec::new(), 0);
        while queue.in_flight() > 0 {
            failed += usize::from(queue.wait(5, &mut done).is_err());
        }
        assert_eq!((done.len(), failed), (4, 1), "{engine:?}");
        for completion in &done {
            let slot = completion.transfer.slot;
            assert!(queue.slot_mut(slot) == &wanted[slot * PAGE..][..PAGE]);
        }
        make(&mut queue, read(4, 0, PAGE)).unwrap();
        assert_eq!(queue.account().read.operations, 5);
    }
}

#[test]
fn what_direct_transfers_need_is_said() {
    let folder = folder();
    let path = folder.path().join("pages");
    fs::write(&path, bytes_of(1, 4 * PAGE)).unwrap();
    if !methods(folder.path()).contains(&DIRECT) {
        return;
    }
    let file = open(&path, DIRECT).unwrap();
    let needed = file.alignment().offset;
    assert!(file.check_alignment("a page", 2 * needed).is_ok());
    let text = text_of(file.check_alignment("a page", needed + 1));
    assert!(text.contains(&format!("multiple of {needed}")), "{text}");
    let cached = open(&path, Method::Cached).unwrap();
    assert!(cached.check_alignment("a page", 1).is_ok());
    for (engine, depth) in engines() {
        let mut queue = queue(&path, DIRECT, request(engine, depth, PAGE));
        for transfer in [read(0, 0, 100), read(0, 100, PAGE)] {
            // Some file systems go through the page cache instead, and some devices take any place.
            if let Err(error) = make(&mut queue, transfer) {
                assert!(matches!(error, Error::Misaligned { .. }), "{error:?}");
            }
        }
    }
}

#[test]
fn an_offset_beyond_all_files_is_an_error() {
    let folder = folder();
    let path = folder.path().join("pages");
    fs::write(&path, bytes_of(1, PAGE)).unwrap();
    for (engine, depth) in engines() {
        let mut queue = queue(&path, Method::Cached, request(engine, depth, PAGE));
        for offset in [u64::MAX, u64::MAX - 10, i64::MAX as u64] {
            for transfer in [read(0, offset, PAGE), write(0, offset, PAGE)] {
                text_of(queue.submit(transfer));
            }
        }
        assert_eq!(queue.in_flight(), 0);
        make(&mut queue, read(0, 0, PAGE)).unwrap();
    }
}

#[test]
fn a_transfer_the_file_is_not_open_for_fails() {
    let folder = folder();
    let path = folder.path().join("pages");
    fs::write(&path, bytes_of(1, PAGE)).unwrap();
    for (engine, depth) in engines() {
        for (mode, transfer) in [(Mode::Read, write(0, 0, PAGE)), (Mode::Write, read(0, 0, PAGE))] {
            let file = PageFile::open(&path, open_request(Method::Cached, mode, Create::Existing)).unwrap();
            let mut queue = Queue::new(vec![file], request(engine, depth, PAGE)).unwrap();
            let text = text_of(make(&mut queue, transfer));
            assert!(text.contains("bad file descriptor"), "{text}");
        }
    }
    assert!(fs::read(&path).unwrap() == bytes_of(1, PAGE));
}

#[test]
fn readers_share_a_locked_file_and_a_writer_is_alone() {
    let folder = folder();
    let test = "errors::readers_share_a_locked_file_and_a_writer_is_alone";
    // Another test's new process shares the locks of this one for a moment.
    if !apart::is_me(test, folder.path()) {
        return;
    }
    let path = folder.path().join("pages");
    fs::write(&path, bytes_of(1, PAGE)).unwrap();
    let locked = |mode| {
        let request = OpenRequest {
            lock: true,
            ..open_request(Method::Cached, mode, Create::Existing)
        };
        PageFile::open(&path, request)
    };
    let readers = [locked(Mode::Read).unwrap(), locked(Mode::Read).unwrap()];
    assert!(text_of(locked(Mode::Write)).contains("in use by another process"));
    drop(readers);
    let writer = locked(Mode::ReadWrite).unwrap();
    assert!(matches!(locked(Mode::Read), Err(Error::Locked { .. })));
    assert!(matches!(locked(Mode::Write), Err(Error::Locked { .. })));
    // Who asks for no lock is not held up.
    open(&path, Method::Cached).unwrap();
    drop(writer);
    locked(Mode::Write).unwrap();
}

#[test]
fn a_size_that_cannot_be_had_is_an_error() {
    let folder = folder();
    let file = open(&folder.path().join("pages"), Method::Cached).unwrap();
    text_of(file.set_size(u64::MAX));
    text_of(file.reserve(u64::MAX));
    let text = text_of(file.reserve(1 << 60));
    // Which of the two it is depends on the file system; there is no limit on this process.
    assert!(
        text.contains("than this file system allows") || text.contains("no space"),
        "{text}"
    );
    assert_eq!(file.size().unwrap(), 0);
    file.reserve(0).unwrap();
    file.reserve(3 * PAGE as u64).unwrap();
    file.set_size(5000).unwrap();
    assert_eq!(file.size().unwrap(), 5000);
    file.sync_data().unwrap();
}

#[test]
fn the_limit_on_file_sizes_is_named() {
    const LIMIT: usize = 64 * 1024;
    let folder = folder();
    if !apart::is_me("errors::the_limit_on_file_sizes_is_named", folder.path()) {
        return;
    }
    // SAFETY: ignoring a signal installs no code.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    apart::limit(libc::RLIMIT_FSIZE, LIMIT as u64);
    let path = Path::new("pages");
    let wanted = bytes_of(1, 2 * LIMIT);
    for method in methods(Path::new(".")) {
        for (engine, depth) in engines() {
            let mut queue = queue(path, method, request(engine, depth, 2 * LIMIT));
            queue.slot_mut(0).copy_from_slice(&wanted);
            let text = text_of(make(&mut queue, write(0, 0, 2 * LIMIT)));
            assert!(text.contains("ulimit -f"), "{method:?} {engine:?}: {text}");
            // The part that fitted was written, and the queue goes on.
            assert!(fs::read(path).unwrap() == wanted[..LIMIT], "{method:?} {engine:?}");
            make(&mut queue, write(0, 0, LIMIT)).unwrap();
            fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn a_full_disk_is_named() {
    const SPACE: usize = 1 << 20;
    let folder = folder();
    let test = "errors::a_full_disk_is_named";
    if apart::with_mount(test, folder.path(), c"tmpfs", 0, c"size=1m") != Some(true) {
        return;
    }
    let path = &Path::new(MOUNT).join("pages");
    for method in methods(Path::new(MOUNT)) {
        for (engine, depth) in engines() {
            let mut queue = queue(path, method, request(engine, depth, SPACE));
            let all = queue.engine().depth.min(3) as usize;
            for slot in 0..all {
                let offset = (slot * (SPACE - PAGE)) as u64;
                queue.submit(write(slot, offset, SPACE)).unwrap();
            }
            let mut error = None;
            while queue.in_flight() > 0 {
                let mut done = Vec::new();
                error = queue.wait(1, &mut done).err().or(error);
            }
            if all == 1 {
                // The first fitted; the rest of the second does not.
                error = make(&mut queue, write(0, (SPACE - PAGE) as u64, SPACE)).err();
            }
            let error = error.unwrap();
            assert!(error.is_no_space(), "{error:?}");
            assert!(error.to_string().contains("no space left"), "{error}");
            drop(queue);
            let file = open(path, method).unwrap();
            assert!(file.reserve(2 * SPACE as u64).unwrap_err().is_no_space());
            fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn a_read_only_file_system_is_named() {
    let folder = folder();
    let test = "errors::a_read_only_file_system_is_named";
    let read_only = libc::MS_RDONLY;
    if apart::with_mount(test, folder.path(), c"tmpfs", read_only, c"size=1m") != Some(true) {
        return;
    }
    for create in [Create::New, Create::Keep] {
        let path = Path::new(MOUNT).join("pages");
        let opened = PageFile::open(&path, open_request(Method::Cached, Mode::Write, create));
        assert!(text_of(opened).contains("mounted read-only"));
    }
}

#[test]
fn a_file_system_without_direct_transfers_is_named_and_nothing_is_left_in_it() {
    let folder = folder();
    let test = "errors::a_file_system_without_direct_transfers_is_named_and_nothing_is_left_in_it";
    if apart::with_mount(test, folder.path(), c"ramfs", 0, c"") != Some(true) {
        return;
    }
    let path = Path::new(MOUNT).join("pages");
    for create in [Create::New, Create::Keep] {
        for method in [DIRECT, Method::Unbuffered] {
            let opened = PageFile::open(&path, open_request(method, Mode::Write, create));
            let text = text_of(opened);
            assert!(text.contains("refuses direct I/O"), "{text}");
            assert!(!path.exists(), "a file was left");
        }
    }
    fs::write(&path, b"kept").unwrap();
    for create in [Create::Existing, Create::Keep] {
        let opened = PageFile::open(&path, open_request(DIRECT, Mode::Write, create));
        assert!(matches!(opened, Err(Error::DirectRefused { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"kept");
    }
}

#[test]
fn a_file_of_the_kernels_own_is_read_to_its_end() {
    // It is ordinary by its kind, and its size is said to be zero.
    let path = Path::new("/proc/self/limits");
    let wanted = fs::read(path).unwrap();
    for (engine, depth) in engines() {
        let request = request(engine, depth, PAGE);
        let file = PageFile::open(path, OpenRequest::read(Method::Cached)).unwrap();
        let mut queue = Queue::new(vec![file], request).unwrap();
        make(&mut queue, read(0, 0, wanted.len())).unwrap();
        assert!(queue.slot_mut(0)[..wanted.len()] == wanted);
        let beyond = make(&mut queue, read(0, 0, wanted.len() + 1));
        assert!(matches!(beyond, Err(Error::ShortFile { .. })), "{beyond:?}");
    }
    assert!(matches!(
        PageFile::open(path, OpenRequest::read(DIRECT)),
        Err(Error::DirectRefused { .. })
    ));
}

#[test]
fn a_file_that_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let test = "errors::a_file_that_may_not_be_read_is_named";
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, b"x").unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).unwrap();
    if !apart::is_me(test, folder.path()) {
        return;
    }
    apart::become_user(65534);
    let read = OpenRequest {
        access: Access::Sequential,
        ..open_request(Method::Cached, Mode::Read, Create::Existing)
    };
    let text = text_of(PageFile::open(Path::new("secret"), read));
    assert!(text.contains("permission denied"), "{text}");
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let folder = folder();
    for transfer_bytes in [usize::MAX, usize::MAX / 2, 1 << 60] {
        let file = open(&folder.path().join("pages"), Method::Cached).unwrap();
        let queue = Queue::new(vec![file], request(EngineChoice::Auto, 4, transfer_bytes));
        let text = text_of(queue);
        assert!(text.contains("memory for buffers"), "{text}");
        assert!(!text.contains('\n'), "{text}");
    }
}

#[test]
fn a_drained_queue_may_be_used_again() {
    let folder = folder();
    let path = folder.path().join("pages");
    fs::write(&path, bytes_of(1, 2 * PAGE)).unwrap();
    for (engine, depth) in engines() {
        let mut queue = queue(&path, Method::Cached, request(engine, depth, PAGE));
        let most = queue.engine().depth as usize;
        for slot in 0..most {
            // All but the first two fail.
            queue.submit(read(slot, (slot * PAGE) as u64, PAGE)).unwrap();
        }
        queue.drain();
        assert_eq!(queue.in_flight(), 0);
        queue.submit(read(0, 0, PAGE)).unwrap();
        assert_eq!(wait_for_all(&mut queue).unwrap().len(), 1);
    }
}
