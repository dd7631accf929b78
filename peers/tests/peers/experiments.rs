//! The analyses of studies as statsmodels and SciPy have them, over random unbalanced designs: the analysis of
//! covariance of times with its ratios, slope and test of parallel slopes, and the tests of type III of factors.

use std::fs;

use feedrate_stats::covariance::{Covariance, IntervalEstimate, Timing};
use feedrate_stats::factorial::{Trial, effects};
use serde_json::{Value, json};

use crate::program::{folder, peer_succeeds};

/// Designs of each kind.
const DESIGNS: u64 = 40;

#[test]
fn the_analyses_of_studies_are_those_of_statsmodels() {
    let designs = json!({
        "covariance": (0..DESIGNS).map(covariance).collect::<Vec<_>>(),
        "factorial": (0..DESIGNS).map(factorial).collect::<Vec<_>>(),
    });
    let folder = folder();
    let file = folder.path().join("designs.json");
    fs::write(&file, designs.to_string()).expect("the designs");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/experiments.py");
    let python = std::env::var("FEEDRATE_PEERS_PYTHON")
        .expect("FEEDRATE_PEERS_PYTHON is needed here; .ci/run makes what it names");
    let printed = peer_succeeds(&python, [script, file.to_str().expect("UTF-8")]);
    assert!(printed.contains("figures agree"), "{printed}");
}

/// Returns numbers of a normal distribution, nearly: a sum of twelve uniform ones.
fn normal(random: &mut fastrand::Rng) -> f64 {
    (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
}

/// Returns simulated timings with their analysis. Some are lost, so that blocks and settings are not orthogonal.
fn covariance(number: u64) -> Value {
    let mut random = fastrand::Rng::with_seed(number);
    let (settings, blocks, sizes) = (random.u32(2..6), random.u32(1..6), random.u32(3..6));
    let power = 0.8 + random.f64() * 0.4;
    let mut timings = Vec::new();
    for block in 0..blocks {
        let of_block = normal(&mut random) * 0.4;
        for setting in 0..settings {
            for step in 0..sizes {
                let size = 512.0 * 3.0_f64.powi(step as i32) + f64::from(random.u32(..200));
                let noise = normal(&mut random) * 0.1;
                let log = power * size.ln() + of_block - 0.2 * f64::from(setting) + noise;
                // The first block is whole.
                if block == 0 || random.u32(..5) > 0 {
                    timings.push(Timing {
                        setting,
                        block,
                        size,
                        time: log.exp(),
                    });
                }
            }
        }
    }
    let analysis = Covariance::of(&timings).expect("an analysis");
    let pairs = (0..settings).flat_map(|a| (0..settings).map(move |b| (a, b)));
    let ratios = pairs.filter(|(a, b)| a != b).map(|(a, b)| {
        let ratio = analysis.ratio(a, b).expect("a ratio");
        let of_all = analysis.ratio_of_all(a, b).expect("a ratio");
        json!({
            "setting": a, "baseline": b, "ratio": estimated(&ratio), "of_all": estimated(&of_all),
        })
    });
    let rows = timings.iter().map(|timing| {
        json!({
            "setting": timing.setting, "block": timing.block, "size": timing.size, "time": timing.time,
        })
    });
    let parallel = analysis.parallel_slopes().expect("enough timings");
    json!({
        "rows": rows.collect::<Vec<_>>(),
        "slope": estimated(&analysis.slope().expect("several sizes")),
        "parallel": [parallel.degrees, parallel.f, parallel.probability],
        "ratios": ratios.collect::<Vec<_>>(),
    })
}

fn estimated(estimated: &IntervalEstimate) -> [f64; 4] {
    let IntervalEstimate {
        value,
        interval,
        probability,
    } = *estimated;
    [value, interval.low, interval.high, probability]
}

/// Returns simulated responses of two or three factors with the tests of their effects. Some are lost, and each cell
/// has one at least.
fn factorial(number: u64) -> Value {
    let mut random = fastrand::Rng::with_seed(1_000 + number);
    let levels: Vec<u32> = (0..random.usize(2..4)).map(|_| random.u32(2..4)).collect();
    let blocks = random.u32(3..6);
    let mut rows: Vec<(Vec<u32>, u32, f64)> = Vec::new();
    for block in 0..blocks {
        let of_block = normal(&mut random) * 0.3;
        for cell in 0..levels.iter().product() {
            let mut rest = cell;
            let own: Vec<u32> = levels
                .iter()
                .map(|&count| {
                    let level = rest % count;
                    rest /= count;
                    level
                })
                .collect();
            let noise = normal(&mut random) * 0.2;
            let log = of_block + 0.2 * f64::from(own[0]) - 0.1 * f64::from(own[0] * own[1]) + noise;
            if block == 0 || random.u32(..4) > 0 {
                rows.push((own, block, log.exp()));
            }
        }
    }
    let trials: Vec<Trial<'_>> = rows
        .iter()
        .map(|(levels, block, value)| Trial {
            levels,
            block: *block,
            value: *value,
        })
        .collect();
    let tests = effects(levels.len(), &trials).expect("the tests");
    let tests = tests.iter().map(|effect| {
        let test = effect.test;
        json!({
            "factors": effect.factors,
            "test": [test.degrees, test.f, test.probability, effect.error_degrees],
        })
    });
    let rows = rows
        .iter()
        .map(|(levels, block, value)| json!({"levels": levels, "block": block, "value": value}));
    json!({"rows": rows.collect::<Vec<_>>(), "effects": tests.collect::<Vec<_>>()})
}
