//! The program of a step as machine code.
//!
//! The code means what the [interpreter](super::interpreter) says. It is the whole implicit loop: it takes
//! rows where they lie in their pages, computes, and fills rows of pages, and it calls the runtime where a
//! page ends and for what is not arithmetic: text, library functions, lines. What a step seldom does is
//! left to the interpreter, one expression or statement at a time, so that there is one meaning only. How expressions
//! become code is in [`code`](super::code).
//!
//! | room | what is in it |
//! |---|---|
//! | [`frame`] | what the code and the runtime share |
//! | [`calls`] | the functions of the runtime that the code calls |
//! | [`entry`] | the way into the code |
//! | [`step`] | the loop around the statements of a step |
//! | [`statement`], [`loops`] | statements |
//! | [`vector`], [`element`], [`integer`] | what expressions are of in a step: variables, arrays, indexes |
//! | [`remembered`] | texts that a number gave before |
//! | [`row_plans`], [`rows`] | moves between rows and the vector |
//! | [`survey`] | what is to be known of a step before |

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

use super::code::{MOST_NODES, Machine, NotCompiled};
use super::fault::Faulted;
use super::outcome::Ended;
use super::runtime::Runtime;
use crate::ir::{DataStep, TextSlot};
use entry::{End, StepEntry};
use frame::Frame;
use row_plans::RowPlans;

/// A step as machine code.
pub(super) struct Compiled {
    machine: Machine<StepEntry>,
    /// What the code looks up.
    _tables: Vec<Box<[u32]>>,
    /// The texts that it remembers.
    remembered: Vec<TextSlot>,
}

impl Compiled {
    /// Compiles a step for a runtime that has been opened for it: the code depends on how the rows of its
    /// files are laid out. Code for one runtime must not be run with another.
    pub(super) fn new(step: &DataStep, runtime: &Runtime<'_, '_>) -> Result<Self, NotCompiled> {
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

    /// Goes round until the step ends.
    pub(super) fn iterate(&self, step: &DataStep, runtime: &mut Runtime<'_, '_>) -> Faulted<Ended> {
        let mut frame = Frame::new(step, &self.remembered, runtime);
        let end = self.machine.entry().run(&mut frame);
        frame.settle();
        match end {
            End::Complete => Ok(Ended::Complete),
            End::Looping => Ok(Ended::Looping),
            End::Fault => Err(frame.take_fault()),
        }
    }
}
