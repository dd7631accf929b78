//! The execution of requests.

use std::io::Write;
use std::time::Duration;

use feedrate_workload as workload;
use feedrate_workload::Control;

use super::checks;
use super::error::{Error, Result};
use super::explain::{self, CacheBefore};
use super::request::{Request, Test};
use super::{help, layout, plan};

/// Executes a request and prints as the original does, line by line as each becomes known.
///
/// A test that `control` stops prints what it measured by then and is [`Error::Interrupted`]; a file that it had
/// created is removed.
///
/// # Errors
///
/// Returns an error if the test cannot run or fails, its results cannot be printed, or it is interrupted.
pub fn run(request: &Request, control: &Control, out: &mut dyn Write) -> Result<()> {
    match request {
        Request::Help => out.write_all(help::HELP.as_bytes())?,
        Request::Test(test) => run_test(test, control, out)?,
    }
    out.flush()?;
    Ok(())
}

fn run_test(test: &Test, control: &Control, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", layout::BANNER)?;
    for warning in layout::warnings(test) {
        writeln!(out, "{warning}")?;
    }
    checks::check(test)?;
    writeln!(out, "{}", layout::operation(test))?;
    // The line should be visible while the test runs.
    out.flush()?;
    let before = test.explain.then(|| CacheBefore::of(test));
    let outcome = workload::run(&plan::job(test), control)
        .map_err(|error| Error::of_job(error, plan::direct_option(test.operation)))?;
    let elapsed = outcome
        .streams
        .first()
        .map_or(Duration::ZERO, |stream| stream.transfer_time);
    out.write_all(layout::result(test.operation, outcome.bytes, elapsed).as_bytes())?;
    if outcome.stopped {
        let line = layout::interrupted(outcome.bytes, test.file_size.bytes);
        out.write_all(line.as_bytes())?;
    }
    if let Some(before) = before {
        out.write_all(explain::explain(test, &before, &outcome).as_bytes())?;
    }
    if outcome.stopped {
        out.flush()?;
        return Err(Error::Interrupted);
    }
    Ok(())
}
