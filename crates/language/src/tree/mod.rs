//! Syntax trees: the output of the parser and the input of lowering.
//!
//! Names are not resolved: one may be a variable, an array or a function. Every node has its position.

mod attribute;
mod data_set;
mod data_step;
mod expression;
mod external;
mod global;
mod group;
mod object;
mod ods;
mod procedure;
mod sessions;
mod sql;
mod stored_step;
mod target;

pub use attribute::Attribute;
pub use data_set::{DataSet, DataSetOption, IndexDefinition, OptionValue, VariableList, VariableRange};
pub use data_step::{
    ArrayDeclaration, ArraySize, Branch, Clause, DataStep, FileName, Grouping, InitialValue, LengthItem, LoopHead,
    SpecItem, Statement, StatementKind,
};
pub use expression::{Binary, CallArgument, Expression, ExpressionKind, InItem, Unary};
pub use external::{
    Alignment, InfileOption, InputGroup, InputGroupItem, InputPart, InputStyle, PutGroup, PutGroupItem, PutPart,
    PutStyle,
};
pub use global::{FilenameRequest, Global, LibraryPart};
pub use object::{ObjectArgument, ObjectClass, ObjectDeclaration, ObjectExpression};
pub use ods::{Ods, OdsDestination, OdsFile, OdsOpen, OdsOutput, OdsTable, OdsTables};
pub use procedure::{Extent, Procedure};
pub use sessions::{
    Block, Command, InheritedLibrary, LONGEST_SESSION_NAME, OneSession, OutputDisposition, SessionOptions,
    SessionSelection, SessionStatement, SignOff, SignOn, SomeSessions, Submit, WaitFor, words_of_command,
};
pub use sql::{
    AlterAction, Assignment, CaseBranch, ColumnDefinition, FromItem, InsertedRows, Into, IntoTargets, Join, JoinKind,
    Modifiers, OrderBy, OrderKey, Quantifier, Query, QueryBody, Select, SelectItem, SetOperator, SqlExpression,
    SqlOption, SqlStatement, SqlStatementKind, TableName,
};
pub use stored_step::{StoredForm, StoredStep, StoredStepRequest};
pub use target::Target;

use crate::source::Position;

/// A name, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Its position.
    pub at: Position,
}

/// A unit of a program.
#[derive(Clone, Debug)]
pub enum Unit {
    /// A DATA step.
    Data(DataStep),
    /// A request to a stored DATA step.
    Stored(StoredStepRequest),
    /// A procedure with its statements.
    Procedure(Procedure),
    /// A statement outside steps.
    Global(Global),
}
