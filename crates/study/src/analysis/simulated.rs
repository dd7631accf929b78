//! Simulated runs, whose effects are known: for the tests of this crate and of those above it (cargo feature
//! `testing`).

use std::path::Path;

use fastrand::Rng;

use super::Data;
use crate::definition::{Overrides, Study};
use crate::figures::{CACHE_SHARE, Figure, SECONDS};
use crate::plan::{Block, Plan};
use crate::store::{Facts, Run};

/// Simulates a study: `time` is that of a cell without noise.
pub struct Simulation {
    /// The text of the study.
    pub text: &'static str,
    /// The number of blocks.
    pub blocks: u32,
    /// The deviation of the noise of a run.
    pub noise: f64,
    /// The range in which the level of a block wanders.
    pub wander: f64,
}

impl Simulation {
    /// Returns the data of the study with the noise of a seed.
    ///
    /// # Panics
    ///
    /// Panics if the text is no valid study.
    pub fn data(&self, seed: u64, time: impl Fn(&[&str]) -> f64) -> Data {
        let mut random = Rng::with_seed(seed);
        let study = Study::parse(Path::new("s.toml"), self.text, &Overrides::default())
            .expect("the studies of tests are valid");
        let plan = Plan::of(&study).expect("the studies of tests have cells");
        let mut runs = Vec::new();
        for number in 1..=self.blocks {
            let level = (self.wander * (random.f64() - 0.5)).exp();
            for (place, cell) in plan.cells.iter().enumerate() {
                let levels = study.levels(cell);
                let words: Vec<&str> = levels.iter().map(|(_, level)| level.as_str()).collect();
                let seconds = time(&words) * level * (self.noise * normal(&mut random)).exp();
                runs.push(Run {
                    id: runs.len() as i64 + 1,
                    levels: levels.iter().cloned().collect(),
                    machine: 1,
                    block: Block {
                        is_warm_up: false,
                        number,
                    },
                    position: place + 1,
                    started_at: format!("2026-01-01T00:00:{:02}Z", number % 60),
                    seconds,
                    failure: None,
                    notes: Vec::new(),
                    figures: vec![Figure::new("", SECONDS, seconds), Figure::new("", CACHE_SHARE, 0.25)],
                });
            }
        }
        Data::of(study, facts(self.text), runs)
    }
}

fn facts(text: &str) -> Facts {
    Facts {
        title: "Simulated".to_owned(),
        file: "s.toml".to_owned(),
        definition: text.to_owned(),
        factors: Vec::new(),
        parameters: Default::default(),
        created_at: "2026-01-01T00:00:00Z".to_owned(),
        machines: vec![(
            1,
            "0.1.0".to_owned(),
            r#"{"cpu_model": "Fast", "physical_cores": 4}"#.to_owned(),
        )],
    }
}

fn normal(random: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.f64()).cos()
}

/// A study of numbers of buffers.
pub const BUFFERS: &str = r#"
title = "BUFNO"
[run]
program = "steps.sas"
[[factor]]
name = "method"
levels = ["cached", "direct"]
[[factor]]
name = "buffers"
levels = [1, 32, 128, 256]
unmeasured = [64]
[[leave_out]]
method = "cached"
buffers = [32, 128, 256]
[[pair]]
compare = { method = "direct" }
with = { method = "cached" }
"#;

/// A study of sizes.
pub const SIZES: &str = r#"
title = "Sizes"
[run]
program = "steps.sas"
[[factor]]
name = "method"
levels = ["cached", "direct"]
[[factor]]
name = "size"
levels = ["16M", "64M", "256M", "1G"]
option = "obs"
covariate = true
"#;

/// The times of direct I/O with 1, 32, 128 and 256 buffers as parts of that of cached I/O, much as published.
pub fn of_buffers(levels: &[&str]) -> f64 {
    match levels {
        ["cached", _] => 10.0,
        [_, "1"] => 14.6,
        [_, "32"] => 8.33,
        [_, "128"] => 8.25,
        _ => 8.26,
    }
}
