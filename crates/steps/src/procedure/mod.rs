//! The procedures.
//!
//! A procedure comes here as a typed request; its grammar is the front end's. What it read and made is
//! told as that of a DATA step is.

mod append;
mod change;
mod contents;
mod contents_out;
mod copy;
mod data_sets;
mod means;
mod members;
mod print;
mod sort;
pub mod student;
pub mod table;

use crate::data::{self, Ended, Outcome};
use crate::environment::Environment;
use crate::ir::{DataStep, Site, Write};

pub use append::Append;
pub use change::{Given, NewRow, RowChange, RowSource, change_rows};
pub use contents::{Contents, ContentsOf};
pub use contents_out::{CONTENTS_COLUMNS, ContentsColumn, ContentsOut};
pub use copy::Copy;
pub use data_sets::{Change, DataSets};
pub use means::{
    AnalysisVariable, ClassOrder, ClassVariable, Divisor, MOST_CLASSES, Means, MeansContent,
    MeansGroup, MeansListing, MeansOutput, QuantileDefinition, Statistic,
};
pub use members::{MemberType, MemberTypes};
pub use print::{Print, PrintColumn, PrintGroup};
pub use sort::{Duplicates, Sort, SortFacts, SortKey};

/// A procedure with what it is to do.
#[derive(Clone, Debug)]
pub enum Procedure {
    /// PROC APPEND.
    Append(Append),
    /// PROC CONTENTS.
    Contents(Contents),
    /// PROC COPY.
    Copy(Copy),
    /// PROC DATASETS.
    DataSets(DataSets),
    /// PROC MEANS and PROC SUMMARY.
    Means(Box<Means>),
    /// PROC PRINT.
    Print(Box<Print>),
    /// PROC SORT.
    Sort(Box<Sort>),
    /// PROC IMPORT and PROC EXPORT: a step that reads a file as a data set, or makes one.
    Transfer(Box<DataStep>),
}

impl Procedure {
    /// The data sets that it makes by what is known before it runs, so that steps after it can be checked
    /// although it does not.
    pub fn makes(&self) -> &[Write] {
        match self {
            Self::Sort(sort) => &sort.step.writes,
            Self::Transfer(step) => &step.writes,
            _ => &[],
        }
    }

    /// Runs it. What goes wrong is told in the log, with `site` as the place of the procedure;
    /// [`Outcome::tell`] tells the rest.
    pub fn run(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        let ended = match self {
            Self::Append(append) => append.run(environment, &mut outcome),
            Self::Contents(contents) => contents.run(environment, &mut outcome),
            Self::Copy(copy) => copy.run(environment, &mut outcome),
            Self::DataSets(data_sets) => data_sets.run(environment, &mut outcome),
            Self::Sort(sort) => sort.run(environment, &mut outcome),
            // These run as DATA steps do, which tell of their own faults.
            Self::Means(means) => return means.run(site, environment),
            Self::Print(print) => return print.run(environment),
            Self::Transfer(step) => return data::run(step, environment),
        };
        if let Err(fault) = ended {
            let fault = fault.at(site);
            fault.tell(environment.log);
            outcome.ended = Ended::Failed(fault);
        }
        outcome
    }
}
