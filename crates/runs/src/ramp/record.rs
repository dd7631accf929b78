//! The result of a ramp as JSON. `docs/run-json.md` describes it to its users.

use feedrate_document::Header;
use serde::Serialize;

use super::conduct::{Ramp, RampEnd, RampOptions};
use super::level::{ClassRun, Estimate, Level, MixRun, Side, estimate, side_of};
use super::limit::{Limit, LimitKind};
use super::room::Shortage;
use super::search::Answer;
use crate::latencies::{ClassLatencies, StepTimes};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The share of the processors' time from which on they limit.
const BUSY: f64 = 0.8;

/// The share of the seconds of steps from which on storage limits: it holds the steps up.
const HELD_UP: f64 = 0.5;

/// A ramp.
#[derive(Clone, Debug, Serialize)]
pub struct RampRecord {
    /// The type of the document.
    pub feedrate: Header,
    /// The title of the mix, such as the path of its list.
    pub title: String,
    /// When it began, by RFC 3339.
    pub started_at: String,
    /// The reason of its end: `found`, `time`, `space`, `memory`, `interrupted` or `failed`.
    pub ended: &'static str,
    /// The reason why a number of users could not be run, if it failed.
    pub because: Option<String>,
    /// The seconds that it took.
    pub seconds: f64,
    /// The most runs of each number of users.
    pub repeats: u32,
    /// The most users that were to run.
    pub most_users: u32,
    /// The limits.
    pub limits: Vec<Limit>,
    /// The users that are borne with all limits.
    pub users: AnswerRecord,
    /// The classes, in their order.
    pub classes: Vec<ClassAnswer>,
    /// The things that could not be had, and assumptions, a sentence each.
    pub notes: Vec<String>,
    /// The numbers of users that were run, in ascending order.
    pub levels: Vec<LevelRecord>,
}

/// The users that are borne.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerRecord {
    /// The most users for whom limits hold for certain.
    pub at_least: u32,
    /// The most users for whom they may hold; absent if none was found to break them.
    pub at_most: Option<u32>,
    /// The limiting resource at the fewest users that break them: `processors` or `storage`; absent if that is not
    /// clear, or a program failed there.
    pub limited_by: Option<&'static str>,
}

/// The users that are borne with the limits of a class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassAnswer {
    /// Its name.
    pub class: String,
    /// The programs of it that a user has.
    pub programs: usize,
    /// The users; absent if the class has no limits of its own.
    pub users: Option<AnswerRecord>,
}

/// A number of users that was run.
#[derive(Clone, Debug, Serialize)]
pub struct LevelRecord {
    /// The number of users.
    pub users: u32,
    /// The side of all limits together on which it is: `holds`, `breaks` or `undecided`.
    pub side: &'static str,
    /// The reason why a program did not complete, if one did not.
    pub failure: Option<String>,
    /// Seconds of each run, until the last program had ended.
    pub seconds: Vec<f64>,
    /// MB (10^6 bytes) a second of all programs together, in the middle run.
    pub megabytes_per_second: Option<f64>,
    /// The same for each physical core that the programs can occupy.
    pub megabytes_per_second_and_core: Option<Figure>,
    /// The share of the processors' time that was used, by these programs and others, 0 to 1, in the middle run.
    pub processor_share: Option<f64>,
    /// The share of the seconds of steps in which they stood still for storage, 0 to 1, in the middle run.
    pub waited_share: Option<f64>,
    /// The most space that all of them took at once.
    pub space_bytes: Option<u64>,
    /// The memory of all their processes together, each at its peak, without the pages of files, which they share.
    pub memory_bytes: Option<u64>,
    /// The classes, in their order.
    pub classes: Vec<ClassLevel>,
}

/// A class with a number of users.
#[derive(Clone, Debug, Serialize)]
pub struct ClassLevel {
    /// The side of its limits.
    pub side: &'static str,
    /// Its response time: the least of the seconds within which 95 of 100 of its programs completed.
    pub response_seconds: Option<Figure>,
    /// The same relative to that with one user.
    pub slowdown: Option<Figure>,
    /// Its latencies, over all runs.
    #[serde(flatten)]
    pub latencies: ClassLatencies,
}

/// A figure over the runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The geometric mean of the runs.
    pub value: f64,
    /// The lower end of its interval; absent where too few runs tell their spread.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl From<Estimate> for Figure {
    fn from(estimate: Estimate) -> Self {
        Self {
            value: estimate.value,
            low: estimate.interval.map(|(low, _)| low),
            high: estimate.interval.map(|(_, high)| high),
        }
    }
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Breaks => "breaks",
            Self::Undecided => "undecided",
        }
    }
}

