//! Statements.

use feedrate_values::function::Routine;

use super::{
    Argument, ArrayId, InputStatement, Number, NumberSlot, PutStatement, SiteId, Slot, Text,
    TextSlot,
};

/// What a value can be assigned to.
#[derive(Clone, Debug)]
pub enum AssignmentTarget {
    /// A variable.
    Variable(Slot),
    /// An element of an array.
    Element {
        /// The array.
        array: ArrayId,
        /// An index for each dimension.
        index: Vec<Number>,
        /// Where.
        site: SiteId,
    },
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `x = …` of a number.
    Assign(NumberSlot, Number),
    /// `x = …` of a text, cut or padded to the variable.
    AssignText(TextSlot, Text),
    /// An assignment to an element of an array.
    AssignElement {
        /// The array.
        array: ArrayId,
        /// An index for each dimension.
        index: Vec<Number>,
        /// Of the array's kind.
        value: Argument,
        /// Where.
        site: SiteId,
    },
    /// `substr(x, from, length) = …`: replaces bytes of a text variable and leaves the others.
    AssignPart {
        /// Of what.
        place: AssignmentTarget,
        /// The first byte, from 1.
        from: Number,
        /// How many; to the end when absent.
        length: Option<Number>,
        /// What goes there, padded with blanks.
        value: Text,
        /// Where.
        site: SiteId,
    },
    /// `x + …;`: a missing operand counts as zero, and says nothing.
    Sum(AssignmentTarget, Number),
    /// `if … then … else …`; also SELECT.
    If(Number, Vec<Statement>, Vec<Statement>),
    /// A subsetting IF: when false, the iteration ends without the implicit output.
    Keep(Number),
    /// `do; … end;` with nothing to repeat has no statement of its own. This one is `do i = …, …;`.
    Loop {
        /// The index.
        index: AssignmentTarget,
        /// One after the other.
        clauses: Vec<Clause>,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// `do while(…); …` and `do until(…); …`: a loop without an index.
    Repeat {
        /// Tested before each round.
        while_true: Option<Number>,
        /// Tested after each round.
        until_true: Option<Number>,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// The innermost loop ends.
    Leave,
    /// The innermost loop goes on with its next round.
    Continue,
    /// SET or MERGE: the next observation of `reads[n]`, or the end of the step.
    Read(u32),
    /// An observation to each of these `writes`.
    Output(Vec<u32>),
    /// The iteration ends without the implicit output.
    Delete,
    /// The iteration ends, with the implicit output.
    Return,
    /// The step ends, without the implicit output.
    Stop,
    /// The step ends as an error.
    Abort(SiteId),
    /// A call routine; its arguments may be changed.
    Call {
        /// Which.
        routine: &'static Routine,
        /// With what.
        arguments: Vec<CallArgument>,
        /// Where.
        site: SiteId,
    },
    /// INPUT.
    Input(Box<InputStatement>),
    /// PUT.
    Put(Box<PutStatement>),
    /// Says that a SELECT without OTHERWISE found nothing, which is an error that ends the step.
    NoneSelected(SiteId),
}

/// An argument of a call routine.
#[derive(Clone, Debug)]
pub enum CallArgument {
    /// One that may be changed.
    Target(AssignmentTarget),
    /// A value.
    Value(Argument),
}

/// One of the clauses of `do i = …, …;`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The first value.
    pub from: Argument,
    /// The last; a clause without it gives one round.
    pub to: Option<Number>,
    /// The step; 1 when absent.
    pub by: Option<Number>,
    /// Tested before each round.
    pub while_true: Option<Number>,
    /// Tested after each round.
    pub until_true: Option<Number>,
    /// Where.
    pub site: SiteId,
}
