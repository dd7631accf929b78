//! The state of an evaluation, whatever drives it: the values of the step, buffers of functions, and counts of
//! problems.

use std::sync::atomic::AtomicBool;

use feedrate_dataset::Libraries;
use feedrate_options::MemoryGrant;
use feedrate_program::{DataStep, NumberSlot, Site, SiteId, Slot, TextSlot};
use feedrate_values::format::Format;
use feedrate_values::function::Context;
use feedrate_values::{Kind, Value};

use super::pending::PendingArgument;
use super::problems::Problems;
use super::queue::Queue;
use super::routine_room::RoutineRoom;
use crate::environment::log::Log;
use crate::fault::{Fault, StepResult, check_stop};
use crate::objects::Objects;
use crate::vector::values::Values;
use feedrate_options::StepOptions as Options;
use feedrate_values::Severity;

/// The state of a step that expressions read and change.
///
/// All buffers are reused for each observation, so that none allocates.
pub struct Core<'s, 'e> {
    /// The step.
    pub step: &'s DataStep,
    /// The values of its vector.
    pub values: Values,
    /// The queues of LAG and DIF.
    pub queues: Vec<Queue>,
    /// The parts of the session that functions use.
    pub context: Context<'e>,
    /// Problems in the evaluation of expressions.
    pub problems: Problems,
    /// The destination of messages.
    pub log: &'e mut dyn Log,
    /// The system options of steps.
    pub options: Options,
    /// The rest of what MEMSIZE= grants for allocations that the program determines.
    pub memory: MemoryGrant,
    /// BEST12., the format of numbers that are converted to character values.
    pub best: Format,
    /// Intermediate character values, one behind the other.
    pub scratch: Vec<u8>,
    /// The buffer for the character results of functions.
    pub result: Vec<u8>,
    /// Numeric arguments of a pending function call.
    pub stack: Vec<f64>,
    /// Arguments of either kind of a pending function call.
    pub pending: Vec<PendingArgument<'s>>,
    /// The reused allocation of a function's argument list.
    pub spare: Vec<Value<'static>>,
    /// The buffers of call routines.
    pub routine_room: RoutineRoom,
    /// The hash tables of the step and their iterators.
    pub(crate) objects: Objects<'s>,
    /// The libraries in which objects find and make data sets, while a DATA step runs.
    pub(crate) libraries: Option<&'e Libraries>,
    /// Set when `_ERROR_` is to be set to 1.
    pub raised: bool,
    stop: &'e AtomicBool,
}

impl<'s, 'e> Core<'s, 'e> {
    /// Creates the state of a step before its first iteration.
    pub fn new(
        step: &'s DataStep,
        context: Context<'e>,
        log: &'e mut dyn Log,
        options: Options,
        stop: &'e AtomicBool,
    ) -> Self {
        let best = context.formats.default_of(Kind::Number, 8);
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
            objects: Objects::default(),
            libraries: None,
            raised: false,
            stop,
        }
    }

    /// Returns the source position of a site.
    pub fn site(&self, site: SiteId) -> Site {
        let sites = &self.step.sites;
        sites
            .get(site.0 as usize)
            .copied()
            .unwrap_or(Site { line: 0, column: 0 })
    }

    /// Returns a fault of the statement at this site.
    #[cold]
    pub fn fault_at(&self, site: SiteId, fault: impl Into<Box<Fault>>) -> Box<Fault> {
        fault.into().at(self.site(site))
    }

    /// Ends the step if the user wants to stop. The check is cheap.
    ///
    /// # Errors
    ///
    /// Returns [`Fault::Interrupted`] if the stop flag is set.
    #[inline]
    pub fn check_stop(&self) -> StepResult<()> {
        check_stop(self.stop)
    }

    /// Returns a function that does the same without borrowing this.
    #[inline]
    pub fn stop_check(&self) -> impl Fn() -> StepResult<()> + use<'e> {
        let stop = self.stop;
        move || check_stop(stop)
    }

    /// Returns the flag that is set when the user wants the step to stop.
    pub fn stop(&self) -> &'e AtomicBool {
        self.stop
    }

    /// Sets `_ERROR_` to 1 if that was requested since the last call.
    #[inline]
    pub fn update_error_flag(&mut self) {
        if self.raised {
            self.raised = false;
            self.values.set_number(self.step.error, 1.0);
        }
    }

    /// Returns whether details of data errors are still logged; beyond `ERRORS=` they are only counted.
    pub fn logs_details(&self) -> bool {
        self.problems.observations < u64::from(self.options.errors)
    }

    /// Counts an observation whose errors were logged. With the last one that is logged, a message says so.
    pub fn count_logged(&mut self) {
        self.problems.observations += 1;
        self.log.end_of_observation();
        if !self.logs_details() {
            self.log.message(
                Severity::Warning,
                "Limit set by ERRORS= option reached.  Further errors of this type will not be printed.",
            );
        }
    }

    /// Logs a message with its position and sets `_ERROR_` to 1.
    pub fn log_problem(&mut self, site: SiteId, severity: Severity, what: &str) {
        self.raised = true;
        if self.logs_details() {
            let Site { line, column } = self.site(site);
            self.log
                .message(severity, &format!("{what} at line {line} column {column}."));
        }
    }

    /// Returns the name of the variable of a slot, if there is one.
    pub fn name_of(&self, slot: Slot) -> Option<&'s str> {
        let mut variables = self.step.vector.variables.iter();
        variables
            .find(|variable| variable.slot == slot)
            .map(|variable| variable.name.as_str())
    }

    /// Sets a character value to bytes of [`scratch`](Self::scratch).
    pub fn set_text_from_scratch(&mut self, to: TextSlot, start: usize, end: usize) {
        let Self { values, scratch, .. } = self;
        values.set_text(to, &scratch[start..end]);
    }

    /// Sets a variable such as FIRST.X to 1 or 0, if it exists.
    pub fn set_flag(&mut self, slot: Option<NumberSlot>, flag: bool) {
        if let Some(slot) = slot {
            self.values.set_number(slot, truth(flag));
        }
    }
}

/// Returns 1 or 0.
#[inline]
pub fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// Returns whether a number is true: neither zero nor missing.
#[inline]
pub fn holds(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}
