//! DATA steps.

use super::{
    Attribute, CallArgument, DataSet, DataSetOption, Expression, InfileOption, InputPart, Name, ObjectDeclaration,
    ObjectExpression, PutPart, StoredStep, Target, VariableList,
};
use crate::source::Position;

/// A DATA step.
#[derive(Clone, Debug)]
pub struct DataStep {
    /// The data sets of the DATA statement; empty if none was named.
    pub outputs: Vec<DataSet>,
    /// `/ note2err`: notes on conversions and on variables without values are errors.
    pub notes_are_errors: bool,
    /// The name and the text of a step that is stored and not run.
    pub stored: Option<StoredStep>,
    /// Its statements.
    pub body: Vec<Statement>,
    /// True if statements with errors are left out: one of them may contain what seems to be missing.
    pub is_partial: bool,
    /// The position of the DATA statement.
    pub at: Position,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its kind.
    pub kind: StatementKind,
    /// The position of its first token.
    pub at: Position,
}

/// The kind of a statement, with its parts.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `x = …`.
    Assign(Target, Expression),
    /// `x + …`.
    Sum(Target, Expression),
    /// SET, with its data sets and its options.
    Set(Vec<DataSet>, Vec<DataSetOption>),
    /// MERGE.
    Merge(Vec<DataSet>, Vec<DataSetOption>),
    /// UPDATE.
    Update(Vec<DataSet>, Vec<DataSetOption>),
    /// MODIFY.
    Modify(Vec<DataSet>, Vec<DataSetOption>),
    /// REPLACE of these data sets, or of that of MODIFY if there are none.
    Replace(Vec<DataSet>),
    /// REMOVE, in the same way.
    Remove(Vec<DataSet>),
    /// BY.
    By(Grouping),
    /// WHERE.
    Where(Expression),
    /// `where also …` and `where same and …`: adds a condition.
    WhereAlso(Expression),
    /// `if …;` alone.
    SubsettingIf(Expression),
    /// `if … then …; else …;`.
    If {
        /// The condition.
        condition: Expression,
        /// The statement after THEN.
        then: Box<Statement>,
        /// The statement after ELSE.
        otherwise: Option<Box<Statement>>,
    },
    /// SELECT.
    Select {
        /// The value to compare; without it the WHENs are conditions.
        value: Option<Expression>,
        /// The WHENs.
        branches: Vec<Branch>,
        /// OTHERWISE.
        otherwise: Option<Box<Statement>>,
    },
    /// `do … end`, in all forms.
    Do(LoopHead, Vec<Statement>),
    /// OUTPUT to these data sets, or to all if there are none.
    Output(Vec<DataSet>),
    /// DELETE.
    Delete,
    /// RETURN.
    Return,
    /// STOP.
    Stop,
    /// ABORT.
    Abort(feedrate_values::Abort),
    /// `name:` before a statement.
    Mark(Name),
    /// GOTO and GO TO.
    Goto(Name),
    /// LINK.
    Link(Name),
    /// ERROR, with what it writes to the log.
    Error(Vec<PutPart>),
    /// LIST.
    List,
    /// LOSTCARD.
    LostCard,
    /// LEAVE.
    Leave,
    /// CONTINUE.
    Continue,
    /// RETAIN: groups of variables with their initial values. A value without parentheses is for all variables of its
    /// group; a list in parentheses, which is [`InitialValue::Repeated`] once, is assigned one by one. Empty: all
    /// variables.
    Retain(Vec<(Vec<VariableList>, Vec<InitialValue>)>),
    /// ARRAY.
    Array(ArrayDeclaration),
    /// LENGTH.
    Length(Vec<LengthItem>),
    /// ATTRIB.
    Attrib(Vec<(Vec<VariableList>, Vec<Attribute>)>),
    /// LABEL.
    Label(Vec<(Name, String)>),
    /// FORMAT.
    Format(Vec<SpecItem>),
    /// INFORMAT.
    Informat(Vec<SpecItem>),
    /// KEEP.
    Keep(Vec<VariableList>),
    /// DROP.
    Drop(Vec<VariableList>),
    /// RENAME.
    Rename(Vec<(Name, Name)>),
    /// INFILE: a quoted path, a fileref or `datalines`, with options.
    Infile(FileName, Vec<InfileOption>),
    /// FILE: a quoted path, a fileref, `log` or `print`, with options.
    File(FileName, Vec<InfileOption>),
    /// INPUT.
    Input(Vec<InputPart>),
    /// PUT.
    Put(Vec<PutPart>),
    /// PUTLOG: PUT to the log, regardless of FILE.
    PutLog(Vec<PutPart>),
    /// DATALINES with its lines.
    Datalines(Vec<Vec<u8>>),
    /// CALL.
    Call {
        /// The routine.
        routine: Name,
        /// The arguments.
        arguments: Vec<CallArgument>,
    },
    /// DECLARE.
    Declare(ObjectDeclaration),
    /// A call of a method whose result is not used: `h.add();`.
    Method(ObjectExpression),
    /// `;`.
    Nothing,
}

