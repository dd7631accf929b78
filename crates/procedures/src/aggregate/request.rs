//! What is to be computed: of which variables, for which groups of observations.

use feedrate_stats::Divisor;
use feedrate_steps::data::Values;
use feedrate_steps::environment::{Cell, GroupValue};
use feedrate_steps::ir::{DataStep, NumberSlot, Slot};
use feedrate_values::format::Format;

use super::statistic::Statistic;

pub use feedrate_stats::quantile::Definition as QuantileDefinition;

/// Moments and values of variables, for combinations of class values. What is made of them is the
/// procedure's.
#[derive(Clone, Debug)]
pub struct Aggregation {
    /// What is read, by one SET statement, and the data sets that the procedure makes of the results. Its
    /// statements are not carried out.
    pub step: DataStep,
    /// The analysis variables.
    pub variables: Vec<AnalysisVariable>,
    /// The class variables.
    pub classes: Vec<ClassVariable>,
    /// Which of them are combined: one crossing of all, or several, each of which is collected by itself while
    /// the observations are read once.
    pub crossings: Vec<CrossedClasses>,
    /// BY: the variables whose values stand above each group, the outermost first.
    pub groups: Vec<GroupVariable>,
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
}

/// Class variables whose values are combined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossedClasses {
    /// The variables by their places among those of the aggregation, in ascending order: at most
    /// [`MOST_CLASSES`], and none only where that has none.
    pub classes: Vec<usize>,
    /// The types that are wanted: a bit for each of these variables that makes groups, the last variable the
    /// lowest. They come in this order.
    pub types: Vec<u64>,
}

/// What an aggregation computes for a procedure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Computation<'w> {
    /// Of each variable.
    pub statistics: &'w [Statistic],
    /// Whether values are seen one by one in order, though no statistic needs them.
    pub values: bool,
    /// How many of the observations with the least and with the greatest values are kept, and that missing
    /// values are counted by their kind; none where neither is wanted.
    pub extremes: Option<usize>,
    /// The variables that tell these observations beside their numbers.
    pub ids: &'w [Slot],
}

/// The most class variables of a crossing.
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
pub struct GroupVariable {
    /// Its name.
    pub heading: String,
    /// Its `last.x`.
    pub last: NumberSlot,
    /// Where its value lies.
    pub slot: Slot,
    /// How it is shown.
    pub format: Format,
}

impl CrossedClasses {
    /// That of all class variables, of which there are so many, and of the types that are wanted.
    pub fn of_all(classes: usize, types: Vec<u64>) -> Self {
        Self {
            classes: (0..classes).collect(),
            types,
        }
    }

    /// That of some class variables, of which the combinations of all are wanted.
    pub fn whole(mut classes: Vec<usize>) -> Self {
        classes.sort_unstable();
        Self {
            types: vec![(1 << classes.len()) - 1],
            classes,
        }
    }

    /// Whether a type has a variable, which is given by its place among those of the crossing.
    #[inline]
    pub(super) fn has(&self, bits: u64, place: usize) -> bool {
        bits >> (self.classes.len() - 1 - place) & 1 == 1
    }
}

impl Aggregation {
    /// The types of the crossing of all class variables.
    pub fn types(&self) -> &[u64] {
        self.crossings
            .first()
            .map_or(&[], |crossing| &crossing.types)
    }

    /// The type of all class variables.
    pub fn whole_type(&self) -> u64 {
        (1 << self.classes.len()) - 1
    }

    /// The BY variables with the values that they have in a vector.
    pub(crate) fn group_values(&self, values: &Values) -> Vec<GroupValue> {
        let groups = self.groups.iter().map(|group| GroupValue {
            name: group.heading.clone(),
            heading: group.heading.clone(),
            value: Cell::of(values.value(group.slot), &group.format),
        });
        groups.collect()
    }

    /// What a class variable is called.
    pub(crate) fn class_name(&self, class: usize) -> &str {
        let slot = self.classes[class].slot;
        let mut variables = self.step.vector.variables.iter();
        let own = variables.find(|variable| variable.slot == slot && !variable.automatic);
        own.map_or(&self.classes[class].heading, |own| &own.name)
    }

    /// Whether a type of the crossing of all class variables has one of them.
    pub fn has(&self, bits: u64, class: usize) -> bool {
        bits >> (self.classes.len() - 1 - class) & 1 == 1
    }
}
