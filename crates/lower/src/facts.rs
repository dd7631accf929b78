//! The facts about the parts of a step that are gathered while it is lowered.

use std::collections::HashMap;

use feedrate_dataset::{DataSetName, RequestedSettings};
use feedrate_language::Position;
use feedrate_language::tree::DataSetOption;
use feedrate_program::{ArrayId, By, IndexUse, LabelId, Load, Number, NumberSlot, Quiet, SiteId, Slot, TextSlot};
use feedrate_values::Kind;
use feedrate_values::informat::Informat;

use super::column::Columns;
use super::variables::{VariableId, Variables};

/// The id and kind of a declared array.
#[derive(Clone, Debug)]
pub(super) struct ArrayFacts {
    pub id: ArrayId,
    pub kind: Kind,
    /// The variable whose value is the index where an implicit array is named without one; `None` for others.
    pub index: Option<String>,
}

/// A data set of the DATA statement.
pub(super) struct WriteFacts {
    pub name: DataSetName,
    pub(super) options: Vec<DataSetOption>,
    pub at: Position,
}

/// The data set of MODIFY.
pub(super) struct ModifiedFacts {
    pub name: DataSetName,
    /// Its I/O settings and the assignments of its columns; `None` until the MODIFY statement is lowered.
    pub opened: Option<(RequestedSettings, Vec<Load>)>,
    /// True if the DATA statement names it.
    pub is_output: bool,
    pub at: Position,
}

/// An item of PUT or INPUT that uses the format or informat of its variable, which a later statement may still set:
/// FORMAT, INFORMAT and ATTRIB apply to the whole step.
pub(super) struct LateItem {
    /// The PUT or INPUT statement.
    pub statement: SiteId,
    /// The index of the item in the statement.
    pub item: usize,
    pub owner: Slot,
    /// True if it is an item of INPUT, which has an informat.
    pub reads: bool,
    /// True if the variable is one of the elements of an array whose index is computed.
    pub is_element: bool,
    pub at: Position,
}

/// Which statement reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadVerb {
    Set,
    Merge,
    Update,
    Modify,
}

impl ReadVerb {
    /// Returns its keyword.
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "SET",
            Self::Merge => "MERGE",
            Self::Update => "UPDATE",
            Self::Modify => "MODIFY",
        }
    }
}

/// A SET, MERGE, UPDATE or MODIFY statement.
pub(super) struct ReadFacts {
    pub statement: ReadVerb,
    pub sources: Vec<SourceFacts>,
    pub by: Vec<By>,
    /// True if it has a BY statement, which may be wrong.
    pub has_by: bool,
    /// True if BY groups are runs of equal values (NOTSORTED).
    pub in_runs: bool,
    pub end: Option<NumberSlot>,
    pub nobs: Option<NumberSlot>,
    /// CUROBS=.
    pub current: Option<NumberSlot>,
    /// INDSNAME=.
    pub source_name: Option<TextSlot>,
    /// True if groups are made by formatted values (GROUPFORMAT).
    pub by_format: bool,
    /// POINT=, and its position.
    pub point: Option<(NumberSlot, Position)>,
    /// KEY=: the name of the index, and its position.
    pub key: Option<(String, Position)>,
    /// True if it has the option UNIQUE.
    pub unique: bool,
    /// True if missing values of transactions leave those of the master.
    pub checks_missing: bool,
    pub at: Position,
    /// True if a WHERE statement applies to it.
    pub has_where: bool,
}

/// One of its data sets.
pub(super) struct SourceFacts {
    pub name: DataSetName,
    pub settings: RequestedSettings,
    pub first: u64,
    pub last: Option<u64>,
    /// True if it has a WHERE= option, which takes precedence over the WHERE statement.
    pub has_own_where: bool,
    /// True if it has FIRSTOBS= or OBS= options.
    pub has_own_window: bool,
    /// The conditions of WHERE= or WHERE.
    pub conditions: Conditions,
    pub loads: Vec<Load>,
    pub(super) contributes: Option<NumberSlot>,
    pub(super) index_use: IndexUse,
    pub columns: Columns,
    /// The length of each column of the data set.
    pub lengths: Vec<u32>,
}

/// The conditions on an input data set, all of which must hold.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    /// The vector of the variables that the conditions name, separate from that of the step.
    pub(super) variables: Variables,
    pub(super) loads: Vec<Load>,
    pub(super) tests: Vec<Number>,
    /// The source text of each condition.
    pub(super) texts: Vec<String>,
}

/// The variables that a condition can name.
pub(super) enum Scope {
    /// Variables of an input data set, which are loaded if the condition names them.
    Source {
        name: DataSetName,
        columns: Columns,
        /// The length of each column of the data set.
        lengths: Vec<u32>,
        loads: Vec<Load>,
    },
    /// Variables of an output data set, by their names in it, in upper case.
    Target {
        name: DataSetName,
        variables: HashMap<String, VariableId>,
    },
    /// The values of a row from any source.
    Row(Vec<RowInput>),
}

/// A name in the expression and its type.
#[derive(Clone, Debug)]
pub struct RowInput {
    /// The name, as it is written in the expression.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The length of a character value in bytes; 8 for a number.
    pub length: u32,
}

/// A label of the step.
#[derive(Clone, Debug)]
pub(super) struct LabelFacts {
    pub(super) id: LabelId,
    /// The positions of the loops around it, the outermost first.
    pub(super) loops: Vec<Position>,
}

/// The labels of a step, and what concerns jumps to them.
#[derive(Default)]
pub(super) struct Jumps {
    /// The labels, by their names in upper case.
    pub labels: HashMap<String, LabelFacts>,
    /// The positions of the DO loops around the current statement, the outermost first.
    pub loops: Vec<Position>,
    /// The number of INFILE statements.
    pub infiles: usize,
    /// The number of FILE statements.
    pub files: usize,
}

/// The variables that INPUT statements name with `=`, by the sites of the statements.
pub(super) type NamedInputs = HashMap<SiteId, Vec<NamedVariable>>;

/// A variable with `=` in INPUT.
pub(super) struct NamedVariable {
    pub(super) slot: Slot,
    /// The informat after `=`.
    pub(super) informat: Option<Informat>,
    pub(super) quiet: Quiet,
}
