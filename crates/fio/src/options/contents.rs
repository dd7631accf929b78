//! Options on the content of writes and its verification.

use feedrate_workload::load::VerifySum;

use super::entry::{Entry, ignored, refused_unless};
use super::lists;
use crate::kinds::{Pattern, Verify};
use crate::value::Value;

const METHODS: &str = "take crc32c, another sum, meta or pattern";

const TRIM: &str = "what was verified is not trimmed here; take a job of rw=trim, or leave it out";

with_defaults! {
    /// The content of writes and its verification.
    pub struct ContentOptions {
        /// True if each block has new bytes.
        pub refill_buffers: bool = false,
        /// True if all bytes are zero.
        pub zero_buffers: bool = false,
        /// True if a few bytes of each block are changed.
        pub scramble_buffers: bool = true,
        /// The bytes that are repeated; empty for none.
        pub buffer_pattern: Vec<u8> = Vec::new(),
        /// The percentage of each chunk that can be compressed away.
        pub buffer_compress_percentage: Option<u8> = None,
        /// The bytes of a chunk.
        pub buffer_compress_chunk: u64 = 512,
        /// The method of verification.
        pub verify: Option<Verify> = None,
        /// True if a job that writes reads its blocks back.
        pub do_verify: bool = true,
        /// True if the job ends at the first difference.
        pub verify_fatal: bool = false,
        /// True if blocks that differ are written to files.
        pub verify_dump: bool = false,
        /// The number of writes after which it reads back; 0 for only at the end.
        pub verify_backlog: u64 = 0,
        /// The number of blocks read back at a time; 0 for `verify_backlog`.
        pub verify_backlog_batch: u64 = 0,
        /// The pattern; empty for none.
        pub verify_pattern: Pattern = Pattern::default(),
        /// True if nothing is written, and the content of an earlier run is verified.
        pub verify_only: bool = false,
        /// The percentage of blocks that are duplicates.
        pub dedupe_percentage: u8 = 0,
        /// True if these are drawn from a set of blocks, rather than being the previous block.
        pub dedupe_working_set: bool = false,
        /// The size of that set, in percent of the job's blocks.
        pub dedupe_working_set_percentage: u8 = 5,
        /// True if jobs share it.
        pub dedupe_global: bool = false,
        /// The offset of the checksum in the bytes that it is of.
        pub verify_offset: u64 = 0,
        /// The bytes between headers; 0 for the block size.
        pub verify_interval: u64 = 0,
        /// True if blocks are checked to be of the last write of their place.
        pub verify_write_sequence: bool = true,
        /// True if its state is kept at its end; `None`: if it ends before its writes do.
        pub verify_state_save: Option<bool> = None,
        /// True if only writes that were flushed count in its state.
        pub verify_policy_fsynced: bool = false,
        /// True if it verifies as far as an earlier run came.
        pub verify_state_load: bool = false,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<ContentOptions>] = &[
    flag!(refill_buffers, "new random bytes for each block"),
    flag!(zero_buffers, "zeros"),
    boolean!(scramble_buffers, "a little changes in each block (1)"),
    Entry::takes(
        "buffer_pattern",
        "0xHEX|N|\"TEXT\"",
        "these bytes over and over",
        |options: &mut ContentOptions, value| {
            let pattern = lists::pattern(value)?;
            if !pattern.offsets.is_empty() {
                return Err("%o is for verify_pattern".to_owned());
            }
            options.buffer_pattern = pattern.bytes;
            Ok(())
        },
    )
    .text(),
    takes!(
        buffer_compress_percentage,
        "PERCENT",
        "so much of each chunk is zeros",
        |value| value.percent().map(Some)
    ),
    takes!(buffer_compress_chunk, "SIZE", "bytes of a chunk", Value::positive_bytes),
    takes!(
        dedupe_percentage,
        "PERCENT",
        "so many blocks are as others; refill_buffers is then on",
        Value::percent
    ),
    Entry::takes(
        "dedupe_mode",
        "repeat|working_set",
        "as the one before, or drawn from blocks that are made for that",
        |options, value| {
            value
                .choice(&[("repeat", false), ("working_set", true)])
                .map(|to| options.dedupe_working_set = to)
        },
    ),
    takes!(
        dedupe_working_set_percentage,
        "PERCENT",
        "how many of these there are, of the job's blocks (5)",
        Value::percent
    ),
    boolean!(dedupe_global, "jobs draw from the same blocks"),
    takes!(
        verify,
        "crc32c|xxhash|md5|sha256|meta|pattern|…",
        "what is read is checked to be what was written; also by crc32, crc64, crc16, crc7, sha1, sha512, sha3-224, \
         sha3-256, sha3-384 and sha3-512",
        |value| value.choice(&[
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
        ])
    )
    .but(&[(&["null", "pattern_hdr"], METHODS)]),
    boolean!(do_verify, "whether a job that writes reads back"),
    flag!(
        verify_only,
        "nothing is written: what an earlier run of the job wrote is checked"
    ),
    boolean!(verify_fatal, "ends at the first block that differs"),
    boolean!(
        verify_dump,
        "blocks that differ are written beside the file, and with a pattern what was expected in their place"
    ),
    takes!(verify_backlog, "N", "reads back after so many writes", Value::bytes),
    takes!(verify_backlog_batch, "N", "so many at a time", Value::bytes),
    // Without `verify`, it also selects the method, which is done when jobs are resolved.
    takes!(
        verify_pattern,
        "0xHEX|N|\"TEXT\"|%o",
        "these bytes over and over, checked with verify=pattern; %o is the block's offset",
        lists::pattern
    )
    .text(),
    takes!(
        verify_interval,
        "SIZE",
        "bytes that carry a checksum each",
        Value::bytes
    ),
    takes!(
        verify_offset,
        "SIZE",
        "where the checksum lies in what it is of, not at its beginning",
        Value::bytes
    ),
    ignored(
        "verify_pattern_interval",
        "the pattern begins anew in each verify_interval",
    ),
    boolean!(
        verify_write_sequence,
        "whether a block is told that holds an earlier write of its place than the job's last one (fio 3.38)"
    ),
    ignored("verify_header_seed", "checksums have no seed"),
    ignored("verify_async", "blocks are checked by the job's own thread"),
    ignored("verify_async_cpus", "blocks are checked by the job's own thread"),
    takes!(
        verify_state_save,
        "0|1",
        "how far the writes came is kept in local-JOB-N-verify.state; without the option, if they do not come to their \
         end",
        |value| value.boolean().map(Some)
    ),
    boolean!(
        verify_state_load,
        "of a job that only verifies: it ends where the writes of the earlier run ended"
    ),
    Entry::takes(
        "verify_policy",
        "completed|fsynced",
        "which writes count in what verify_state_save keeps: all that were completed, or those that fsync= or \
         end_fsync=1 brought to the device since (after fio 3.42)",
        |options, value| {
            options.verify_policy_fsynced = value.choice(&[("completed", false), ("fsynced", true)])?;
            Ok(())
        },
    ),
    ignored("verifysort", "fio took it out, and passes over it too"),
    ignored("verifysort_nr", "fio took it out, and passes over it too"),
    ignored("experimental_verify", "it checks in the usual way"),
    refused_unless("trim_percentage", &["0"], TRIM),
    ignored("trim_verify_zero", "what was verified is not trimmed"),
    refused_unless("trim_backlog", &["0"], TRIM),
    refused_unless("trim_backlog_batch", &["0"], TRIM),
];
