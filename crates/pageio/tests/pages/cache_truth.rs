//! The page cache: what it holds and served. The kernel counts for a process, so each of these has one of its own.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::cache::{CacheShare, Residency, ResidencySource, StorageIo};
use feedrate_pageio::{Method, OpenRequest, PageFile, Queue};

use crate::apart;
use crate::ground::{self, DIRECT, bytes_of, engines, folder, methods, read_through, request};

const FILE: u64 = 64 << 20;
const TRANSFER: usize = 256 * 1024;
/// The number of passes that may find pages missing that the one before has read.
const PASSES: usize = 10;

/// A file that lies on the device and, where that works, not in the cache.
fn cold_file(path: &Path) -> bool {
    std::fs::write(path, bytes_of(1, 1 << 20).repeat((FILE >> 20) as usize)).unwrap();
    let file = PageFile::open(path, OpenRequest::read(Method::Cached)).unwrap();
    let eviction = file.evict().unwrap();
    assert!(eviction.before.bytes().is_some_and(|bytes| bytes > FILE / 10 * 9));
    if !eviction.is_cold() {
        eprintln!("left out: this file system keeps its pages: {eviction:?}");
    }
    eviction.is_cold()
}

/// Returns the share that the cache served of one pass over the file.
fn share_of_a_pass(path: &Path, method: Method, engine: feedrate_pageio::EngineChoice, depth: u32) -> f64 {
    let file = PageFile::open(path, OpenRequest::read(method)).unwrap();
    let mut queue = Queue::new(vec![file], request(engine, depth, TRANSFER)).unwrap();
    let before = StorageIo::now().unwrap();
    read_through(&mut queue, FILE, TRANSFER);
    let storage = StorageIo::now().unwrap().since(before);
    CacheShare::of(queue.account().read.bytes, Some(storage))
        .known()
        .unwrap()
}

#[test]
fn the_share_is_none_after_eviction_and_all_the_second_time() {
    let folder = folder();
    let test = "cache_truth::the_share_is_none_after_eviction_and_all_the_second_time";
    if !apart::is_me(test, folder.path()) {
        return;
    }
    let path = Path::new("pages");
    for (engine, depth) in engines() {
        if !cold_file(path) {
            return;
        }
        let cold = share_of_a_pass(path, Method::Cached, engine, depth);
        assert!(cold < 0.02, "{engine:?}: {cold}");
        // The kernel may take pages back at any time, and a pass then finds them missing; the next one does not.
        let mut hot = Vec::new();
        while hot.len() < PASSES && hot.last().is_none_or(|share| *share <= 0.98) {
            hot.push(share_of_a_pass(path, Method::Cached, engine, depth));
        }
        assert!(hot.last().is_some_and(|share| *share > 0.98), "{engine:?}: {hot:?}");
    }
}

#[test]
fn direct_transfers_owe_the_cache_nothing_even_when_it_holds_the_file() {
    let folder = folder();
    let test = "cache_truth::direct_transfers_owe_the_cache_nothing_even_when_it_holds_the_file";
    if !methods(folder.path()).contains(&DIRECT) || !apart::is_me(test, folder.path()) {
        return;
    }
    let path = Path::new("pages");
    if !cold_file(path) {
        return;
    }
    std::fs::read(path).unwrap();
    for (engine, depth) in engines() {
        // The kernel may reclaim a few pages at any time.
        let resident = Residency::of(&File::open(path).unwrap()).bytes();
        assert!(resident.is_some_and(|bytes| bytes > FILE / 10 * 9));
        let share = share_of_a_pass(path, DIRECT, engine, depth);
        assert!(share < 0.01, "{engine:?}: {share}");
    }
}

#[test]
fn what_was_written_counts_as_sent_to_storage() {
    let folder = folder();
    let test = "cache_truth::what_was_written_counts_as_sent_to_storage";
    if !apart::is_me(test, folder.path()) {
        return;
    }
    let path = Path::new("pages");
    if !cold_file(path) {
        return;
    }
    for method in methods(Path::new(".")) {
        let mut queue = ground::queue(path, method, request(engines()[0].0, 1, TRANSFER));
        let before = StorageIo::now().unwrap();
        ground::make(&mut queue, ground::write(0, 0, TRANSFER)).unwrap();
        queue.files()[0].sync_data().unwrap();
        let written = StorageIo::now().unwrap().since(before).write_bytes;
        assert!(written >= TRANSFER as u64, "{method:?}: {written}");
    }
}

