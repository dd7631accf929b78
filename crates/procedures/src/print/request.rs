//! The request of PROC PRINT.

use feedrate_program::{DataStep, NumberSlot, Slot};
use feedrate_values::format::Format;

/// A PROC PRINT step.
#[derive(Clone, Debug)]
pub struct Print {
    /// The input: a step with one SET statement.
    pub step: DataStep,
    /// The columns.
    pub columns: Vec<PrintColumn>,
    /// The heading of the column of observation numbers; `None` with NOOBS.
    pub numbers: Option<String>,
    /// The number of leading columns that are repeated in every panel in place of the observation numbers (ID).
    pub keys: usize,
    /// BY: the variables of the BY line, the outermost first.
    pub groups: Vec<PrintGroup>,
    /// True if ID begins with the BY variables: they stand once in their first columns, and there is no BY line.
    pub are_groups_keys: bool,
    /// SUMBY: the number of BY variables whose groups have sums.
    pub summed_groups: usize,
    /// GRANDTOTAL_LABEL=: the label of the grand totals.
    pub total_label: String,
    /// SUMLABEL=: the label of the sums of groups, in which the group may be named by `#BYVAL` and others.
    pub sum_label: Option<String>,
    /// BLANKLINE=, DOUBLE: the number of observations after which there is a blank line.
    pub blank_after: Option<u64>,
    /// ROUND: whether numbers are rounded to the decimals that are shown before they are shown and summed.
    pub is_rounded: bool,
    /// N: the text before the number of observations of each BY group, or of all.
    pub count: Option<String>,
    /// N: the text before the total number of observations after BY groups.
    pub total_count: Option<String>,
}

/// A BY variable.
#[derive(Clone, Debug)]
pub struct PrintGroup {
    /// Its `first.x`.
    pub first: NumberSlot,
    /// The variable and the format of its value.
    pub column: PrintColumn,
    /// The text before its value in the BY line: its label or, without one, its name.
    pub heading: String,
    /// The label of the sums of its groups.
    pub sums_of: String,
}

/// A column.
#[derive(Clone, Debug)]
pub struct PrintColumn {
    /// The variable.
    pub name: String,
    /// Its heading.
    pub heading: String,
    /// True if the heading is the name, which is split into lines if the column is narrower.
    pub is_named: bool,
    /// The slot of its values.
    pub slot: Slot,
    /// The format of its values.
    pub format: Format,
    /// True if the variable is numeric without a format, so that decimals are aligned.
    pub is_plain: bool,
    /// SUM: whether its sum is printed at the end and after each group of more than one observation.
    pub sum: bool,
}
