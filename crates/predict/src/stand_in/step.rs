//! A step of a job: its threads, each with its ends of files.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use feedrate_pageio::{Direction, read_each_line};
use feedrate_rows::spill::SpillRoom;

use super::computation::Computation;
use super::end::{End, SpillShape, SpilledRuns, Thread, UseTotals};
use super::halt::{Halt, at_once};
use super::pipes::Pipe;
use crate::error::Result;
use crate::job::{Job, JobStep, Order, Origin};

/// The surroundings of a step: what it needs of its job.
#[derive(Clone, Copy)]
pub(super) struct StepContext<'a> {
    pub(super) job: &'a Job,
    pub(super) path: &'a (dyn Fn(usize) -> PathBuf + Sync),
    pub(super) pipes: &'a [Option<Pipe>],
    pub(super) halt: Halt<'a>,
    /// Rounds of computing that a thread does in a second.
    pub(super) speed: f64,
}

impl StepContext<'_> {
    /// Ends everything, because a part of it has failed.
    pub(super) fn fail(&self) {
        self.halt.failed.store(true, Ordering::SeqCst);
        self.pipes.iter().flatten().for_each(Pipe::break_off);
    }
}

/// Runs a step. Returns what each use has moved.
pub(super) fn run(step: &JobStep, around: StepContext<'_>) -> Result<Vec<UseTotals>> {
    let threads = step.threads();
    let shape = SpillShape::of(around.job, step);
    let parent = (around.path)(0)
        .parent()
        .and_then(|own| own.parent())
        .map(PathBuf::from);
    let spill = shape.zip(parent).map(|(shape, parent)| (shape, shape.room(&parent)));
    let spill = spill.as_ref().map(|(shape, room)| (*shape, room));
    let run_thread = |number: usize| {
        // It is less than their number.
        let number = number as u32;
        let thread = Thread { number, of: threads };
        StepThread::new(step, around, thread, spill.filter(|_| number == 0)).run()
    };
    let parts = at_once(threads as usize, &run_thread, &|| around.fail())?;
    let mut sum = vec![UseTotals::default(); step.uses.len()];
    for part in parts {
        for (sum, moved) in sum.iter_mut().zip(part) {
            sum.add(moved);
        }
    }
    Ok(sum)
}

/// A thread of a step. The first one also moves what is not divided among them.
struct StepThread<'a> {
    step: &'a JobStep,
    around: StepContext<'a>,
    thread: Thread,
    ends: Vec<Option<End<'a>>>,
    moved: Vec<UseTotals>,
    computing: Computation<'a>,
    /// The end that a page was read from last.
    last_read: Option<usize>,
    /// The runs that it spills, if it sorts so.
    spill: Option<Rc<RefCell<SpilledRuns<'a>>>>,
}

