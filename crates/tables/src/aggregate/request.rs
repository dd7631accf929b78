//! The request of an aggregation: which variables and which groups of observations.

use feedrate_procedure::variables::{AnalysisVariable, ClassVariable, GroupVariable};
use feedrate_program::{DataStep, NumberSlot, Slot};
use feedrate_stats::Divisor;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::selections::Selection;
use super::statistic::Statistic;

/// A request for moments and values of variables, for combinations of class values. The procedure decides what is
/// computed from them.
#[derive(Clone, Debug)]
pub struct Aggregation {
    /// The input, with one SET statement, and the output data sets of the procedure. Its statements are not executed.
    pub step: DataStep,
    /// The analysis variables.
    pub variables: Vec<AnalysisVariable>,
    /// The class variables.
    pub classes: Vec<ClassVariable>,
    /// The combinations of class variables: one crossing of all, or several, each of which is collected separately
    /// while the observations are read once.
    pub crossings: Vec<CrossedClasses>,
    /// BY: the variables of the BY line, the outermost first.
    pub groups: Vec<GroupVariable>,
    /// FREQ.
    pub frequency: Option<NumberSlot>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// EXCLNPWGT: whether observations with a weight that is not positive are excluded.
    pub exclude_weightless: bool,
    /// VARDEF=.
    pub divisor: Divisor,
    /// ALPHA=, between 0 and 1.
    pub alpha: f64,
    /// QNTLDEF=.
    pub definition: QuantileDefinition,
    /// THREADS or NOTHREADS, which takes precedence over the system option.
    pub threads: Option<bool>,
}

/// A crossing of class variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossedClasses {
    /// The indexes of the variables in the aggregation, in ascending order: at most [`MOST_CLASSES`], and none only
    /// if the aggregation has no class variables.
    pub classes: Vec<usize>,
    /// The requested types, in the order of the results. A type has a bit for each of these variables that forms
    /// groups; the last variable has the lowest bit.
    pub types: Vec<u64>,
}

/// The results that an aggregation computes for a procedure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Computation<'w> {
    /// The statistics of each variable.
    pub statistics: &'w [Statistic],
    /// True if values are passed to a visitor in order, even if no statistic needs them.
    pub values: bool,
    /// The number of observations with the least and with the greatest values to collect, together with the
    /// frequencies of missing values; `None` if neither is needed.
    pub extremes: Option<usize>,
    /// The ID variables of these observations, or of those that are selected.
    pub ids: &'w [Slot],
    /// The selections of observations.
    pub selections: &'w [Selection],
}

impl<'w> Computation<'w> {
    /// Only statistics.
    pub(crate) fn of(statistics: &'w [Statistic]) -> Self {
        Self {
            statistics,
            values: false,
            extremes: None,
            ids: &[],
            selections: &[],
        }
    }
}

/// The maximum number of class variables in a crossing.
pub const MOST_CLASSES: usize = 32;

impl CrossedClasses {
    /// Returns the crossing of all class variables, with the requested types.
    pub fn of_all(classes: usize, types: Vec<u64>) -> Self {
        Self {
            classes: (0..classes).collect(),
            types,
        }
    }

    /// Returns the crossing of some class variables, with only the type that combines all of them.
    pub fn whole(mut classes: Vec<usize>) -> Self {
        classes.sort_unstable();
        Self {
            types: vec![(1 << classes.len()) - 1],
            classes,
        }
    }

    /// Returns whether a type includes the variable of this index in the crossing.
    #[inline]
    pub(super) fn has(&self, bits: u64, place: usize) -> bool {
        bits >> (self.classes.len() - 1 - place) & 1 == 1
    }
}

impl Aggregation {
    /// Returns the types of the crossing of all class variables.
    pub fn types(&self) -> &[u64] {
        self.crossings.first().map_or(&[], |crossing| &crossing.types)
    }

    /// Returns the type with all class variables.
    pub fn whole_type(&self) -> u64 {
        (1 << self.classes.len()) - 1
    }

    /// Returns the name of a class variable.
    pub(crate) fn class_name(&self, class: usize) -> &str {
        let slot = self.classes[class].slot;
        let mut variables = self.step.vector.variables.iter();
        let own = variables.find(|variable| variable.slot == slot && !variable.automatic);
        own.map_or(&self.classes[class].heading, |own| &own.name)
    }

    /// Returns whether a type of the crossing of all class variables includes a class variable.
    pub fn has(&self, bits: u64, class: usize) -> bool {
        bits >> (self.classes.len() - 1 - class) & 1 == 1
    }
}
