//! The same jobs as loads and in fio's words.

use feedrate_workload::load::{
    Blocks, Depths, Directions, Distribution, Load, LoadEngine, Order, PerDirection, Reserve, Strides, Verify,
    VerifyMethod, VerifySum, WriteSync,
};

const K: u64 = 1024;
pub(super) const M: u64 = 1024 * K;

/// The extent of equality: the figures that have to be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equality {
    /// Bytes, blocks, and each block's place.
    Places,
    /// Bytes and blocks.
    Blocks,
    /// Bytes and blocks of both directions together.
    BlocksInAll,
    /// Bytes.
    Bytes,
}

/// One job in both languages.
pub(super) struct Case {
    pub(super) fio: &'static str,
    /// Of each file, bytes of its part.
    pub(super) files: &'static [u64],
    /// Bytes of a file that is there before.
    pub(super) existing: Option<u64>,
    pub(super) same: Equality,
    pub(super) change: fn(&mut Load),
}

pub(super) const fn case(fio: &'static str, files: &'static [u64], same: Equality, change: fn(&mut Load)) -> Case {
    Case {
        fio,
        files,
        existing: None,
        same,
        change,
    }
}

fn order(load: &mut Load, repeats: bool, hold: u32) {
    load.order = Order::Random {
        distribution: Distribution::Even,
        repeats,
        hold,
        identical: false,
        random_percent: 100,
    };
}

fn blocks(load: &mut Load, blocks: Blocks) {
    load.blocks = PerDirection::both(blocks);
}

fn step(load: &mut Load, step: i64) {
    load.order = Order::Sequential { step };
}

pub(super) fn write(load: &mut Load) {
    load.directions = Directions::Write;
}

fn mixed(load: &mut Load) {
    load.directions = Directions::Mixed { read_percent: 50 };
}

fn verify(load: &mut Load, method: VerifyMethod) {
    load.verify = Some(Verify {
        method,
        interval: None,
        header_at: 0,
        numbers: true,
        read_back: true,
        fatal: false,
        dump: false,
        backlog: None,
        only_flushed: false,
        until: None,
    });
}

fn uring(load: &mut Load, depth: u32) {
    load.engine = LoadEngine::URING_PLAIN;
    load.direct = true;
    load.depth = Depths::of(depth);
}

