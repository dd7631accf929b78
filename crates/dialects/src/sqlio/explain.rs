//! Descriptions of tests.

use super::request::{Affinity, BufferMode, Pattern, Pool, SubBlocks, Test};
use crate::rows::Rows;

/// Describes a test, with lines of at most 80 columns.
pub(super) fn explain(test: &Test) -> String {
    let mut rows = Rows::new("What sqlio would do (MiB: 2^20 bytes):");
    let doing = if test.writes { "writes" } else { "reads" };
    rows.row(
        "Work",
        &format!(
            "{doing} blocks of {} KiB for {} s, {}",
            test.block_bytes >> 10,
            test.seconds,
            order(test.pattern)
        ),
    );
    for pool in &test.pools {
        rows.row("Threads", &threads(test, pool));
        for file in &pool.files {
            rows.row(
                "File",
                &format!("{}{}", file.path.display(), size(test, file.megabytes)),
            );
        }
    }
    if test.start_blocks > 0 {
        rows.row(
            "Start",
            &format!(
                "{} bytes into each file",
                u128::from(test.start_blocks) * u128::from(test.block_bytes)
            ),
        );
    }
    rows.row("Caches", caches(test));
    match test.sub_blocks {
        Some(SubBlocks::Scattered(count)) => rows.row(
            "Buffers",
            &format!(
                "{count} of {} bytes a block, scattered",
                test.block_bytes / u64::from(count)
            ),
        ),
        Some(SubBlocks::Copied(_)) => rows.row("Buffers", "one a block"),
        None => {}
    }
    if test.writes {
        rows.row(
            "Contents",
            "random bytes of which a little changes in each block, so that no storage can make them small",
        );
        rows.safety("files", test.overwrite_foreign);
    }
    rows.remarks(&test.remarks);
    rows.finish()
}

fn order(pattern: Pattern) -> String {
    match pattern {
        Pattern::Random => "each at a random place, so that some come twice and some never".to_owned(),
        Pattern::Sequential => {
            "from front to back and again from the front; threads share the place in each file".to_owned()
        }
        Pattern::Stripes { factor, ios, same_run } => {
            let next = if same_run {
                "each run visits the same blocks"
            } else {
                "the next run begins a block further, until the stripe is done"
            };
            format!(
                "in runs of {ios} blocks, each {factor} blocks after the one before; {next}; threads share the \
                 blocks of a stripe"
            )
        }
    }
}

fn threads(test: &Test, pool: &Pool) -> String {
    let flight = match (test.outstanding, pool.files.len()) {
        (Some(depth), 1) => format!("each with {depth} blocks in flight"),
        (Some(depth), files) => {
            format!("each with {depth} blocks in flight on each of {files} files")
        }
        (None, 1) => "each waiting for its block before the next".to_owned(),
        (None, files) => format!("each waiting for its block before the next, which is in the next of {files} files"),
    };
    let where_to = match &pool.affinity {
        Affinity::Any => String::new(),
        Affinity::All(numbers) => format!(", on processors {}", list(numbers)),
        Affinity::RoundRobin(numbers) => {
            format!(", in turn on one of the processors {}", list(numbers))
        }
    };
    format!("{}, {flight}{where_to}", pool.threads)
}

fn list(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(", ")
}

fn size(test: &Test, megabytes: Option<u64>) -> String {
    match (test.pattern, megabytes) {
        (Pattern::Stripes { factor, ios, .. }, _) => format!(
            ", made at least {} bytes long if it is shorter",
            (u128::from(factor) * u128::from(ios) + u128::from(test.start_blocks)) * u128::from(test.block_bytes)
        ),
        (_, Some(megabytes)) => {
            format!(", its first {megabytes} MiB; made as long if it is shorter")
        }
        (_, None) => ", as long as it is found".to_owned(),
    }
}

fn caches(test: &Test) -> &'static str {
    match (test.buffering, test.writes) {
        (BufferMode::None, false) | (BufferMode::Hardware, false) => "past the page cache (O_DIRECT)",
        (BufferMode::None, true) => {
            "past the page cache (O_DIRECT), each write waiting until it is on the device (O_DSYNC)"
        }
        (BufferMode::Hardware, true) => "past the page cache (O_DIRECT), the device's own cache in use",
        (BufferMode::All, _) => "through the page cache",
        (BufferMode::Software, false) => "through the page cache",
        (BufferMode::Software, true) => {
            "through the page cache, each write waiting until it is on the device (O_DSYNC)"
        }
    }
}
