//! The work that a cluster can do for a procedure whose data set is in a library of one.

use feedrate_dataset::{DataSetName, Schema};
use feedrate_program::{DataStep, Filter, ReadKind, Slot, Source};

/// The summary functions of each variable of a [`ClusterWork::Summary`].
pub const SUMMARY_FUNCTIONS: [&str; 5] = ["n", "sum", "min", "max", "css"];

/// The work of a cluster for a procedure, on the observations of its data set.
#[derive(Clone, Debug)]
pub struct ClusterRequest {
    /// The data set.
    pub data_set: DataSetName,
    /// The condition on its observations.
    pub condition: Option<Filter>,
    /// The work on them.
    pub work: ClusterWork,
}

/// Work of a cluster on observations. Columns are given by their indexes in the schema of the data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterWork {
    /// Count them and compute the moments of variables, for each combination of class values. The columns of the result
    /// are the classes, the number of observations, and the [`SUMMARY_FUNCTIONS`] of each variable.
    Summary {
        /// The columns whose values form groups.
        classes: Vec<u32>,
        /// The columns whose moments are needed.
        variables: Vec<u32>,
    },
    /// Count them by the values of each variable. The columns of the result are the position of the variable among
    /// these, the value, and the number of observations.
    Values {
        /// The columns.
        variables: Vec<u32>,
    },
    /// Sort them. The result has all columns of the data set.
    Order {
        /// The columns of the keys, and whether the order is descending.
        keys: Vec<(u32, bool)>,
    },
}

impl ClusterRequest {
    /// Returns the request of a step that reads one data set; `None` if it reads only some of the observations by their
    /// numbers.
    pub fn of(step: &DataStep, work: ClusterWork) -> Option<Self> {
        let source = source(step)?;
        let is_whole = source.first <= 1 && source.last.is_none();
        is_whole.then(|| Self {
            data_set: source.data_set.clone(),
            condition: source.filter.clone(),
            work,
        })
    }

    /// Returns the condition on the observations as a text: an empty one if there is none, and `None` if its names are
    /// not those of the columns. The text may read as another condition, because it was made for the log.
    pub fn condition_text(&self, schema: &Schema) -> Option<&str> {
        let Some(filter) = &self.condition else {
            return Some("");
        };
        let variables = schema.variables();
        let has_own_name = filter.loads.iter().all(|load| {
            let named = filter.vector.variables.iter();
            let mut named = named.filter(|variable| variable.slot == load.slot);
            let column = variables.get(load.column as usize);
            column.is_some_and(|column| named.all(|variable| variable.name.eq_ignore_ascii_case(&column.name)))
        });
        // Bytes that are no text are not as written.
        let is_exact = !filter.text.contains(char::REPLACEMENT_CHARACTER);
        (has_own_name && is_exact).then_some(&filter.text)
    }
}

/// Returns the data set that a step reads, if it reads one and in its order.
pub fn source(step: &DataStep) -> Option<&Source> {
    let is_in_order = step.reads.iter().all(|read| read.kind == ReadKind::Concatenate);
    step.only_source().filter(|_| is_in_order)
}

/// Returns the column of the data set that is loaded into a slot.
pub fn column(step: &DataStep, slot: Slot) -> Option<u32> {
    let mut loads = source(step)?.loads.iter();
    loads.find(|load| load.slot == slot).map(|load| load.column)
}
