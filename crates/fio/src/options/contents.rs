//! What is written, and what is checked of it.

use feedrate_workload::load::VerifySum;

use super::definition::{Definition, boolean, flag, ignored, refused_unless, takes};
use super::lists;
use crate::job::{Options, Pattern, Verify};
use crate::value::{Refusal, Value};

const METHODS: &str = "take crc32c, another sum, meta or pattern";

const TRIM: &str = "what was verified is not trimmed here; take a job of rw=trim, or leave it out";

with_defaults! {
    /// What is written, and what is checked of it.
    pub struct ContentOptions {
        /// New bytes for each block.
        pub refill_buffers: bool = false,
        /// Zeros.
        pub zero_buffers: bool = false,
        /// A little changed in each block.
        pub scramble_buffers: bool = true,
        /// These bytes over and over; empty without.
        pub buffer_pattern: Vec<u8> = Vec::new(),
        /// So many percent of each chunk can be compressed away.
        pub buffer_compress_percentage: Option<u8> = None,
        /// Bytes of a chunk.
        pub buffer_compress_chunk: u64 = 512,
        /// By what.
        pub verify: Option<Verify> = None,
        /// Whether a job that writes reads back.
        pub do_verify: bool = true,
        /// Whether it ends at the first that differs.
        pub verify_fatal: bool = false,
        /// Whether what differs is written to files.
        pub verify_dump: bool = false,
        /// Reads back after so many writes; 0 only at the end.
        pub verify_backlog: u64 = 0,
        /// So many at a time; 0: as many as `verify_backlog`.
        pub verify_backlog_batch: u64 = 0,
        /// A pattern; empty without.
        pub verify_pattern: Pattern = Pattern::default(),
        /// Whether nothing is written, and what an earlier run wrote is checked.
        pub verify_only: bool = false,
        /// Of 100 blocks so many are as others.
        pub dedupe_percentage: u8 = 0,
        /// Whether they are drawn from blocks that are made for that, not as the one before.
        pub dedupe_working_set: bool = false,
        /// How many of those there are, in percent of the job's blocks.
        pub dedupe_working_set_percentage: u8 = 5,
        /// Whether jobs share them.
        pub dedupe_global: bool = false,
        /// Bytes between headers; 0: a block.
        pub verify_interval: u64 = 0,
    }
}

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    flag("refill_buffers", "new random bytes for each block", |options| &mut options.contents.refill_buffers),
    flag("zero_buffers", "zeros", |options| &mut options.contents.zero_buffers),
    boolean("scramble_buffers", "a little changes in each block (1)", |options| &mut options.contents.scramble_buffers),
    takes(
        "buffer_pattern",
        "0xHEX|N|\"TEXT\"",
        "these bytes over and over",
        |options, value| {
            let pattern = lists::pattern(value)?;
            if !pattern.offsets.is_empty() {
                return Err("%o is for verify_pattern".to_owned());
            }
            options.contents.buffer_pattern = pattern.bytes;
            Ok(())
        },
    )
    .text(),
    takes(
        "buffer_compress_percentage",
        "PERCENT",
        "so much of each chunk is zeros",
        |options, value| value.percent().map(|to| options.contents.buffer_compress_percentage = Some(to)),
    ),
    takes(
        "buffer_compress_chunk",
        "SIZE",
        "bytes of a chunk",
        |options, value| value.positive_bytes().map(|to| options.contents.buffer_compress_chunk = to),
    ),
    takes(
        "dedupe_percentage",
        "PERCENT",
        "so many blocks are as others; refill_buffers is then on",
        |options, value| value.percent().map(|to| options.contents.dedupe_percentage = to),
    ),
    takes(
        "dedupe_mode",
        "repeat|working_set",
        "as the one before, or drawn from blocks that are made for that",
        |options, value| {
            options.contents.dedupe_working_set =
                value.choice(&[("repeat", false), ("working_set", true)])?;
            Ok(())
        },
    ),
    takes(
        "dedupe_working_set_percentage",
        "PERCENT",
        "how many of these there are, of the job's blocks (5)",
        |options, value| value.percent().map(|to| options.contents.dedupe_working_set_percentage = to),
    ),
    boolean("dedupe_global", "jobs draw from the same blocks", |options| &mut options.contents.dedupe_global),
    takes(
        "verify",
        "crc32c|xxhash|md5|sha256|meta|pattern|…",
        "what is read is checked to be what was written; also by crc32, crc64, crc16, crc7, sha1, sha512, sha3-224, sha3-256, sha3-384 and sha3-512",
        |options, value| value.choice(&[
                ("0", None),
                ("crc32c", Some(Verify::Sum(VerifySum::Crc32c))),
                ("crc32c-intel", Some(Verify::Sum(VerifySum::Crc32c))),
                ("crc32", Some(Verify::Sum(VerifySum::Crc32))),
                ("xxhash", Some(Verify::Sum(VerifySum::Xxhash))),
                ("md5", Some(Verify::Sum(VerifySum::Md5))),
                ("sha256", Some(Verify::Sum(VerifySum::Sha256))),
                ("sha512", Some(Verify::Sum(VerifySum::Sha512))),
                ("meta", Some(Verify::Meta)),
                ("crc64", Some(Verify::Sum(VerifySum::Crc64))),
                ("crc16", Some(Verify::Sum(VerifySum::Crc16))),
                ("crc7", Some(Verify::Sum(VerifySum::Crc7))),
                ("sha1", Some(Verify::Sum(VerifySum::Sha1))),
                ("sha3-224", Some(Verify::Sum(VerifySum::Sha3Of224))),
                ("sha3-256", Some(Verify::Sum(VerifySum::Sha3Of256))),
                ("sha3-384", Some(Verify::Sum(VerifySum::Sha3Of384))),
                ("sha3-512", Some(Verify::Sum(VerifySum::Sha3Of512))),
                ("pattern", Some(Verify::Pattern)),
            ]).map(|to| options.contents.verify = to),
    )
    .but(&[(&["null", "pattern_hdr"], METHODS)]),
    boolean("do_verify", "whether a job that writes reads back", |options| &mut options.contents.do_verify),
    flag("verify_only", "nothing is written: what an earlier run of the job wrote is checked", |options| &mut options.contents.verify_only),
    boolean("verify_fatal", "ends at the first block that differs", |options| &mut options.contents.verify_fatal),
    boolean("verify_dump", "blocks that differ are written beside the file, and with a pattern what was expected in their place", |options| &mut options.contents.verify_dump),
    takes(
        "verify_backlog",
        "N",
        "reads back after so many writes",
        |options, value| value.bytes().map(|to| options.contents.verify_backlog = to),
    ),
    takes(
        "verify_backlog_batch",
        "N",
        "so many at a time",
        |options, value| value.bytes().map(|to| options.contents.verify_backlog_batch = to),
    ),
    takes(
        "verify_pattern",
        "0xHEX|N|\"TEXT\"|%o",
        "these bytes over and over, checked with verify=pattern; %o is the block's offset",
        verify_pattern,
    )
    .text(),
    takes(
        "verify_interval",
        "SIZE",
        "bytes that carry a checksum each",
        |options, value| value.bytes().map(|to| options.contents.verify_interval = to),
    ),
    refused_unless(
        "verify_offset",
        &["0"],
        "checksums stand at the beginning of what they are of",
    ),
    ignored("verify_async", "blocks are checked by the job's own thread"),
    ignored(
        "verify_async_cpus",
        "blocks are checked by the job's own thread",
    ),
    ignored("verify_state_save", "the state of a check is not kept"),
    refused_unless(
        "verify_state_load",
        &["0"],
        "the state of a check is not kept; check with a job of rw=read",
    ),
    ignored("verifysort", "fio took it out, and passes over it too"),
    ignored("verifysort_nr", "fio took it out, and passes over it too"),
    ignored("experimental_verify", "it checks in the usual way"),
    refused_unless("trim_percentage", &["0"], TRIM),
    ignored("trim_verify_zero", "what was verified is not trimmed"),
    refused_unless("trim_backlog", &["0"], TRIM),
    refused_unless("trim_backlog_batch", &["0"], TRIM),
];

/// Without `verify`, it also chooses the method; the reader of jobs sees to that.
fn verify_pattern(options: &mut Options, value: &mut Value<'_>) -> Result<(), Refusal> {
    options.contents.verify_pattern = lists::pattern(value)?;
    Ok(())
}
