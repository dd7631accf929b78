//! The data that machine code and the runtime share while a step runs.

use std::sync::atomic::AtomicBool;

use feedrate_program::{DataStep, ObjectCall, Statement, TextSlot};
use feedrate_rows::fault::Fault;
use feedrate_rows::runtime::ready::{ReadyToFill, ReadyToTake};
use feedrate_values::missing::MISSING;

use super::remembered::RememberedText;
use crate::interpreter::Execution;

/// The data that machine code accesses by address. The code knows the offsets of the fields, and only it uses the
/// pointers; the functions that it calls use `execution`.
#[repr(C)]
pub(super) struct Frame<'r, 's, 'e> {
    /// The numbers of the vector.
    pub(super) numbers: *mut f64,
    /// The bytes of its character values.
    pub(super) text: *mut u8,
    /// Set when the user wants the step to stop.
    pub(super) stop: *const AtomicBool,
    /// Set when `_ERROR_` is to be set to 1.
    pub(super) raised: *mut bool,
    /// Set when the iteration has read anything.
    pub(super) has_read: *mut bool,
    /// The number of the iteration.
    pub(super) iteration: *mut u64,
    /// The available rows of each SET and MERGE.
    pub(super) reads: *mut ReadyToTake,
    /// The available space of each data set that is created.
    pub(super) writes: *mut ReadyToFill,
    /// Set when there is a fault.
    pub(super) faulted: bool,
    pub(super) fault: Option<Box<Fault>>,
    pub(super) execution: Execution<'r, 's, 'e>,
    pub(super) ready_to_take: Vec<ReadyToTake>,
    pub(super) ready_to_fill: Vec<ReadyToFill>,
    remembered: Vec<RememberedText>,
}

impl<'r, 's, 'e> Frame<'r, 's, 'e> {
    pub(super) fn new(step: &DataStep, remembered: &[TextSlot], execution: Execution<'r, 's, 'e>) -> Self {
        let runtime = &mut *execution.rows;
        let mut ready_to_take = vec![ReadyToTake::NONE; step.reads.len()];
        let mut ready_to_fill = vec![ReadyToFill::NONE; step.writes.len()];
        Self {
            numbers: runtime.core.values.numbers.as_mut_ptr(),
            text: runtime.core.values.text.as_mut_ptr(),
            stop: runtime.core.stop(),
            raised: &raw mut runtime.core.raised,
            has_read: &raw mut runtime.has_read,
            iteration: &raw mut runtime.iteration,
            reads: ready_to_take.as_mut_ptr(),
            writes: ready_to_fill.as_mut_ptr(),
            faulted: false,
            fault: None,
            execution,
            ready_to_take,
            ready_to_fill,
            remembered: remembered.iter().copied().map(RememberedText::new).collect(),
        }
    }

    /// Ends the step with a fault when the code checks for it.
    pub(super) fn fail(&mut self, fault: Box<Fault>) {
        self.faulted = true;
        self.fault.get_or_insert(fault);
    }

    pub(super) fn take_fault(&mut self) -> Box<Fault> {
        self.fault
            .take()
            .expect("the code ends by a fault only where there is one in the frame")
    }

    /// Executes a statement that assigns a character value depending on `number` only, unless the value is remembered.
    pub(super) fn assign_remembered(&mut self, statement: &'s Statement, which: usize, number: f64) {
        let Self {
            remembered, execution, ..
        } = self;
        let Some(remembered) = remembered.get_mut(which) else {
            return;
        };
        if remembered.recall(number, &mut execution.rows.core.values) {
            return;
        }
        let before = execution.rows.core.problems.happened();
        match execution.statement(statement) {
            Ok(_) => {
                let core = &execution.rows.core;
                // A statement with problems must be executed again to log them again.
                if core.problems.happened() == before && !core.raised {
                    remembered.learn(number, &core.values);
                }
            }
            Err(fault) => self.fail(fault),
        }
    }

    /// Carries out FIND or CHECK of a hash object. Returns its code.
    pub(super) fn look_up(&mut self, call: &'s ObjectCall) -> f64 {
        let Self {
            ready_to_take,
            execution,
            ..
        } = self;
        let taken = |read: usize| ready_to_take.get(read).map_or(0, ReadyToTake::taken);
        execution.rows.look_up(call, taken).unwrap_or_else(|fault| {
            self.fail(fault);
            MISSING
        })
    }

    /// Reads the next observation of a SET or MERGE. Returns whether there is one.
    pub(super) fn read(&mut self, read: usize) -> bool {
        let feed = self.execution.rows.feed_due(read);
        for settled in feed.into_iter().chain([read]) {
            self.settle_read(settled);
        }
        let is_there = match self.execution.rows.read(read as u32) {
            Ok(is_there) => is_there,
            Err(fault) => {
                self.fail(fault);
                false
            }
        };
        for settled in feed.into_iter().chain([read]) {
            if let Some(ready) = self.ready_to_take.get_mut(settled) {
                *ready = self.execution.rows.ready_to_take(settled);
            }
        }
        is_there
    }

    /// Writes the vector as an observation of a data set, on a new page.
    pub(super) fn output(&mut self, write: usize) {
        self.settle_write(write);
        if let Err(fault) = self.execution.rows.put_row(write) {
            return self.fail(fault);
        }
        if let Some(ready) = self.ready_to_fill.get_mut(write) {
            *ready = self.execution.rows.ready_to_fill(write);
        }
    }

    /// Updates all readers and writers with the progress of the code in their pages.
    pub(super) fn settle(&mut self) {
        for read in 0..self.ready_to_take.len() {
            self.settle_read(read);
        }
        for write in 0..self.ready_to_fill.len() {
            self.settle_write(write);
        }
    }

    fn settle_read(&mut self, read: usize) {
        if let Some(ready) = self.ready_to_take.get_mut(read) {
            let ready = std::mem::replace(ready, ReadyToTake::NONE);
            self.execution.rows.took(read, &ready);
        }
    }

    fn settle_write(&mut self, write: usize) {
        if let Some(ready) = self.ready_to_fill.get_mut(write) {
            let ready = std::mem::replace(ready, ReadyToFill::NONE);
            self.execution.rows.filled(write, &ready);
        }
    }
}
