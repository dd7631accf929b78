//! `--require MB/s`: whether the jobs give each core the required rate, and the exit code.

use feedrate_machine::{Cores, OtherLoad};
use feedrate_pageio::cache::CacheShare;
use feedrate_workload::load::{BatchOutcome, ScheduleOutcome};

/// From this share of cached reads, the result is not that of storage alone.
const CACHED: f64 = 0.05;

/// The judgement of jobs by a requirement.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The requirement, in 10^6 bytes a second for a physical core.
    pub require_mb_per_core: f64,
    /// The physical cores that this process may use, limited by a quota, in whole cores.
    pub cores: u64,
    /// The judgement of each batch: jobs that run at the same time are judged together, those before and after a
    /// stonewall separately.
    pub batches: Vec<BatchJudgement>,
    /// True if every batch meets the requirement, no job failed and none was stopped.
    pub meets: bool,
    /// True if it does not, but every batch meets it or may fall short because of others.
    pub undecided: bool,
    /// The share of the processors that others had meanwhile; `None` if it is unknown.
    pub processor_share_of_others: Option<f64>,
}

/// The judgement of jobs that ran at the same time.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchJudgement {
    /// The number of the batch, from 0.
    pub batch: usize,
    /// The names of its jobs, each once.
    pub jobs: Vec<String>,
    /// 10^6 bytes a second of all jobs, reads and writes together, from the first counted block to the last.
    pub mb_per_second: f64,
    /// The same for a core.
    pub mb_per_core: f64,
    /// The number of cores that this rate suffices for.
    pub cores_fed: u64,
    /// The share that the page cache served.
    pub cache: CacheShare,
    /// True if the rate meets the requirement.
    pub meets: bool,
}

/// Judges the results of jobs for the cores of this machine, on which others had a load meanwhile.
pub fn judge(require_mb_per_core: f64, outcome: &ScheduleOutcome, others: Option<OtherLoad>) -> Judgement {
    let host = Cores::host();
    let cores = host.usable().floor().max(1.0) as u64;
    let of_others = others.map(|load| load.share(host.quota));
    judge_for(require_mb_per_core, cores, outcome, of_others)
}

/// Judges the results for a number of cores, of which others had this share.
pub(crate) fn judge_for(require: f64, cores: u64, outcome: &ScheduleOutcome, of_others: Option<f64>) -> Judgement {
    let batches: Vec<_> = outcome
        .batches
        .iter()
        .enumerate()
        .filter_map(|(number, batch)| judge_batch(require, cores, number, batch))
        .collect();
    let is_whole = !outcome.stopped && outcome.loads().all(|load| load.error.is_none());
    // A run that moved nothing meets nothing.
    let is_measured = is_whole && !batches.is_empty();
    let meets = is_measured && batches.iter().all(|judged| judged.meets);
    Judgement {
        require_mb_per_core: require,
        cores,
        meets,
        // Others only ever make it slower.
        undecided: is_measured && !meets && of_others.is_some_and(|share| share > OtherLoad::HINDERS),
        processor_share_of_others: of_others,
        batches,
    }
}

/// Returns `None` for a batch that moved nothing.
fn judge_batch(require: f64, cores: u64, number: usize, batch: &BatchOutcome) -> Option<BatchJudgement> {
    let mut jobs: Vec<String> = Vec::new();
    let mut bytes = 0;
    let (mut first, mut last) = (None, None);
    for load in &batch.loads {
        let moved = load.flow.read.bytes + load.flow.write.bytes + load.trim.bytes;
        if moved == 0 {
            continue;
        }
        bytes += moved;
        let began = load.began_after.unwrap_or_default() + load.ramped;
        first = Some(first.map_or(began, |first| began.min(first)));
        let ended = began + load.run_time;
        last = Some(last.map_or(ended, |last| ended.max(last)));
        if !jobs.contains(&load.name) {
            jobs.push(load.name.clone());
        }
    }
    let time = last?.saturating_sub(first?).as_secs_f64();
    if time == 0.0 {
        return None;
    }
    let mb_per_second = bytes as f64 / 1e6 / time;
    let mb_per_core = mb_per_second / cores as f64;
    Some(BatchJudgement {
        batch: number,
        jobs,
        mb_per_second,
        mb_per_core,
        cores_fed: (mb_per_second / require).floor() as u64,
        cache: batch.cache,
        meets: mb_per_core >= require,
    })
}

impl Judgement {
    /// Returns the verdict as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let required = format!("{:.0} MB/s required", self.require_mb_per_core);
        for judged in &self.batches {
            let jobs = judged.jobs.join(", ");
            line!(
                text,
                "{}  {:.0} MB/s per physical core, {required}: {jobs}\n      {:.0} MB/s for {} core{}, in one run; it \
                 feeds {}.",
                match judged.meets {
                    true => "PASS",
                    false if self.undecided => "UNDECIDED",
                    false => "FAIL",
                },
                judged.mb_per_core,
                judged.mb_per_second,
                self.cores,
                if self.cores == 1 { "" } else { "s" },
                judged.cores_fed,
            );
            if judged.cache.known().is_some_and(|share| share >= CACHED) {
                line!(
                    text,
                    "      The page cache served {} of what was read: not storage alone was measured.",
                    judged.cache
                );
            }
        }
        if let Some(share) = self.processor_share_of_others
            && share >= OtherLoad::NOTICEABLE
        {
            let percent = 100.0 * share;
            let advice = match self.undecided {
                true => "which may be why it falls short: measure again when they are idle",
                false => "and rates may be higher when these are idle",
            };
            line!(
                text,
                "      Others had {percent:.0} % of the processors meanwhile, {advice}."
            );
        }
        if self.batches.is_empty() {
            line!(text, "FAIL  nothing was measured, {required}");
        } else if !self.meets && !self.undecided && self.batches.iter().all(|judged| judged.meets) {
            line!(text, "FAIL  not all jobs came to their end");
        }
        text
    }
}

/// Returns the exit code of a run that no signal ended.
///
/// As fio: 0 if no job failed, else 1. With a requirement, as `feedrate check`: 0 if it is met, 1 if it is not, 2 if a
/// job failed and the rate could not be measured.
pub fn exit_code(outcome: &ScheduleOutcome, judgement: Option<&Judgement>) -> u8 {
    let failed = outcome.loads().any(|load| load.error.is_some());
    match (failed, judgement) {
        (true, None) => 1,
        (true, Some(_)) => 2,
        (false, None) => 0,
        (false, Some(judgement)) => u8::from(!judgement.meets),
    }
}
