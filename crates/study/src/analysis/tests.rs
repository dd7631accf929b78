//! The analysis of simulated runs, whose effects are known.

use super::simulated::{BUFFERS, SIZES, Simulation, of_buffers};
use super::*;

fn buffers(seed: u64) -> Data {
    Simulation {
        text: BUFFERS,
        blocks: 12,
        noise: 0.01,
        wander: 0.7,
    }
    .data(seed, of_buffers)
}

#[test]
fn the_cheapest_within_noise_of_the_best_is_recommended_and_the_knee_found() {
    let mut cheapest = 0;
    for seed in 0..40 {
        let data = buffers(seed);
        let analysis = Analysis::of(&data);
        let main = analysis.main().unwrap();
        let choice = &main.choices[0];
        assert!(choice.is_sure);
        let name = data.short_name(choice.cell);
        // All of these are within the tolerance of the best.
        assert!(
            ["direct, 32", "direct, 128", "direct, 256"].contains(&name.as_str()),
            "{name}"
        );
        let curve = main.curves.iter().find(|curve| curve.cells.len() == 4).unwrap();
        let knee = curve.knee.map(|cell| data.short_name(cell));
        cheapest += u32::from(name == "direct, 32" && knee.as_deref() == Some("direct, 32"));
    }
    assert!(cheapest >= 34, "{cheapest}");
}

#[test]
fn paired_ratios_cover_the_known_ones() {
    let mut covered = 0;
    for seed in 0..200 {
        let data = buffers(seed);
        let comparisons = pairs::comparisons(&data, &responses::of(&data)[0]);
        // Only the cells with one buffer have a partner.
        let stated = comparisons.iter().find(|comparison| comparison.is_stated).unwrap();
        assert_eq!(stated.ratio.pairs, 12);
        covered += u32::from(stated.ratio.interval.unwrap().contains(1.46));
    }
    assert!((184..=198).contains(&covered), "{covered}");
}

#[test]
fn effects_and_their_interactions_are_tested_with_what_is_left_out() {
    let data = buffers(1);
    let analysis = Analysis::of(&data);
    let effects = &analysis.main().unwrap().effects;
    let names: Vec<_> = effects.iter().map(|effect| effect.factors.clone()).collect();
    assert_eq!(names[..2], [vec![0], vec![1]]);
    assert!(effects[1].test.probability < 1e-6);
}

#[test]
fn over_sizes_settings_have_one_ratio_if_their_powers_are_one() {
    let simulated = Simulation {
        text: SIZES,
        blocks: 6,
        noise: 0.03,
        wander: 0.5,
    };
    let size = |levels: &[&str]| crate::definition::Level::new(levels[1]).number.unwrap() / 1e6;
    let mut covered = 0;
    for seed in 0..100 {
        let data = simulated.data(seed, |levels| {
            size(levels).powf(1.05) * if levels[0] == "direct" { 0.8 } else { 1.0 }
        });
        let scaling = Analysis::of(&data).responses.remove(0).scaling.unwrap();
        covered += u32::from(scaling.settings[1].of_baseline.unwrap().interval.contains(0.8));
        assert!((scaling.power.unwrap().value - 1.05).abs() < 0.05);
        assert!(scaling.settings[1].corrected.unwrap() < 1e-6);
    }
    assert!((90..=100).contains(&covered), "{covered}");
    // The cache wins while the data are small.
    let data = simulated.data(3, |levels| {
        let power = if levels[0] == "direct" { 1.0 } else { 1.2 };
        (size(levels) / 128.0).powf(power)
    });
    let analysis = Analysis::of(&data);
    let main = analysis.main().unwrap();
    assert!(main.scaling.as_ref().unwrap().parallel.unwrap().probability < 1e-6);
    let chosen: Vec<String> = main.choices.iter().map(|choice| data.short_name(choice.cell)).collect();
    assert_eq!(chosen, ["cached", "cached", "direct", "direct"]);
}

#[test]
fn outliers_and_drift_are_told_and_kept() {
    let mut data = buffers(5);
    assert_eq!(unusual::of(&data, responses::of(&data).first()).drift, None);
    data.runs[7].run.figures[0].value *= 3.0;
    let cell = data.runs[7].cell;
    let found = unusual::of(&data, responses::of(&data).first());
    assert!(
        found
            .outliers
            .iter()
            .any(|outlier| outlier.cell == cell && outlier.ratio > 1.5)
    );
    let count = data.values(cell, &responses::of(&data)[0]).len();
    assert_eq!(count, 12);
    let mut data = Simulation {
        text: BUFFERS,
        blocks: 12,
        noise: 0.02,
        wander: 0.0,
    }
    .data(2, of_buffers);
    for (place, run) in data.runs.iter_mut().enumerate() {
        run.run.figures[0].value *= 1.0 + 0.01 * place as f64;
    }
    let drift = unusual::of(&data, responses::of(&data).first()).drift.unwrap();
    assert!(drift.ratio > 1.2 && drift.probability < 1e-6);
}

#[test]
fn few_runs_and_one_cell_are_analysed_as_far_as_they_go() {
    let data = Simulation {
        text: BUFFERS,
        blocks: 2,
        noise: 0.0,
        wander: 0.0,
    }
    .data(1, of_buffers);
    let analysis = Analysis::of(&data);
    let main = analysis.main().unwrap();
    assert!(!main.choices[0].is_sure);
    // Nothing tells equals from the best, so the best alone is chosen.
    assert_eq!(data.short_name(main.choices[0].cell), "direct, 128");
    assert!(main.cells.iter().all(|cell| cell.summary.interval.is_none()));
    let one = "title = 't'\n[run]\ncommand = ['true']\n";
    let data = Simulation {
        text: one,
        blocks: 1,
        noise: 0.0,
        wander: 0.0,
    }
    .data(1, |_| 1.0);
    let analysis = Analysis::of(&data);
    assert!(analysis.main().unwrap().choices.is_empty());
    let data = Simulation {
        text: one,
        blocks: 0,
        noise: 0.0,
        wander: 0.0,
    }
    .data(1, |_| 1.0);
    assert!(Analysis::of(&data).main().is_none());
}

#[test]
fn a_level_between_is_interpolated_and_marked() {
    let data = buffers(1);
    let analysis = Analysis::of(&data);
    let main = analysis.main().unwrap();
    let curve = main.curves.iter().find(|curve| curve.cells.len() == 4).unwrap();
    assert_eq!(curve.interpolated.len(), 1);
    let (low, high) = (main.cell(curve.cells[1]).unwrap(), main.cell(curve.cells[2]).unwrap());
    let value = curve.interpolated[0].value;
    let (least, most) = (
        low.summary.median.min(high.summary.median),
        low.summary.median.max(high.summary.median),
    );
    assert!(least <= value && value <= most);
}

#[test]
fn a_block_that_was_not_run_in_one_go_is_told() {
    let mut data = buffers(1);
    assert!(unusual::of(&data, responses::of(&data).first()).divided.is_empty());
    let last = data.runs.iter().rposition(|run| run.block == 3).unwrap();
    data.runs[last].run.started_at = "2026-01-02T00:00:00Z".to_owned();
    assert_eq!(unusual::of(&data, responses::of(&data).first()).divided, [3]);
}
