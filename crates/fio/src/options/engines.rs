//! How blocks are moved: engine, cache, durability, queue.

use super::definition::{Definition, ignored, refused_unless, takes};
use crate::job::{Engine, Sync};

const OTHER_ENGINE: &str = "feedrate moves blocks of files; take sync, psync, vsync, pvsync, pvsync2, libaio, io_uring, posixaio, mmap or null";

const PRIORITY: &str = "requests have no priorities here; leave it out";

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "ioengine",
        "psync|sync|vsync|pvsync|pvsync2|libaio|io_uring|posixaio|mmap|null",
        "what moves blocks; libaio and posixaio run on io_uring",
        |options, value| {
            options.ioengine = value.choice(&[
                ("sync", Engine::Sync),
                ("psync", Engine::Psync),
                ("vsync", Engine::Vsync),
                ("pvsync", Engine::Pvsync),
                ("pvsync2", Engine::Pvsync2),
                ("libaio", Engine::Libaio),
                ("linuxaio", Engine::Libaio),
                ("aio", Engine::Libaio),
                ("posixaio", Engine::Posixaio),
                ("io_uring", Engine::IoUring),
                ("mmap", Engine::Mmap),
                ("null", Engine::Null),
            ])?;
            Ok(())
        },
    )
    .but(&[(
        &[
            "io_uring_cmd",
            "solarisaio",
            "windowsaio",
            "splice",
            "sg",
            "libzbc",
            "net",
            "netsplice",
            "cpuio",
            "rdma",
            "falloc",
            "ftruncate",
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
            "filecreate",
            "filestat",
            "filedelete",
            "dircreate",
            "dirstat",
            "dirdelete",
            "librpma_apm_client",
            "librpma_apm_server",
            "librpma_gpspm_client",
            "librpma_gpspm_server",
        ],
        OTHER_ENGINE,
    )]),
    takes("direct", "0|1", "past the page cache", |options, value| {
        options.direct = value.boolean()?;
        Ok(())
    })
    .also(&["odirect"]),
    takes(
        "buffered",
        "0|1",
        "the opposite of direct",
        |options, value| {
            options.direct = !value.boolean()?;
            Ok(())
        },
    ),
    refused_unless("atomic", &["0"], "take direct=1"),
    takes(
        "sync",
        "none|sync|dsync|0|1",
        "whether each write waits for the device",
        |options, value| {
            options.sync = value.choice(&[
                ("none", Sync::None),
                ("0", Sync::None),
                ("sync", Sync::Sync),
                ("1", Sync::Sync),
                ("dsync", Sync::Dsync),
            ])?;
            Ok(())
        },
    ),
    takes(
        "fsync",
        "N",
        "fsync after so many writes",
        |options, value| {
            options.fsync = value.integer()?;
            Ok(())
        },
    ),
    takes(
        "fdatasync",
        "N",
        "fdatasync after so many writes",
        |options, value| {
            options.fdatasync = value.integer()?;
            Ok(())
        },
    ),
    takes(
        "end_fsync",
        "0|1",
        "fsync at the end of what was written",
        |options, value| {
            options.end_fsync = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "fsync_on_close",
        "0|1",
        "fsync when a file is closed",
        |options, value| {
            options.fsync_on_close = value.boolean()?;
            Ok(())
        },
    ),
    refused_unless("write_barrier", &["0"], "take fsync= instead"),
    refused_unless("sync_file_range", &[], "take fdatasync= instead"),
    takes(
        "iodepth",
        "N",
        "blocks in flight, with libaio, io_uring and posixaio",
        |options, value| {
            options.iodepth = value.integer()?.max(1);
            Ok(())
        },
    ),
    takes(
        "iodepth_batch",
        "N",
        "blocks submitted at once; 0 as many as there is room for",
        |options, value| {
            options.iodepth_batch = value.integer()?;
            Ok(())
        },
    )
    .also(&["iodepth_batch_submit"]),
    takes(
        "iodepth_batch_complete_min",
        "N",
        "blocks waited for at least; with 0 it never sleeps",
        |options, value| {
            options.iodepth_batch_complete_min = value.integer()?;
            Ok(())
        },
    )
    .also(&["iodepth_batch_complete"]),
    ignored(
        "iodepth_batch_complete_max",
        "all blocks that are done are taken at once; those left behind would only be counted later",
    ),
    takes(
        "iodepth_low",
        "N",
        "once full, the queue is filled again from here",
        |options, value| {
            options.iodepth_low = value.integer()?;
            Ok(())
        },
    ),
    takes(
        "serialize_overlap",
        "0|1",
        "blocks in flight never overlap; for orders in which they do not anyway",
        |options, value| {
            options.serialize_overlap = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "io_submit_mode",
        "inline|offload",
        "with offload, latencies count from when rate or rate_iops has a block due, however late it is submitted",
        |options, value| {
            options.offload = value.choice(&[("inline", false), ("offload", true)])?;
            Ok(())
        },
    ),
    takes(
        "fixedbufs",
        "",
        "io_uring: registered buffers, where transfers go past the page cache",
        |options, value| {
            options.fixedbufs = value.flag()?;
            Ok(())
        },
    ),
    ignored("registerfiles", "files are registered with io_uring anyway").bare(),
    takes(
        "sqthread_poll",
        "",
        "io_uring: a kernel thread looks for submissions",
        |options, value| {
            options.sqthread_poll = value.flag()?;
            Ok(())
        },
    ),
    takes(
        "sqthread_poll_cpu",
        "N",
        "the processor of that thread",
        |options, value| {
            options.sqthread_poll_cpu = Some(value.integer()?);
            Ok(())
        },
    ),
    ignored(
        "nonvectored",
        "io_uring moves single blocks without vectors anyway",
    ),
    ignored(
        "userspace_reap",
        "completions are taken from memory, without a system call, anyway",
    )
    .bare(),
    ignored("thp", "the kernel's setting for huge pages holds"),
    refused_unless(
        "hipri",
        &["0"],
        "completions are not polled for; leave it out",
    )
    .bare(),
    refused_unless(
        "hipri_percentage",
        &["0"],
        "completions are not polled for; leave it out",
    ),
    takes(
        "uncached",
        "0|1",
        "pvsync2, io_uring: what goes through the page cache does not stay there, from Linux 6.14 on",
        |options, value| {
            options.uncached = value.flag()?;
            Ok(())
        },
    ),
    takes(
        "nowait",
        "0|1",
        "pvsync2, io_uring, libaio: a block that would have to wait fails of EAGAIN",
        |options, value| {
            options.nowait = value.flag()?;
            Ok(())
        },
    ),
    refused_unless("force_async", &["0"], "leave it out"),
    refused_unless("cmd_type", &[], OTHER_ENGINE),
    refused_unless("cmdprio_percentage", &["0", "0,0"], PRIORITY),
    refused_unless("cmdprio_class", &["0", "0,0"], PRIORITY),
    refused_unless("cmdprio", &["0", "0,0"], PRIORITY),
    refused_unless("cmdprio_bssplit", &[], PRIORITY),
];
