//! Tests of the output.

use std::time::Duration;

use feedrate_pageio::Latencies;

use super::super::{layout, plan};
use super::{sizes, test};
use crate::loads::Totals;

fn totals(latencies: &[u64]) -> Totals {
    let mut total = Latencies::new();
    for &micros in latencies {
        total.record(Duration::from_micros(micros));
    }
    let mut submission = Latencies::new();
    submission.record(Duration::from_micros(51));
    Totals {
        operations: 12_656,
        bytes: 12_656 * 8192,
        run_time: Duration::from_secs(30),
        submission,
        total,
    }
}

/// Returns the whole output for a command line and given figures.
fn output(line: &str, totals: &Totals) -> String {
    let test = test(line);
    let mut text = layout::head(&test);
    for sized in sizes(&test) {
        text.extend(layout::size(&test, &sized).map(|line| line + "\n"));
    }
    text + "initialization done\n" + &layout::result(&test, totals, None)
}

#[test]
fn the_output_is_that_of_the_original() {
    let mut latencies = vec![400; 78];
    for (milliseconds, count) in [
        (1, 2),
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (6, 2),
        (7, 1),
        (8, 1),
        (9, 1),
        (10, 1),
    ] {
        latencies.extend(vec![milliseconds * 1000 + 500; count]);
    }
    latencies.extend([100_000; 4]);
    latencies.extend([900; 2]);
    insta::assert_snapshot!(output(
        "-kW -s30 -o1 -frandom -b8 -BH -LS -Fparam.txt",
        &totals(&latencies)
    ),);
}

#[test]
fn a_test_without_a_parameter_file_says_less() {
    insta::assert_snapshot!(output("-t2 -fsequential -BN -LSi x.dat y.dat", &totals(&[1_500])));
    insta::assert_snapshot!(output("-mS4 -b16 -S2", &totals(&[])));
}

#[test]
fn a_file_that_grows_is_told() {
    let test = test("-t2");
    let mut sized = sizes(&test).remove(0);
    (sized.has, sized.needs) = (0, 8_388_608);
    insta::assert_snapshot!(layout::grows(&sized));
    let schedule = plan::filling(&test, &[sized]);
    let fill = &schedule.batches[0][0];
    assert_eq!(fill.files[0].bytes, Some(8_388_608));
    assert!(fill.direct && fill.flush.at_end);
}

/// Paths are displayed otherwise on Windows.
#[cfg(unix)]
#[test]
fn the_words_of_a_test() {
    let words = |line: &str| super::super::explain::explain(&test(line));
    insta::assert_snapshot!(words("-kW -s30 -o256 -fsequential -b256 -BH -LS -Fparam_F.txt"));
    insta::assert_snapshot!(words("-t2 -mS4 -b16 -S5 -aR3 -LP a b"));
    for line in ["", "-frandom -o2 x", "-kW -BS -v1.1.1 -mC2"] {
        assert!(words(line).lines().all(|line| line.chars().count() <= 80));
    }
}
