//! Tests of the output about results.

use std::time::Duration;

use feedrate_pageio::{Depth, EngineKind, EngineReport};
use feedrate_workload::load::{Flow, LoadOutcome, PerDirection};

use super::super::figures::{FinishedSpan, SpanTotals};
use super::super::request::Test;
use super::super::{plan, report};
use super::test;

/// The outcome of a load with this many reads and writes of 8 KiB.
pub(in super::super) fn outcome(reads: u64, writes: u64) -> LoadOutcome {
    let flow = |operations: u64, micros: u64| {
        let mut flow = Flow {
            bytes: operations * 8192,
            operations,
            operation_samples: vec![operations as f64 * 0.9, operations as f64 * 1.1],
            ..Flow::default()
        };
        for latency in [micros, micros * 2, micros * 3] {
            flow.total.record(Duration::from_micros(latency));
        }
        flow
    };
    LoadOutcome {
        process_id: 0,
        began_after: Some(Duration::ZERO),
        flow: PerDirection {
            read: flow(reads, 100),
            write: if writes > 0 {
                flow(writes, 1000)
            } else {
                Flow::default()
            },
        },
        run_time: Duration::from_millis(10_010),
        depth: Depth { most: 1, mean: 1.0 },
        engine: EngineReport {
            kind: EngineKind::SYNC,
            depth: 1,
            refused: Vec::new(),
        },
        ..LoadOutcome::of_nothing(String::new())
    }
}

/// Returns the output of `print` for loads.
pub(in super::super) fn ran(
    test: &Test,
    loads: &[LoadOutcome],
    print: impl FnOnce(&FinishedSpan<'_>) -> String,
) -> String {
    let span = &test.spans[0];
    print(&FinishedSpan {
        span,
        sizes: &vec![50 << 20; span.targets.len()],
        places: &plan::places(span),
        loads: &loads.iter().collect::<Vec<_>>(),
        processors: None,
    })
}

fn reported(line: &str, loads: &[LoadOutcome]) -> String {
    ran(&test(line), loads, |ran| report::report(ran, 1))
}

#[test]
fn the_report_is_that_of_the_original() {
    let two = [outcome(1000, 400), outcome(2000, 600)];
    insta::assert_snapshot!(reported("-t2 -w30 -b8K -L -D x.dat", &two));
    insta::assert_snapshot!(reported("-b8K x.dat y.dat", &two));
    let reads = [outcome(1000, 0), outcome(500, 0)];
    insta::assert_snapshot!(reported("-b8K -L x.dat y.dat", &reads));
    // As in the original, a file that is named twice has its latencies together.
    let twice = reported(
        "-b8K -L x.dat x.dat y.dat",
        &[outcome(1, 0), outcome(1, 0), outcome(1, 0)],
    );
    assert_eq!(twice.matches("Latency distribution: x.dat").count(), 1);
    assert_eq!(twice.matches("Latency distribution: ").count(), 2);
    let nothing = [LoadOutcome {
        run_time: Duration::ZERO,
        ..outcome(0, 0)
    }];
    insta::assert_snapshot!(reported("x.dat", &nothing));
}

#[test]
fn time_spans_have_totals() {
    let mut sums = SpanTotals::default();
    let one = test("-b8K -w30 x.dat");
    for loads in [[outcome(1000, 400)], [outcome(2000, 600)]] {
        ran(&one, &loads, |ran| {
            sums.add(ran);
            report::report(ran, sums.spans)
        });
    }
    // As in the original: of the times of both, 20.02 s.
    assert_eq!(
        report::totals(&sums),
        format!(
            "\n\nTotals:\n{}\n\n\
             type   |       bytes     |     I/Os     |    MiB/s   |  I/O per s\n{rule}\n\
             write  |         8192000 |         1000 |       0.39 |      49.95\n\
             read   |        24576000 |         3000 |       1.17 |     149.85\n{rule}\n\
             total  |        32768000 |         4000 |       1.56 |     199.80\n\n\
             total test time:\t20.02s\n",
            "*".repeat(79),
            rule = "-".repeat(79),
        )
    );
}
