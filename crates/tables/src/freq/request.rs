//! The request of PROC FREQ.

use feedrate_program::NumberSlot;

use crate::aggregate::Aggregation;

/// A PROC FREQ step.
#[derive(Clone, Debug)]
pub struct Freq {
    /// The frequencies to compute. Its class variables are those of all tables, with missing values as classes, its
    /// crossings are those of the tables, and its analysis variable is the weight, if there is one. Its step creates
    /// the data sets of OUT=.
    pub aggregation: Aggregation,
    /// The names of the class variables.
    pub variables: Vec<FreqVariable>,
    /// ORDER=FREQ: whether levels are ordered by descending frequency.
    pub by_frequency: bool,
    /// ZEROS: whether observations with weight 0 contribute levels.
    pub zeros: bool,
    /// NLEVELS: whether the numbers of levels are listed.
    pub lists_levels: bool,
    /// The tables.
    pub tables: Vec<FreqTable>,
}

/// A variable of tables.
#[derive(Clone, Debug)]
pub struct FreqVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
}

/// A table.
#[derive(Clone, Debug)]
pub struct FreqTable {
    /// Its variables, as indexes into the class variables. The last but one forms rows, the last columns, and those
    /// before them strata.
    pub classes: Vec<usize>,
    /// The index of its crossing. Tables of the same variables share a crossing.
    pub crossing: usize,
    /// MISSING: whether missing values are levels like others.
    pub missing: bool,
    /// SPARSE: whether combinations with frequency 0 are listed and written.
    pub sparse: bool,
    /// The listing; `None` with NOPRINT.
    pub listing: Option<FreqListing>,
    /// OUT=.
    pub output: Option<FreqOutput>,
}

/// The contents of the listing of a table.
#[derive(Clone, Copy, Debug)]
pub struct FreqListing {
    /// LIST: whether combinations are listed below one another instead of in rows and columns.
    pub list: bool,
    /// Without NOFREQ.
    pub frequencies: bool,
    /// EXPECTED.
    pub expected: bool,
    /// Without NOPERCENT.
    pub percents: bool,
    /// Without NOROW.
    pub of_row: bool,
    /// Without NOCOL.
    pub of_column: bool,
    /// Without NOCUM.
    pub cumulative: bool,
    /// CHISQ.
    pub chi_square: bool,
    /// FISHER, which CHISQ implies for tables of two rows and two columns.
    pub fisher: bool,
    /// Without NOWARN.
    pub warning: bool,
    /// MAXLEVELS=: how many levels of a table of one variable are listed.
    pub most_levels: Option<u64>,
}

impl Default for FreqListing {
    fn default() -> Self {
        Self {
            list: false,
            frequencies: true,
            expected: false,
            percents: true,
            of_row: true,
            of_column: true,
            cumulative: true,
            chi_square: false,
            fisher: false,
            warning: true,
            most_levels: None,
        }
    }
}

/// A data set of OUT=. The variables of the table are added to it automatically.
#[derive(Clone, Copy, Debug)]
pub struct FreqOutput {
    /// The index of the data set in the step.
    pub number: u32,
    /// COUNT.
    pub count: NumberSlot,
    /// PERCENT.
    pub percent: NumberSlot,
    /// EXPECTED, with OUTEXPECT.
    pub expected: Option<NumberSlot>,
    /// PCT_TABL, with OUTPCT and strata.
    pub of_stratum: Option<NumberSlot>,
    /// PCT_ROW, with OUTPCT.
    pub of_row: Option<NumberSlot>,
    /// PCT_COL, with OUTPCT.
    pub of_column: Option<NumberSlot>,
    /// CUM_FREQ and CUM_PCT, with OUTCUM of a table of one variable.
    pub cumulative: Option<(NumberSlot, NumberSlot)>,
}
