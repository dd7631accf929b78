//! A DATA step as a small typed program.
//!
//! The front end resolves names, types, lengths and conversions; what is left here is exact. The step
//! owns its implicit loop:
//!
//! ```text
//! before the first iteration: initial values; NOBS= variables; everything opened
//! each iteration: _N_ += 1; _ERROR_ = 0; `reset` to missing; body; output if `implicit_output`
//! ends when: a Read, Merge or Input statement meets its end, Stop, or an iteration that read nothing
//!            although the body can read (which would loop for ever), or a body that reads nothing ran once
//! ```
//!
//! Everything at the boundary of a page, a file or a BY group is a call into the runtime
//! ([`Statement::Read`], [`Statement::Output`], [`Statement::Input`], [`Statement::Put`]), which the
//! interpreter and the compiled step share. An interpreter of these types is the definition of their
//! meaning.

mod display;
mod expression;
mod external;
mod read;
mod site;
mod statement;
mod vector;
mod walk;
mod write;

pub use expression::{Argument, Arithmetic, Comparison, Logic, Membership, Number, Quiet, Text};
pub use external::{
    External, ExternalKind, Hold, InputItem, InputStatement, LineBuffer, PutItem, PutStatement,
    Reading, ShortLine, Writing,
};
pub use read::{By, Filter, Load, Read, ReadKind, Source};
pub use site::{Site, SiteId, StaticNote};
pub use statement::{AssignmentTarget, CallArgument, Clause, Statement};
pub use vector::{Array, ArrayId, Initial, NumberSlot, Slot, TextSlot, Variable, Vector};
pub(crate) use walk::{Node, reads, size_of_number, walk, walk_number, walk_text};
pub use write::{Store, Write};

/// A DATA step, ready to run.
#[derive(Clone, Debug)]
pub struct DataStep {
    /// The program data vector.
    pub vector: Vector,
    /// Arrays, named by [`ArrayId`].
    pub arrays: Vec<Array>,
    /// `_N_`.
    pub iteration: NumberSlot,
    /// `_ERROR_`.
    pub error: NumberSlot,
    /// What is set to missing as each iteration begins: what the step itself computes and does not
    /// retain. What SET and MERGE read is theirs to clear.
    pub reset: Vec<Slot>,
    /// Each SET and MERGE statement, named by its place.
    pub reads: Vec<Read>,
    /// Each data set of the DATA statement, named by its place. None for `_NULL_`.
    pub writes: Vec<Write>,
    /// Files of INFILE, FILE and DATALINES, named by their place.
    pub externals: Vec<External>,
    /// How many LAG and DIF sites there are, with the length of each queue, and of a text its bytes.
    pub lags: Vec<Lag>,
    /// What each iteration does.
    pub body: Vec<Statement>,
    /// Whether an iteration ends by writing to all data sets: there is no OUTPUT statement.
    pub implicit_output: bool,
    /// Places in the source that notes speak of, named by [`SiteId`].
    pub sites: Vec<Site>,
    /// What is to be told of the step however it runs, such as conversions.
    pub notes: Vec<StaticNote>,
}

/// A queue of a LAG or DIF function at one place of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lag {
    /// How many calls back it gives, 1 and up.
    pub distance: u32,
    /// The bytes of a text; `None` for numbers.
    pub text_length: Option<u32>,
}
