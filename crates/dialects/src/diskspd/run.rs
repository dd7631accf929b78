//! Carrying a request out.

use std::io::Write;

use feedrate_machine::ProcessorTimes;
use feedrate_workload::Control;
use feedrate_workload::load::{
    self, Live, LoadOutcome, LoadState, Schedule, ScheduleOutcome, Watch,
};

use super::error::{Error, Result};
use super::report::Ran;
use super::request::{Request, Test};
use super::{explain, help, plan, profile, report, sizes};
use crate::account::account;
use crate::demands;
use crate::totals;

/// Carries a request out and prints to `out` as the original does. What given options do not mean here goes to
/// `notes`, a line each.
///
/// A test that `control` stops prints what it measured until then and is [`Error::Interrupted`].
pub fn run(
    request: &Request,
    control: &Control,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<()> {
    match request {
        Request::Help => out.write_all(help::HELP.as_bytes())?,
        Request::Explain(test) => out.write_all(explain::explain(test).as_bytes())?,
        Request::Profile(test) => out.write_all(profile::profile(test).as_bytes())?,
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
    let schedule = plan::schedule(test, &sizes);
    demands::memory(&schedule).map_err(Error::Fit)?;
    for (target, sized) in test.targets.iter().zip(&sizes) {
        demands::room(&target.path, sized.size.saturating_sub(sized.has)).map_err(Error::Fit)?;
    }
    let filling = plan::filling(test, &sizes);
    if !filling.batches.is_empty() {
        let outcome = carry_out(&filling, control, &mut Counted::default())?;
        if outcome.stopped {
            return Err(Error::Interrupted);
        }
    }
    let now = jiff::Timestamp::now();
    let mut counted = Counted::default();
    let outcome = carry_out(&schedule, control, &mut counted)?;
    let after = ProcessorTimes::host();
    let loads: Vec<&LoadOutcome> = outcome.loads().collect();
    let ran = Ran {
        test,
        sizes: &sizes.iter().map(|sized| sized.size).collect::<Vec<_>>(),
        places: &plan::places(test),
        loads: &loads,
        processors: counted.since.as_ref().zip(after.as_ref()),
    };
    out.write_all(profile::profile(test).as_bytes())?;
    out.write_all(profile::system(now).as_bytes())?;
    out.write_all(report::report(&ran).as_bytes())?;
    if test.account
        && let Some(batch) = outcome.batches.first()
    {
        out.write_all(account(batch).as_bytes())?;
    }
    for note in totals::notes(&outcome) {
        writeln!(notes, "note: {note}")?;
    }
    if outcome.stopped {
        out.flush()?;
        return Err(Error::Interrupted);
    }
    Ok(())
}

fn carry_out(
    schedule: &Schedule,
    control: &Control,
    counted: &mut Counted,
) -> Result<ScheduleOutcome> {
    counted.look_now();
    let outcome = load::run(schedule, control, counted).map_err(Error::of_load)?;
    let error = outcome.loads().find_map(|load| load.error.clone());
    match error {
        Some(error) => Err(Error::Transfer(error.text)),
        None => Ok(outcome),
    }
}

/// Looks at the processors where the time begins that is counted: at the last look at which any load was still
/// warming up, which is a quarter of a second before the first of them counts, at most.
#[derive(Default)]
struct Counted {
    since: Option<ProcessorTimes>,
}

impl Counted {
    fn look_now(&mut self) {
        self.since = ProcessorTimes::host();
    }
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
            self.look_now();
        }
    }
}
