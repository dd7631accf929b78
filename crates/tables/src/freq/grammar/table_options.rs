//! The options behind the requests of TABLES.

use feedrate_language::tree::DataSet;
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

use crate::freq::FreqListing;

pub(super) const TABLE_OPTIONS: OptionTable<TableOptions> = options! {
    CHISQ => Switch(|options| options.listing.chi_square = true),
        "Tests of independence, or that all levels are equally frequent.";
    EXPECTED => Switch(|options| options.listing.expected = true), "Expected frequencies.";
    FISHER | EXACT => Switch(|options| (options.listing.fisher, options.listing.chi_square) = (true, true)),
        "Fisher's exact test, and what CHISQ computes.";
    LIST => Switch(|options| options.listing.list = true),
        "Lists the combinations in rows instead of as a cross table.";
    MAXLEVELS => Whole(1, u32::MAX as u64, |options, most| options.listing.most_levels = Some(most)),
        "How many levels of a table of one variable are listed.";
    MISSING => Switch(|options| options.missing = true), help::MISSING;
    NOCOL => Switch(|options| options.listing.of_column = false), "Leaves out the percentages of columns.";
    NOCUM => Switch(|options| options.listing.cumulative = false), "Leaves out the cumulative figures.";
    NOFREQ => Switch(|options| options.listing.frequencies = false), "Leaves out the frequencies.";
    NOPERCENT => Switch(|options| options.listing.percents = false), "Leaves out the percentages.";
    NOPRINT => Switch(|options| options.no_print = true), "Does not list the tables.";
    NOROW => Switch(|options| options.listing.of_row = false), "Leaves out the percentages of rows.";
    NOWARN => Switch(|options| options.listing.warning = false),
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
    pub listing: FreqListing,
    pub missing: bool,
    pub no_print: bool,
    pub out_cumulative: bool,
    pub out_expected: bool,
    pub out_percents: bool,
    pub sparse: bool,
}
