//! The statements of a step.

use feedrate_values::Abort;
use feedrate_values::function::Routine;

use super::{
    Argument, ArrayId, AssignmentTarget, Change, InputStatement, Jump, LinesAction, Number, NumberSlot, PutStatement,
    SiteId, Text, TextSlot,
};

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `x = …` to a numeric variable.
    Assign(NumberSlot, Number),
    /// `x = …` to a character variable; the value is cut or padded.
    AssignText(TextSlot, Text),
    /// An assignment to an element of an array.
    AssignElement {
        /// The array.
        array: ArrayId,
        /// An index for each dimension.
        index: Vec<Number>,
        /// The value, of the array's kind.
        value: Argument,
        /// Its position in the program.
        site: SiteId,
    },
    /// `substr(x, from, length) = …`: replaces bytes of a character variable and keeps the others.
    AssignPart {
        /// The character variable.
        target: AssignmentTarget,
        /// The first byte, from 1.
        from: Number,
        /// The number of bytes; to the end if absent.
        length: Option<Number>,
        /// The new bytes, padded with blanks.
        value: Text,
        /// Its position in the program.
        site: SiteId,
    },
    /// `x + …;`: a missing operand counts as zero, without a note.
    Sum(AssignmentTarget, Number),
    /// `if … then … else …`; also SELECT.
    If(Number, Vec<Statement>, Vec<Statement>),
    /// A subsetting IF: if false, the iteration ends without the implicit output.
    Keep(Number),
    /// `do i = …, …;`. A `do; … end;` that repeats nothing has no statement of its own.
    Loop {
        /// The index.
        index: AssignmentTarget,
        /// The clauses, in their order.
        clauses: Vec<Clause>,
        /// The statements that are repeated.
        body: Vec<Statement>,
    },
    /// `do while(…); …` and `do until(…); …`: a loop without an index.
    Repeat {
        /// Tested before each round.
        while_true: Option<Number>,
        /// Tested after each round.
        until_true: Option<Number>,
        /// The statements that are repeated.
        body: Vec<Statement>,
    },
    /// Ends the innermost loop.
    Leave,
    /// Begins the next round of the innermost loop.
    Continue,
    /// SET or MERGE: reads the next observation of `reads[n]`, or ends the step.
    Read(u32),
    /// Writes an observation to each of these `writes`.
    Output(Vec<u32>),
    /// REPLACE, REMOVE or OUTPUT of the data set of MODIFY.
    Change(Change, SiteId),
    /// Ends the iteration without the implicit output.
    Delete,
    /// Goes on behind the LINK that led here; otherwise ends the iteration with the implicit output.
    Return,
    /// A label, GOTO or LINK.
    Jump(Jump, SiteId),
    /// A statement about the lines of a file, an index into the step's externals.
    Lines(LinesAction, u32),
    /// Ends the step without the implicit output.
    Stop,
    /// Ends the step with an error, and possibly the program.
    Abort(Abort, SiteId),
    /// A call routine, which may change its arguments.
    Call {
        /// The routine.
        routine: &'static Routine,
        /// The arguments.
        arguments: Vec<CallArgument>,
        /// Its position in the program.
        site: SiteId,
    },
    /// INPUT.
    Input(Box<InputStatement>),
    /// PUT.
    Put(Box<PutStatement>),
    /// Ends the step with an error: no WHEN of a SELECT without OTHERWISE was true.
    NoneSelected(SiteId),
}

/// An argument of a call routine.
#[derive(Clone, Debug)]
pub enum CallArgument {
    /// One that the routine may change.
    Target(AssignmentTarget),
    /// A value.
    Value(Argument),
}

/// A clause of `do i = …, …;`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The first value.
    pub from: Argument,
    /// The last value; a clause without one is one round.
    pub to: Option<Number>,
    /// The increment; 1 if absent.
    pub by: Option<Number>,
    /// Tested before each round.
    pub while_true: Option<Number>,
    /// Tested after each round.
    pub until_true: Option<Number>,
    /// Its position in the program.
    pub site: SiteId,
}
