//! Options on the engine, caches, durability and the queue.

use super::entry::{Entry, ignored, refused_unless};
use crate::kinds::{Engine, Sync};
use crate::system::HAS_WINDOWSAIO;
use crate::value::Value;

const OTHER_ENGINE: &str = "feedrate moves blocks of files; take sync, psync, vsync, pvsync, pvsync2, libaio, \
    io_uring, posixaio, mmap or null";

/// Other engines of fio, that of Windows first.
const OTHERS: &[&str] = &[
    "windowsaio",
    "io_uring_cmd",
    "solarisaio",
    "splice",
    "sg",
    "libzbc",
    "net",
    "netsplice",
    "rdma",
    "e4defrag",
    "rados",
    "rbd",
    "http",
    "gfapi",
    "gfapi_async",
    "libhdfs",
    "mtd",
    "pmemblk",
    "dev-dax",
    "external",
    "cpp_null",
    "libpmem",
    "ime_psync",
    "ime_psyncv",
    "ime_aio",
    "libiscsi",
    "nbd",
    "libcufile",
    "libhipfile",
    "dfs",
    "nfs",
    "exec",
    "xnvme",
    "libblkio",
    "page_fault",
    "librpma_apm_client",
    "librpma_apm_server",
    "librpma_gpspm_client",
    "librpma_gpspm_server",
];

/// Those that are not here.
const REFUSED: &[&str] = match HAS_WINDOWSAIO {
    true => OTHERS.split_at(1).1,
    false => OTHERS,
};

/// The engines that move blocks.
const FORM: &str = match HAS_WINDOWSAIO {
    true => "windowsaio|psync|sync|vsync|pvsync|pvsync2|mmap|null",
    false => "psync|sync|vsync|pvsync|pvsync2|libaio|io_uring|posixaio|mmap|null",
};

/// Their help.
const HELP: &str = match HAS_WINDOWSAIO {
    true => {
        "what moves blocks, and libaio, io_uring and posixaio run as windowsaio; or the calls that are made \
         instead: falloc, ftruncate, filecreate, filestat, filedelete, dircreate, dirstat, dirdelete; or cpuio, which \
         computes"
    }
    false => {
        "what moves blocks, and libaio and posixaio run on io_uring; or the calls that are made instead: falloc, \
         ftruncate, filecreate, filestat, filedelete, dircreate, dirstat, dirdelete; or cpuio, which computes"
    }
};

const COMMANDS: &str = "it is of commands to NVMe devices (io_uring_cmd); feedrate moves blocks of files and block \
    devices";

