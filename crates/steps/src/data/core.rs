//! What computing needs, whoever drives it: the values of the step, what functions share, and what is
//! counted.

use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_values::Value;
use feedrate_values::format::Format;
use feedrate_values::function::Context;

use super::fault::{Fault, Faulted};
use super::interpreter::{Pending, Queue, RoutineRoom};
use super::problems::Problems;
use super::values::Values;
use crate::environment::{Log, MemoryGrant, Options, Severity};
use crate::ir::{DataStep, NumberSlot, Site, SiteId, Slot, TextSlot};

/// The state of a step that expressions see and change.
///
/// All buffers are kept from one observation to the next, so that none allocates.
pub struct Core<'s, 'e> {
    /// The step.
    pub step: &'s DataStep,
    /// The values of its vector.
    pub values: Values,
    /// The queues of LAG and DIF.
    pub queues: Vec<Queue>,
    /// What functions need of the session.
    pub context: Context<'e>,
    /// What went wrong while expressions were evaluated.
    pub problems: Problems,
    /// Where messages go.
    pub log: &'e mut dyn Log,
    /// The system options that steps heed.
    pub options: Options,
    /// What is left of MEMSIZE= for what the program decides the size of.
    pub memory: MemoryGrant,
    /// BEST12., in which numbers become text where no format is named.
    pub best: Format,
    /// Texts while they are evaluated, one behind the other.
    pub scratch: Vec<u8>,
    /// Where functions put text.
    pub result: Vec<u8>,
    /// Numbers that wait for the call of a function.
    pub stack: Vec<f64>,
    /// Arguments of either kind that do.
    pub pending: Vec<Pending<'s>>,
    /// The memory of the list that a function is given.
    pub spare: Vec<Value<'static>>,
    /// What calls of routines need.
    pub routine_room: RoutineRoom,
    /// Whether `_ERROR_` is to become 1.
    pub raised: bool,
    stop: &'e AtomicBool,
}

impl<'s, 'e> Core<'s, 'e> {
    /// Returns the state of a step before its first iteration.
    pub fn new(
        step: &'s DataStep,
        context: Context<'e>,
        log: &'e mut dyn Log,
        options: Options,
        best: Format,
        stop: &'e AtomicBool,
    ) -> Self {
        Self {
            step,
            values: Values::new(&step.vector),
            queues: step.lags.iter().map(Queue::new).collect(),
            context,
            problems: Problems::new(step.sites.len()),
            log,
            options,
            memory: MemoryGrant::new(options.memory_bytes),
            best,
            scratch: Vec::new(),
            result: Vec::new(),
            stack: Vec::new(),
            pending: Vec::new(),
            spare: Vec::new(),
            routine_room: RoutineRoom::default(),
            raised: false,
            stop,
        }
    }

    /// The place of the source that a site names.
    pub fn site(&self, site: SiteId) -> Site {
        let sites = &self.step.sites;
        sites
            .get(site.0 as usize)
            .copied()
            .unwrap_or(Site { line: 0, column: 0 })
    }

    /// What went wrong in the statement that stands there.
    #[cold]
    pub fn fault_at(&self, site: SiteId, fault: impl Into<Box<Fault>>) -> Box<Fault> {
        fault.into().at(self.site(site))
    }

    /// Ends the step when the user wants that. Asking costs next to nothing.
    #[inline]
    pub fn heed_stop(&self) -> Faulted<()> {
        self.stop_check()()
    }

    /// The same for whoever has no hold of the rest.
    #[inline]
    pub fn stop_check(&self) -> impl Fn() -> Faulted<()> + use<'e> {
        let stop = self.stop;
        move || match stop.load(Ordering::Relaxed) {
            true => Err(Box::new(Fault::Interrupted)),
            false => Ok(()),
        }
    }

    /// What becomes true when the user wants the step to end.
    pub fn stop(&self) -> &'e AtomicBool {
        self.stop
    }

    /// Makes `_ERROR_` 1 when something since the last time asked for it.
    #[inline]
    pub fn settle_error(&mut self) {
        if self.raised {
            self.raised = false;
            self.values.set_number(self.step.error, 1.0);
        }
    }

    /// Whether details of data errors are still told; past `ERRORS=` they are only counted.
    pub fn tells_details(&self) -> bool {
        self.problems.observations < u64::from(self.options.errors)
    }

    /// Another observation with errors is told whole; the last that may be says so.
    pub fn count_told(&mut self) {
        self.problems.observations += 1;
        self.log.end_of_observation();
        if !self.tells_details() {
            self.log.message(
                Severity::Warning,
                "Limit set by ERRORS= option reached.  Further errors of this type will not be printed.",
            );
        }
    }

    /// Tells something with its place, and makes `_ERROR_` 1.
    pub fn complain(&mut self, site: SiteId, severity: Severity, what: &str) {
        self.raised = true;
        if self.tells_details() {
            let Site { line, column } = self.site(site);
            self.log
                .message(severity, &format!("{what} at line {line} column {column}."));
        }
    }

    /// The name of the variable that lies there, if one does.
    pub fn name_of(&self, slot: Slot) -> Option<&'s str> {
        let mut variables = self.step.vector.variables.iter();
        variables
            .find(|variable| variable.slot == slot)
            .map(|variable| variable.name.as_str())
    }

    /// Sets a text to bytes of [`scratch`](Self::scratch).
    pub fn set_text_from_scratch(&mut self, to: TextSlot, start: usize, end: usize) {
        let Self {
            values, scratch, ..
        } = self;
        values.set_text(to, &scratch[start..end]);
    }

    /// Sets a variable such as FIRST.X to 1 or 0, if there is one.
    pub fn set_flag(&mut self, slot: Option<NumberSlot>, flag: bool) {
        if let Some(slot) = slot {
            self.values.set_number(slot, truth(flag));
        }
    }
}

/// 1 or 0.
#[inline]
pub fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// Whether a number is true: neither zero nor missing.
#[inline]
pub fn holds(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}
