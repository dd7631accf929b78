//! Simulated devices and settings to race on, for tests.

use std::ops::Range;

use super::*;
use crate::testing::Noise;

/// The true rates of settings, and the memory that each costs.
struct Surface {
    rates: Vec<f64>,
    costs: Vec<f64>,
}

impl Surface {
    /// Throughput by transfer size and depth: it saturates with the bytes in flight, of which `half` MiB give half the
    /// rate, and each doubling of the depth costs 1 %. The cost is the memory.
    fn saturating(half: f64) -> Self {
        let mut surface = Self {
            rates: Vec::new(),
            costs: Vec::new(),
        };
        for transfer in 0..7 {
            for depth in 0..6 {
                let in_flight = 2_f64.powi(transfer + depth) / 16.0;
                let overhead = 1.0 - 0.01 * f64::from(depth);
                surface.rates.push(3000.0 * overhead * in_flight / (in_flight + half));
                surface.costs.push(in_flight);
            }
        }
        surface
    }

    /// A dozen settings of which each is cheaper than the one before and slower by `step`, and ten that are far behind.
    fn dozen(step: f64) -> Self {
        let near = (0..12).map(|place| 1.0 - step * f64::from(place));
        let far = (0..10).map(|place| 0.8 - 0.05 * f64::from(place));
        Self {
            rates: near.chain(far).collect(),
            costs: (0..22).map(|place| f64::from(22 - place)).collect(),
        }
    }

    fn within_tolerance(&self, candidate: usize) -> bool {
        let best = self.rates.iter().copied().fold(0.0, f64::max);
        self.rates[candidate] >= 0.97 * best
    }

    /// Returns the share of the best rate that a candidate is below it.
    fn loss(&self, candidate: usize) -> f64 {
        let best = self.rates.iter().copied().fold(0.0, f64::max);
        1.0 - self.rates[candidate] / best
    }

    fn choice(&self, race: &Race, seed: u64) -> Choice {
        let cost = |candidate: usize| (self.costs[candidate] * 1e6) as u64;
        race.choice(cost, seed).expect("somebody is left")
    }
}

/// The change of a device's rate from trial to trial.
#[derive(Clone, Copy, Debug)]
struct Device {
    /// The deviation of its level, which wanders.
    wander: f64,
    /// The trials after which the level has forgotten what it was.
    memory: f64,
    /// The deviation of a trial from the level.
    noise: f64,
    /// The share of the trials that begin a time of 1 to 5 trials at 0.4 to 0.95 of the level.
    dips: f64,
}

/// A device that runs.
struct RunningDevice {
    device: Device,
    random: Noise,
    level: f64,
    dip: (usize, f64),
}

impl Device {
    fn start(self, seed: u64) -> RunningDevice {
        let mut random = Noise::new(seed);
        let level = self.wander * random.normal();
        RunningDevice {
            device: self,
            random,
            level,
            dip: (0, 1.0),
        }
    }
}

impl RunningDevice {
    /// Returns what a trial of a setting with a true rate measures now.
    fn measure(&mut self, rate: f64) -> f64 {
        let device = self.device;
        let kept = (-1.0 / device.memory).exp();
        let moved = device.wander * (1.0 - kept * kept).sqrt();
        self.level = kept * self.level + moved * self.random.normal();
        if self.dip.0 > 0 {
            self.dip.0 -= 1;
        } else if self.random.uniform() < device.dips {
            let length = 1 + (self.random.uniform() * 5.0) as usize;
            self.dip = (length, 0.4 + 0.55 * self.random.uniform());
        }
        let dip = if self.dip.0 > 0 { self.dip.1 } else { 1.0 };
        dip * rate * (self.level + device.noise * self.random.normal()).exp()
    }
}

/// The devices of the comparison: one as it was measured on a virtual disk, one that wanders by a factor of two over a
/// race, one that does so within a round, and one whose trials are merely noisy.
const DEVICES: [(&str, Device); 4] = [
    (
        "measured",
        Device {
            wander: 0.04,
            memory: 20.0,
            noise: 0.014,
            dips: 0.02,
        },
    ),
    (
        "wanders slowly",
        Device {
            wander: 0.25,
            memory: 60.0,
            noise: 0.05,
            dips: 0.02,
        },
    ),
    (
        "wanders in rounds",
        Device {
            wander: 0.2,
            memory: 8.0,
            noise: 0.04,
            dips: 0.02,
        },
    ),
    (
        "noisy",
        Device {
            wander: 0.0,
            memory: 1.0,
            noise: 0.08,
            dips: 0.0,
        },
    ),
];

