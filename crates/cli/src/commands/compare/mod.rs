//! `feedrate compare`.

mod arguments;

use std::path::Path;

use feedrate_results::compare::{Comparison, Selection, Verdict, compared, document};
use feedrate_results::measured::{self, ResultFile};

pub use arguments::CompareArguments;

use crate::command::{Execute, Invocation};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};

impl Execute for CompareArguments {
    fn execute(&self, _: &Invocation<'_>) -> Exit {
        compare(self).unwrap_or_else(Exit::failure)
    }
}

fn compare(arguments: &CompareArguments) -> Result<Exit, String> {
    let to = Results::to_places(&Places::from(&arguments.renderings))?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let read = |path: &Path| measured::read(path).map_err(|error| error.to_string());
    let (before, after) = (read(&arguments.before)?, read(&arguments.after)?);
    let selection = Selection {
        only: arguments.only.clone(),
        except: arguments.except.clone(),
    };
    let comparison = Comparison::of(&before, &after, &selection, arguments.tolerance)?;
    if !arguments.unlike {
        refuse_unlike(&comparison, &before, &after)?;
    }
    if comparison.changes.is_empty() {
        return Err(format!(
            "{} and {} have no figure in common to compare",
            before.file.display(),
            after.file.display()
        ));
    }
    let value = compared(&comparison, &before, &after);
    let shown = document(&comparison, &before, &after);
    let delivered = to.deliver(&shown, &value, &interrupt.stop());
    if let Some(exit) = interrupt.instead_of(&delivered) {
        return Ok(exit);
    }
    delivered?;
    Ok(match comparison.tally().verdict() {
        Verdict::Pass | Verdict::Unknown => Exit::Success,
        Verdict::Fail => Exit::FallsShort,
        Verdict::NotCompared => Exit::Untold,
    })
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
