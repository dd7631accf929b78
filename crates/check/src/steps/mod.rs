//! The standard steps: programs of the SAS language, run on the volume as users run them, and compared with the raw
//! rates of the same transfers.
//!
//! They are those of "How to Increase I/O Throughput with SAS for Windows' SGIO Feature", table 1, on data sets of 127
//! numeric variables: a DATA step that writes one, a DATA step that copies it, MEANS of all variables, and SORT by the
//! first two.
//!
//! | module | contents |
//! |---|---|
//! | `request` | under which settings, and for how long |
//! | `program` | the steps, and running one |
//! | `turn` | all of them once under one setting, with the raw rates |
//! | `size` | the size of their data sets |
//! | `figures` | the results |
//! | `limit` | the speed limit that raw streams set for a step |

mod figures;
mod limit;
mod program;
mod request;
mod size;
mod turn;

use std::time::Instant;

use feedrate_workload::Control;

use crate::bench::Bench;
use crate::error::Result;

pub use figures::{Holder, StandardSteps, StepFigures, UnderSetting};
use program::Folder;
pub use program::StandardStep;
pub use request::{Choice, StepsRequest};
use size::Size;
pub use size::VARIABLES;
use turn::{SettingResults, Turn};

/// The part of a round's time that bringing memory back before one of its steps may take.
const PART_FOR_MEMORY: u32 = 8;

/// The outcome of running the steps.
#[derive(Debug)]
pub struct StepsOutcome {
    /// The figures so far.
    pub found: Option<StandardSteps>,
    /// The reason why the steps could not be run.
    pub left_out: Option<&'static str>,
    /// The error that ended it, if there was one.
    pub ended: Result<()>,
}

impl StepsOutcome {
    fn nothing(ended: Result<()>) -> Self {
        Self {
            found: None,
            left_out: None,
            ended,
        }
    }

    fn left_out(why: &'static str) -> Self {
        Self {
            left_out: Some(why),
            ..Self::nothing(Ok(()))
        }
    }
}

/// The reason for steps that were not run because they would have taken too long.
const NO_TIME: &str = "the time was too short for them on this volume";

/// Runs the steps, under each setting in turn and repeatedly until the deadline, at which the control should stop them.
/// Figures are kept even if it fails or is stopped.
pub fn run(bench: &Bench, asked: &StepsRequest, control: &Control) -> StepsOutcome {
    let Some(folder) = Folder::at(bench.scratch().folder()) else {
        return StepsOutcome::left_out("the name of the folder cannot stand in a program");
    };
    let Some(first) = asked.choices.first() else {
        return StepsOutcome::nothing(Ok(()));
    };
    let Some(most) = size::most_bytes(bench, asked) else {
        return StepsOutcome::left_out("there is too little room for two data sets");
    };
    let turn = |choice: &Choice, size: Size, number: usize| Turn {
        bench,
        folder: &folder,
        setting: choice.setting,
        size,
        seed: bench.seed(number),
        most_for_memory: asked.effort.round / PART_FOR_MEMORY,
        control,
    };
    // The cost of computing is measured with small data sets, which also bring the code into memory.
    let mut look = SettingResults::new(first.setting);
    let small = Size::of(size::FIRST_LOOK.min(most));
    if let Err(error) = turn(first, small, 0).run(&mut look) {
        return StepsOutcome::nothing(Err(error));
    }
    let computing = look.computing_seconds() / small.bytes() as f64;
    if control.is_stopped() || !size::has_time(asked, computing, most) {
        return StepsOutcome::left_out(NO_TIME);
    }
    let size = Size::within_time(asked, computing, most);
    let mut collected: Vec<_> = asked
        .choices
        .iter()
        .map(|choice| SettingResults::new(choice.setting))
        .collect();
    let ended = rounds(asked, control, &mut collected, |index, number, collected| {
        turn(&asked.choices[index], size, number).run(collected)
    });
    StepsOutcome {
        found: StandardSteps::of(size, &collected),
        left_out: None,
        ended,
    }
}

/// Runs all settings once in each round, until the deadline.
fn rounds(
    asked: &StepsRequest,
    control: &Control,
    collected: &mut [SettingResults],
    mut run: impl FnMut(usize, usize, &mut SettingResults) -> Result<()>,
) -> Result<()> {
    let settings = collected.len();
    for round in 0..asked.effort.most_rounds {
        let started = Instant::now();
        for turn in 0..settings {
            // Every other round is reversed, so that no setting always follows the same other.
            let index = if round % 2 == 0 { turn } else { settings - 1 - turn };
            run(index, 1 + round * settings + turn, &mut collected[index])?;
            if control.is_stopped() {
                return Ok(());
            }
        }
        let another = Instant::now() + started.elapsed();
        if another > asked.deadline {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
