//! The sample report: a check of a volume, and a study of settings.

mod plots;

use feedrate_document::{Bar, Code, Column, Document, Facts, Link, Note, Table, Timeline, Verdict, format};

/// Returns a document with every kind of block.
pub fn document() -> Document {
    Document::new("Check of /data")
        .subtitle("db14.example.com, 2026-03-14 09:26 UTC, feedrate 0.1.0, 118 s")
        .with(
            Verdict::pass("131 MB/s per core, mixed and cold, 100 MB/s required: 1.31 times that")
                .line("Settings: BUFSIZE=64K BUFNO=16 SGIO; 94 MB/s per core without them.")
                .line("Sure: the 95 % interval, 128 to 133 MB/s per core, is all above what is required."),
        )
        .with(plots::rates())
        .heading("The volume")
        .with(
            Facts::new()
                .fact("Folder", "/data")
                .fact(
                    "File system",
                    "xfs (rw,noatime,attr2,inode64,logbufs=8,logbsize=32k,noquota)",
                )
                .fact("Device", "nvme0n1 beneath dm-3, not rotational, scheduler none")
                .fact(
                    "Free",
                    format!(
                        "{} of {}",
                        format::amount(3_300_000_000_000),
                        format::amount(7_600_000_000_000)
                    ),
                )
                .fact("Cores", "16 physical, 32 logical")
                .fact("Memory", format::amount(256 << 30)),
        )
        .with(vec![
            Note::warning("1 other process used the device meanwhile: 12.3 MB/s read, 0.4 MB/s written."),
            Note::info("io_uring with registered buffers; memlock is 8 MiB."),
        ])
        .heading("Throughput")
        .text(
            "Each figure is the median of 5 repeats on a cold file, with its 95 % interval. \
             The cache share is what the page cache served of what was read.",
        )
        .with(throughput_table())
        .with(plots::throughput())
        .with(plots::methods())
        .heading("Latency")
        .with(plots::latency())
        .heading("Factors")
        .text("Time of a job with each setting, against the baseline, and by two factors.")
        .with(plots::settings())
        .with(plots::scaling())
        .with(plots::pages_and_buffers())
        .heading("Sessions")
        .with(timeline())
        .heading("Settings")
        .text("The cheapest settings within noise of the best:")
        .with(Code::plain("OPTIONS BUFSIZE=64K BUFNO=16 SGIO;").caption("SAS"))
        .with(
            Code::shell(
                "fio --name=mixed --filename=/data/fio.tmp --rw=rw --rwmixread=50 --bs=1M \
                 --direct=1 --ioengine=io_uring --fixedbufs=1 --registerfiles=1 --iodepth=8 \
                 --numjobs=16 --size=4G --runtime=20 --time_based",
            )
            .caption("fio"),
        )
}

fn timeline() -> Timeline {
    let bar = |lane, from, to, label: &str, shares: [f64; 2], failed| Bar {
        lane,
        from,
        to,
        label: label.to_owned(),
        details: format!("{label}, {}", format::seconds(to - from)),
        shares: shares.to_vec(),
        failed,
    };
    Timeline {
        title: "What ran when".to_owned(),
        caption: Some("Hover over a bar for its figures.".to_owned()),
        axis: "Time (s)".to_owned(),
        until: 42.0,
        parts: vec!["computing".to_owned(), "waiting for storage".to_owned()],
        lanes: vec![
            "program".to_owned(),
            "monthly-load-of-transactions-north".to_owned(),
            "monthly-load-of-transactions-south".to_owned(),
        ],
        bars: vec![
            bar(0, 0.0, 41.0, "MEANS", [0.7, 0.3], false),
            bar(1, 2.0, 24.0, "SORT", [0.2, 0.8], false),
            bar(2, 3.0, 12.5, "DATA step", [0.5, 0.5], true),
        ],
        links: vec![Link {
            from_lane: 1,
            to_lane: 0,
            from: 8.0,
            to: 20.0,
            lines: vec!["1.2 GB".to_owned()],
            details: "1.2 GB through a pipe".to_owned(),
        }],
    }
}

fn throughput_table() -> Table {
    Table::new([
        Column::left("Method"),
        Column::right("Page"),
        Column::right("Buffers"),
        Column::left("Discipline"),
        Column::right("Read").unit("MB/s"),
        Column::left("95 % interval"),
        Column::right("CPU").unit("s/GB"),
        Column::right("Cache").unit("share"),
    ])
    .title("Sequential read, 16 streams")
    .caption("The marked row is the cheapest within noise of the best.")
    .row([
        "cached",
        "8K",
        "1",
        "as SAS",
        "1,102",
        "1,060 to 1,140",
        "0.412",
        "0.3 %",
    ])
    .row([
        "cached",
        "64K",
        "1",
        "as SAS",
        "1,390",
        "1,350 to 1,420",
        "0.288",
        "0.2 %",
    ])
    .row(["direct", "8K", "16", "as SAS", "988", "960 to 1,010", "0.095", "0 %"])
    .highlighted_row([
        "direct",
        "64K",
        "16",
        "as SAS",
        "2,096",
        "2,050 to 2,120",
        "0.041",
        "0 %",
    ])
    .row([
        "direct",
        "64K",
        "64",
        "overlapped",
        "2,110",
        "2,080 to 2,140",
        "0.044",
        "0 %",
    ])
    .row([
        "unbuffered",
        "1M",
        "1",
        "as SAS",
        "1,944",
        "1,900 to 1,990",
        "0.038",
        "0 %",
    ])
}