/// A BY statement.
#[derive(Clone, Debug, Default)]
pub struct Grouping {
    /// Its variables, and whether each is descending (DESCENDING).
    pub variables: Vec<(VariableList, bool)>,
    /// NOTSORTED: whether a group is any run of equal values.
    pub not_sorted: bool,
    /// GROUPFORMAT: whether values with the same formatted text are one group.
    pub by_format: bool,
}

/// The file of INFILE and FILE.
#[derive(Clone, Debug)]
pub enum FileName {
    /// A quoted path.
    Path(String),
    /// A fileref, `LOG`, `PRINT`, `DATALINES` or `CARDS`.
    Reference(Name),
    /// A fileref of a folder, and the name of a file in it.
    Member(Name, String),
}

/// A WHEN of SELECT.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its values or conditions, of which one must match.
    pub values: Vec<Expression>,
    /// The statement to execute.
    pub then: Statement,
}

/// The head of a DO group.
#[derive(Clone, Debug)]
pub enum LoopHead {
    /// The group is executed once.
    Once,
    /// `do i = …, …;`.
    Index(Target, Vec<Clause>),
    /// `do over a;`.
    Over(Name),
    /// `do while(…)`, `do until(…)`, or both.
    Conditions {
        /// WHILE.
        while_true: Option<Expression>,
        /// UNTIL.
        until_true: Option<Expression>,
    },
}

/// A clause of `do i = …, …;`. With BY and without TO it has no limit.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The first value.
    pub from: Expression,
    /// TO.
    pub to: Option<Expression>,
    /// BY.
    pub by: Option<Expression>,
    /// WHILE.
    pub while_true: Option<Expression>,
    /// UNTIL.
    pub until_true: Option<Expression>,
}

/// An ARRAY statement.
#[derive(Clone, Debug)]
pub struct ArrayDeclaration {
    /// Its name.
    pub name: Name,
    /// Its dimensions.
    pub size: ArraySize,
    /// True if `$` makes it an array of character variables.
    pub text: bool,
    /// The length of its elements.
    pub length: Option<u32>,
    /// `_temporary_`.
    pub temporary: bool,
    /// Its elements; empty for `name1`, `name2`, ….
    pub elements: Vec<VariableList>,
    /// The initial values, one by one.
    pub initial: Vec<InitialValue>,
}

/// The dimensions of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArraySize {
    /// `{*}`: the number of elements.
    Counted,
    /// No brackets, or the name of a variable in parentheses: the number of elements, and the name of the variable
    /// whose value is the index where the array is named without one; `_I_` by default.
    Implicit(Option<Name>),
    /// The lower and upper bound of each dimension.
    Bounds(Vec<(i64, i64)>),
}

/// An initial value: `0`, `'a'`, `3*0`, `3*(1 2)`.
#[derive(Clone, Debug)]
pub enum InitialValue {
    /// A constant.
    One(Expression),
    /// A repeated list.
    Repeated(u64, Vec<InitialValue>),
}

/// An item of LENGTH.
#[derive(Clone, Debug)]
pub struct LengthItem {
    /// The variables; empty for `default=`.
    pub variables: Vec<VariableList>,
    /// True if `$` precedes the length.
    pub text: bool,
    /// The length.
    pub length: u32,
    /// Its position.
    pub at: Position,
}

/// An item of FORMAT and INFORMAT; without a spec it removes that of the variables.
#[derive(Clone, Debug)]
pub struct SpecItem {
    /// The variables.
    pub variables: Vec<VariableList>,
    /// As written, with its dot.
    pub spec: Option<String>,
    /// Its position.
    pub at: Position,
}
