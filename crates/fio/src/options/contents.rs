//! What is written, and what is checked of it.

use super::definition::{Definition, ignored, refused_unless, takes};
use super::lists;
use crate::job::{Options, Verify};
use crate::value::{Refusal, Value};

const METHODS: &str = "take crc32c, another sum, meta or pattern";

const TRIM: &str = "what was verified is not trimmed here; take a job of rw=trim, or leave it out";

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "refill_buffers",
        "",
        "new random bytes for each block",
        |options, value| {
            options.refill_buffers = value.flag()?;
            Ok(())
        },
    ),
    takes("zero_buffers", "", "zeros", |options, value| {
        options.zero_buffers = value.flag()?;
        Ok(())
    }),
    takes(
        "scramble_buffers",
        "0|1",
        "a little changes in each block (1)",
        |options, value| {
            options.scramble_buffers = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "buffer_pattern",
        "0xHEX|N|\"TEXT\"",
        "these bytes over and over",
        |options, value| {
            let pattern = lists::pattern(value)?;
            if !pattern.offsets.is_empty() {
                return Err("%o is for verify_pattern".to_owned());
            }
            options.buffer_pattern = pattern.bytes;
            Ok(())
        },
    )
    .text(),
    takes(
        "buffer_compress_percentage",
        "PERCENT",
        "so much of each chunk is zeros",
        |options, value| {
            options.buffer_compress_percentage = Some(value.percent()?);
            Ok(())
        },
    ),
    takes(
        "buffer_compress_chunk",
        "SIZE",
        "bytes of a chunk",
        |options, value| {
            options.buffer_compress_chunk = value.positive_bytes()?;
            Ok(())
        },
    ),
    takes(
        "dedupe_percentage",
        "PERCENT",
        "so many blocks are as others; refill_buffers is then on",
        |options, value| {
            options.dedupe_percentage = value.percent()?;
            Ok(())
        },
    ),
    takes(
        "dedupe_mode",
        "repeat|working_set",
        "as the one before, or drawn from blocks that are made for that",
        |options, value| {
            options.dedupe_working_set =
                value.choice(&[("repeat", false), ("working_set", true)])?;
            Ok(())
        },
    ),
    takes(
        "dedupe_working_set_percentage",
        "PERCENT",
        "how many of these there are, of the job's blocks (5)",
        |options, value| {
            options.dedupe_working_set_percentage = value.percent()?;
            Ok(())
        },
    ),
    takes(
        "dedupe_global",
        "0|1",
        "jobs draw from the same blocks",
        |options, value| {
            options.dedupe_global = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "verify",
        "crc32c|xxhash|md5|sha256|meta|pattern|…",
        "what is read is checked to be what was written; also by crc32, crc64, crc16, crc7, sha1, sha512, sha3-224, sha3-256, sha3-384 and sha3-512",
        |options, value| {
            options.verify = value.choice(&[
                ("0", None),
                ("crc32c", Some(Verify::Crc32c)),
                ("crc32c-intel", Some(Verify::Crc32c)),
                ("crc32", Some(Verify::Crc32)),
                ("xxhash", Some(Verify::Xxhash)),
                ("md5", Some(Verify::Md5)),
                ("sha256", Some(Verify::Sha256)),
                ("sha512", Some(Verify::Sha512)),
                ("meta", Some(Verify::Meta)),
                ("crc64", Some(Verify::Crc64)),
                ("crc16", Some(Verify::Crc16)),
                ("crc7", Some(Verify::Crc7)),
                ("sha1", Some(Verify::Sha1)),
                ("sha3-224", Some(Verify::Sha3Of224)),
                ("sha3-256", Some(Verify::Sha3Of256)),
                ("sha3-384", Some(Verify::Sha3Of384)),
                ("sha3-512", Some(Verify::Sha3Of512)),
                ("pattern", Some(Verify::Pattern)),
            ])?;
            Ok(())
        },
    )
    .but(&[(&["null", "pattern_hdr"], METHODS)]),
    takes(
        "do_verify",
        "0|1",
        "whether a job that writes reads back",
        |options, value| {
            options.do_verify = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "verify_only",
        "",
        "nothing is written: what an earlier run of the job wrote is checked",
        |options, value| {
            options.verify_only = value.flag()?;
            Ok(())
        },
    ),
    takes(
        "verify_fatal",
        "0|1",
        "ends at the first block that differs",
        |options, value| {
            options.verify_fatal = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "verify_dump",
        "0|1",
        "blocks that differ are written beside the file, and with a pattern what was expected in their place",
        |options, value| {
            options.verify_dump = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "verify_backlog",
        "N",
        "reads back after so many writes",
        |options, value| {
            options.verify_backlog = value.bytes()?;
            Ok(())
        },
    ),
    takes(
        "verify_backlog_batch",
        "N",
        "so many at a time",
        |options, value| {
            options.verify_backlog_batch = value.bytes()?;
            Ok(())
        },
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
        |options, value| {
            options.verify_interval = value.bytes()?;
            Ok(())
        },
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
    options.verify_pattern = lists::pattern(value)?;
    Ok(())
}
