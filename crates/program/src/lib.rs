//! A DATA step as a small typed program.
//!
//! The front end resolves names, types, lengths and conversions, so that this program is exact. The step owns its
//! implicit loop:
//!
//! ```text
//! before the first iteration: initial values; NOBS= variables; everything opened
//! each iteration: _N_ += 1; _ERROR_ = 0; `reset` to missing; body; output if `implicit_output`
//!                 and, with UPDATE, `output_due`
//! ends when: a Read, Merge or Input statement meets its end, Stop, or an iteration that read nothing
//!            although the body can read (which would loop for ever), or a body that reads nothing ran once
//! ```
//!
//! Whatever crosses the boundary of a page, a file or a BY group is a call into the runtime ([`Statement::Read`],
//! [`Statement::Output`], [`Statement::Input`], [`Statement::Put`]), which the interpreter and the compiled step share.
//! The interpreter defines the meaning of these types.

mod attribute;
pub mod counts;
mod device;
mod display;
mod expression;
mod external;
mod file_options;
mod jump;
mod modify;
mod object;
mod put;
mod read;
mod site;
mod statement;
mod target;
mod vector;
mod walk;
mod write;

pub use attribute::{Attribute, AttributeQuery, Fact, NamedVariable, NamedVariables};
pub use device::Device;
pub use expression::{Argument, Arithmetic, Comparison, Logic, Membership, Number, Quiet, Text};
pub use external::{
    External, ExternalKind, Hold, InputItem, InputStatement, LineBuffer, LongLine, NamedField, Reading, ShortLine,
};
pub use file_options::{DelimiterString, LineEnd};
pub use jump::{Jump, LabelId, LinesAction};
pub use modify::{Change, ModifiedDataSet};
pub use object::{
    Direction, ItemChange, ItemSelection, Lookup, NamePattern, NewHash, NewItem, ObjectAction, ObjectCall, ObjectClass,
    ObjectDataSet, ObjectOutput, ObjectSource, ObjectVariable, PlainAction,
};
pub use put::{Alignment, PutForm, PutItem, PutStatement};
pub use read::{By, Filter, IndexUse, KeyLookup, Load, ReadKind, ReadStatement, Source};
pub use site::{Site, SiteId, StaticNote};
pub use statement::{CallArgument, Clause, Statement};
pub use target::AssignmentTarget;
pub use vector::{Array, ArrayId, Initial, NumberSlot, Slot, TextSlot, Variable, Vector};
pub use walk::{Node, jumps, loses_lines, reads, size_of_number, walk, walk_number, walk_text};
pub use write::{Store, Write};

/// A DATA step, ready to run.
#[derive(Clone, Debug)]
pub struct DataStep {
    /// The program data vector.
    pub vector: Vector,
    /// The arrays, indexed by [`ArrayId`].
    pub arrays: Vec<Array>,
    /// `_N_`.
    pub iteration: NumberSlot,
    /// `_ERROR_`.
    pub error: NumberSlot,
    /// The slots that are set to missing at the beginning of each iteration: of variables that the step computes and
    /// does not retain. SET and MERGE clear the variables that they read.
    pub reset: Vec<Slot>,
    /// The SET and MERGE statements.
    pub reads: Vec<ReadStatement>,
    /// The data sets of the DATA statement that are made. Empty for `_NULL_`.
    pub writes: Vec<Write>,
    /// The data set of MODIFY.
    pub modified: Option<ModifiedDataSet>,
    /// The files of INFILE, FILE and DATALINES.
    pub externals: Vec<External>,
    /// The queues of LAG and DIF functions, one for each site.
    pub lags: Vec<Lag>,
    /// The variables of hash tables and their iterators.
    pub objects: Vec<ObjectVariable>,
    /// The statements of an iteration.
    pub body: Vec<Statement>,
    /// True if an iteration ends with an observation to all data sets, because there is no OUTPUT statement.
    /// That of MODIFY is rewritten then; it is not if there is a REPLACE or REMOVE statement.
    pub implicit_output: bool,
    /// The source positions that messages refer to, indexed by [`SiteId`].
    pub sites: Vec<Site>,
    /// Notes about the step that are known before it runs, such as conversions.
    pub notes: Vec<StaticNote>,
}

impl DataStep {
    /// Returns the data set that the step reads, if it reads but one.
    pub fn only_source(&self) -> Option<&Source> {
        match &self.reads[..] {
            [read] => match &read.sources[..] {
                [source] => Some(source),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the number that must be true for an implicit output, if it depends on one.
    pub fn output_due(&self) -> Option<NumberSlot> {
        self.reads.iter().find_map(|read| read.output_due)
    }
}

/// The queue of a LAG or DIF function at one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lag {
    /// The number of calls by which its values are back, at least 1.
    pub distance: u32,
    /// The length of a character value in bytes; `None` for numbers.
    pub text_length: Option<u32>,
}