impl RampRecord {
    /// Creates the record of a ramp. `programs` are those of a user in each class.
    pub fn of(title: &str, started_at: String, ramp: &Ramp, options: &RampOptions, programs: &[usize]) -> Self {
        let (ended, because) = match &ramp.ended {
            RampEnd::Found => ("found", None),
            RampEnd::Time => ("time", None),
            RampEnd::Shortage(Shortage::Space) => ("space", None),
            RampEnd::Shortage(Shortage::Memory) => ("memory", None),
            RampEnd::Interrupted => ("interrupted", None),
            RampEnd::Failed(what) => ("failed", Some(what.clone())),
        };
        let limits = &options.limits;
        let answer = |class: Option<usize>| AnswerRecord::of(&ramp.answer(limits, class), &ramp.levels);
        let classes = ramp.classes.iter().zip(programs).enumerate();
        Self {
            feedrate: Header::new("ramp", FORMAT_VERSION),
            title: title.to_owned(),
            started_at,
            ended,
            because,
            seconds: ramp.elapsed.as_secs_f64(),
            repeats: options.repeats,
            most_users: options.most_users,
            limits: limits.clone(),
            users: answer(None),
            classes: classes
                .map(|(place, (class, programs))| ClassAnswer {
                    class: class.clone(),
                    programs: *programs,
                    users: limits
                        .iter()
                        .any(|limit| limit.place == Some(place))
                        .then(|| answer(Some(place))),
                })
                .collect(),
            notes: Vec::new(),
            levels: (0..ramp.levels.len())
                .map(|at| LevelRecord::of(ramp, at, limits))
                .collect(),
        }
    }
}

impl AnswerRecord {
    fn of(answer: &Answer, levels: &[Level]) -> Self {
        let (at_least, at_most) = answer.range();
        let level = levels.iter().find(|level| Some(level.users) == answer.breaks_at);
        Self {
            at_least,
            at_most,
            limited_by: level.and_then(limited_by),
        }
    }
}

/// Returns the resource that limits a number of users, if it is clear. A program that fails is none: what was busy
/// until then does not tell why it failed.
fn limited_by(level: &Level) -> Option<&'static str> {
    if level.failure(None).is_some() {
        return None;
    }
    let processors = middle(level, |run| run.processor_share);
    let waited = middle(level, |run| run.waited_share);
    if processors.is_some_and(|share| share >= BUSY) {
        Some("processors")
    } else if waited.is_some_and(|share| share >= HELD_UP) {
        Some("storage")
    } else {
        None
    }
}

impl LevelRecord {
    fn of(ramp: &Ramp, at: usize, limits: &[Limit]) -> Self {
        let level = &ramp.levels[at];
        let most = |of: fn(&MixRun) -> Option<u64>| level.runs.iter().filter_map(of).max();
        let classes = ramp.classes.iter().enumerate();
        Self {
            users: level.users,
            side: side_of(&ramp.levels, at, limits, None).name(),
            failure: level.failure(None).map(str::to_owned),
            seconds: level.runs.iter().map(|run| run.seconds).collect(),
            megabytes_per_second: middle(level, |run| run.megabytes_per_second),
            megabytes_per_second_and_core: estimate(&ramp.levels, at, None, None, limits).map(Figure::from),
            processor_share: middle(level, |run| run.processor_share),
            waited_share: middle(level, |run| run.waited_share),
            space_bytes: most(|run| run.space_bytes),
            memory_bytes: most(|run| run.memory_bytes),
            classes: classes
                .map(|(place, class)| ClassLevel::of(ramp, at, place, class, limits))
                .collect(),
        }
    }
}

impl ClassLevel {
    fn of(ramp: &Ramp, at: usize, place: usize, class: &str, limits: &[Limit]) -> Self {
        let levels = &ramp.levels;
        let runs: Vec<&ClassRun> = levels[at]
            .runs
            .iter()
            .filter_map(|run| run.classes.get(place))
            .collect();
        let mut times = StepTimes::default();
        runs.iter().for_each(|run| times.extend(&run.times));
        let seconds = runs.iter().flat_map(|run| &run.seconds);
        let latencies = ClassLatencies::of(
            class.to_owned(),
            seconds.clone().count(),
            seconds.sum(),
            runs.iter().map(|run| run.bytes).sum(),
            &times,
        );
        let has_one_user = levels.first().is_some_and(|first| first.users == 1) && at > 0;
        let slowdown = has_one_user.then(|| estimate(levels, at, Some(place), Some(0), limits));
        Self {
            side: side_of(levels, at, limits, Some(place)).name(),
            response_seconds: estimate(levels, at, Some(place), None, limits).map(Figure::from),
            slowdown: slowdown.flatten().map(Figure::from),
            latencies,
        }
    }

    /// Returns the figure that a limit of the class bounds.
    pub(super) fn figure(&self, kind: LimitKind) -> Option<&Figure> {
        match kind {
            LimitKind::Response => self.response_seconds.as_ref(),
            LimitKind::Slowdown => self.slowdown.as_ref(),
            LimitKind::Rate => None,
        }
    }
}

/// Returns the value in the middle of those of the runs, if all are known.
fn middle(level: &Level, of: impl Fn(&MixRun) -> Option<f64>) -> Option<f64> {
    let mut values: Vec<f64> = level.runs.iter().map(of).collect::<Option<_>>()?;
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
