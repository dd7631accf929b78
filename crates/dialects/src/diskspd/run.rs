//! The execution of requests.

use std::io::Write;

use feedrate_machine::ProcessorTimes;
use feedrate_workload::Control;
use feedrate_workload::load::{Live, LoadOutcome, LoadState, Unwatched, Watch};

use super::error::Result;
use super::figures::FinishedTest;
use super::request::{Format, Request, Test};
use super::{explain, help, plan, profile, report, sizes, source, xml};
use crate::loads;

/// Executes a request and prints to `out` as the original does. Options with another meaning here are reported to
/// `notes`, one line each.
///
/// A test that `control` stops prints what it measured by then and is
/// [`LoadError::Interrupted`](crate::LoadError::Interrupted).
///
/// # Errors
///
/// Returns an error if the test cannot run or fails, its results cannot be printed, or it is interrupted.
pub fn run(
    request: &Request,
    control: &Control,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<()> {
    match request {
        Request::Help => out.write_all(help::HELP.as_bytes())?,
        Request::Explain(test) => out.write_all(explain::explain(test).as_bytes())?,
        Request::Profile(test) => {
            let text = match test.format {
                Format::Text => profile::profile(test),
                Format::Xml => xml::profile(test),
            };
            out.write_all(text.as_bytes())?;
        }
        Request::Test(test) => run_test(test, control, out, notes)?,
    }
    out.flush()?;
    Ok(())
}

fn run_test(
    test: &Test,
    control: &Control,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<()> {
    for remark in &test.remarks {
        writeln!(notes, "note: {remark}")?;
    }
    let sizes = sizes::of(test)?;
    let schedule = plan::schedule(test, &sizes, source::of(test)?);
    loads::memory(&schedule)?;
    for (target, sized) in test.targets.iter().zip(&sizes) {
        loads::room(&target.path, sized.size.saturating_sub(sized.has))?;
    }
    let filling = plan::filling(test, &sizes);
    if !filling.batches.is_empty() {
        loads::make(&filling, control)?;
    }
    let now = jiff::Timestamp::now();
    let mut counted = Counted {
        since: ProcessorTimes::host(),
    };
    let outcome = loads::carry_out(&schedule, control, &mut counted)?;
    let after = ProcessorTimes::host();
    let mut stopped = outcome.stopped;
    if test.cool_down > 0 && !stopped {
        let after = plan::cooling_down(test, &schedule);
        stopped = loads::carry_out(&after, &control.apart(), &mut Unwatched)?.stopped;
    }
    let loads: Vec<&LoadOutcome> = outcome.loads().collect();
    let ran = FinishedTest {
        test,
        sizes: &sizes.iter().map(|sized| sized.size).collect::<Vec<_>>(),
        places: &plan::places(test),
        loads: &loads,
        processors: counted.since.as_ref().zip(after.as_ref()),
    };
    match test.format {
        Format::Text => {
            out.write_all(profile::profile(test).as_bytes())?;
            out.write_all(profile::system(now).as_bytes())?;
            out.write_all(report::report(&ran).as_bytes())?;
            loads::account(&outcome, test.account, out)?;
        }
        Format::Xml => {
            out.write_all(xml::result(&ran, now).as_bytes())?;
            // It is not an XML element.
            loads::account(&outcome, test.account, notes)?;
        }
    }
    loads::end(&outcome, stopped, out, notes)?;
    Ok(())
}

/// Samples the processor times at the beginning of the counted time: at the last sample at which any load was still
/// warming up, which is at most a quarter of a second before the first of them counts.
struct Counted {
    since: Option<ProcessorTimes>,
}

impl Watch for Counted {
    fn look(&mut self, live: &Live) {
        let warms_up = |state: &LoadState| {
            matches!(
                state,
                LoadState::Waiting | LoadState::LayingOut | LoadState::Ready | LoadState::Ramping
            )
        };
        if live.states.iter().any(warms_up) {
            self.since = ProcessorTimes::host();
        }
    }
}
