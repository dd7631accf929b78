//! Progress of programs that run at once: a line for each on a terminal.

use std::time::{Duration, Instant};

use feedrate_runs::jobs::{JobPhase, JobState, JobsObserver};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::steps::{clock, step_name};
use crate::say;

/// A line for each job, until it is dropped. A terminal with fewer lines shows the first of them.
#[derive(Debug)]
pub struct JobLines {
    screen: MultiProgress,
    lines: Vec<JobLine>,
    looked: Instant,
}

#[derive(Debug)]
struct JobLine {
    bar: ProgressBar,
    rate: Rate,
}

/// The rate of a job, from what it had moved at the last look.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    moved: u64,
}

impl Default for JobLines {
    fn default() -> Self {
        Self {
            screen: MultiProgress::with_draw_target(ProgressDrawTarget::stderr()),
            lines: Vec::new(),
            looked: Instant::now(),
        }
    }
}

impl JobsObserver for JobLines {
    fn look(&mut self, jobs: &[JobState<'_>]) {
        while self.lines.len() < jobs.len() {
            let style = ProgressStyle::with_template("{msg}");
            let bar = self
                .screen
                .add(ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())));
            let rate = Rate::default();
            self.lines.push(JobLine { bar, rate });
        }
        let since = self.looked.elapsed();
        self.looked = Instant::now();
        let width = jobs.iter().map(|job| job.name.chars().count()).max();
        for (line, job) in self.lines.iter_mut().zip(jobs) {
            let text = line.rate.text(job, width.unwrap_or(0), since);
            line.bar.set_message(say::one_line(&text));
            line.bar.tick();
        }
    }
}

impl Drop for JobLines {
    fn drop(&mut self) {
        for line in &self.lines {
            line.bar.finish_and_clear();
        }
    }
}

impl Rate {
    /// Returns the line of a job after some time since the last look.
    fn text(&mut self, job: &JobState<'_>, width: usize, since: Duration) -> String {
        let moved = job.moved.saturating_sub(self.moved);
        self.moved = self.moved.max(job.moved);
        let name = job.name;
        let elapsed = clock(job.elapsed);
        match &job.phase {
            JobPhase::Starting => format!("{name:width$}  starts"),
            JobPhase::Ended(how) => format!("{name:width$}  {elapsed}  ended: {how}"),
            JobPhase::Running(step) => {
                let rate = moved as f64 / since.as_secs_f64().max(1e-3) / 1e6;
                let step = step
                    .as_ref()
                    .map_or_else(String::new, |step| step_name(&step.name, step.line));
                format!("{name:width$}  {elapsed}  {rate:5.0} MB/s  {step}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_connect::StepBegins;

    use super::*;

    #[test]
    fn a_line_tells_the_step_its_time_and_its_rate() {
        let mut rate = Rate::default();
        let mut text = |phase, moved| {
            let job = JobState {
                name: "b-1",
                phase,
                elapsed: Duration::from_secs(65),
                moved,
            };
            rate.text(&job, 5, Duration::from_secs(2))
        };
        let step = Some(StepBegins {
            name: "SORT".to_owned(),
            line: 12,
        });
        assert_eq!(text(JobPhase::Starting, 0), "b-1    starts");
        assert_eq!(
            text(JobPhase::Running(step), 400_000_000),
            "b-1    1:05    200 MB/s  PROC SORT (line 12)"
        );
        assert_eq!(text(JobPhase::Running(None), 400_000_000), "b-1    1:05      0 MB/s  ");
        assert_eq!(text(JobPhase::Ended("clean"), 400_000_000), "b-1    1:05  ended: clean");
    }
}
