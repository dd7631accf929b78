//! The certified univariate data sets of NIST's Statistical Reference Datasets: mean and standard deviation
//! against the certified values, by the number of digits that agree (the log relative error).

use feedrate_stats::moments::{COLUMNS, Columns};
use feedrate_stats::{Divisor, Moments};

use super::digits;

/// Michelso: the speed of light by A. A. Michelson, in km/s above 299,000.
#[rustfmt::skip]
const MICHELSO: [f64; 100] = [
    850.0, 740.0, 900.0, 1070.0, 930.0, 850.0, 950.0, 980.0, 980.0, 880.0, 1000.0, 980.0, 930.0,
    650.0, 760.0, 810.0, 1000.0, 1000.0, 960.0, 960.0, 960.0, 940.0, 960.0, 940.0, 880.0, 800.0,
    850.0, 880.0, 900.0, 840.0, 830.0, 790.0, 810.0, 880.0, 880.0, 830.0, 800.0, 790.0, 760.0,
    800.0, 880.0, 880.0, 880.0, 860.0, 720.0, 720.0, 620.0, 860.0, 970.0, 950.0, 880.0, 910.0,
    850.0, 870.0, 840.0, 840.0, 850.0, 840.0, 840.0, 840.0, 890.0, 810.0, 810.0, 820.0, 800.0,
    770.0, 760.0, 740.0, 750.0, 760.0, 910.0, 920.0, 890.0, 860.0, 880.0, 720.0, 840.0, 850.0,
    850.0, 780.0, 890.0, 840.0, 780.0, 810.0, 760.0, 810.0, 790.0, 810.0, 820.0, 850.0, 870.0,
    870.0, 810.0, 740.0, 810.0, 940.0, 950.0, 800.0, 810.0, 870.0,
];

/// Mavro: transmittance of a filter, by R. Mavrodineanu.
#[rustfmt::skip]
const MAVRO: [f64; 50] = [
    2.00180, 2.00170, 2.00180, 2.00190, 2.00180, 2.00170, 2.00150, 2.00140, 2.00150, 2.00150,
    2.00170, 2.00180, 2.00180, 2.00190, 2.00190, 2.00210, 2.00200, 2.00160, 2.00140, 2.00130,
    2.00130, 2.00150, 2.00150, 2.00160, 2.00150, 2.00140, 2.00130, 2.00140, 2.00150, 2.00140,
    2.00150, 2.00160, 2.00150, 2.00160, 2.00190, 2.00200, 2.00200, 2.00210, 2.00220, 2.00230,
    2.00240, 2.00250, 2.00270, 2.00260, 2.00260, 2.00260, 2.00270, 2.00260, 2.00250, 2.00240,
];

/// Lew: deflections of a steel-concrete beam, by H. S. Lew.
#[rustfmt::skip]
const LEW: [f64; 200] = [
    -213.0, -564.0, -35.0, -15.0, 141.0, 115.0, -420.0, -360.0, 203.0, -338.0, -431.0, 194.0,
    -220.0, -513.0, 154.0, -125.0, -559.0, 92.0, -21.0, -579.0, -52.0, 99.0, -543.0, -175.0, 162.0,
    -457.0, -346.0, 204.0, -300.0, -474.0, 164.0, -107.0, -572.0, -8.0, 83.0, -541.0, -224.0, 180.0,
    -420.0, -374.0, 201.0, -236.0, -531.0, 83.0, 27.0, -564.0, -112.0, 131.0, -507.0, -254.0, 199.0,
    -311.0, -495.0, 143.0, -46.0, -579.0, -90.0, 136.0, -472.0, -338.0, 202.0, -287.0, -477.0,
    169.0, -124.0, -568.0, 17.0, 48.0, -568.0, -135.0, 162.0, -430.0, -422.0, 172.0, -74.0, -577.0,
    -13.0, 92.0, -534.0, -243.0, 194.0, -355.0, -465.0, 156.0, -81.0, -578.0, -64.0, 139.0, -449.0,
    -384.0, 193.0, -198.0, -538.0, 110.0, -44.0, -577.0, -6.0, 66.0, -552.0, -164.0, 161.0, -460.0,
    -344.0, 205.0, -281.0, -504.0, 134.0, -28.0, -576.0, -118.0, 156.0, -437.0, -381.0, 200.0,
    -220.0, -540.0, 83.0, 11.0, -568.0, -160.0, 172.0, -414.0, -408.0, 188.0, -125.0, -572.0, -32.0,
    139.0, -492.0, -321.0, 205.0, -262.0, -504.0, 142.0, -83.0, -574.0, 0.0, 48.0, -571.0, -106.0,
    137.0, -501.0, -266.0, 190.0, -391.0, -406.0, 194.0, -186.0, -553.0, 83.0, -13.0, -577.0, -49.0,
    103.0, -515.0, -280.0, 201.0, 300.0, -506.0, 131.0, -45.0, -578.0, -80.0, 138.0, -462.0, -361.0,
    201.0, -211.0, -554.0, 32.0, 74.0, -533.0, -235.0, 187.0, -372.0, -442.0, 182.0, -147.0, -566.0,
    25.0, 68.0, -535.0, -244.0, 194.0, -351.0, -463.0, 174.0, -125.0, -570.0, 15.0, 72.0, -550.0,
    -190.0, 172.0, -424.0, -385.0, 198.0, -218.0, -536.0, 96.0,
];

