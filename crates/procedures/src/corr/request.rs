//! What PROC CORR is asked for.

use feedrate_steps::ir::{DataStep, NumberSlot, TextSlot};

use crate::aggregate::GroupVariable;

/// Correlates variables.
#[derive(Clone, Debug)]
pub struct Corr {
    /// What is read, by one SET statement, and the data sets of OUTP= and OUTS=. Its statements are not
    /// carried out.
    pub step: DataStep,
    /// All variables, each once.
    pub variables: Vec<CorrVariable>,
    /// The variables of rows, by their places: those of WITH, or else of VAR.
    pub rows: Vec<usize>,
    /// Those of columns: of VAR.
    pub columns: Vec<usize>,
    /// Whether there is a WITH statement.
    pub has_with: bool,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// EXCLNPWGT: whether observations without a positive weight are left out. Otherwise they are counted.
    pub only_weighted: bool,
    /// NOMISS: whether observations with any missing value are left out.
    pub only_complete: bool,
    /// PEARSON.
    pub pearson: bool,
    /// SPEARMAN.
    pub spearman: bool,
    /// What is listed; nothing with NOPRINT.
    pub listing: Option<CorrListing>,
    /// OUTP= and OUTS=.
    pub outputs: Vec<CorrOutput>,
}

/// A variable that is correlated.
#[derive(Clone, Debug)]
pub struct CorrVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
    /// Where its values lie.
    pub slot: NumberSlot,
}

/// What is listed.
#[derive(Clone, Copy, Debug)]
pub struct CorrListing {
    /// Without NOSIMPLE.
    pub simple: bool,
    /// Without NOPROB.
    pub probabilities: bool,
    /// Without NOCORR.
    pub correlations: bool,
    /// COV.
    pub covariances: bool,
}

/// A data set of correlations.
#[derive(Clone, Debug)]
pub struct CorrOutput {
    /// Which of the data sets of the step.
    pub number: u32,
    /// Whether of Spearman's correlations, rather than Pearson's.
    pub spearman: bool,
    /// Whether covariances go there too.
    pub covariances: bool,
    /// `_TYPE_`.
    pub of_type: TextSlot,
    /// `_NAME_`.
    pub name: TextSlot,
    /// A column for each of [`Corr::columns`].
    pub numbers: Vec<NumberSlot>,
}
