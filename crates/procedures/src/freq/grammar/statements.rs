//! The PROC statement and the statements below it.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};

use super::requests::{Factor, requests};
use super::table_options::{TableOptions, table_options};
use crate::aggregate::ClassOrder;
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};
use crate::means::grammar::class_order;

const OPTIONS: &[&str] = &["DATA=", "NOPRINT", "NOTHREADS", "ORDER=", "PAGE", "THREADS"];

const STATEMENTS: &[&str] = &["BY", "FORMAT", "LABEL", "TABLES", "WEIGHT", "WHERE"];

/// What the PROC statement says.
#[derive(Debug, Default)]
pub(super) struct FreqOptions {
    pub data: Option<DataSet>,
    pub no_print: bool,
    pub order: ClassOrder,
    /// ORDER=FREQ.
    pub by_frequency: bool,
    pub threads: Option<bool>,
}

/// What the statements say.
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

pub(super) fn options(lowering: &mut Lowering<'_>) -> Result<FreqOptions> {
    let mut options = FreqOptions::default();
    lowering.options(OPTIONS, |_, word, head| {
        match word {
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                options.data = Some(head.data_set()?);
            }
            "order" => {
                head.expect(Symbol::Equal, "after ORDER")?;
                let at = head.position();
                let word = head.option_word("ORDER")?.to_ascii_lowercase();
                options.by_frequency = word == "freq";
                options.order = match word.as_str() {
                    "freq" => ClassOrder::Internal,
                    word => class_order(word).ok_or_else(|| {
                        let takes = "INTERNAL, FORMATTED, FREQ or DATA";
                        Diagnostic::error(at, format!("ORDER= takes {takes}, not {word}"))
                    })?,
                };
            }
            "noprint" => options.no_print = true,
            "threads" => options.threads = Some(true),
            "nothreads" => options.threads = Some(false),
            // The listing has no pages.
            "page" => {}
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

pub(super) fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    statements.body = read_statements(lowering, STATEMENTS, |word, _, cursor| {
        match word {
            "table" | "tables" => {
                let requests = requests(cursor)?;
                let options = match cursor.take(Symbol::Slash) {
                    true => table_options(lowering, cursor)?,
                    false => TableOptions::default(),
                };
                statements.tables.push(Tables { requests, options });
            }
            "weight" => {
                statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?);
                if cursor.take(Symbol::Slash) {
                    let option = cursor.expect_name("an option of WEIGHT")?;
                    if !option.text.eq_ignore_ascii_case("zeros") {
                        return Err(lowering.unknown(&option, "an option of WEIGHT", &["ZEROS"]));
                    }
                    statements.zeros = true;
                }
            }
            "by" => return Disposition::by(cursor, &mut statements.by),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}