/// `first`, and then `count` pairs of `low` and `high`.
fn constructed(first: f64, low: f64, high: f64, count: usize) -> Vec<f64> {
    let pairs = std::iter::repeat_n([low, high], count).flatten();
    std::iter::once(first).chain(pairs).collect()
}

/// The moments of columns in blocks, of a column at once, and of values one by one.
fn three_ways(values: &[f64]) -> [Moments; 3] {
    let [mut blocks, mut each] = [Moments::NONE; 2];
    for block in values.chunks(700) {
        let rows: Vec<[f64; COLUMNS]> = block.iter().map(|value| [f64::NAN, *value, -value, 0.0]).collect();
        let columns = Columns::of::<false, false>(rows.iter().map(|row| (row, 1.0, 1.0)));
        blocks.merge_without_higher(&columns.moments(1));
    }
    for &value in values {
        each.add(value, 1.0, 1.0);
    }
    [blocks, Moments::of_column::<false>(values), each]
}

#[test]
fn means_and_deviations_are_as_certified() {
    let michelso: Vec<_> = MICHELSO.iter().map(|&speed| 299.0 + speed / 1000.0).collect();
    let sets: [(&str, Vec<f64>, f64, f64, f64); 7] = [
        ("Lew", LEW.to_vec(), -177.435, 277.332_168_044_316, 14.0),
        ("Mavro", MAVRO.to_vec(), 2.001_856, 0.000_429_123_454_003_053, 13.0),
        ("Michelso", michelso, 299.8524, 0.079_010_547_819_051_8, 13.0),
        (
            "NumAcc1",
            vec![10_000_001.0, 10_000_003.0, 10_000_002.0],
            10_000_002.0,
            1.0,
            15.0,
        ),
        ("NumAcc2", constructed(1.2, 1.1, 1.3, 500), 1.2, 0.1, 13.0),
        // In these two the data as doubles are not the data any more: that alone leaves so few digits.
        (
            "NumAcc3",
            constructed(1_000_000.2, 1_000_000.1, 1_000_000.3, 500),
            1_000_000.2,
            0.1,
            9.0,
        ),
        (
            "NumAcc4",
            constructed(10_000_000.2, 10_000_000.1, 10_000_000.3, 500),
            10_000_000.2,
            0.1,
            8.0,
        ),
    ];
    for (name, values, mean, deviation, least) in sets {
        for moments in three_ways(&values) {
            let (got_mean, got_deviation) = (moments.mean(), moments.deviation(Divisor::Degrees));
            let (of_mean, of_deviation) = (digits(got_mean, mean), digits(got_deviation, deviation));
            println!("{name:8}  mean {of_mean:4.1}  deviation {of_deviation:4.1}");
            assert!(of_mean >= 14.0, "{name}: {got_mean}");
            assert!(of_deviation >= least, "{name}: {got_deviation}");
        }
    }
}
