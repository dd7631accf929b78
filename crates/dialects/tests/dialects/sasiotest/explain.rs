//! The lines that `-explain` adds.

use crate::sasiotest::support::{Folder, redact};

/// Returns the lines that `-explain` adds to those of the original, which must come first and unchanged.
fn explained(folder: &Folder, line: &str) -> String {
    let plain = redact(&folder.must(line));
    let printed = folder.must(&format!("{line} -explain"));
    let (original, added) = printed.split_once("feedrate explains").expect("it is added");
    assert_eq!(redact(original), plain);
    for line in added.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    // Broken lines are joined again, to look for words.
    added.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_cached_write_tells_of_its_flush() {
    let folder = Folder::new();
    let told = explained(&folder, "f -w");
    assert!(
        told.contains("handing it to the page cache; flushing took another "),
        "{told}"
    );
    assert!(told.contains("128 pwrite64; each transfer took one"), "{told}");
    assert!(told.contains("discipline as SAS, one transfer at a time; engine sync, depth 1"));
    assert!(told.contains("user and"), "{told}");
    assert!(told.contains("voluntary and"), "{told}");
    assert!(told.contains("p50 p90 p95 p99 p99.9 p99.99 max of writes"), "{told}");
    assert!(!told.contains("Page cache served"), "{told}");
}

#[test]
fn a_write_through_needs_no_flush() {
    let folder = Folder::new();
    let told = explained(&folder, "f -w -writethru -filesize 64K");
    assert!(
        told.contains("yes: each write returned when it was on the device"),
        "{told}"
    );
}

#[test]
fn reads_tell_of_the_cache() {
    let folder = Folder::new();
    folder.must("f -w");
    let told = explained(&folder, "f -r -writethru");
    assert!(told.contains("Page cache"), "{told}");
    assert!(told.contains("File in cache before: "), "{told}");
    assert!(told.contains("-writethru has no effect on reading."), "{told}");
    assert!(!told.contains("On the device"), "{told}");
    let told = explained(&folder, "f -ran -unbuffered");
    assert!(told.contains("go through the page cache all the same"), "{told}");
    let told = explained(&folder, "f -rw");
    assert!(told.contains("128 pread64, 128 pwrite64"), "{told}");
    assert!(told.contains("On the device no: "), "{told}");
}

#[test]
fn scattered_transfers_tell_of_their_calls_and_of_windows() {
    let folder = Folder::new();
    if !folder.takes_direct_io() {
        return;
    }
    let told = explained(&folder, "f -w -sgio -pagesize 4K -numpages 2048 -filesize 16M");
    assert!(
        told.contains("4 pwritev2; 2 of 2 transfers took more than one"),
        "{told}"
    );
    assert!(told.contains("not surely beyond the device's own cache"), "{told}");
    assert!(told.contains("64-bit Windows needs pages of a multiple of 8K; 4096 is none."));
    let told = explained(&folder, "f -sgio -pagesize 8K -numpages 1024 -filesize 16M -unbuffered");
    assert!(told.contains("2 preadv2; each transfer took one"), "{told}");
    assert!(told.contains("-unbuffered adds nothing"), "{told}");
    assert!(!told.contains("Windows"), "{told}");
}

#[test]
fn a_transfer_too_large_for_windows_is_remarked_on() {
    let folder = Folder::new();
    if !folder.takes_direct_io() {
        return;
    }
    let told = explained(&folder, "f -w -sgio -pagesize 1M -numpages 65 -filesize 65M");
    assert!(told.contains("one I/O moves at most 64 MB there"), "{told}");
}
