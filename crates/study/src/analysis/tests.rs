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
fn the_cheapest_beyond_which_nothing_gains_is_recommended_and_the_knee_found() {
    let (mut sure, mut knees) = (0, 0);
    for seed in 0..40 {
        let data = buffers(seed);
        let analysis = Analysis::of(&data);
        let main = analysis.main().unwrap();
        let choice = &main.choices[0];
        // Four and eight times as many buffers gain 1 %.
        assert_eq!(data.short_name(choice.cell), "direct, 32", "{seed}");
        sure += u32::from(choice.is_sure);
        let curve = main.curves.iter().find(|curve| curve.cells.len() == 4).unwrap();
        let knee = curve.knee.map(|cell| data.short_name(cell));
        assert!(knee.as_deref().is_none_or(|knee| knee == "direct, 32"), "{knee:?}");
        knees += u32::from(knee.is_some());
    }
    assert!(sure >= 36 && knees >= 36, "{sure} {knees}");
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
        covered += u32::from(scaling.of_first(1).unwrap().interval.contains(0.8));
        assert!((scaling.power.unwrap().value - 1.05).abs() < 0.05);
        assert!(scaling.of_first(1).unwrap().probability < 1e-6);
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
    // Two blocks show nothing, so the cheapest is kept.
    assert_eq!(data.short_name(main.choices[0].cell), "cached, 1");
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

/// Returns the text of a study of so many cells, of one factor or of two.
fn cells(rows: usize, columns: usize) -> String {
    let levels = |count: usize| {
        (1..=count)
            .map(|level| level.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    format!(
        "title = \"cells\"\n[run]\ncommand = [\"true\", \"{{a}}\", \"{{b}}\"]\n\
         [[factor]]\nname = \"a\"\nlevels = [{}]\n\
         [[factor]]\nname = \"b\"\nlevels = [{}]\n",
        levels(rows),
        levels(columns)
    )
}

#[test]
fn of_equal_cells_the_cheapest_is_chosen_in_95_of_100_studies() {
    for (rows, columns) in [(2, 1), (4, 1), (4, 5)] {
        let text: &'static str = cells(rows, columns).leak();
        for noise in [0.01, 0.03, 0.1] {
            for blocks in [6, 12] {
                let simulated = Simulation {
                    text,
                    blocks,
                    noise,
                    wander: 0.5,
                };
                let cheapest = (0..100)
                    .filter(|&seed| {
                        let data = simulated.data(seed, |_| 10.0);
                        choice::of(&data, &responses(&data)[0])[0].cell == 0
                    })
                    .count();
                assert!(
                    cheapest >= 95,
                    "{rows} x {columns} cells, {noise}, {blocks} blocks: {cheapest}"
                );
            }
        }
    }
}

#[test]
fn a_dearer_cell_that_may_be_better_is_told_with_the_blocks_that_would_decide() {
    let text: &'static str = cells(3, 1).leak();
    let simulated = Simulation {
        text,
        blocks: 6,
        noise: 0.1,
        wander: 0.5,
    };
    let data = simulated.data(1, |levels| if levels[0] == "1" { 10.0 } else { 9.2 });
    let choice = Analysis::of(&data).main().unwrap().choices[0].clone();
    assert_eq!((choice.cell, choice.is_sure), (0, false));
    let blocks: Vec<usize> = choice
        .open()
        .map(|rival| match rival.prospect {
            Prospect::Open(blocks) => blocks.unwrap(),
            Prospect::TooLittle => unreachable!("it is open"),
        })
        .collect();
    assert!(blocks.iter().any(|&blocks| blocks > 6), "{blocks:?}");
}

#[test]
fn a_cheaper_cell_that_is_not_shown_to_be_worse_is_a_rival() {
    let text: &'static str = cells(3, 1).leak();
    let simulated = Simulation {
        text,
        blocks: 6,
        noise: 0.005,
        wander: 0.5,
    };
    let mut data = simulated.data(1, |levels| if levels[0] == "1" { 10.0 } else { 9.0 });
    let choice = |data: &Data| Analysis::of(data).main().unwrap().choices[0].clone();
    assert_eq!((choice(&data).cell, choice(&data).is_sure), (1, true));
    let of_second = data.runs.iter().position(|run| run.cell == 1).unwrap();
    data.runs[of_second].run.figures.clear();
    // With five blocks the second is not shown to be better than the first, nor the third than the second.
    let choice = choice(&data);
    assert_eq!((choice.cell, choice.is_sure), (2, false));
    let rival = choice.open().next().unwrap();
    assert_eq!(rival.cell, 1);
    assert_ne!(rival.prospect, Prospect::TooLittle);
}
