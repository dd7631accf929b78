//! `feedrate compare`.

mod arguments;

use feedrate_results::compare::{Comparison, Selection, Verdict, compared, document};
use feedrate_results::measured::{self, ResultFile};

pub use arguments::CompareArguments;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};

impl Execute for CompareArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        let to = Results::to_places(&Places::from(&self.renderings))?;
        let interrupt = Interrupt::listen()?;
        let (before, after) = (measured::read(&self.before)?, measured::read(&self.after)?);
        let selection = Selection {
            only: self.only.clone(),
            except: self.except.clone(),
        };
        let comparison = Comparison::of(&before, &after, &selection, self.tolerance)?;
        if !self.unlike {
            refuse_unlike(&comparison, &before, &after)?;
        }
        if comparison.changes.is_empty() {
            let (before, after) = (before.file.display(), after.file.display());
            return Err(format!("{before} and {after} have no figure in common to compare").into());
        }
        let value = compared(&comparison, &before, &after);
        let shown = document(&comparison, &before, &after);
        interrupt.check(to.deliver(&shown, &value, &interrupt.stop()))?;
        Ok(match comparison.tally().verdict() {
            Verdict::Pass | Verdict::Unknown => Exit::Success,
            Verdict::Fail => Exit::FallsShort,
            Verdict::NotCompared => Exit::Untold,
        })
    }
}

/// Refuses results that were measured under other conditions.
fn refuse_unlike(comparison: &Comparison, before: &ResultFile, after: &ResultFile) -> Result<(), String> {
    if comparison.unlike.is_empty() {
        return Ok(());
    }
    let unlike = comparison.unlike.iter().map(|unlike| unlike.text());
    Err(format!(
        "{} and {} are unlike in {}; compare others, or these all the same with --unlike",
        before.file.display(),
        after.file.display(),
        unlike.collect::<Vec<_>>().join("; ")
    ))
}
