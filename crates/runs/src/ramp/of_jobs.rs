//! A run of programs, each in a process of its own, as a run of a mix.

use feedrate_machine::Cores;
use serde_json::Value;

use super::level::{ClassRun, MixRun};
use crate::jobs::{JobRecord, JobsRecord};
use crate::latencies::steps_of;

impl MixRun {
    /// Creates the run of jobs that were released together. `classes` has the names of the classes, in their order.
    pub fn of_jobs(record: &JobsRecord, classes: &[String], cores: &Cores) -> Self {
        let mut of_classes: Vec<ClassRun> = classes.iter().map(|_| ClassRun::of_none()).collect();
        for job in &record.jobs {
            if let Some(place) = classes.iter().position(|class| *class == job.class) {
                of_classes[place].add(job);
            }
        }
        let programs = record.jobs.len().min(cores.physical_available).max(1);
        Self {
            seconds: record.completion_seconds,
            classes: of_classes,
            megabytes_per_second: record.megabytes_per_second,
            megabytes_per_second_and_core: record.megabytes_per_second.map(|rate| rate / programs as f64),
            processor_share: processor_share(record, cores),
            waited_share: waited_share(
                &record
                    .jobs
                    .iter()
                    .flat_map(|job| steps_of(&job.record))
                    .collect::<Vec<_>>(),
            ),
            space_bytes: None,
            memory_bytes: memory(record),
            error_share: 0.0,
        }
    }
}

impl ClassRun {
    /// Creates the run of a class of which no program is known yet.
    fn of_none() -> Self {
        Self {
            bytes: Some(0),
            ..Self::default()
        }
    }

    fn add(&mut self, job: &JobRecord) {
        if !matches!(job.ended, "clean" | "warnings") {
            let error = job.because.as_deref().or(job.first_error.as_deref());
            let failure = format!("{}: {}", job.name, error.unwrap_or("it ended with errors"));
            self.failure.get_or_insert(failure);
            return;
        }
        self.seconds.push(job.seconds);
        self.times.add(&job.record);
        let own = job.read_bytes.zip(job.written_bytes);
        self.bytes = self.bytes.zip(own).map(|(sum, (read, written))| sum + read + written);
    }
}

/// Returns the share of the processors' time until the last job ended that all used.
fn processor_share(record: &JobsRecord, cores: &Cores) -> Option<f64> {
    let used = record
        .jobs
        .iter()
        .map(|job| Some(job.user_cpu_seconds? + job.system_cpu_seconds?));
    let used = used.sum::<Option<f64>>()?;
    let usable = cores.logical_available as f64;
    let usable = cores.quota.map_or(usable, |quota| quota.min(usable));
    let granted = record.completion_seconds * usable;
    (granted > 0.0).then(|| (used / granted).min(1.0))
}

/// Returns the share of the seconds of all steps in which they stood still for storage.
fn waited_share(steps: &[&Value]) -> Option<f64> {
    // A sum of nothing would be -0.
    let sum = |of: fn(&Value) -> &Value| {
        steps
            .iter()
            .filter_map(|step| of(step).as_f64())
            .fold(0.0, |sum, part| sum + part)
    };
    let seconds = sum(|step| &step["usage"]["real_seconds"]);
    let waited = sum(|step| &step["waited_seconds"]);
    (seconds > 0.0).then(|| (waited / seconds).min(1.0))
}

/// Returns the memory of all processes together, each at its peak, without the pages of files, such as the program,
/// which they share: these do not grow with the users.
fn memory(record: &JobsRecord) -> Option<u64> {
    record.jobs.iter().map(|job| own_memory(&job.record["usage"])).sum()
}

fn own_memory(usage: &Value) -> Option<u64> {
    usage["peak_own_memory_bytes"].as_u64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn steps_that_wait_for_nothing_wait_for_no_negative_time() {
        let step = json!({"usage": {"real_seconds": 2.0}});
        let share = waited_share(&[&step]).unwrap();
        assert!(share == 0.0 && share.is_sign_positive(), "{share}");
        assert_eq!(waited_share(&[]), None);
        let step = json!({"usage": {"real_seconds": 2.0}, "waited_seconds": 0.5});
        assert_eq!(waited_share(&[&step, &step]), Some(0.25));
    }

    #[test]
    fn the_program_that_all_share_is_no_memory_of_users() {
        let usage = json!({"peak_memory_bytes": 100, "peak_own_memory_bytes": 20});
        assert_eq!(own_memory(&usage), Some(20));
        assert_eq!(own_memory(&json!({"peak_memory_bytes": 100})), None);
    }
}
