//! The course of a ramp: which number of users runs next, and when it ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::level::{Level, MixRun, Side, side_of};
use super::limit::Limit;
use super::room::{Room, Shortage};
use super::search::{Answer, next_users};

/// The runs of a number of users before it counts as decided.
const LEAST_RUNS: usize = 2;

/// The runs of one user, with which the others are compared, and which tell first by how much runs scatter.
const RUNS_OF_ONE: usize = 3;

/// By how much further than the first number of users that breaks a limit of any class the limits of the other classes
/// are looked for.
const FURTHER: u32 = 4;

/// Programs that any number of users run at the same time.
pub trait Mix {
    /// Returns the names of the classes of programs, in their order.
    fn classes(&self) -> &[String];

    /// Runs the programs of so many users at the same time; `None` if it was interrupted.
    ///
    /// # Errors
    ///
    /// Returns a message if nothing can be run.
    fn run(&mut self, users: u32) -> Result<Option<MixRun>, String>;

    /// Returns the space and the memory that can be taken now.
    fn room(&self) -> Room;
}

/// The bounds of a ramp.
#[derive(Clone, Debug)]
pub struct RampOptions {
    /// The most users.
    pub most_users: u32,
    /// The most runs of each number of users, two at least.
    pub repeats: u32,
    /// The time in which it is to end, if there is one.
    pub budget: Option<Duration>,
    /// The limits.
    pub limits: Vec<Limit>,
}

/// The reason of the end of a ramp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RampEnd {
    /// The answer is as narrow as its runs make it.
    Found,
    /// The time of the budget would not have sufficed for another run.
    Time,
    /// More users have no room.
    Shortage(Shortage),
    /// The user ended it.
    Interrupted,
    /// A number of users could not be run, with the message.
    Failed(String),
}

/// A ramp that has ended.
#[derive(Clone, Debug)]
pub struct Ramp {
    /// The names of the classes.
    pub classes: Vec<String>,
    /// The numbers of users that were run, in ascending order.
    pub levels: Vec<Level>,
    /// The reason of its end.
    pub ended: RampEnd,
    /// The time that it took.
    pub elapsed: Duration,
}

/// Receives the progress of a ramp.
pub trait RampObserver {
    /// A run of so many users begins: its number, of at most `most`, and how long it takes if that can be told.
    fn run_begins(&mut self, users: u32, number: usize, most: u32, estimate: Option<Duration>);

    /// The first run of one user has ended.
    fn first_ended(&mut self, seconds: f64, options: &RampOptions);
}

impl Ramp {
    /// Returns the side of each number of users for a class, or for all programs together.
    pub fn sides(&self, limits: &[Limit], class: Option<usize>) -> Vec<(u32, Side)> {
        sides(&self.levels, limits, class)
    }

    /// Returns the users that are borne, of a class or of all programs together.
    pub fn answer(&self, limits: &[Limit], class: Option<usize>) -> Answer {
        Answer::of(&self.sides(limits, class))
    }
}

fn sides(levels: &[Level], limits: &[Limit], class: Option<usize>) -> Vec<(u32, Side)> {
    let numbers = 0..levels.len();
    numbers
        .map(|at| (levels[at].users, side_of(levels, at, limits, class)))
        .collect()
}

/// Runs a mix for more and more users, until the answer for all programs together and for each class is as narrow as
/// it gets, or something else ends it. What has run until then counts.
///
/// # Errors
///
/// Returns a message if nothing can be run.
pub fn conduct(
    mix: &mut dyn Mix,
    options: &RampOptions,
    stop: &AtomicBool,
    observer: &mut dyn RampObserver,
) -> Result<Ramp, String> {
    let began = Instant::now();
    let mut levels: Vec<Level> = Vec::new();
    let mut shortage = None;
    let ended = loop {
        if stop.load(Ordering::Relaxed) {
            break RampEnd::Interrupted;
        }
        let (most, short) = most_with_room(&levels, options.most_users, mix.room());
        let Some(users) = next(&levels, options, mix.classes().len(), most) else {
            break match shortage.or(short).filter(|_| is_open_upwards(&levels, &options.limits)) {
                Some(shortage) => RampEnd::Shortage(shortage),
                None => RampEnd::Found,
            };
        };
        shortage = shortage.or(short);
        let estimate = estimated_seconds(&levels, users).map(Duration::from_secs_f64);
        if let (Some(budget), Some(estimate)) = (options.budget, estimate)
            && began.elapsed() + estimate > budget
        {
            break RampEnd::Time;
        }
        let level = place_of(&mut levels, users);
        let number = levels[level].runs.len() + 1;
        observer.run_begins(users, number, options.repeats, estimate);
        let ran = match mix.run(users) {
            Ok(Some(run)) => run,
            Ok(None) => break RampEnd::Interrupted,
            Err(what) if levels.iter().all(|level| level.runs.is_empty()) => return Err(what),
            Err(what) => break RampEnd::Failed(what),
        };
        if users == 1 && number == 1 {
            observer.first_ended(ran.seconds, options);
        }
        levels[level].runs.push(ran);
    };
    levels.retain(|level| !level.runs.is_empty());
    Ok(Ramp {
        classes: mix.classes().to_vec(),
        levels,
        ended,
        elapsed: began.elapsed(),
    })
}