#[test]
fn what_another_holds_is_not_evicted_and_that_is_seen() {
    const BYTES: usize = 8 << 20;
    let folder = folder();
    let path = folder.path().join("pages");
    std::fs::write(&path, bytes_of(1, BYTES)).unwrap();
    let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
    let other = File::open(&path).unwrap();
    // SAFETY: a new mapping at an address of the kernel's choice, of a file that keeps its size while
    // it is read, and unmapped with its own length.
    unsafe {
        let start = libc::mmap(
            std::ptr::null_mut(),
            BYTES,
            libc::PROT_READ,
            libc::MAP_SHARED,
            other.as_raw_fd(),
            0,
        );
        assert_ne!(start, libc::MAP_FAILED);
        let mapped = std::slice::from_raw_parts(start.cast::<u8>(), BYTES);
        let sum: u64 = mapped.iter().step_by(4096).map(|&byte| u64::from(byte)).sum();
        std::hint::black_box(sum);
        let begun = Instant::now();
        let eviction = file.evict().unwrap();
        assert!(!eviction.is_cold(), "{eviction:?}");
        // Not as long as for what a slow device is still filling.
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}");
        assert_eq!(libc::munmap(start, BYTES), 0);
    }
    let eviction = file.evict().unwrap();
    if !eviction.is_cold() {
        eprintln!("left out: this file system keeps its pages: {eviction:?}");
    }
}

#[test]
fn read_ahead_that_is_under_way_is_evicted_when_it_arrives() {
    let folder = folder();
    let path = folder.path().join("pages");
    if !cold_file(&path) {
        return;
    }
    let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
    let other = File::open(&path).unwrap();
    for _ in 0..3 {
        // SAFETY: the call takes numbers alone. It returns once the device was asked for the pages,
        // before they are there.
        let asked =
            unsafe { libc::posix_fadvise(other.as_raw_fd(), 0, FILE as libc::off_t, libc::POSIX_FADV_WILLNEED) };
        assert_eq!(asked, 0);
        let eviction = file.evict().unwrap();
        assert!(eviction.is_cold(), "{eviction:?}");
    }
}

#[test]
fn a_reader_that_ends_meanwhile_is_waited_for() {
    let folder = folder();
    let path = folder.path().join("pages");
    if !cold_file(&path) {
        return;
    }
    let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
    let reading = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_millis(100) {
                std::fs::read(&path).unwrap();
                reading.store(true, Ordering::Release);
            }
        });
        while !reading.load(Ordering::Acquire) {
            thread::yield_now();
        }
        let eviction = file.evict().unwrap();
        assert!(eviction.is_cold(), "{eviction:?}");
    });
}

#[test]
fn an_evicted_file_may_be_open_for_any_method() {
    let folder = folder();
    let path = folder.path().join("pages");
    for method in methods(folder.path()) {
        std::fs::write(&path, bytes_of(1, 1 << 20)).unwrap();
        let eviction = ground::open(&path, method).unwrap().evict().unwrap();
        let Residency::Known(before) = eviction.before else {
            panic!("the owner of a file may know")
        };
        assert_eq!(before.bytes, 1 << 20);
        assert_ne!(eviction.after, Residency::Unknown);
    }
}

#[test]
fn who_may_not_know_is_not_told_a_falsehood() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let path = folder.path().join("others");
    std::fs::write(&path, bytes_of(1, 1 << 20)).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    if !apart::is_me("cache_truth::who_may_not_know_is_not_told_a_falsehood", folder.path()) {
        return;
    }
    let path = if apart::is_superuser() {
        Path::new("others")
    } else {
        // A file of the superuser's that all may read and no one else may write.
        Path::new("/etc/passwd")
    };
    apart::become_user(65534);
    let file = PageFile::open(path, OpenRequest::read(Method::Cached)).unwrap();
    // SAFETY: the call cannot fail and touches no memory.
    assert_ne!(file.as_file().metadata().unwrap().uid(), unsafe { libc::geteuid() });
    // Before Linux 6.13 `cachestat` told everyone, and the truth.
    match Residency::of(file.as_file()) {
        Residency::Unknown => assert!(!file.evict().unwrap().is_cold()),
        Residency::Known(resident) => assert_eq!(resident.witness, ResidencySource::Cachestat),
    }
}
