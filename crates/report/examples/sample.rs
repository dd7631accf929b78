//! A sample report, as of a check of a volume. Writes text to standard output and, if a path is given, HTML to that
//! file: `cargo run -p feedrate-report --example sample -- report.html`

use feedrate_report::html::{self, HtmlOptions};
use feedrate_report::text::{self, TextOptions};
use feedrate_report::{
    Axis, Code, Column, Document, Facts, Kind, Note, Plot, Point, Quantity, Series, Table, Verdict,
    format,
};

const KIB: f64 = 1024.0;

fn main() -> std::io::Result<()> {
    let document = report();
    print!("{}", text::render(&document, &TextOptions::default()));
    if let Some(path) = std::env::args_os().nth(1) {
        let options = HtmlOptions {
            footer: Some("An invented report, to look at".to_owned()),
        };
        std::fs::write(path, html::render(&document, &options))?;
    }
    Ok(())
}

fn report() -> Document {
    Document::new("Check of /data")
        .subtitle("db14.example.com, 2026-03-14 09:26 UTC, feedrate 0.1.0, 118 s")
        .with(
            Verdict::pass("131 MB/s per core, mixed and cold; 100 MB/s per core required")
                .line("It feeds 20 cores or sessions; the machine has 16.")
                .line("The limit is the device: 2,096 MB/s from 8 streams on, with CPU to spare.")
                .line("Keeping transfers in flight would win 1.4 times at BUFSIZE 64K."),
        )
        .heading("The volume")
        .with(
            Facts::new()
                .fact("Folder", "/data")
                .fact(
                    "File system",
                    "xfs (rw,noatime,attr2,inode64,logbufs=8,logbsize=32k,noquota)",
                )
                .fact(
                    "Device",
                    "nvme0n1 beneath dm-3, not rotational, scheduler none",
                )
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
            Note::warning(
                "1 other process used the device meanwhile: 12.3 MB/s read, 0.4 MB/s written.",
            ),
            Note::info("io_uring with registered buffers; memlock is 8 MiB."),
        ])
        .heading("Throughput")
        .text(
            "Each figure is the median of 5 repeats on a cold file, with its 95 % interval. \
             The cache share is what the page cache served of what was read.",
        )
        .with(throughput_table())
        .with(throughput_plot())
        .with(methods_plot())
        .heading("Latency")
        .with(latency_plot())
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
    .row([
        "direct",
        "8K",
        "16",
        "as SAS",
        "988",
        "960 to 1,010",
        "0.095",
        "0 %",
    ])
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

fn throughput_plot() -> Plot {
    let curve = |limit: f64, half: f64, noise: f64| -> Vec<Point> {
        (2..=12)
            .map(|power| {
                let transfer = KIB * f64::from(1 << power);
                let rate = limit * transfer / (transfer + half * KIB);
                Point::new(transfer, rate).within(rate * (1.0 - noise), rate * (1.0 + noise))
            })
            .collect()
    };
    Plot::new(
        "Read throughput against the size of a transfer",
        Axis::log2("Transfer", Quantity::Size),
        Axis::linear("Throughput", Quantity::Rate),
    )
    .caption("Whiskers are 95 % intervals.")
    .series(Series::new(
        "cached, as SAS",
        Kind::Line,
        curve(1.45e9, 9.0, 0.05),
    ))
    .series(Series::new(
        "direct, as SAS",
        Kind::Line,
        curve(2.15e9, 60.0, 0.03),
    ))
    .series(Series::new(
        "direct, overlapped",
        Kind::Line,
        curve(2.14e9, 12.0, 0.02),
    ))
    .reference("required by 16 cores", 1.6e9)
}

fn methods_plot() -> Plot {
    let bars = |rates: [f64; 3]| {
        rates
            .into_iter()
            .enumerate()
            .map(|(i, y)| Point::new(i as f64, y))
    };
    Plot::new(
        "Best throughput of each method",
        Axis::category("Method", ["cached", "direct", "unbuffered"]),
        Axis::linear("Throughput", Quantity::Rate),
    )
    .series(Series::new(
        "read",
        Kind::Bars,
        bars([1.39e9, 2.11e9, 1.944e9]),
    ))
    .series(Series::new(
        "written",
        Kind::Bars,
        bars([0.98e9, 1.75e9, 1.62e9]),
    ))
    .reference("required", 1.6e9)
}

fn latency_plot() -> Plot {
    let percentiles = ["p50", "p90", "p99", "p99.9", "p99.99", "max"];
    let points = |times: [f64; 6]| {
        times
            .into_iter()
            .enumerate()
            .map(|(index, time)| Point::new(index as f64, time))
    };
    Plot::new(
        "Latency of random reads",
        Axis::category("Percentile", percentiles),
        Axis::log10("Latency", Quantity::Seconds),
    )
    .series(Series::new(
        "8K, depth 1",
        Kind::Line,
        points([82e-6, 97e-6, 141e-6, 310e-6, 1.2e-3, 8.4e-3]),
    ))
    .series(Series::new(
        "8K, depth 32",
        Kind::Line,
        points([210e-6, 340e-6, 790e-6, 2.3e-3, 9.8e-3, 31e-3]),
    ))
}
