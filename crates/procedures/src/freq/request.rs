//! What PROC FREQ is asked for.

use feedrate_steps::ir::NumberSlot;

use crate::aggregate::Aggregation;

/// Counts combinations of values.
#[derive(Clone, Debug)]
pub struct Freq {
    /// What is counted. Its class variables are all those of the tables, missing values being classes, its
    /// crossings those of the tables, and its analysis variable the weight, if there is one. Its step makes the
    /// data sets of OUT=.
    pub aggregation: Aggregation,
    /// What the class variables are called.
    pub variables: Vec<FreqVariable>,
    /// ORDER=FREQ: whether levels come by how often they are met, the most frequent first.
    pub by_frequency: bool,
    /// ZEROS: whether observations of no weight make levels too.
    pub zeros: bool,
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
    /// Its variables by their places among the class variables. The last but one makes rows, the last columns, those
    /// before them strata.
    pub classes: Vec<usize>,
    /// Which of the crossings is of these variables. Tables of the same variables have the same.
    pub crossing: usize,
    /// MISSING: whether missing values are levels as others are.
    pub missing: bool,
    /// SPARSE: whether combinations that are not met are listed and written too.
    pub sparse: bool,
    /// What is listed; nothing with NOPRINT.
    pub listing: Option<FreqListing>,
    /// OUT=.
    pub output: Option<FreqOutput>,
}

/// What is listed of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct FreqListing {
    /// LIST: combinations one below the other instead of rows and columns.
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
    /// FISHER, which goes with CHISQ for tables of two rows and two columns.
    pub fisher: bool,
    /// Without NOWARN.
    pub warning: bool,
}

/// A data set of OUT=. The variables of the table go there by themselves.
#[derive(Clone, Copy, Debug)]
pub struct FreqOutput {
    /// Which of the data sets of the step.
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