impl<'a> StepThread<'a> {
    fn new(
        step: &'a JobStep,
        around: StepContext<'a>,
        thread: Thread,
        spill: Option<(SpillShape, &'a SpillRoom)>,
    ) -> Self {
        Self {
            spill: spill.map(|(shape, room)| Rc::new(RefCell::new(SpilledRuns::new(shape, room)))),
            step,
            around,
            thread,
            ends: step.uses.iter().map(|_| None).collect(),
            moved: vec![UseTotals::default(); step.uses.len()],
            computing: Computation::new(step, around.speed, around.halt),
            last_read: None,
        }
    }

    fn run(mut self) -> Result<Vec<UseTotals>> {
        let ran = self.move_parts().and_then(|()| self.finish());
        if ran.is_err() {
            self.around.fail();
        }
        ran.map(|()| self.moved)
    }

    fn move_parts(&mut self) -> Result<()> {
        for part in 0..self.step.parts.len() {
            self.around.halt.check()?;
            self.move_part(part)?;
        }
        Ok(())
    }

    /// Returns which part of a use's bytes this thread moves; `None` if none. Only what is read of a data set is
    /// divided: a file has one writer, and utility files are read as they were written.
    fn thread_of(&self, place: usize) -> Option<Thread> {
        let use_ = &self.step.uses[place];
        let is_divided = use_.threads > 1
            && use_.direction == Direction::Read
            && self.around.job.files[use_.file].origin != Origin::Utility;
        match is_divided {
            true => Some(self.thread),
            false => (self.thread.number == 0).then_some(Thread { number: 0, of: 1 }),
        }
    }

    fn move_part(&mut self, number: usize) -> Result<()> {
        let part = &self.step.parts[number];
        let mut units = vec![0; part.bytes.len()];
        for (place, &bytes) in part.bytes.iter().enumerate() {
            let Some(thread) = self.thread_of(place) else {
                continue;
            };
            let own = thread.part(bytes);
            if own > 0 && self.ends[place].is_none() {
                self.open(place, thread)?;
            }
            units[place] = self.ends[place].as_mut().map_or(0, |end| end.owe(own));
        }
        let turns = units.iter().copied().max().unwrap_or(0).max(1);
        let slice = self.step.think_of_thread(part, self.thread.number) / turns as f64;
        let mut done = vec![0u64; units.len()];
        for turn in 1..=turns {
            self.computing.owe(slice);
            // A step computes on what it reads before it writes.
            for direction in [Direction::Read, Direction::Write] {
                for place in 0..units.len() {
                    if self.step.uses[place].direction != direction {
                        continue;
                    }
                    let until = u128::from(units[place]) * u128::from(turn);
                    let until = match direction {
                        Direction::Read => until.div_ceil(u128::from(turns)),
                        Direction::Write => until / u128::from(turns),
                    };
                    while u128::from(done[place]) < until {
                        self.pass(place)?;
                        done[place] += 1;
                    }
                }
            }
        }
        self.computing.catch_up()?;
        self.computing.begin();
        Ok(())
    }

    fn open(&mut self, place: usize, thread: Thread) -> Result<()> {
        // To make a queue is no computing of the program's step either.
        self.computing.count_own();
        let use_ = &self.step.uses[place];
        let file = &self.around.job.files[use_.file];
        if let Some(runs) = self.spill.as_ref().filter(|_| file.origin == Origin::Utility) {
            self.ends[place] = Some(End::of_runs(use_.direction, use_.bytes, Rc::clone(runs)));
            self.computing.begin();
            return Ok(());
        }
        if matches!(file.origin, Origin::Utility | Origin::Made) && use_.order == Order::Sequential {
            self.complete(use_.file)?;
        }
        let path = (self.around.path)(use_.file);
        let pipe = self.around.pipes[use_.file].as_ref();
        self.ends[place] = Some(End::open(use_, file, &path, pipe, thread, self.moved[place].bytes)?);
        self.computing.begin();
        Ok(())
    }

    /// Completes the ends of a file that the step writes and reads by turns. They are opened again when they are used
    /// again.
    fn complete(&mut self, file: usize) -> Result<()> {
        for (place, use_) in self.step.uses.iter().enumerate() {
            if use_.file == file
                && let Some(end) = self.ends[place].take()
            {
                self.moved[place].add(end.finish()?);
            }
        }
        Ok(())
    }

    /// Moves a page of a use, after the computing that is due before it.
    fn pass(&mut self, place: usize) -> Result<()> {
        let Some(mut end) = self.ends[place].take() else {
            return Ok(());
        };
        let direction = self.step.uses[place].direction;
        if direction == Direction::Write {
            let source = self.last_read.and_then(|it| self.ends[it].as_ref());
            end.fill(source.and_then(End::page));
        }
        self.computing.catch_up()?;
        let passed = end.pass(self.around.halt);
        if direction == Direction::Read {
            // As in a profile, it belongs to the transfer.
            read_each_line(end.page().unwrap_or_default());
            self.last_read = Some(place);
        }
        self.computing.begin();
        self.ends[place] = Some(end);
        passed
    }

    /// Moves the rests, and completes what was written.
    fn finish(&mut self) -> Result<()> {
        self.computing.catch_up()?;
        let halt = self.around.halt;
        for (end, moved) in self.ends.iter_mut().zip(&mut self.moved) {
            if let Some(mut end) = end.take() {
                end.pass_rest(halt)?;
                moved.add(end.finish()?);
            }
        }
        Ok(())
    }
}
