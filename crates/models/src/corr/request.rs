//! The request of PROC CORR.

use feedrate_procedure::variables::{AnalysisVariable, GroupVariable};
use feedrate_program::{DataStep, NumberSlot, TextSlot};

/// A PROC CORR step.
#[derive(Clone, Debug)]
pub struct Corr {
    /// The input, with one SET statement, and the data sets of OUTP= and OUTS=. Its statements are not executed.
    pub step: DataStep,
    /// All variables, each once.
    pub variables: Vec<AnalysisVariable>,
    /// The row variables, as indexes: those of WITH or, without it, those of VAR.
    pub rows: Vec<usize>,
    /// The column variables, as indexes: those of VAR.
    pub columns: Vec<usize>,
    /// True if there is a WITH statement.
    pub has_with: bool,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// EXCLNPWGT: whether observations without a positive weight are excluded. Otherwise they are counted.
    pub only_weighted: bool,
    /// NOMISS: whether observations with any missing value are excluded.
    pub only_complete: bool,
    /// PEARSON.
    pub pearson: bool,
    /// SPEARMAN.
    pub spearman: bool,
    /// The listing; `None` with NOPRINT.
    pub listing: Option<CorrListing>,
    /// OUTP= and OUTS=.
    pub outputs: Vec<CorrOutput>,
}

/// The contents of the listing.
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
    /// The index of the data set in the step.
    pub number: u32,
    /// True if the correlations are Spearman's, rather than Pearson's.
    pub spearman: bool,
    /// True if it includes covariances.
    pub covariances: bool,
    /// `_TYPE_`.
    pub of_type: TextSlot,
    /// `_NAME_`.
    pub name: TextSlot,
    /// A column for each of [`Corr::columns`].
    pub numbers: Vec<NumberSlot>,
}