/// Returns the number of users to run next; `None` if there is none that would tell more.
fn next(levels: &[Level], options: &RampOptions, classes: usize, most: u32) -> Option<u32> {
    if levels.is_empty() {
        return (most >= 1).then_some(1);
    }
    let most_runs = options.repeats.max(2) as usize;
    // All programs together come first, then each class that has limits.
    let has_limits = |class: &usize| options.limits.iter().any(|limit| limit.place == Some(*class));
    let subjects = std::iter::once(None).chain((0..classes).filter(has_limits).map(Some));
    let most = most.min(furthest(levels, &options.limits)).max(1);
    for subject in subjects {
        let found = sides(levels, &options.limits, subject);
        let answer = Answer::of(&found);
        // A number of users is repeated only where it may still move the answer.
        let again = levels.iter().zip(&found).find(|(level, (users, side))| {
            let is_within = *users >= answer.bears && answer.breaks_at.is_none_or(|breaks| *users <= breaks);
            let least = if *users == 1 { RUNS_OF_ONE } else { LEAST_RUNS }.min(most_runs);
            let runs = level.runs.len();
            let is_open = *side == Side::Undecided && runs < most_runs;
            let has_failed = level.failure(None).is_some();
            is_within && !has_failed && *users <= most && (runs < least || is_open)
        });
        if let Some((level, _)) = again {
            return Some(level.users);
        }
        if let Some(users) = next_users(&found, most) {
            return Some(users);
        }
    }
    None
}

/// Returns the most users for whom limits of single classes are looked for. None follow where a program failed.
fn furthest(levels: &[Level], limits: &[Limit]) -> u32 {
    let failed = levels.iter().find(|level| level.failure(None).is_some());
    let breaks_at = Answer::of(&sides(levels, limits, None)).breaks_at;
    let further = breaks_at.map(|users| users.saturating_mul(FURTHER));
    let bounds = failed.map(|level| level.users).into_iter().chain(further);
    bounds.min().unwrap_or(u32::MAX)
}

/// Returns whether no number of users that was run breaks a limit.
fn is_open_upwards(levels: &[Level], limits: &[Limit]) -> bool {
    Answer::of(&sides(levels, limits, None)).breaks_at.is_none()
}

/// Returns the most users that have room, and what they lack beyond.
fn most_with_room(levels: &[Level], most: u32, room: Room) -> (u32, Option<Shortage>) {
    let of_user = |taken: fn(&MixRun) -> Option<u64>| {
        let runs = levels
            .iter()
            .flat_map(|level| level.runs.iter().map(|run| (level.users, run)));
        runs.filter_map(|(users, run)| Some(taken(run)?.div_ceil(u64::from(users))))
            .max()
    };
    let space = of_user(|run| run.space_bytes);
    let memory = of_user(|run| run.memory_bytes);
    match room.most_users(space, memory) {
        Some((users, shortage)) if users < most => (users.max(1), Some(shortage)),
        _ => (most, None),
    }
}

/// Returns the place of a number of users among those that were run.
fn place_of(levels: &mut Vec<Level>, users: u32) -> usize {
    match levels.binary_search_by_key(&users, |level| level.users) {
        Ok(place) => place,
        Err(place) => {
            levels.insert(
                place,
                Level {
                    users,
                    runs: Vec::new(),
                },
            );
            place
        }
    }
}

/// Returns the seconds of the next run: the longest of the nearest number of users that is not greater, and as much
/// longer as there are more users.
fn estimated_seconds(levels: &[Level], users: u32) -> Option<f64> {
    let below = levels
        .iter()
        .filter(|level| level.users <= users && !level.runs.is_empty());
    let nearest = below.max_by_key(|level| level.users)?;
    let longest = nearest.runs.iter().map(|run| run.seconds).fold(0.0, f64::max);
    Some(longest * f64::from(users) / f64::from(nearest.users))
}

#[cfg(test)]
mod tests;
