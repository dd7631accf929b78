//! Runs jobs: their processes are started, then all are released at one moment, and each is followed to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use feedrate_connect::Bell;
use feedrate_session::record;

use super::devices::Devices;
use super::job::Job;
use super::record::{JobsRecord, Release};
use super::{JobSetup, JobState, JobsObserver};

/// The interval at which signals are polled, and the longest wait of an observer.
const LOOK: Duration = Duration::from_millis(100);

/// The interval at which the end of a process is looked for once it has closed its output.
const SOON: Duration = Duration::from_millis(2);

/// The interval at which an observer looks.
const TICK: Duration = Duration::from_millis(250);

/// Runs jobs at the same time, and returns what is known of them when all have ended. A job that fails neither stops
/// nor hides the others. `title` names them all, such as the path of their list. Once `stop` is set, all jobs stop and
/// remove what they made for themselves.
pub fn run<'a>(
    title: &str,
    jobs: Vec<JobSetup<'a>>,
    stop: &Arc<AtomicBool>,
    mut observer: Option<&mut dyn JobsObserver>,
) -> JobsRecord {
    let bell = Bell::default();
    let reports_moved = observer.is_some();
    let is_stopped = || stop.load(Ordering::Relaxed);
    let mut jobs: Vec<Job<'a>> = (0..)
        .zip(jobs)
        .map(|(number, job)| match is_stopped() {
            true => Job::unstarted(job, "it was interrupted before".to_owned()),
            false => Job::start(number, job, reports_moved, &bell, stop),
        })
        .collect();
    loop {
        let rung = bell.rung();
        // Each is asked, so that all that cannot begin are known.
        let waiting = jobs
            .iter_mut()
            .filter_map(|job| (!job.is_ready()).then_some(()))
            .count();
        if waiting == 0 || is_stopped() {
            break;
        }
        if let Some(observer) = &mut observer {
            observer.look(&states(&jobs, None));
        }
        bell.wait(rung, LOOK);
    }
    let devices = Devices::of_machine();
    jobs.iter_mut().for_each(Job::count_from_now);
    let release = Release {
        started_at: feedrate_document::timestamp_now(),
        microseconds: record::now(),
        at: Instant::now(),
        devices: devices.read(),
    };
    jobs.iter_mut().for_each(Job::release);
    let mut looked = Instant::now();
    loop {
        let rung = bell.rung();
        if is_stopped() {
            jobs.iter_mut().for_each(Job::stop);
        }
        let ending = jobs
            .iter_mut()
            .map(|job| job.follow(&devices, is_stopped()))
            .filter(|is_ending| *is_ending)
            .count();
        let is_over = jobs.iter().all(|job| job.end.is_some());
        if let Some(observer) = &mut observer
            && (is_over || looked.elapsed() >= TICK)
        {
            looked = Instant::now();
            observer.look(&states(&jobs, Some(release.at)));
        }
        if is_over {
            break;
        }
        match ending {
            0 => bell.wait(rung, LOOK),
            _ => std::thread::sleep(SOON),
        }
    }
    JobsRecord::of(title, jobs, &release, &devices, is_stopped())
}

/// Returns the states of jobs that were released at a moment, or wait for that.
fn states<'j>(jobs: &'j [Job<'_>], released: Option<Instant>) -> Vec<JobState<'j>> {
    let states = jobs.iter().map(|job| {
        let (phase, moved) = job.phase(released.is_some());
        let until = job.end.as_ref().map_or_else(Instant::now, |end| end.at);
        let elapsed = released.map(|released| until.saturating_duration_since(released));
        JobState {
            name: &job.setup.name,
            phase,
            elapsed: elapsed.unwrap_or_default(),
            moved,
        }
    });
    states.collect()
}
