//! The DATA step as written.

use super::{
    CallArgument, DataSet, DataSetOption, Expression, InfileOption, InputPart, Name, PutPart,
    VariableList,
};
use crate::source::Position;

/// A DATA step.
#[derive(Clone, Debug)]
pub struct DataStep {
    /// The data sets of the DATA statement; empty when none was named.
    pub outputs: Vec<DataSet>,
    /// Its statements.
    pub body: Vec<Statement>,
    /// Whether statements are left out because they could not be understood: what seems to be missing may
    /// stand in one of them.
    pub is_partial: bool,
    /// Where the DATA statement stands.
    pub at: Position,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where its first token stands.
    pub at: Position,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `x = …`.
    Assign(Target, Expression),
    /// `x + …`.
    Sum(Target, Expression),
    /// SET, with its data sets and the options after them.
    Set(Vec<DataSet>, Vec<DataSetOption>),
    /// MERGE.
    Merge(Vec<DataSet>, Vec<DataSetOption>),
    /// BY.
    By(Grouping),
    /// WHERE.
    Where(Expression),
    /// `where also …` and `where same and …`: one condition more.
    WhereAlso(Expression),
    /// `if …;` alone.
    SubsettingIf(Expression),
    /// `if … then …; else …;`.
    If {
        /// The condition.
        condition: Expression,
        /// What follows THEN.
        then: Box<Statement>,
        /// What follows ELSE.
        otherwise: Option<Box<Statement>>,
    },
    /// SELECT.
    Select {
        /// What is compared; without it the WHENs are conditions.
        value: Option<Expression>,
        /// The WHENs.
        branches: Vec<Branch>,
        /// OTHERWISE.
        otherwise: Option<Box<Statement>>,
    },
    /// `do … end`, in all forms.
    Do(LoopHead, Vec<Statement>),
    /// OUTPUT to these data sets, or to all when empty.
    Output(Vec<DataSet>),
    /// DELETE.
    Delete,
    /// RETURN.
    Return,
    /// STOP.
    Stop,
    /// ABORT.
    Abort,
    /// LEAVE.
    Leave,
    /// CONTINUE.
    Continue,
    /// RETAIN: variables, each group with its initial values. One value without parentheses is for all
    /// variables of its group; a list in parentheses, which is [`InitialValue::Repeated`] once, goes to
    /// them one by one. Empty: everything.
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
    /// INFILE: a path in quotes, a fileref or `datalines`, with options.
    Infile(FileName, Vec<InfileOption>),
    /// FILE: a path in quotes, a fileref, `log` or `print`, with options.
    File(FileName, Vec<InfileOption>),
    /// INPUT.
    Input(Vec<InputPart>),
    /// PUT.
    Put(Vec<PutPart>),
    /// PUTLOG: PUT that writes to the log, whatever FILE says.
    PutLog(Vec<PutPart>),
    /// DATALINES with its lines.
    Datalines(Vec<Vec<u8>>),
    /// CALL.
    Call {
        /// Which routine.
        routine: Name,
        /// With what.
        arguments: Vec<CallArgument>,
    },
    /// `;`.
    Nothing,
}

/// A BY statement.
#[derive(Clone, Debug, Default)]
pub struct Grouping {
    /// Its variables, each with whether it is from high to low (DESCENDING).
    pub variables: Vec<(VariableList, bool)>,
    /// NOTSORTED: whether a group is a run of equal values, wherever it stands.
    pub not_sorted: bool,
}

/// The file of INFILE and FILE.
#[derive(Clone, Debug)]
pub enum FileName {
    /// In quotes.
    Path(String),
    /// A fileref, `LOG`, `PRINT`, `DATALINES` or `CARDS`.
    Reference(Name),
}

/// What is assigned to.
#[derive(Clone, Debug)]
pub enum Target {
    /// A variable.
    Variable(Name),
    /// An element of an array, in any kind of brackets.
    Element {
        /// The array.
        array: Name,
        /// Its index for each dimension.
        index: Vec<Expression>,
    },
    /// `substr(x, from, length) =`.
    Part {
        /// Of what: a variable or an element.
        of: Box<Target>,
        /// The first byte.
        from: Expression,
        /// How many.
        length: Option<Expression>,
    },
}

/// A WHEN of SELECT.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its values or conditions, any of which will do.
    pub values: Vec<Expression>,
    /// What is done then.
    pub then: Statement,
}

/// What repeats a DO group.
#[derive(Clone, Debug)]
pub enum LoopHead {
    /// Nothing does.
    Once,
    /// `do i = …, …;`.
    Index(Target, Vec<Clause>),
    /// `do while(…)`, `do until(…)`, or both.
    Conditions {
        /// WHILE.
        while_true: Option<Expression>,
        /// UNTIL.
        until_true: Option<Expression>,
    },
}

/// One of the clauses of `do i = …, …;`. With BY and without TO it has no end of its own.
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
    /// `$`, with the length after it.
    pub text: bool,
    /// The length of its elements.
    pub length: Option<u32>,
    /// `_temporary_`.
    pub temporary: bool,
    /// Its elements; none for `name1`, `name2`, ….
    pub elements: Vec<VariableList>,
    /// Initial values, one by one.
    pub initial: Vec<InitialValue>,
}

/// The dimensions of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArraySize {
    /// `{*}`: as many as there are elements.
    Counted,
    /// The least and greatest index of each dimension.
    Bounds(Vec<(i64, i64)>),
}

/// Initial values: `0`, `'a'`, `3*0`, `3*(1 2)`.
#[derive(Clone, Debug)]
pub enum InitialValue {
    /// A constant.
    One(Expression),
    /// Several times the same.
    Repeated(u64, Vec<InitialValue>),
}

/// A part of LENGTH.
#[derive(Clone, Debug)]
pub struct LengthItem {
    /// Which variables; none for `default=`.
    pub variables: Vec<VariableList>,
    /// Whether `$` stands before the length.
    pub text: bool,
    /// The length.
    pub length: u32,
    /// Where.
    pub at: Position,
}

/// A part of FORMAT and INFORMAT: without a spec the variables lose theirs.
#[derive(Clone, Debug)]
pub struct SpecItem {
    /// Which variables.
    pub variables: Vec<VariableList>,
    /// As written, with its dot.
    pub spec: Option<String>,
    /// Where.
    pub at: Position,
}

/// A part of ATTRIB.
#[derive(Clone, Debug)]
pub enum Attribute {
    /// LENGTH=.
    Length {
        /// Whether `$` stands before it.
        text: bool,
        /// The length.
        length: u32,
    },
    /// LABEL=.
    Label(String),
    /// FORMAT=.
    Format(String),
    /// INFORMAT=.
    Informat(String),
}