with_defaults! {
    /// The engine, caches, durability and the queue.
    pub struct EngineOptions {
        /// The engine.
        pub ioengine: Engine = Engine::DEFAULT,
        /// True if the page cache is bypassed.
        pub direct: bool = false,
        /// The flag of synchronous writes.
        pub sync: Sync = Sync::None,
        /// The number of writes between calls of `fsync`; 0 for none.
        pub fsync: u32 = 0,
        /// The number of writes between calls of `fdatasync`; 0 for none.
        pub fdatasync: u32 = 0,
        /// True if `fsync` is called at the end of writing.
        pub end_fsync: bool = false,
        /// True if `syncfs` is called at the end of writing.
        pub end_syncfs: bool = false,
        /// True if `fsync` is called when a file is closed.
        pub fsync_on_close: bool = false,
        /// The blocks in flight.
        pub iodepth: u32 = 1,
        /// The blocks submitted at once; 0 for as many as are free.
        pub iodepth_batch: u32 = 1,
        /// The least number of blocks to wait for.
        pub iodepth_batch_complete_min: u32 = 1,
        /// The depth at which the queue is refilled.
        pub iodepth_low: u32 = 1,
        /// True if overlapping blocks wait for each other.
        pub serialize_overlap: bool = false,
        /// io_uring: set if buffers are registered.
        pub fixedbufs: bool = false,
        /// True if blocks that would have to wait fail.
        pub nowait: bool = false,
        /// True if completions are polled for.
        pub hipri: bool = false,
        /// True if blocks do not stay in the page cache.
        pub uncached: bool = false,
        /// io_uring: set if a kernel thread submits.
        pub sqthread_poll: bool = false,
        /// The processor of that thread.
        pub sqthread_poll_cpu: Option<u32> = None,
        /// `io_submit_mode=offload`: set if latencies count from the time at which a block is due.
        pub offload: bool = false,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<EngineOptions>] = &[
    takes!(ioengine, FORM, HELP, |value| value.choice(&Engine::choices())).but(&[(REFUSED, OTHER_ENGINE)]),
    boolean!(direct, "past the page cache").also(&["odirect"]),
    Entry::takes("buffered", "0|1", "the opposite of direct", |options, value| {
        value.boolean().map(|to| options.direct = !to)
    }),
    refused_unless("atomic", &["0"], "take direct=1"),
    takes!(
        sync,
        "none|sync|dsync|0|1",
        "whether each write waits for the device",
        |value| value.choice(&[
            ("none", Sync::None),
            ("0", Sync::None),
            ("sync", Sync::Sync),
            ("1", Sync::Sync),
            ("dsync", Sync::Dsync),
        ])
    ),
    takes!(fsync, "N", "fsync after so many writes", Value::integer),
    takes!(fdatasync, "N", "fdatasync after so many writes", Value::integer),
    boolean!(end_fsync, "fsync at the end of what was written"),
    boolean!(
        end_syncfs,
        "syncfs of the volumes of what was written, at its end (fio 3.39)"
    ),
    boolean!(fsync_on_close, "fsync when a file is closed"),
    refused_unless("write_barrier", &["0"], "take fsync= instead"),
    refused_unless("sync_file_range", &[], "take fdatasync= instead"),
    takes!(
        iodepth,
        "N",
        "blocks in flight, with libaio, io_uring and posixaio",
        |value| value.integer().map(|to| to.max(1))
    ),
    takes!(
        iodepth_batch,
        "N",
        "blocks submitted at once; 0 as many as there is room for",
        Value::integer
    )
    .also(&["iodepth_batch_submit"]),
    takes!(
        iodepth_batch_complete_min,
        "N",
        "blocks waited for at least; with 0 it never sleeps",
        Value::integer
    )
    .also(&["iodepth_batch_complete"]),
    ignored(
        "iodepth_batch_complete_max",
        "all blocks that are done are taken at once; those left behind would only be counted later",
    ),
    takes!(
        iodepth_low,
        "N",
        "once full, the queue is filled again from here",
        Value::integer
    ),
    boolean!(
        serialize_overlap,
        "blocks in flight never overlap; for orders in which they do not anyway"
    ),
    Entry::takes(
        "io_submit_mode",
        "inline|offload",
        "with offload, latencies count from when rate or rate_iops has a block due, however late it is submitted",
        |options, value| {
            options.offload = value.choice(&[("inline", false), ("offload", true)])?;
            Ok(())
        },
    ),
    flag!(
        fixedbufs,
        "io_uring: registered buffers, where transfers go past the page cache"
    ),
    ignored("registerfiles", "files are registered with io_uring anyway").bare(),
    flag!(sqthread_poll, "io_uring: a kernel thread looks for submissions"),
    takes!(sqthread_poll_cpu, "N", "the processor of that thread", |value| value
        .integer()
        .map(Some)),
    ignored("nonvectored", "io_uring moves single blocks without vectors anyway"),
    ignored(
        "userspace_reap",
        "completions are taken from memory, without a system call, anyway",
    )
    .bare(),
    ignored("thp", "the kernel's setting for huge pages holds"),
    flag!(
        hipri,
        "completions are polled for: pvsync2, where the device has queues for that (RWF_HIPRI); io_uring with \
         direct=1, on such devices alone (IORING_SETUP_IOPOLL)"
    ),
    refused_unless(
        "hipri_percentage",
        &["100"],
        "hipri=1 polls for all completions; leave it out",
    ),
    takes!(
        uncached,
        "0|1",
        "pvsync2, io_uring: what goes through the page cache does not stay there, from Linux 6.14 on",
        Value::flag
    ),
    takes!(
        nowait,
        "0|1",
        "pvsync2, io_uring, libaio: a block that would have to wait fails of EAGAIN",
        Value::flag
    ),
    refused_unless("force_async", &["0"], "leave it out"),
    refused_unless("cmd_type", &[], OTHER_ENGINE),
    ignored("libaio_vectored", "blocks are moved by io_uring"),
    refused_unless("num_range", &["1"], COMMANDS),
    refused_unless("fdp", &["0"], COMMANDS),
    refused_unless("dataplacement", &["none"], COMMANDS).also(&["data_placement"]),
    refused_unless("plid_select", &[], COMMANDS).also(&["fdp_pli_select"]),
    refused_unless("plids", &[], COMMANDS).also(&["fdp_pli"]),
    refused_unless("dp_scheme", &[], COMMANDS),
];