/// Runs a race for which there is time for so many trials.
fn race_of(surface: &Surface, device: Device, trials: usize, seed: u64) -> Race {
    let options = RaceOptions {
        max_rounds: 100,
        ..RaceOptions::default()
    };
    let mut race = Race::new(surface.rates.len(), options);
    let mut device = device.start(seed);
    let mut made = 0;
    while !race.finished() {
        for candidate in race.next_round(seed) {
            if made == trials {
                return race;
            }
            made += 1;
            race.record(candidate, device.measure(surface.rates[candidate]));
        }
        race.eliminate();
        race.narrow(made as f64 / trials as f64);
    }
    race
}

/// The results of a number of races.
#[derive(Debug, Default)]
struct Outcomes {
    races: usize,
    leaders_right: usize,
    choices_right: usize,
    loss: f64,
    equal: usize,
    certain: f64,
    same: f64,
}

impl Outcomes {
    fn of(surface: &Surface, device: Device, trials: usize, seeds: Range<u64>) -> Self {
        let mut outcomes = Self::default();
        for seed in seeds {
            let race = race_of(surface, device, trials, seed);
            let choice = surface.choice(&race, seed);
            let certainty = choice.certainty.expect("there are rounds");
            let leader = race.standing()[0].candidate;
            outcomes.races += 1;
            outcomes.leaders_right += usize::from(surface.within_tolerance(leader));
            outcomes.choices_right += usize::from(surface.within_tolerance(choice.candidate));
            outcomes.loss += surface.loss(choice.candidate);
            outcomes.equal += choice.equal.len();
            outcomes.certain += certainty.within_tolerance;
            outcomes.same += certainty.same_choice;
        }
        outcomes
    }

    fn percent(&self, value: f64) -> f64 {
        100.0 * value / self.races as f64
    }
}

impl std::fmt::Display for Outcomes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "leader right {:5.1} %, choice right {:5.1} %, {:.2} % lost; {:.1} equal; \
             resampled: within {:.0} %, same {:.0} %",
            self.percent(self.leaders_right as f64),
            self.percent(self.choices_right as f64),
            self.percent(self.loss),
            self.equal as f64 / self.races as f64,
            self.percent(self.certain),
            self.percent(self.same),
        )
    }
}

/// Seeds other than those with which the course of a race was designed.
const SEEDS: Range<u64> = 1000..1400;

/// The number of right choices that the first 40 of these seeds must have, for each device: just under what was
/// measured.
#[test]
fn the_choice_is_within_three_percent_of_the_best_on_each_device() {
    let bounds = [
        ("saturating", Surface::saturating(0.25), [39, 39, 37, 36]),
        ("a dozen, 0.8 % apart", Surface::dozen(0.008), [39, 38, 36, 36]),
    ];
    for (surface_name, surface, bounds) in bounds {
        for ((device_name, device), bound) in DEVICES.into_iter().zip(bounds) {
            let seeds = SEEDS.start..SEEDS.start + 40;
            let outcomes = Outcomes::of(&surface, device, 165, seeds);
            println!(
                "{surface_name}, {device_name}: {} of 40, {outcomes}",
                outcomes.choices_right
            );
            assert!(
                outcomes.choices_right >= bound,
                "{surface_name}, {device_name}: {outcomes}"
            );
        }
    }
}

/// `cargo test --release -p feedrate-stats --lib simulation -- --ignored --nocapture`
#[test]
#[ignore = "a comparison that takes minutes"]
fn choices_on_all_devices_and_surfaces() {
    for (surface_name, surface) in [
        ("a dozen, 0.3 % apart", Surface::dozen(0.003)),
        ("a dozen, 0.8 % apart", Surface::dozen(0.008)),
        ("a dozen, 1.5 % apart", Surface::dozen(0.015)),
        ("saturating", Surface::saturating(0.25)),
    ] {
        for (device_name, device) in DEVICES {
            for trials in [165, 300] {
                let outcomes = Outcomes::of(&surface, device, trials, SEEDS);
                println!("{surface_name}, {device_name}, {trials} trials: {outcomes}");
                assert!(outcomes.choices_right >= 360);
            }
        }
    }
}

/// A thorough check has 66 % of 20 minutes for two races of some 80 settings, at about 0.6 s a trial: 8 trials of each.
#[test]
fn a_thorough_search_is_right_in_nineteen_of_twenty() {
    let mut surface = Surface::saturating(0.25);
    let dozen = Surface::dozen(0.008);
    let best = surface.rates.iter().copied().fold(0.0, f64::max);
    surface.rates.extend(dozen.rates.iter().map(|rate| rate * best));
    surface.costs.extend(&dozen.costs);
    let trials = 8 * surface.rates.len();
    for (name, device) in DEVICES {
        let outcomes = Outcomes::of(&surface, device, trials, SEEDS.start..SEEDS.start + 20);
        println!("{name}: {} of 20, {outcomes}", outcomes.choices_right);
        assert!(outcomes.choices_right >= 19, "{name}: {outcomes}");
    }
}
