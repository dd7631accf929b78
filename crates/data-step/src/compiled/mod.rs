//! Whole steps as machine code.
//!
//! The code has the meaning that the [interpreter](super::interpreter) defines. It is the whole implicit loop: it reads
//! rows in their pages, computes, and writes rows into pages. It calls the runtime at the end of a page and for
//! everything that is not arithmetic: character expressions, library functions, lines. What a step seldom does is left
//! to the interpreter, one expression or statement at a time, so that there is only one implementation.
//! [`machine_code`](feedrate_rows::machine_code) generates expressions.
//!
//! | module | contents |
//! |---|---|
//! | [`frame`] | the data that the code and the runtime share |
//! | [`calls`] | the functions of the runtime that the code calls |
//! | [`entry`] | the entry into the code |
//! | [`step`] | the implicit loop |
//! | [`statement`], [`loops`] | statements |
//! | [`vector`], [`element`], [`integer`] | variables, arrays and indexes in expressions |
//! | [`remembered`] | character values that are remembered by a number |
//! | [`row_plans`], [`rows`] | copies between rows and the vector |
//! | [`survey`] | analyses before the compilation |

mod calls;
mod element;
mod entry;
mod frame;
mod integer;
mod loops;
mod remembered;
mod row_plans;
mod rows;
mod statement;
mod step;
mod survey;
mod vector;

use feedrate_program::{DataStep, TextSlot};
use feedrate_rows::fault::StepResult;
use feedrate_rows::machine_code::{MOST_NODES, Machine, NotCompiled};
use feedrate_rows::outcome::StepEnd;
use feedrate_rows::runtime::Runtime;

use crate::interpreter::Execution;
use entry::{End, StepEntry};
use frame::Frame;
use row_plans::RowPlans;

/// A step as machine code.
pub(crate) struct CompiledStep {
    machine: Machine<StepEntry>,
    /// Tables that the code reads.
    _tables: Vec<Box<[u32]>>,
    /// The variables whose values it remembers.
    remembered: Vec<TextSlot>,
}

impl CompiledStep {
    /// Compiles a step for an opened runtime: the code depends on the layout of the rows in its files, so it must not
    /// be run with another runtime.
    pub(crate) fn new(step: &DataStep, runtime: &Runtime<'_, '_>) -> Result<Self, NotCompiled> {
        let rows = RowPlans::new(step, runtime);
        if survey::size(step, &rows) > MOST_NODES || !survey::is_within_reach(step, &rows) {
            return Err(NotCompiled::TooLong);
        }
        let tables = element::tables(&step.arrays);
        let mut remembered = Vec::new();
        let machine = Machine::new(|function, calls| {
            remembered = step::generate(function, calls, step, &tables, rows, runtime);
        })?;
        Ok(Self {
            machine,
            _tables: tables,
            remembered,
        })
    }

    /// Runs iterations until the step ends.
    pub(crate) fn iterate(&self, step: &DataStep, execution: Execution<'_, '_, '_>) -> StepResult<StepEnd> {
        let mut frame = Frame::new(step, &self.remembered, execution);
        let end = self.machine.entry().run(&mut frame);
        frame.settle();
        match end {
            End::Complete => Ok(StepEnd::Complete),
            End::Looping => Ok(StepEnd::Looping),
            End::Fault => Err(frame.take_fault()),
        }
    }
}
