//! The truth of the figures: what they say of the device, the cache and the processor.

use std::time::Duration;

use feedrate_pageio::cache::CacheShare;
use feedrate_pageio::{Method, OpenRequest, PageFile};
use feedrate_workload::{Figures, Outcome, Stream};

use crate::streams::apart;
use crate::streams::ground::*;

const BYTES: u64 = 64 * PAGE;

#[test]
fn a_durable_write_says_how_long_the_device_took() {
    let folder = folder();
    let path = folder.path().join("file");
    for mut stream in settings(folder.path(), &write(&path), BYTES) {
        stream.durable = true;
        let outcome = run([stream]).unwrap();
        let only = &outcome.streams[0];
        let sync = only.sync_time.unwrap();
        assert!(sync > Duration::ZERO);
        assert!(only.done_after >= only.transfer_time + sync);
        assert_eq!(outcome.last_done, only.done_after);
        let figures = Figures::of(&outcome);
        assert!(figures.durable);
        assert_eq!(figures.sync_seconds, Some(sync.as_secs_f64()));
        assert_eq!(figures.streams[0].sync_seconds, figures.sync_seconds);
    }
}

#[test]
fn figures_are_durable_only_when_all_that_was_written_is() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    make(&path("read"), BYTES);
    let durable = |stream: Stream| Stream {
        durable: true,
        ..stream
    };
    let reads = || cached(read(&path("read")), BYTES);
    let writes = |name: &str| cached(write(&path(name)), BYTES);
    let said = |streams: Vec<Stream>| {
        let figures = Figures::of(&run(streams).unwrap());
        (figures.durable, figures.sync_seconds.is_some())
    };
    assert_eq!(said(vec![writes("a")]), (false, false));
    assert_eq!(said(vec![durable(reads())]), (false, false));
    assert_eq!(said(vec![durable(writes("a")), reads()]), (true, true));
    assert_eq!(said(vec![durable(writes("a")), durable(writes("b"))]), (true, true));
    assert_eq!(said(vec![durable(writes("a")), writes("b")]), (false, true));
    let mixes = cached(mixed(&path("read"), &path("a"), 50), BYTES);
    assert_eq!(said(vec![durable(mixes)]), (true, true));
    let backs = cached(write_back(&path("a")), BYTES);
    assert_eq!(said(vec![durable(backs)]), (true, true));
}

/// Runs a read of all 8 MiB of a file.
fn read_all(path: &std::path::Path, method: Method) -> Outcome {
    let mut stream = Stream::new("s", read(path), method, 64 * 1024, 8 << 20);
    stream.durable = true;
    run([stream]).unwrap()
}

#[test]
fn what_the_cache_served_is_told() {
    // The count is one of the whole process.
    if !apart::is_me("streams::truth::what_the_cache_served_is_told", "") {
        return;
    }
    let folder = folder();
    let path = folder.path().join("file");
    let mut made = cached(write(&path), 8 << 20);
    made.durable = true;
    let written = run([made]).unwrap();
    let storage = written.storage.unwrap();
    let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
    if !file.evict().unwrap().is_cold() || storage.write_bytes == 0 {
        eprintln!("left out: this file system is none that the kernel counts");
        return;
    }
    assert!(storage.write_bytes >= 8 << 20);
    assert!(Figures::of(&written).cache_share.is_none());
    assert_eq!(Figures::of(&written).cache_share_text, "nothing read");
    let cold = read_all(&path, Method::Cached);
    assert!(cold.cache_share.known().unwrap() < 0.05, "{cold:?}");
    // Where memory is short, the kernel may have to read this program's own code again, and the count has that too.
    let hot = (0..10)
        .map(|_| read_all(&path, Method::Cached))
        .find(|hot| Figures::of(hot).storage_read_bytes == Some(0));
    let hot = hot.expect("a read of a file in the cache reads nothing from storage");
    assert!(hot.cache_share.known().unwrap() > 0.95, "{hot:?}");
    assert_eq!(Figures::of(&hot).cache_share_text, "100 % of the bytes read");
    for method in methods(folder.path()) {
        if method.is_direct() {
            let direct = read_all(&path, method);
            assert!(direct.cache_share.known().unwrap() < 0.05, "{direct:?}");
        }
    }
}

#[test]
fn processor_time_is_counted() {
    if !apart::is_me("streams::truth::processor_time_is_counted", "") {
        return;
    }
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = cached(read(&path), BYTES);
    stream.limit.time = Some(Duration::from_millis(200));
    let outcome = run([stream.clone(), stream]).unwrap();
    let cpu = outcome.cpu.total();
    // Two threads that never wait; the machine may have more to do.
    assert!(cpu >= Duration::from_millis(20), "{cpu:?}");
    assert!(cpu <= 2 * outcome.last_done + Duration::from_millis(100));
    let of_threads: Duration = outcome.streams.iter().map(|stream| stream.thread_cpu.total()).sum();
    assert!(of_threads > Duration::ZERO && of_threads <= cpu + Duration::from_millis(20));
    let figures = Figures::of(&outcome);
    let gigabytes = outcome.bytes as f64 / 1e9;
    let seconds = figures.cpu.user_seconds + figures.cpu.system_seconds;
    assert!((figures.cpu.seconds_per_gigabyte * gigabytes / seconds - 1.0).abs() < 1e-6);
}

#[test]
fn figures_are_told_in_clean_json() {
    let folder = folder();
    let (source, target) = (folder.path().join("source"), folder.path().join("target"));
    make(&source, BYTES);
    let mut stream = cached(mixed(&source, &target, 50), BYTES).overlapped(4);
    stream.durable = true;
    stream.name = "a \"quoted\" name".into();
    let mut outcome = run([stream]).unwrap();
    // Of a fraction, the last bit may be lost on the way.
    outcome.cache_share = CacheShare::Known(0.75);
    outcome.streams[0].depth.mean = 2.5;
    let text = serde_json::to_string(&Figures::of(&outcome)).unwrap();
    let figures: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(figures["bytes"], 2 * BYTES);
    assert_eq!(figures["durable"], true);
    assert_eq!(figures["stopped"], false);
    assert_eq!(figures["streams"][0]["name"], "a \"quoted\" name");
    assert_eq!(figures["streams"][0]["depth_asked"], 4);
    for direction in ["read", "write"] {
        let flow = &figures[direction];
        assert_eq!(flow["bytes"], BYTES);
        assert_eq!(flow["operations"], 64);
        let latency = &flow["latency_microseconds"];
        let of = |name: &str| latency["percentiles"][name].as_f64().unwrap();
        let order = [
            latency["min"].as_f64().unwrap(),
            of("50"),
            of("90"),
            of("95"),
            of("99"),
            of("99.9"),
            of("99.99"),
            latency["max"].as_f64().unwrap(),
        ];
        assert!(order[0] > 0.0 && order.is_sorted(), "{order:?}");
    }
    // An outcome that goes to another process and back is the same.
    let sent = serde_json::to_string(&outcome).unwrap();
    let back: Outcome = serde_json::from_str(&sent).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), sent);
    assert_eq!(serde_json::to_string(&Figures::of(&back)).unwrap(), text);
}

#[test]
fn the_depth_that_was_reached_is_told() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for method in methods(folder.path()) {
        let stream = Stream::new("s", read(&path), method, PAGE, BYTES);
        let alone = run_one(stream.clone());
        assert_eq!((alone.depth_asked, alone.depth.most), (1, 1));
        let deep = run_one(stream.overlapped(8));
        assert_eq!((deep.depth_asked, deep.depth.most), (8, 8));
        assert!(deep.depth.mean > 1.0);
    }
}
