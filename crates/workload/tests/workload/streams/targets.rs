//! The treatment of a file before it is written.

use std::fs;
use std::os::unix::fs::MetadataExt;

use feedrate_workload::Target;

use crate::streams::ground::*;

const BYTES: u64 = 64 * PAGE;

#[test]
fn an_overwritten_file_keeps_the_rest() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, 2 * BYTES);
    let before = pages(&path);
    run_one(cached(write(&path), BYTES));
    let after = pages(&path);
    assert_eq!(after.len(), before.len());
    assert!(after[64..] == before[64..]);
    assert!((0..64).all(|index| after[index] != before[index]));
}

#[test]
fn a_growing_file_holds_only_what_is_written() {
    let folder = folder();
    let path = folder.path().join("file");
    for stream in settings(folder.path(), &write(&path), BYTES) {
        let mut stream = stream;
        make(&path, 3 * BYTES);
        stream.target = Target::Grow;
        run_one(stream.clone());
        assert_eq!(fs::metadata(&path).unwrap().len(), BYTES);
        stream.limit.bytes = Some(PAGE);
        run_one(stream);
        assert_eq!(fs::metadata(&path).unwrap().len(), PAGE);
    }
}

#[test]
fn a_reserved_file_has_its_space_before_it_is_written() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, 3 * BYTES);
    let mut stream = cached(write(&path), BYTES);
    stream.target = Target::Reserve;
    stream.limit.bytes = Some(PAGE);
    run_one(stream);
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!(metadata.len(), BYTES);
    assert!(metadata.blocks() * 512 >= BYTES);
    let pages = pages(&path);
    assert!(pages[0].iter().any(|&byte| byte != 0));
    assert!(pages[1..].iter().flatten().all(|&byte| byte == 0));
}

#[test]
fn a_range_that_begins_later_leaves_a_marked_hole() {
    let folder = folder();
    let path = folder.path().join("file");
    for target in [Target::Overwrite, Target::Grow, Target::Reserve] {
        for mut stream in two_settings(folder.path(), &write(&path), BYTES) {
            stream.target = target;
            stream.range.offset = 2 * BYTES;
            run_one(stream);
            let bytes = fs::read(&path).unwrap();
            assert_eq!(bytes.len() as u64, 3 * BYTES);
            let (hole, written) = bytes.split_at(2 * BYTES as usize);
            let mark = feedrate_pageio::mark::MARK;
            assert!(hole.starts_with(mark));
            assert!(hole[mark.len()..].iter().all(|&byte| byte == 0));
            assert!(written.chunks(512).all(|block| block.iter().any(|&byte| byte != 0)));
            fs::remove_file(&path).unwrap();
        }
    }
}
