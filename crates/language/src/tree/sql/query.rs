//! Queries.

use crate::source::Position;
use crate::tree::{DataSet, Expression, Name};

/// A query with ORDER BY.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its rows.
    pub body: QueryBody,
    /// `order by`, the first key first.
    pub order: Vec<OrderBy>,
    /// Where it begins.
    pub at: Position,
}

/// The rows of a query, in no order.
#[derive(Clone, Debug)]
pub enum QueryBody {
    /// `select …`.
    Select(Box<Select>),
    /// Combined sets of rows: `… union …`. `values (…)` is not a query here.
    Combined {
        /// The operator.
        operator: SetOperator,
        /// `all`: keeps duplicate rows.
        all: bool,
        /// `corresponding`: matches columns by name.
        by_name: bool,
        /// The left side.
        left: Box<QueryBody>,
        /// The right side.
        right: Box<QueryBody>,
        /// The position of the operator.
        at: Position,
    },
}

/// An operator that combines two sets of rows.
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
    /// The selected items.
    pub items: Vec<SelectItem>,
    /// `into :a, :b`: macro variables for the values.
    pub into: Vec<Into>,
    /// `from`; empty if it is absent.
    pub from: Vec<FromItem>,
    /// `where`.
    pub condition: Option<Expression>,
    /// `group by`; an integer stands for the item at that position.
    pub group: Vec<Expression>,
    /// `having`.
    pub having: Option<Expression>,
    /// Where it begins.
    pub at: Position,
}

/// A selected item.
#[derive(Clone, Debug)]
pub enum SelectItem {
    /// `*`.
    All(Position),
    /// `a.*`.
    AllOf(Name),
    /// An expression.
    Value {
        /// The expression.
        value: Expression,
        /// `as name`.
        alias: Option<Name>,
        /// The modifiers of its column.
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

/// An item of INTO.
#[derive(Clone, Debug)]
pub struct Into {
    /// The macro variables.
    pub places: IntoTargets,
    /// `separated by 'text'`: joins all rows in one variable.
    pub separator: Option<Vec<u8>>,
    /// `trimmed` and `notrim`; `None` for the default of the language.
    pub trimmed: Option<bool>,
    /// Its position.
    pub at: Position,
}

/// The macro variables of an item of INTO.
#[derive(Clone, Debug)]
pub enum IntoTargets {
    /// `:a`.
    One(String),
    /// `:a1 - :a9`: one for each row.
    Numbered {
        /// The text before the number.
        prefix: String,
        /// The first number.
        first: u64,
        /// The last number; `None` for as many as there are rows (`:a1 -`).
        last: Option<u64>,
        /// The digits of the first as written, for leading zeros.
        digits: usize,
    },
}

/// An item of FROM.
#[derive(Clone, Debug)]
pub enum FromItem {
    /// A table or a view.
    Table {
        /// Its name and options.
        data_set: DataSet,
        /// `as name`.
        alias: Option<Name>,
    },
    /// `(select …)`.
    Query {
        /// The query.
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

/// A join of two tables.
#[derive(Clone, Debug)]
pub struct Join {
    /// The kind of join.
    pub kind: JoinKind,
    /// `natural`: by all columns with the same name.
    pub natural: bool,
    /// The left side.
    pub left: FromItem,
    /// The right side.
    pub right: FromItem,
    /// `on`.
    pub on: Option<Expression>,
    /// The position of JOIN.
    pub at: Position,
}

/// The rows that a join keeps.
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
    /// `union join`: the rows of both sides, each with missing values for the other side.
    Union,
}

/// A key of ORDER BY.
#[derive(Clone, Debug)]
pub struct OrderBy {
    /// The key.
    pub key: OrderKey,
    /// `desc`.
    pub descending: bool,
    /// Its position.
    pub at: Position,
}

/// A sort key.
#[derive(Clone, Debug)]
pub enum OrderKey {
    /// The column at that position, from 1.
    Position(u64),
    /// An expression.
    Value(Expression),
}

/// The name of a table that a statement creates or changes, without options.
#[derive(Clone, Debug)]
pub struct TableName {
    /// The library, if it is given.
    pub library: Option<Name>,
    /// The table.
    pub member: Name,
}
