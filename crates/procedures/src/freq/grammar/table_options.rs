//! What stands behind the requests of TABLES.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;

use crate::grammar::lowering::Lowering;
use crate::linear::grammar::skip_plots;

const OPTIONS: &[&str] = &[
    "CHISQ",
    "EXPECTED",
    "FISHER",
    "LIST",
    "MISSING",
    "NOCOL",
    "NOCUM",
    "NOFREQ",
    "NOPERCENT",
    "NOPRINT",
    "NOROW",
    "NOWARN",
    "OUT=",
    "OUTCUM",
    "OUTEXPECT",
    "OUTPCT",
    "PLOTS=",
    "SPARSE",
];

/// The options of a TABLES statement.
#[derive(Debug, Default)]
pub(super) struct TableOptions {
    pub out: Option<DataSet>,
    pub chi_square: bool,
    pub expected: bool,
    pub fisher: bool,
    pub list: bool,
    pub missing: bool,
    pub no_column: bool,
    pub no_cumulative: bool,
    pub no_frequencies: bool,
    pub no_percents: bool,
    pub no_print: bool,
    pub no_row: bool,
    pub no_warning: bool,
    pub out_cumulative: bool,
    pub out_expected: bool,
    pub out_percents: bool,
    pub sparse: bool,
    /// What there is to say of options that do nothing.
    pub note: Option<Diagnostic>,
}

pub(super) fn table_options(
    lowering: &Lowering<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<TableOptions> {
    let mut options = TableOptions::default();
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of TABLES")?;
        match option.text.to_ascii_lowercase().as_str() {
            "chisq" => options.chi_square = true,
            "expected" => options.expected = true,
            "fisher" | "exact" => {
                // With the exact test come the others.
                options.fisher = true;
                options.chi_square = true;
            }
            "list" => options.list = true,
            "missing" => options.missing = true,
            "nocol" => options.no_column = true,
            "nocum" => options.no_cumulative = true,
            "nofreq" => options.no_frequencies = true,
            "nopercent" => options.no_percents = true,
            "noprint" => options.no_print = true,
            "norow" => options.no_row = true,
            "nowarn" => options.no_warning = true,
            "out" => {
                cursor.expect(Symbol::Equal, "after OUT")?;
                options.out = Some(cursor.data_set()?);
            }
            "outcum" => options.out_cumulative = true,
            "outexpect" => options.out_expected = true,
            "outpct" => options.out_percents = true,
            "plot" | "plots" => options.note = skip_plots(cursor)?,
            "sparse" => options.sparse = true,
            _ => return Err(lowering.unknown(&option, "an option of TABLES", OPTIONS)),
        }
    }
    Ok(options)
}
