//! The options behind the requests of TABLES.

use feedrate_language::tree::DataSet;
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

pub(super) const TABLE_OPTIONS: OptionTable<TableOptions> = options! {
    CHISQ => Switch(|options| options.chi_square = true),
        "Tests of independence, or that all levels are equally frequent.";
    EXPECTED => Switch(|options| options.expected = true), "Expected frequencies.";
    FISHER | EXACT => Switch(|options| (options.fisher, options.chi_square) = (true, true)),
        "Fisher's exact test, and what CHISQ computes.";
    LIST => Switch(|options| options.list = true), "Lists the combinations in rows instead of as a cross table.";
    MISSING => Switch(|options| options.missing = true), help::MISSING;
    NOCOL => Switch(|options| options.no_column = true), "Leaves out the percentages of columns.";
    NOCUM => Switch(|options| options.no_cumulative = true), "Leaves out the cumulative figures.";
    NOFREQ => Switch(|options| options.no_frequencies = true), "Leaves out the frequencies.";
    NOPERCENT => Switch(|options| options.no_percents = true), "Leaves out the percentages.";
    NOPRINT => Switch(|options| options.no_print = true), "Does not list the tables.";
    NOROW => Switch(|options| options.no_row = true), "Leaves out the percentages of rows.";
    NOWARN => Switch(|options| options.no_warning = true),
        "Leaves out the warning of cells that are too few for a test.";
    OUT => Data(|options, data| options.out = Some(data)), "Makes a data set of the last table of the statement.";
    OUTCUM => Switch(|options| options.out_cumulative = true), "OUT= has the cumulative figures too.";
    OUTEXPECT => Switch(|options| options.out_expected = true), "OUT= has the expected frequencies too.";
    OUTPCT => Switch(|options| options.out_percents = true), "OUT= has the percentages of rows and columns too.";
    PLOTS | PLOT => Own("=plots", |_, from| plots(from)), help::PLOTS;
    SPARSE => Switch(|options| options.sparse = true), "Shows combinations that do not occur.";
};

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
}
