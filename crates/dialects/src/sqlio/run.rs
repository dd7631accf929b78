//! The execution of requests.

use std::io::Write;

use feedrate_machine::ProcessorTimes;
use feedrate_workload::Control;
use feedrate_workload::load::NullWatch;

use super::error::Result;
use super::request::{Request, Test};
use super::sizes::SizedFile;
use super::{explain, help, layout, plan, sizes};
use crate::loads::{self, Totals};

/// Executes a request and prints to `out` as the original does, line by line as each becomes known. Options with
/// another meaning here are reported to `notes`, one line each.
///
/// A test that `control` stops prints what it measured by then and is
/// [`LoadError::Interrupted`](crate::LoadError::Interrupted).
///
/// # Errors
///
/// Returns an error if the test cannot run or fails, its results cannot be printed, or it is interrupted.
pub fn run(request: &Request, control: &Control, out: &mut dyn Write, notes: &mut dyn Write) -> Result<()> {
    match request {
        Request::Help => out.write_all(help::HELP.as_bytes())?,
        Request::Explain(test) => out.write_all(explain::explain(test).as_bytes())?,
        Request::Test(test) => run_test(test, control, out, notes)?,
    }
    out.flush()?;
    Ok(())
}

fn run_test(test: &Test, control: &Control, out: &mut dyn Write, notes: &mut dyn Write) -> Result<()> {
    for remark in &test.remarks {
        writeln!(notes, "note: {remark}")?;
    }
    out.write_all(layout::head(test).as_bytes())?;
    let sizes = sizes::of(test)?;
    let schedule = plan::schedule(test, &sizes, fastrand::u64(..));
    loads::memory(&schedule)?;
    lay_out(test, &sizes, control, out)?;
    writeln!(out, "initialization done")?;
    // The line should be visible while the test runs.
    out.flush()?;
    let before = test.utilisation.and_then(|_| ProcessorTimes::host());
    let outcome = loads::run(&schedule, control, &mut NullWatch)?;
    let after = before.as_ref().and_then(|_| ProcessorTimes::host());
    if test.utilisation.is_some() && after.is_none() {
        writeln!(notes, "note: -U: this machine does not say what its processors do")?;
    }
    let totals = Totals::of(outcome.loads());
    let processors = before.as_ref().zip(after.as_ref());
    out.write_all(layout::result(test, &totals, processors).as_bytes())?;
    loads::account(&outcome, test.account, out)?;
    loads::end(&outcome, outcome.stopped, out, notes)?;
    Ok(())
}

/// Extends files to their required sizes, one after the other.
fn lay_out(test: &Test, sizes: &[SizedFile], control: &Control, out: &mut dyn Write) -> Result<()> {
    for sized in sizes {
        let alone = std::slice::from_ref(sized);
        if sized.grows_by() > 0 {
            loads::room(&sized.file.path, sized.grows_by())?;
            write!(out, "{}", layout::grows(sized))?;
            out.flush()?;
            if let Err(error) = loads::make(&plan::filling(test, alone), control) {
                writeln!(out)?;
                out.flush()?;
                return Err(error.into());
            }
            writeln!(out, " done.")?;
        }
        if let Some(line) = layout::size(test, sized) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
