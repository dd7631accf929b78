//! The execution of requests.

use std::io::Write;
use std::path::PathBuf;

use feedrate_machine::Volume;
use feedrate_workload::Control;
use feedrate_workload::load::Directions;

use super::error::{Error, Result};
use super::figures::{ColdRead, Figures, Pass, was_cold};
use super::observer::Observer;
use super::request::{Request, Test};
use super::scratch::{self, Scratch};
use super::{checks, explain, flush, layout, plan, truth};
use crate::loads::{self, LoadError};

/// Executes a request and prints the lines of the scripts to `out`, with the truth beside them. `observer` is told what
/// is being done.
///
/// The files are removed however it ends. A test that `control` stops prints no figure, because a part of it is none
/// that a script prints, and is [`LoadError::Interrupted`].
///
/// # Errors
///
/// Returns an error if the test cannot run or fails, its results cannot be printed, or it is interrupted.
pub fn run(request: &Request, control: &Control, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
    match request {
        Request::Help(text) => out.write_all(text.as_bytes())?,
        Request::Explain(test) => out.write_all(explain::explain(test, &checks::volume(test)?).as_bytes())?,
        Request::Test(test) => run_test(test, control, out, observer)?,
    }
    out.flush()?;
    Ok(())
}

fn run_test(test: &Test, control: &Control, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
    let volume = swept(test)?;
    checks::room(test, &volume)?;
    let scratch = Scratch::make(test)?;
    for warning in layout::warnings(test, &volume) {
        observer.warns(&warning);
    }
    let counts_reads = checks::counts_reads(&volume);
    let figures = Passes {
        test,
        files: &scratch.files,
        counts_reads,
        control,
        observer,
    }
    .measure()?;
    drop(scratch);
    observer.done();
    let Some(lines) = figures.for_lines(test.cold_durable) else {
        return Err(Error::NeverCold {
            path: test.folder.clone(),
        });
    };
    out.write_all(layout::result(test, &volume, lines).as_bytes())?;
    out.write_all(truth::beside(test, &figures).as_bytes())?;
    Ok(())
}

/// Removes what killed tests left in the folder; returns its volume as it is then.
pub(super) fn swept(test: &Test) -> Result<Volume> {
    checks::volume(test)?;
    scratch::sweep(&test.folder);
    checks::volume(test)
}

/// The passes of a test over its files.
struct Passes<'a> {
    test: &'a Test,
    files: &'a [PathBuf],
    counts_reads: bool,
    control: &'a Control,
    observer: &'a mut dyn Observer,
}

impl Passes<'_> {
    /// Writes the files, brings them to the device, reads them back as the scripts do, and again from the device unless
    /// that was where they came from.
    fn measure(mut self) -> Result<Figures> {
        let write = self.pass("writing", Directions::Write)?;
        self.observer.stage("flushing them to the device");
        let durable = write.and_then(&flush::flush(self.files)?);
        self.go_on()?;
        let read = self.pass("reading", Directions::Read)?;
        let cold = match was_cold(&read) {
            true => ColdRead::SameAsScript,
            false => self.cold()?,
        };
        Ok(Figures {
            write,
            durable,
            read,
            cold,
        })
    }

    /// Reads the files after they have left the page cache.
    fn cold(&mut self) -> Result<ColdRead> {
        self.observer.stage("removing them from the page cache");
        let is_cold = flush::evict(self.files, &|| !self.control.is_stopped())?;
        self.go_on()?;
        Ok(match is_cold {
            true => ColdRead::Again(self.pass("reading once more, from the device,", Directions::Read)?),
            false => ColdRead::Impossible,
        })
    }

    fn pass(&mut self, what: &str, directions: Directions) -> Result<Pass> {
        self.observer.stage(&format!("{what} {}", layout::files(self.test)));
        let schedule = plan::schedule(self.test, self.files, directions);
        loads::memory(&schedule)?;
        let outcome = loads::run(&schedule, self.control, &mut *self.observer)?;
        match outcome.stopped {
            true => Err(LoadError::Interrupted.into()),
            false => Ok(Pass::of(&outcome, self.test.file_bytes, self.counts_reads)),
        }
    }

    fn go_on(&self) -> Result<()> {
        match self.control.is_stopped() {
            true => Err(LoadError::Interrupted.into()),
            false => Ok(()),
        }
    }
}
