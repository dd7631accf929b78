//! The execution of requests.

use std::io::Write;

use feedrate_workload::Control;
use feedrate_workload::load::{Directions, NullWatch};

use super::error::{Error, Result};
use super::figures::{ColdRead, Figures, Pass, was_cold};
use super::request::{Request, Test};
use super::scratch::{self, Scratch};
use super::{checks, explain, flush, layout, plan, truth};
use crate::loads::{self, LoadError};

/// Executes a request and prints the lines of the scripts to `out`, with the truth beside them. What is being done goes
/// to `notes`, one line each.
///
/// The files are removed however it ends. A test that `control` stops prints no figure, because a part of it is none
/// that a script prints, and is [`LoadError::Interrupted`].
///
/// # Errors
///
/// Returns an error if the test cannot run or fails, its results cannot be printed, or it is interrupted.
pub fn run(request: &Request, control: &Control, out: &mut dyn Write, notes: &mut dyn Write) -> Result<()> {
    match request {
        Request::Help(text) => out.write_all(text.as_bytes())?,
        Request::Explain(test) => out.write_all(explain::explain(test, &checks::volume(test)?).as_bytes())?,
        Request::Test(test) => run_test(test, control, out, notes)?,
    }
    out.flush()?;
    Ok(())
}

fn run_test(test: &Test, control: &Control, out: &mut dyn Write, notes: &mut dyn Write) -> Result<()> {
    let volume = checks::volume(test)?;
    scratch::sweep(&test.folder);
    checks::room(test, &volume)?;
    let scratch = Scratch::make(test)?;
    for warning in layout::warnings(test, &volume) {
        writeln!(notes, "warning: {warning}")?;
    }
    let figures = measure(test, &scratch, checks::counts_reads(&volume), control, notes)?;
    drop(scratch);
    let Some(lines) = figures.for_lines(test.cold_durable) else {
        return Err(Error::NeverCold {
            path: test.folder.clone(),
        });
    };
    out.write_all(layout::result(test, &volume, lines).as_bytes())?;
    out.write_all(truth::beside(test, &figures).as_bytes())?;
    Ok(())
}

/// Writes the files, brings them to the device, reads them back as the scripts do, and again from the device unless
/// that was where they came from.
fn measure(
    test: &Test,
    scratch: &Scratch,
    counts_reads: bool,
    control: &Control,
    notes: &mut dyn Write,
) -> Result<Figures> {
    let files = &scratch.files;
    let pass = |what: &str, directions: Directions, notes: &mut dyn Write| -> Result<Pass> {
        writeln!(notes, "{what} {}", layout::files(test))?;
        notes.flush()?;
        let schedule = plan::schedule(test, files, directions);
        loads::memory(&schedule)?;
        let outcome = loads::run(&schedule, control, &mut NullWatch)?;
        match outcome.stopped {
            true => Err(LoadError::Interrupted.into()),
            false => Ok(Pass::of(&outcome, test.file_bytes, counts_reads)),
        }
    };
    let go_on = || match control.is_stopped() {
        true => Err(LoadError::Interrupted),
        false => Ok(()),
    };
    let write = pass("writing", Directions::Write, notes)?;
    writeln!(notes, "flushing them to the device")?;
    let flushed = flush::flush(files)?;
    go_on()?;
    let durable = write.and_then(&flushed);
    let read = pass("reading", Directions::Read, notes)?;
    let cold = match was_cold(&read) {
        true => ColdRead::SameAsScript,
        false => {
            writeln!(notes, "removing them from the page cache")?;
            let is_cold = flush::evict(files, &|| !control.is_stopped())?;
            go_on()?;
            match is_cold {
                true => ColdRead::Again(pass("reading once more, from the device,", Directions::Read, notes)?),
                false => ColdRead::Impossible,
            }
        }
    };
    Ok(Figures {
        write,
        durable,
        read,
        cold,
    })
}
