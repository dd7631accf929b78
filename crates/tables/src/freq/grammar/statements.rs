//! The PROC statement and the statements below it.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::variables::ClassOrder;

use super::requests::{Factor, requests};
use super::table_options::{TABLE_OPTIONS, TableOptions};

pub(super) const OPTIONS: OptionTable<FreqOptions> = options! {
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    NLEVELS => Switch(|options| options.levels = true), "Lists how many levels each variable of the tables has.";
    NOPRINT => Switch(|options| options.no_print = true), help::NOPRINT;
    NOTHREADS => Switch(|options| options.threads = Some(false)), help::NOTHREADS;
    ORDER => OrderOrFrequency(|options, order| {
        options.by_frequency = order.is_none();
        options.order = order.unwrap_or_default();
    }), help::ORDER;
    PAGE => Switch(|_| {}), "No effect: the listing has no pages.";
    THREADS => Switch(|options| options.threads = Some(true)), help::THREADS;
};

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    TABLES | TABLE => Own("`a b*c (d e)*f`", &TABLE_OPTIONS, tables), "The tables; without it, one of each variable.";
    WEIGHT => Own("a variable", &WEIGHT_OPTIONS, weight), "How often each observation counts.";
};

const WEIGHT_OPTIONS: OptionTable<Statements> = options! {
    ZEROS => Switch(|statements| statements.zeros = true), "Observations whose weight is 0 make levels too.";
};

/// The options of the PROC statement.
#[derive(Debug, Default)]
pub(super) struct FreqOptions {
    pub data: Option<DataSet>,
    pub no_print: bool,
    pub levels: bool,
    pub order: ClassOrder,
    /// ORDER=FREQ.
    pub by_frequency: bool,
    pub threads: Option<bool>,
}

/// The contents of the statements.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub tables: Vec<Tables>,
    pub by: Vec<VariableList>,
    pub weight: Option<Name>,
    pub zeros: bool,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A TABLES statement.
#[derive(Debug)]
pub(super) struct Tables {
    /// Each request, as factors that stars join.
    pub requests: Vec<Vec<Factor>>,
    pub options: TableOptions,
}

/// Takes a TABLES statement.
fn tables(statements: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    let requests = requests(from.cursor)?;
    let mut options = TableOptions::default();
    from.options_behind_slash(TABLE_OPTIONS, &mut options)?;
    statements.tables.push(Tables { requests, options });
    Ok(())
}

/// Takes a WEIGHT statement.
fn weight(statements: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    statements.weight = Some(from.cursor.expect_name("the variable of WEIGHT")?);
    from.options_behind_slash(WEIGHT_OPTIONS, statements)
}
