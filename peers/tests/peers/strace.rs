//! The calls that feedrate makes are those that it says it makes.

use crate::program::{folder, make_file, number};
use crate::trace::{Trace, segments_and_bytes};

#[test]
fn direct_pages_are_scattered_by_one_call() {
    let folder = folder();
    let file = folder.path().join("data");
    make_file(&file, "16M");
    let calls = "openat,preadv2,pread64";
    let page = 65_536;

    // As SAS: the first page alone, and then 15 pages a call.
    let trace = Trace::of(&file, "--method direct --page 64K --pages 16", calls);
    let moved: Vec<_> = trace.named("preadv2").map(segments_and_bytes).collect();
    assert_eq!(moved[0], (1, page));
    assert_eq!(moved[1..18], [(15, 15 * page); 17]);
    assert_eq!(moved.iter().map(|(_, bytes)| bytes).sum::<u64>(), 16 << 20);
    let counted = number(&trace.figures, "/streams/0/calls/preadv2");
    assert_eq!(moved.len() as u64, counted);
    assert_eq!(number(&trace.figures, "/read/operations"), counted);
    let openings = trace.opening(&file);
    assert!(openings.iter().any(|call| call.contains("O_DIRECT")), "{openings:?}");

    // At random: all 16 pages.
    let trace = Trace::of(&file, "--order random --method direct --page 64K --pages 16", calls);
    let moved: Vec<_> = trace.named("preadv2").map(segments_and_bytes).collect();
    assert_eq!(moved, [(16, 16 * page); 16]);
}

#[test]
fn written_pages_are_gathered_by_one_call() {
    let folder = folder();
    let file = folder.path().join("data");
    let trace = Trace::of(
        &file,
        "--do write --size 4M --method direct --page 16K --pages 9 --durable",
        "openat,pwritev2,fdatasync",
    );
    let moved: Vec<_> = trace.named("pwritev2").map(segments_and_bytes).collect();
    assert_eq!(moved[..2], [(1, 16_384), (8, 8 * 16_384)]);
    assert_eq!(moved.len() as u64, number(&trace.figures, "/streams/0/calls/pwritev2"));
    assert_eq!(trace.named("fdatasync").count(), 1);
}

#[test]
fn cached_pages_move_one_a_call_and_not_past_the_cache() {
    let folder = folder();
    let file = folder.path().join("data");
    make_file(&file, "1M");
    let trace = Trace::of(&file, "--method cached --page 16K", "openat,pread64,preadv2");
    let counted = number(&trace.figures, "/streams/0/calls/pread") + number(&trace.figures, "/streams/0/calls/preadv2");
    assert_eq!(counted, 64);
    let moved = trace
        .calls
        .iter()
        .filter(|call| call.starts_with("pread") && call.ends_with("= 16384"))
        .count();
    assert_eq!(moved, 64);
    let openings = trace.opening(&file);
    assert!(openings.iter().all(|call| !call.contains("O_DIRECT")));
}

#[test]
fn write_through_is_asked_of_the_kernel() {
    let folder = folder();
    let file = folder.path().join("data");
    let trace = Trace::of(
        &file,
        "--do write --size 1M --method write-through --page 64K",
        "openat",
    );
    let openings = trace.opening(&file);
    assert!(openings.iter().any(|call| call.contains("O_DSYNC")), "{openings:?}");
}

#[test]
fn the_kernel_is_told_the_order_of_access() {
    let folder = folder();
    let file = folder.path().join("data");
    make_file(&file, "1M");
    for (order, advice) in [
        ("sequential", "POSIX_FADV_SEQUENTIAL"),
        ("random", "POSIX_FADV_RANDOM"),
        ("history", "POSIX_FADV_NORMAL"),
    ] {
        let trace = Trace::of(&file, &format!("--order {order} --page 64K"), "fadvise64");
        let hints: Vec<_> = trace.named("fadvise64").collect();
        assert!(
            !hints.is_empty() && hints.iter().all(|hint| hint.contains(advice)),
            "{order}: {hints:?}"
        );
    }
}
