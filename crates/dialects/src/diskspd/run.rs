//! The execution of requests.

use std::io::Write;

use feedrate_machine::ProcessorTimes;
use feedrate_workload::Control;
use feedrate_workload::load::{LoadOutcome, LoadState, NullWatch, ScheduleState, Watch};

use super::error::Result;
use super::figures::{FinishedSpan, SpanTotals};
use super::request::{Format, Request, Test, TimeSpan};
use super::sizes::SizedTarget;
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
pub fn run(request: &Request, control: &Control, out: &mut dyn Write, notes: &mut dyn Write) -> Result<()> {
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

fn run_test(test: &Test, control: &Control, out: &mut dyn Write, notes: &mut dyn Write) -> Result<()> {
    for remark in &test.remarks {
        writeln!(notes, "note: {remark}")?;
    }
    let sizes = sizes::of(test)?;
    source::check(test)?;
    for (span, sizes) in test.spans.iter().zip(&sizes) {
        loads::memory(&plan::schedule(test, span, sizes, &[]))?;
    }
    let growths = sizes::growths(test, &sizes);
    for growth in &growths {
        loads::room(growth.path, growth.needs.saturating_sub(growth.has))?;
    }
    if !growths.is_empty() {
        loads::make(&plan::filling(test, &growths), control)?;
    }
    let mut printed = SpanPrinter {
        test,
        began: jiff::Timestamp::now(),
        sums: SpanTotals::default(),
        document: None,
    };
    let mut result = Ok(());
    for (span, sizes) in test.spans.iter().zip(&sizes) {
        result = printed.run(span, sizes, control, out, notes);
        if result.is_err() {
            break;
        }
    }
    printed.end(out)?;
    result
}

/// The output of a test, of which each time span is printed when it has ended.
struct SpanPrinter<'a> {
    test: &'a Test,
    began: jiff::Timestamp,
    sums: SpanTotals,
    /// The report as XML, which is printed at the end.
    document: Option<xml::Results>,
}

impl SpanPrinter<'_> {
    /// Runs a time span and prints its results.
    fn run(
        &mut self,
        span: &TimeSpan,
        sizes: &[SizedTarget],
        control: &Control,
        out: &mut dyn Write,
        notes: &mut dyn Write,
    ) -> Result<()> {
        let test = self.test;
        let schedule = plan::schedule(test, span, sizes, &source::of(span)?);
        let mut counted = WarmUpWatch {
            since: ProcessorTimes::host(),
        };
        let outcome = loads::run(&schedule, control, &mut counted)?;
        let after = ProcessorTimes::host();
        let mut stopped = outcome.stopped;
        if span.cool_down > 0 && !stopped {
            let after = plan::cooling_down(span, &schedule);
            stopped = loads::run(&after, &control.apart(), &mut NullWatch)?.stopped;
        }
        let loads: Vec<&LoadOutcome> = outcome.loads().collect();
        let ran = FinishedSpan {
            span,
            sizes: &sizes.iter().map(|sized| sized.size).collect::<Vec<_>>(),
            places: &plan::places(span),
            loads: &loads,
            processors: counted.since.as_ref().zip(after.as_ref()),
        };
        let is_first = self.sums.spans == 0;
        self.sums.add(&ran);
        match test.format {
            Format::Text => {
                if is_first {
                    out.write_all(profile::profile(test).as_bytes())?;
                    out.write_all(profile::system(self.began).as_bytes())?;
                }
                out.write_all(report::report(&ran, self.sums.spans).as_bytes())?;
                loads::account(&outcome, test.account, out)?;
                out.flush()?;
            }
            Format::Xml => {
                let began = self.began;
                let document = self.document.get_or_insert_with(|| xml::Results::new(test, began));
                document.add(&ran);
                // It is not an XML element.
                loads::account(&outcome, test.account, notes)?;
            }
        }
        Ok(loads::end(&outcome, stopped, out, notes)?)
    }

    /// Prints what follows the results of all time spans.
    fn end(self, out: &mut dyn Write) -> Result<()> {
        if let Some(document) = self.document {
            out.write_all(document.end().as_bytes())?;
        } else if self.sums.spans > 1 {
            out.write_all(report::totals(&self.sums).as_bytes())?;
        }
        Ok(())
    }
}

/// Samples the processor times at the beginning of the counted time: at the last sample at which any load was still
/// warming up, which is at most a quarter of a second before the first of them counts.
struct WarmUpWatch {
    since: Option<ProcessorTimes>,
}

impl Watch for WarmUpWatch {
    fn look(&mut self, live: &ScheduleState) {
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
