//! What PROC MEANS is asked for.

use feedrate_steps::ir::{NumberSlot, TextSlot};

use crate::aggregate::{Aggregation, Statistic};

/// Computes statistics of variables.
#[derive(Clone, Debug)]
pub struct Means {
    /// What is computed. Its step makes the data sets of the OUTPUT statements, in their order.
    pub aggregation: Aggregation,
    /// What is printed, if anything is.
    pub listing: Option<MeansListing>,
    /// What goes into each data set of the step.
    pub outputs: Vec<MeansOutput>,
}

/// The tables.
#[derive(Clone, Debug)]
pub struct MeansListing {
    /// The name of the procedure, in capitals.
    pub procedure: String,
    /// The columns.
    pub statistics: Vec<Statistic>,
    /// MAXDEC=: digits behind the point; `None` for as many as suit.
    pub decimals: Option<usize>,
    /// FW=: how wide numbers are at most.
    pub width: usize,
    /// Whether all types are printed, and not only that of all class variables.
    pub all_types: bool,
    /// Whether tables of classes show how many observations each has.
    pub observations: bool,
    /// Whether labels are shown.
    pub labels: bool,
}

/// What goes into an output data set. Class and BY variables go there by themselves.
#[derive(Clone, Debug)]
pub struct MeansOutput {
    /// `_TYPE_`.
    pub of_type: NumberSlot,
    /// `_FREQ_`.
    pub frequency: NumberSlot,
    /// What is computed.
    pub content: MeansContent,
}

/// What is computed for an output data set.
#[derive(Clone, Debug)]
pub enum MeansContent {
    /// One observation for each result, with these statistics of variables: where they go, which they are,
    /// and of which of the analysis variables.
    Chosen(Vec<(NumberSlot, Statistic, usize)>),
    /// Five observations, one for each of N, MIN, MAX, MEAN and STD, whose name goes here; the values go to
    /// the places of the variables themselves.
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
    /// All statistics that are wanted, each once.
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
