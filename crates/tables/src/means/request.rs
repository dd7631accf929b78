//! The request of PROC MEANS.

use feedrate_program::{NumberSlot, TextSlot};

use crate::aggregate::{Aggregation, Statistic};

/// A PROC MEANS or SUMMARY step.
#[derive(Clone, Debug)]
pub struct Means {
    /// The statistics to compute. Its step creates the data sets of the OUTPUT statements, in their order.
    pub aggregation: Aggregation,
    /// The printed tables, if any.
    pub listing: Option<MeansListing>,
    /// The content of each data set of the step.
    pub outputs: Vec<MeansOutput>,
}

/// The tables.
#[derive(Clone, Debug)]
pub struct MeansListing {
    /// The name of the procedure, in upper case.
    pub procedure: String,
    /// The columns.
    pub statistics: Vec<Statistic>,
    /// MAXDEC=: the number of decimals; `None` for a number that depends on the magnitude.
    pub decimals: Option<usize>,
    /// FW=: the maximum width of numbers.
    pub width: usize,
    /// True if all types are printed; otherwise only that of all class variables is.
    pub all_types: bool,
    /// True if tables with classes have a column of the number of observations.
    pub observations: bool,
    /// True if labels are shown.
    pub labels: bool,
}

/// The content of an output data set. Class and BY variables are added to it automatically.
#[derive(Clone, Debug)]
pub struct MeansOutput {
    /// `_TYPE_`.
    pub of_type: NumberSlot,
    /// `_FREQ_`.
    pub frequency: NumberSlot,
    /// The statistics.
    pub content: MeansContent,
}

/// The statistics in an output data set.
#[derive(Clone, Debug)]
pub enum MeansContent {
    /// One observation for each combination, with these statistics: the slot, the statistic, and the index of the
    /// analysis variable.
    Chosen(Vec<(NumberSlot, Statistic, usize)>),
    /// Five observations for each combination, one for each of N, MIN, MAX, MEAN and STD, with the name of the
    /// statistic in this slot, and the values in the slots of the analysis variables.
    Five(TextSlot),
}

/// The statistics of an OUTPUT statement that names none.
pub(super) const FIVE: [Statistic; 5] = [
    Statistic::N,
    Statistic::Minimum,
    Statistic::Maximum,
    Statistic::Mean,
    Statistic::Deviation,
];

impl Means {
    /// Returns the statistics to compute, each once.
    pub(super) fn statistics(&self) -> Vec<Statistic> {
        let mut all = Vec::new();
        let mut want = |statistic: Statistic| {
            if !all.contains(&statistic) {
                all.push(statistic);
            }
        };
        if let Some(listing) = &self.listing {
            listing.statistics.iter().copied().for_each(&mut want);
        }
        for output in &self.outputs {
            match &output.content {
                MeansContent::Chosen(chosen) => {
                    chosen.iter().for_each(|(_, statistic, _)| want(*statistic));
                }
                MeansContent::Five(_) => FIVE.into_iter().for_each(&mut want),
            }
        }
        all
    }
}
