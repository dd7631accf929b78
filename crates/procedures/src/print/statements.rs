//! The options and statements of PROC PRINT as they are written.

use feedrate_language::tree::{DataSet, Grouping, Name, Statement, VariableList};

/// The heading of the observation numbers unless OBS= gives another.
const NUMBERS: &str = "Obs";

/// The options of the PROC statement.
pub(super) struct ProcOptions {
    pub(super) data: Option<DataSet>,
    pub(super) numbers: Option<String>,
    pub(super) labels: bool,
    /// SPLIT=: the character at which headings are split into lines.
    pub(super) split: Option<char>,
    /// SUMLABEL: whether the sums of a group are labelled with the label of its BY variable.
    pub(super) sum_labels: bool,
    /// SUMLABEL=: a text instead.
    pub(super) sum_label: Option<String>,
    pub(super) blank_after: Option<u64>,
    pub(super) is_rounded: bool,
    /// HEADING=VERTICAL.
    pub(super) is_vertical: bool,
    pub(super) total_label: String,
    pub(super) counts: (Option<String>, Option<String>),
}

/// The statements of the step.
#[derive(Default)]
pub(super) struct Statements {
    pub(super) columns: Option<Vec<VariableList>>,
    pub(super) keys: Vec<VariableList>,
    pub(super) sums: Vec<VariableList>,
    /// SUMBY.
    pub(super) sum_by: Option<Name>,
    pub(super) by: Grouping,
    pub(super) body: Vec<Statement>,
}

impl Default for ProcOptions {
    fn default() -> Self {
        Self {
            data: None,
            numbers: Some(NUMBERS.to_owned()),
            labels: false,
            split: None,
            sum_labels: false,
            sum_label: None,
            blank_after: None,
            is_rounded: false,
            is_vertical: false,
            total_label: String::new(),
            counts: (None, None),
        }
    }
}