pub(super) const CASES: &[Case] = &[
    case("--rw=read", &[M], Equality::Places, |_| {}),
    case("--rw=write", &[M], Equality::Places, write),
    case("--rw=rw", &[M], Equality::BlocksInAll, mixed),
    case("--rw=randrw", &[M], Equality::BlocksInAll, |load| {
        mixed(load);
        order(load, false, 1);
    }),
    case("--rw=read", &[M / 3, M / 3, M / 3], Equality::Places, |_| {}),
    case("--rw=write", &[M / 4; 4], Equality::Places, write),
    case("--rw=write --bs=48k", &[M], Equality::Places, |load| {
        write(load);
        blocks(load, Blocks::Fixed(48 * K));
    }),
    Case {
        existing: Some(M),
        ..case("--rw=read --offset=20k", &[10 * K], Equality::Places, |load| {
            load.files[0].offset = 20 * K;
        })
    },
    Case {
        existing: Some(M),
        ..case("--rw=read --bs=8k", &[100 * K], Equality::Places, |load| {
            blocks(load, Blocks::Fixed(8 * K));
        })
    },
    case("--rw=write --offset=8k", &[100 * K], Equality::Places, |load| {
        write(load);
        load.files[0].offset = 8 * K;
    }),
    case("--rw=read:8k", &[M], Equality::Places, |load| step(load, 8192)),
    case("--rw=read:12k", &[M], Equality::Places, |load| step(load, 12288)),
    case("--rw=read:-8k", &[M], Equality::Places, |load| step(load, -8192)),
    case("--rw=write:28k", &[M], Equality::Places, |load| {
        write(load);
        step(load, 28 * 1024);
    }),
    case("--rw=read --loops=3", &[256 * K], Equality::Places, |load| {
        load.limit.loops = Some(3);
    }),
    case("--rw=write --io_size=2500k", &[M], Equality::Places, |load| {
        write(load);
        load.limit.bytes = Some(2500 * K);
    }),
    case("--rw=read --io_size=301k", &[M], Equality::Places, |load| {
        load.limit.bytes = Some(301 * K);
    }),
    case("--rw=randread --io_size=3m --bs=8k", &[M], Equality::Blocks, |load| {
        order(load, false, 1);
        blocks(load, Blocks::Fixed(8 * K));
        load.limit.bytes = Some(3 * M);
    }),
    case("--rw=write --number_ios=10", &[M], Equality::Places, |load| {
        write(load);
        load.limit.operations = Some(10);
    }),
    case(
        "--rw=write --number_ios=10 --fallocate=none",
        &[M],
        Equality::Places,
        |load| {
            write(load);
            load.limit.operations = Some(10);
            load.layout.reserve = Reserve::None;
        },
    ),
    case(
        "--rw=write --number_ios=10 --fallocate=truncate",
        &[M],
        Equality::Places,
        |load| {
            write(load);
            load.limit.operations = Some(10);
            load.layout.reserve = Reserve::Truncate;
        },
    ),
    case(
        "--rw=write --number_ios=10 --fallocate=keep",
        &[M],
        Equality::Places,
        |load| {
            write(load);
            load.limit.operations = Some(10);
            load.layout.reserve = Reserve::Keep;
        },
    ),
    case(
        "--rw=write --number_ios=10 --overwrite=1",
        &[M],
        Equality::Places,
        |load| {
            write(load);
            load.limit.operations = Some(10);
            load.layout.overwrite = true;
        },
    ),
    // Each block once, so that the places are the same in whatever order.
    case("--rw=randread", &[M], Equality::Places, |load| order(load, false, 1)),
    case("--rw=randwrite --bs=12k", &[M], Equality::Places, |load| {
        write(load);
        order(load, false, 1);
        blocks(load, Blocks::Fixed(12 * K));
    }),
    case("--rw=randread --norandommap", &[M], Equality::Blocks, |load| {
        order(load, true, 1)
    }),
    case("--rw=randread:4", &[M], Equality::Blocks, |load| order(load, false, 4)),
    case(
        "--rw=randread --random_distribution=zipf:1.2",
        &[M],
        Equality::Blocks,
        |load| {
            order(load, false, 1);
            if let Order::Random { distribution, .. } = &mut load.order {
                *distribution = Distribution::Zipf { theta: 1.2 };
            }
        },
    ),
    case(
        "--rw=randread --ioengine=io_uring --direct=1 --iodepth=8",
        &[M],
        Equality::Places,
        |load| {
            order(load, false, 1);
            uring(load, 8);
        },
    ),
    case(
        "--rw=write --ioengine=libaio --direct=1 --iodepth=4 --bs=64k",
        &[M],
        Equality::Places,
        |load| {
            write(load);
            uring(load, 4);
            blocks(load, Blocks::Fixed(64 * K));
        },
    ),
    case("--rw=write --bssplit=4k/50:16k/50", &[M], Equality::Bytes, |load| {
        write(load);
        blocks(load, Blocks::Split(vec![(4 * K, 50.0), (16 * K, 50.0)]));
    }),
    case("--rw=randread --bsrange=4k-16k", &[M], Equality::Bytes, |load| {
        order(load, false, 1);
        blocks(
            load,
            Blocks::Range {
                least: 4 * K,
                most: 16 * K,
            },
        );
    }),
    case("--rw=write --verify=crc32c", &[M], Equality::Blocks, |load| {
        write(load);
        verify(load, VerifyMethod::Sum(VerifySum::Crc32c));
    }),
    case("--rw=randwrite --verify=md5 --bs=8k", &[M], Equality::Blocks, |load| {
        write(load);
        order(load, false, 1);
        blocks(load, Blocks::Fixed(8 * K));
        verify(load, VerifyMethod::Sum(VerifySum::Md5));
    }),
    case("--rw=read --ioengine=mmap", &[M], Equality::Places, |load| {
        load.engine = LoadEngine::MAPPED;
    }),
    case("--rw=write --ioengine=mmap", &[M], Equality::Places, |load| {
        write(load);
        load.engine = LoadEngine::MAPPED;
    }),
    case("--rw=randwrite --ioengine=pvsync2", &[M], Equality::Places, |load| {
        write(load);
        order(load, false, 1);
        load.engine = LoadEngine::vectored(1);
    }),
    Case {
        existing: Some(M),
        ..case(
            "--rw=read --zonemode=strided --zonesize=16k --zonerange=32k --zoneskip=32k",
            &[256 * K],
            Equality::Places,
            |load| {
                load.strides = Some(Strides {
                    range: 32 * K,
                    size: 16 * K,
                    skip: 32 * K,
                });
            },
        )
    },
    case("--rw=write --sync=1 --number_ios=20", &[M], Equality::Places, |load| {
        write(load);
        load.write_sync = WriteSync::All;
        load.limit.operations = Some(20);
    }),
];
