//! The content that a stream writes, and its places.

use std::collections::HashSet;
use std::fs;

use feedrate_pageio::mark::MARK;
use feedrate_pageio::{Access, Method};

use crate::streams::ground::*;

const BYTES: u64 = 64 * PAGE;

fn zero_share(bytes: &[u8]) -> f64 {
    bytes.iter().filter(|&&byte| byte == 0).count() as f64 / bytes.len() as f64
}

#[test]
fn every_block_of_the_range_is_written_and_none_like_another() {
    let folder = folder();
    let path = folder.path().join("file");
    for stream in settings(folder.path(), &write(&path), BYTES) {
        run_one(stream);
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes.len() as u64, BYTES);
        let blocks: HashSet<&[u8]> = bytes.chunks(512).collect();
        assert_eq!(blocks.len(), bytes.len() / 512);
        assert!(zero_share(&bytes) < 0.01);
        assert!(bytes.starts_with(MARK));
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn only_the_range_is_written() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, 3 * BYTES);
    for mut stream in settings(folder.path(), &write(&path), BYTES) {
        let before = pages(&path);
        stream.range.offset = BYTES;
        stream.seed = fastrand::u64(..);
        run_one(stream);
        let after = pages(&path);
        assert_eq!(before.len(), after.len());
        for (index, (before, after)) in before.iter().zip(&after).enumerate() {
            let within = (64..128).contains(&index);
            assert_eq!(before == after, !within, "page {index}");
        }
    }
}

#[test]
fn a_range_that_is_no_multiple_of_a_transfer_is_written_to_its_end() {
    let folder = folder();
    let path = folder.path().join("file");
    for stream in settings(folder.path(), &write(&path), 7 * PAGE) {
        run_one(stream);
        let pages = pages(&path);
        assert_eq!(pages.len(), 7);
        assert!(pages.iter().all(|page| zero_share(page) < 0.1));
        fs::remove_file(&path).unwrap();
    }
    // Through the cache, any length will do.
    run_one(cached(write(&path), 7 * PAGE + 5));
    assert_eq!(fs::metadata(&path).unwrap().len(), 7 * PAGE + 5);
}

#[test]
fn a_page_larger_than_the_range_is_cut() {
    let folder = folder();
    let path = folder.path().join("file");
    let stream = feedrate_workload::Stream::new("s", write(&path), Method::Cached, 1 << 20, 100);
    assert_eq!(run_one(stream).account.write.bytes, 100);
    assert_eq!(fs::metadata(&path).unwrap().len(), 100);
}

#[test]
fn the_asked_share_of_what_is_written_is_compressible() {
    let folder = folder();
    let path = folder.path().join("file");
    for percent in [0, 30, 50, 90] {
        let mut stream = cached(write(&path), BYTES);
        stream.compressible_percent = percent;
        run_one(stream);
        let share = zero_share(&fs::read(&path).unwrap());
        assert!((share - f64::from(percent) / 100.0).abs() < 0.02, "{share}");
    }
}

#[test]
fn a_mix_does_not_write_what_it_read() {
    let folder = folder();
    let (source, target) = (folder.path().join("zeros"), folder.path().join("target"));
    fs::write(&source, vec![0; BYTES as usize]).unwrap();
    // Long enough to go over all its slots several times.
    for stream in two_settings(folder.path(), &mixed(&source, &target, 50), BYTES) {
        let mut stream = stream;
        stream.limit.bytes = Some(12 << 20);
        run_one(stream);
        assert!(zero_share(&fs::read(&target).unwrap()) < 0.01);
        assert!(zero_share(&fs::read(&source).unwrap()) == 1.0);
    }
}

#[test]
fn a_seed_gives_the_same_content_and_another_gives_another() {
    let folder = folder();
    let path = folder.path().join("file");
    let written = |seed| {
        let mut stream = cached(write(&path), BYTES);
        stream.seed = seed;
        run_one(stream);
        fs::read(&path).unwrap()
    };
    let first = written(1);
    assert!(first == written(1));
    let other = written(2);
    let blocks: HashSet<&[u8]> = first.chunks(512).collect();
    assert!(!other.chunks(512).any(|block| blocks.contains(block)));
}

#[test]
fn a_later_pass_overwrites_with_fresh_content() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let before = pages(&path);
    let mut stream = cached(write(&path), BYTES);
    stream.limit.bytes = Some(2 * BYTES + PAGE);
    stream.access = Access::Sequential;
    let outcome = run_one(stream);
    assert_eq!(outcome.passes, 2);
    assert_eq!(outcome.bytes(), 2 * BYTES + PAGE);
    let after = pages(&path);
    assert!(before.iter().zip(&after).all(|(before, after)| before != after));
    assert!(after[0].starts_with(MARK));
}
