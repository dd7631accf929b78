//! The request of PROC MEANS.

use feedrate_program::{NumberSlot, Slot, TextSlot};

use crate::aggregate::{Aggregation, Selection, Statistic};

/// A PROC MEANS or SUMMARY step.
#[derive(Clone, Debug)]
pub struct Means {
    /// The statistics to compute. Its step creates the data sets of the OUTPUT statements, in their order.
    pub aggregation: Aggregation,
    /// The printed tables, if any.
    pub listing: Option<MeansListing>,
    /// The content of each data set of the step.
    pub outputs: Vec<MeansOutput>,
    /// The observations that are selected for them.
    pub selections: MeansSelections,
}

/// The observations that are selected for output data sets: those of ID, MAXID, MINID and IDGROUP.
#[derive(Clone, Debug, Default)]
pub struct MeansSelections {
    /// Their orders.
    pub selections: Vec<Selection>,
    /// The variables whose values are kept.
    pub ids: Vec<Slot>,
}

/// A value of a selected observation.
#[derive(Clone, Copy, Debug)]
pub struct SelectedValue {
    /// The index of the selection.
    pub selection: usize,
    /// The place of the observation in it; 0 is the first.
    pub rank: usize,
    /// The place of the value among the numbers that are kept; `None` for the number of the observation.
    pub word: Option<usize>,
    /// The slot that it goes to.
    pub slot: Slot,
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
    /// STACKODSOUTPUT: whether data sets of the tables have an observation for each variable.
    pub stacked: bool,
}

/// The content of an output data set. Class and BY variables are added to it automatically.
#[derive(Clone, Debug)]
pub struct MeansOutput {
    /// `_TYPE_`: a number, or with CHARTYPE a text.
    pub of_type: Slot,
    /// `_FREQ_`.
    pub frequency: NumberSlot,
    /// `_WAY_`.
    pub way: Option<NumberSlot>,
    /// `_LEVEL_`.
    pub level: Option<NumberSlot>,
    /// The statistics.
    pub content: MeansContent,
    /// The values of selected observations.
    pub selected: Vec<SelectedValue>,
}

/// The statistics in an output data set.
#[derive(Clone, Debug)]
pub enum MeansContent {
    /// One observation for each combination, with these statistics: the slot, the statistic, and the index of the
    /// analysis variable.
    Chosen(Vec<(NumberSlot, Statistic, usize)>),
    /// An observation of each combination for each of the [default statistics](Means::defaults), with the name of the
    /// statistic in this slot, and the values in the slots of the analysis variables.
    Default(TextSlot),
}

/// The statistics of an OUTPUT statement that names none. Without WEIGHT the last one is left out.
const DEFAULTS: [Statistic; 6] = [
    Statistic::N,
    Statistic::Minimum,
    Statistic::Maximum,
    Statistic::Mean,
    Statistic::Deviation,
    Statistic::Weight,
];

impl Means {
    /// Returns the statistics of an OUTPUT statement that names none.
    pub(super) fn defaults(&self) -> &'static [Statistic] {
        match self.aggregation.weight {
            Some(_) => &DEFAULTS,
            None => &DEFAULTS[..DEFAULTS.len() - 1],
        }
    }

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
                MeansContent::Default(_) => self.defaults().iter().copied().for_each(&mut want),
            }
        }
        all
    }
}
