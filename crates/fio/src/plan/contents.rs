//! Plans the content of writes, and verification.

use feedrate_workload::load::{Contents, LoadFile, Repeats, Verify, VerifyMethod};

use crate::job::{self, Options};

pub(super) fn content(options: &Options, files: &[LoadFile]) -> Contents {
    if options.contents.zero_buffers {
        Contents::Zeros
    } else if !options.contents.buffer_pattern.is_empty() {
        Contents::Pattern(options.contents.buffer_pattern.clone())
    } else if options.contents.refill_buffers {
        Contents::Fresh {
            compressible_percent: options.contents.buffer_compress_percentage.unwrap_or(0),
            chunk: options.contents.buffer_compress_chunk,
            repeats: repeats(options, files),
        }
    } else if options.contents.scramble_buffers {
        Contents::Scrambled
    } else {
        Contents::Same
    }
}

/// Returns the repetition of blocks. A working set is a percentage of the job's blocks.
fn repeats(options: &Options, files: &[LoadFile]) -> Option<Repeats> {
    let percent = options.contents.dedupe_percentage;
    let bytes = files.iter().filter_map(|file| file.bytes).sum::<u64>();
    let blocks = bytes / options.blocks.bs.write.0.max(1);
    let share = u64::from(options.contents.dedupe_working_set_percentage);
    (percent > 0).then_some(Repeats {
        percent,
        working_set: options
            .contents
            .dedupe_working_set
            .then_some((blocks.saturating_mul(share) / 100).max(1)),
        is_shared: options.contents.dedupe_global,
    })
}

pub(super) fn verify(options: &Options) -> Option<Verify> {
    let method = match options.contents.verify? {
        job::Verify::Meta => VerifyMethod::Header,
        job::Verify::Sum(sum) => VerifyMethod::Sum(sum),
        job::Verify::Pattern => {
            let job::Pattern { bytes, offsets } = options.contents.verify_pattern.clone();
            match offsets.is_empty() {
                true => VerifyMethod::Pattern(bytes),
                false => VerifyMethod::PatternWithOffsets {
                    pattern: bytes,
                    places: offsets,
                },
            }
        }
    };
    let backlog = options.contents.verify_backlog;
    let batch = match options.contents.verify_backlog_batch {
        0 => backlog,
        batch => batch,
    };
    Some(Verify {
        method,
        interval: (options.contents.verify_interval > 0).then_some(options.contents.verify_interval),
        header_at: options.contents.verify_offset,
        numbers: options.contents.verify_write_sequence,
        read_back: options.contents.do_verify,
        fatal: options.contents.verify_fatal,
        dump: options.contents.verify_dump,
        backlog: (backlog > 0).then_some((backlog, batch)),
        only_flushed: options.contents.verify_policy_fsynced,
        until: None,
    })
}
