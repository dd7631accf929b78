//! The plots and the heat map of the sample report.

use feedrate_document::{Axis, Factor, HeatMap, Kind, Plot, Point, Quantity, Series};

const KIB: f64 = 1024.0;

/// The picture beside the verdict.
pub fn rates() -> Plot {
    let point = |row: f64, rate: f64, reach: f64| Point::new(rate, row).within(rate - reach, rate + reach);
    let names = ["direct 1M, depth 8", "direct 64K x 17", "cached 64K"];
    Plot::new(
        "Rate per core of each setting",
        Axis::linear("Per core", Quantity::Rate),
        Axis::category("Setting", names),
    )
    .series(Series::new(
        "as SAS",
        Kind::Points,
        [point(1.0, 131e6, 2.5e6), point(2.0, 94e6, 6e6)],
    ))
    .series(Series::new("overlapped", Kind::Points, [point(0.0, 154e6, 4e6)]))
    .reference("required", 100e6)
}

pub fn throughput() -> Plot {
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
    .series(Series::new("cached, as SAS", Kind::Line, curve(1.45e9, 9.0, 0.05)))
    .series(Series::new("direct, as SAS", Kind::Line, curve(2.15e9, 60.0, 0.03)))
    .series(Series::new("direct, overlapped", Kind::Line, curve(2.14e9, 12.0, 0.02)))
    .reference("required by 16 cores", 1.6e9)
}

pub fn methods() -> Plot {
    let bars = |rates: [f64; 3]| rates.into_iter().enumerate().map(|(i, y)| Point::new(i as f64, y));
    Plot::new(
        "Best throughput of each method",
        Axis::category("Method", ["cached", "direct", "unbuffered"]),
        Axis::linear("Throughput", Quantity::Rate),
    )
    .series(Series::new("read", Kind::Bars, bars([1.39e9, 2.11e9, 1.944e9])))
    .series(Series::new("written", Kind::Bars, bars([0.98e9, 1.75e9, 1.62e9])))
    .reference("required", 1.6e9)
}

pub fn latency() -> Plot {
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

/// An interval plot of two series, with names of categories that are longer than a telephone is wide.
pub fn settings() -> Plot {
    let names = [
        "baseline: cached, pages of 8K, 1 buffer",
        "direct, pages of 64K, 16 buffers",
        "direct, pages of 64K, 16 buffers, overlapped, utility files on a volume of their own",
        "SORTSIZE=2G",
    ];
    let points = |times: [(f64, f64); 4]| {
        times
            .into_iter()
            .enumerate()
            .map(|(index, (time, reach))| Point::new(time, index as f64).within(time - reach, time + reach))
    };
    Plot::new(
        "Time against the baseline",
        Axis::linear("Time", Quantity::Percent),
        Axis::category("Setting", names),
    )
    .caption("Less is faster. Whiskers are 95 % intervals.")
    .series(Series::new(
        "SORT",
        Kind::Points,
        points([(1.0, 0.02), (0.823, 0.031), (0.612, 0.024), (0.973, 0.05)]),
    ))
    .series(Series::new(
        "MEANS",
        Kind::Points,
        points([(1.0, 0.012), (0.91, 0.018), (0.88, 0.04), (1.004, 0.03)]),
    ))
    .reference("baseline", 1.0)
}

/// Times over sizes, both logarithmic, of which an interval reaches down to zero.
pub fn scaling() -> Plot {
    let points = |factor: f64, spread: f64| {
        (0..8).map(move |power| {
            let size = 1e8 * 2_f64.powi(power);
            let time = factor * size.powf(1.1) / 1e9;
            Point::new(size, time).within(time * (1.0 - spread), time * (1.0 + spread))
        })
    };
    Plot::new(
        "Time over the size of the data",
        Axis::log2("Data", Quantity::Amount),
        Axis::log10("Time", Quantity::Seconds),
    )
    .series(Series::new("SORT", Kind::Line, points(1.0, 0.2)))
    .series(Series::new("MEANS", Kind::Line, points(0.3, 0.5)))
    .series(Series::new("DATA step", Kind::Points, points(0.02, 1.0)))
}

/// A heat map with a missing cell and a marked one.
pub fn pages_and_buffers() -> HeatMap {
    let rates = [
        [402.0, 988.0, 1390.0, 1405.0, 1380.0],
        [511.0, 1250.0, 1810.0, 1944.0, 1930.0],
        [560.0, 1420.0, 2096.0, 2101.0, 2090.0],
        [580.0, 1466.0, 2110.0, 2108.0, f64::NAN],
    ];
    let mut map = HeatMap::new(
        "Throughput by page size and buffers",
        Factor::new("BUFSIZE", ["8K", "64K", "256K", "1M", "4M"]),
        Factor::new("BUFNO", ["1", "4", "16", "64"]),
        Axis::linear("Median of 5 repeats", Quantity::Rate),
    )
    .caption("Cold, direct, as SAS.")
    .mark(2, 2, "recommended");
    for (row, rates) in rates.iter().enumerate() {
        for (column, rate) in rates.iter().enumerate() {
            if (column, row) != (0, 3) {
                let note = (column == 2).then(|| "±2 %".to_owned());
                map.push(column, row, rate * 1e6, note);
            }
        }
    }
    map
}
