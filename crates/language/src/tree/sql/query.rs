//! Queries as written.

use crate::source::Position;
use crate::tree::{DataSet, Expression, Name};

/// A query with its order.
#[derive(Clone, Debug)]
pub struct Query {
    /// What it gives.
    pub body: QueryBody,
    /// `order by`; in the order of the text.
    pub order: Vec<OrderBy>,
    /// Where it begins.
    pub at: Position,
}

/// What a query gives, in no order.
#[derive(Clone, Debug)]
pub enum QueryBody {
    /// `select …`.
    Select(Box<Select>),
    /// `values (…)` is no query here; sets of rows are combined: `… union …`.
    Combined {
        /// How.
        operator: SetOperator,
        /// `all`: rows stay as often as they come.
        all: bool,
        /// `corresponding`: columns go together by their names.
        by_name: bool,
        /// The left side.
        left: Box<QueryBody>,
        /// The right side.
        right: Box<QueryBody>,
        /// Where the operator stands.
        at: Position,
    },
}

/// How two sets of rows are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOperator {
    /// `union`
    Union,
    /// `outer union`
    OuterUnion,
    /// `except`
    Except,
    /// `intersect`
    Intersect,
}

/// `select … from … where … group by … having …`.
#[derive(Clone, Debug)]
pub struct Select {
    /// `distinct` or `unique`.
    pub distinct: bool,
    /// What is selected.
    pub items: Vec<SelectItem>,
    /// `into :a, :b`: macro variables that take the values.
    pub into: Vec<Into>,
    /// `from`; empty where none is written.
    pub from: Vec<FromItem>,
    /// `where`.
    pub condition: Option<Expression>,
    /// `group by`; a whole number stands for the item of that place.
    pub group: Vec<Expression>,
    /// `having`.
    pub having: Option<Expression>,
    /// Where it begins.
    pub at: Position,
}

/// What is selected.
#[derive(Clone, Debug)]
pub enum SelectItem {
    /// `*`.
    All(Position),
    /// `a.*`.
    AllOf(Name),
    /// An expression.
    Value {
        /// It.
        value: Expression,
        /// `as name`.
        alias: Option<Name>,
        /// What the column gets.
        modifiers: Box<Modifiers>,
    },
}

/// `label= format= informat= length=` of a column.
#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    /// The label, in bytes as written.
    pub label: Option<Vec<u8>>,
    /// The format as written, with its dot.
    pub format: Option<(String, Position)>,
    /// The informat as written, with its dot.
    pub informat: Option<(String, Position)>,
    /// The length in bytes.
    pub length: Option<(u64, Position)>,
}

/// Where macro variables take values from a query.
#[derive(Clone, Debug)]
pub struct Into {
    /// Which.
    pub places: IntoTargets,
    /// `separated by 'text'`: all rows into one variable.
    pub separator: Option<Vec<u8>>,
    /// `trimmed` and `notrim`; as the language has it when neither stands there.
    pub trimmed: Option<bool>,
    /// Where.
    pub at: Position,
}

/// Which macro variables.
#[derive(Clone, Debug)]
pub enum IntoTargets {
    /// `:a`.
    One(String),
    /// `:a1 - :a9`: one a row.
    Numbered {
        /// What stands before the number.
        prefix: String,
        /// The first number.
        first: u64,
        /// The last; as many as there are rows when it is absent (`:a1 -`).
        last: Option<u64>,
        /// The digits of the first as written, for leading zeros.
        digits: usize,
    },
}

/// What stands after FROM.
#[derive(Clone, Debug)]
pub enum FromItem {
    /// A table or a view.
    Table {
        /// It, with its options.
        data_set: DataSet,
        /// `as name`.
        alias: Option<Name>,
    },
    /// `(select …)`.
    Query {
        /// It.
        query: Box<Query>,
        /// `as name`.
        alias: Option<Name>,
        /// `(a, b)` after the alias: the names of its columns.
        columns: Vec<Name>,
        /// Where it begins.
        at: Position,
    },
    /// A join.
    Join(Box<Join>),
}

/// Two tables that are joined.
#[derive(Clone, Debug)]
pub struct Join {
    /// How.
    pub kind: JoinKind,
    /// `natural`: by all columns that are called alike.
    pub natural: bool,
    /// The left side.
    pub left: FromItem,
    /// The right side.
    pub right: FromItem,
    /// `on`.
    pub on: Option<Expression>,
    /// Where JOIN stands.
    pub at: Position,
}

/// Which rows a join keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinKind {
    /// `inner join`
    Inner,
    /// `left join`
    Left,
    /// `right join`
    Right,
    /// `full join`
    Full,
    /// `cross join`
    Cross,
    /// `union join`: the rows of both, side by side with nothing.
    Union,
}

/// One key of ORDER BY.
#[derive(Clone, Debug)]
pub struct OrderBy {
    /// By what.
    pub key: OrderKey,
    /// `desc`.
    pub descending: bool,
    /// Where.
    pub at: Position,
}

/// By what rows are ordered.
#[derive(Clone, Debug)]
pub enum OrderKey {
    /// The column of that place, from 1 on.
    Position(u64),
    /// An expression.
    Value(Expression),
}

/// The name of a table that a statement makes or changes, without options.
#[derive(Clone, Debug)]
pub struct TableName {
    /// The library; absent when only a name was written.
    pub library: Option<Name>,
    /// The table.
    pub member: Name,
}
