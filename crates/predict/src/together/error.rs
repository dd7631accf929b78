//! The share by which jobs at once are off because their profiles differ.

use feedrate_machine::Cores;

use super::MixedJob;
use crate::forecast::ProfileSpread;

/// Jobs at once, and the processors that they share.
pub(super) struct Contention {
    /// By how much computing is prolonged at most: threads for each processor, at least 1.
    factor: f64,
}

impl Contention {
    /// Returns that of the jobs of so many users.
    pub(super) fn of(jobs: &[MixedJob], users: u32, cores: &Cores) -> Self {
        let threads = |job: &MixedJob| {
            let most = job.job.steps.iter().map(|step| step.threads()).max();
            f64::from(most.unwrap_or(1)) * job.copies as f64
        };
        let all = jobs.iter().map(threads).sum::<f64>() * f64::from(users);
        Self {
            factor: (all / cores.logical_available.max(1) as f64).max(1.0),
        }
    }

    /// Returns the share of `seconds`, which a job took, by which its profiles put it off: their error, as much longer
    /// as threads share processors, but no more than the error is of the computing alone.
    pub(super) fn error_share(&self, job: &MixedJob, seconds: f64) -> f64 {
        let spread = ProfileSpread::of(&job.job, &job.profiles);
        let (Some(error), Some(of_computing)) = (spread.of_all(), spread.share_of_all()) else {
            return 0.0;
        };
        match error > 0.0 {
            true => (error * self.factor / seconds.max(f64::MIN_POSITIVE)).min(of_computing),
            false => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::mixed;
    use super::*;

    #[test]
    fn an_error_is_a_share_of_what_a_job_takes() {
        let cores = Cores {
            logical_available: 2,
            ..Cores::host()
        };
        // With one degree of freedom, the quantile is 12.7: 0.0005 s to either side of the mean of 0.0105 s.
        let jobs = [mixed(&[0.010, 0.011])];
        let share = |users, seconds| Contention::of(&jobs, users, &cores).error_share(&jobs[0], seconds);
        let error = 12.706 * 0.0005;
        assert!((share(1, 1.0) - error).abs() < 1e-6);
        assert!((share(2, 1.0) - error).abs() < 1e-6);
        // Four threads on two processors.
        assert!((share(4, 1.0) - 2.0 * error).abs() < 1e-6);
        // All of the time is computing.
        assert!((share(4, 0.001) - error / 0.0105).abs() < 1e-4);
        let given = [mixed(&[])];
        assert_eq!(Contention::of(&given, 4, &cores).error_share(&given[0], 1.0), 0.0);
    }
}
