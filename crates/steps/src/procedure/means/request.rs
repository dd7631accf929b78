//! What PROC MEANS is asked for.

use feedrate_values::format::Format;

use super::figures::Divisor;
use super::quantiles::QuantileDefinition;
use super::statistic::Statistic;
use crate::ir::{DataStep, NumberSlot, Slot, TextSlot};

/// Computes statistics of variables.
#[derive(Clone, Debug)]
pub struct Means {
    /// What is read, by one SET statement, and the data sets of the OUTPUT statements in their order. Its
    /// statements are not carried out.
    pub step: DataStep,
    /// The analysis variables.
    pub variables: Vec<AnalysisVariable>,
    /// The class variables, at most [`MOST_CLASSES`].
    pub classes: Vec<ClassVariable>,
    /// The types that are wanted: a bit for each class variable that makes groups, the last variable the
    /// lowest. They come in this order.
    pub types: Vec<u64>,
    /// BY: the variables whose values stand above each group, the outermost first.
    pub groups: Vec<MeansGroup>,
    /// FREQ.
    pub frequency: Option<NumberSlot>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// EXCLNPWGT: whether observations whose weight is not positive are left out.
    pub exclude_weightless: bool,
    /// VARDEF=.
    pub divisor: Divisor,
    /// ALPHA=, between 0 and 1.
    pub alpha: f64,
    /// QNTLDEF=.
    pub definition: QuantileDefinition,
    /// THREADS or NOTHREADS, before the system option.
    pub threads: Option<bool>,
    /// What is printed, if anything is.
    pub listing: Option<MeansListing>,
    /// What goes into each data set of the step.
    pub outputs: Vec<MeansOutput>,
}

/// The most class variables.
pub const MOST_CLASSES: usize = 32;

/// A variable whose statistics are computed.
#[derive(Clone, Debug)]
pub struct AnalysisVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
    /// Where its values lie.
    pub slot: NumberSlot,
}

/// A variable whose values make groups.
#[derive(Clone, Debug)]
pub struct ClassVariable {
    /// What stands above its column.
    pub heading: String,
    /// Where its values lie.
    pub slot: Slot,
    /// How they are shown.
    pub format: Format,
    /// Whether values that are shown alike are one class, which goes by the least of them.
    pub formatted: bool,
    /// In which order its classes come.
    pub order: ClassOrder,
    /// Whether the order is turned around.
    pub descending: bool,
    /// Whether missing values are classes too. Otherwise observations with them do not count.
    pub missing: bool,
}

/// In which order classes come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassOrder {
    /// By their values.
    #[default]
    Internal,
    /// As they are met.
    Data,
    /// By what is shown.
    Formatted,
}

/// A BY variable.
#[derive(Clone, Debug)]
pub struct MeansGroup {
    /// Its name.
    pub heading: String,
    /// Its `last.x`.
    pub last: NumberSlot,
    /// Where its value lies.
    pub slot: Slot,
    /// How it is shown.
    pub format: Format,
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

    /// The type of all class variables.
    pub(super) fn whole_type(&self) -> u64 {
        (1 << self.classes.len()) - 1
    }
}
