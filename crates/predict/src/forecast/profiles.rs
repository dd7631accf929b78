//! The part of a prediction's error that comes from its profiles: they differ in how much each step computes.

use feedrate_stats::distribution::student;

use crate::job::{Job, JobStep};

/// The share of intervals that do not contain the mean.
const ALPHA: f64 = 0.05;

/// The computing of several profiles, in seconds of the speed of the job.
#[derive(Clone, Debug)]
pub struct ProfileSpread {
    /// Of each step, by profile.
    steps: Vec<Vec<f64>>,
}

impl ProfileSpread {
    /// Returns that of the jobs of several profiles, of which `job` is the one in the middle. Jobs with other steps are
    /// left out.
    pub fn of(job: &Job, profiles: &[Job]) -> Self {
        let alike: Vec<&Job> = profiles.iter().filter(|it| it.steps.len() == job.steps.len()).collect();
        let steps = job.steps.iter().enumerate().map(|(index, step)| {
            let steps = alike.iter().map(|it| &it.steps[index]);
            steps.map(|other| seconds_at_speed_of(step, other)).collect()
        });
        Self { steps: steps.collect() }
    }

    /// Returns the error of a step; `None` if there are fewer than two profiles.
    pub fn of_step(&self, index: usize) -> Option<f64> {
        half_width(self.steps.get(index)?)
    }

    /// Returns the error of all steps together, as a share of their computing.
    pub fn share_of_all(&self) -> Option<f64> {
        let sums = self.sums();
        let mean = sums.iter().sum::<f64>() / sums.len().max(1) as f64;
        let error = half_width(&sums)?;
        Some(if mean > 0.0 { error / mean } else { 0.0 })
    }

    /// Returns the error of all steps together.
    pub fn of_all(&self) -> Option<f64> {
        half_width(&self.sums())
    }

    /// Returns the computing of all steps together, by profile.
    fn sums(&self) -> Vec<f64> {
        let profiles = self.steps.first().map_or(0, Vec::len);
        let sum = |place| self.steps.iter().map(|step| step[place]).sum();
        (0..profiles).map(sum).collect()
    }
}

/// Returns how long a step of another profile would compute at the speed of this one.
fn seconds_at_speed_of(step: &JobStep, other: &JobStep) -> f64 {
    let speeds = step.rounds_per_second.zip(other.rounds_per_second);
    other.think_seconds() * speeds.map_or(1.0, |(own, others)| others / own)
}

/// Returns half of the interval of the mean of a few values (Student's t); `None` for fewer than two.
fn half_width(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    Some(student::two_sided_quantile(ALPHA, count - 1.0) * error)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Seconds;
    use super::*;

    fn job(steps: &[(f64, f64)]) -> Job {
        let steps: Vec<_> = steps
            .iter()
            .map(|(seconds, speed)| {
                json!({"name": "DATA", "line": 1, "seconds": null, "uses": [], "rounds_per_second": speed,
                    "parts": [{"think_seconds": seconds, "bytes": []}]})
            })
            .collect();
        serde_json::from_value(json!({
            "feedrate": {"version": "1", "format": "job", "format_version": 1}, "program": "p",
            "derived_from": "profile", "assumptions": [], "files": [], "steps": steps,
        }))
        .unwrap()
    }

    #[test]
    fn profiles_at_other_speeds_agree_if_their_rounds_do() {
        let jobs = [job(&[(1.0, 2e7), (0.5, 2e7)]), job(&[(2.0, 1e7), (0.5, 2e7)])];
        let spread = ProfileSpread::of(&jobs[0], &jobs);
        assert!(spread.of_step(0).unwrap() < 1e-9 && spread.of_all().unwrap() < 1e-9);
        let jobs = [job(&[(1.0, 2e7)]), job(&[(1.1, 2e7)])];
        // With one degree of freedom, the quantile is 12.7.
        let error = ProfileSpread::of(&jobs[0], &jobs).of_step(0).unwrap();
        assert!((error - 12.706 * 0.05).abs() < 1e-3, "{error}");
        assert_eq!(ProfileSpread::of(&jobs[0], &jobs[..1]).of_all(), None);
        assert_eq!(ProfileSpread::of(&jobs[0], &[]).of_all(), None);
    }

    /// Returns about a normal deviate.
    fn normal(random: &mut fastrand::Rng) -> f64 {
        (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
    }

    #[test]
    fn the_interval_contains_the_error_of_the_profiles() {
        // The true time is 1 s, half of it computing. Profiles are off by 3 %, and runs of the job by 2 %.
        let mut random = fastrand::Rng::with_seed(46);
        let mut covers = |profiles: usize, with_profiles: bool| {
            let trials = 1000;
            let covered = (0..trials).filter(|_| {
                let computing: Vec<f64> = (0..profiles)
                    .map(|_| 0.5 * (1.0 + 0.03 * normal(&mut random)))
                    .collect();
                let mut sorted = computing.clone();
                sorted.sort_by(f64::total_cmp);
                let middle = sorted[(profiles - 1) / 2];
                let runs: Vec<f64> = (0..10)
                    .map(|_| (0.5 + middle) * (1.0 + 0.02 * normal(&mut random)))
                    .collect();
                let error = if with_profiles {
                    half_width(&computing).unwrap()
                } else {
                    0.0
                };
                let seconds = Seconds::of(&runs).with_error(error);
                seconds.low <= 1.0 && 1.0 <= seconds.high
            });
            covered.count() as f64 / f64::from(trials)
        };
        for profiles in 2..=5 {
            let covered = covers(profiles, true);
            assert!(covered >= 0.94, "{profiles}: {covered}");
        }
        // The interval of the runs alone is too narrow.
        assert!(covers(2, false) < 0.85);
    }
}
