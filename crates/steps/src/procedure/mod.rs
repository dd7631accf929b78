//! The procedures.
//!
//! A procedure comes here as a typed request; its grammar is the front end's. What it read and made is
//! told as that of a DATA step is.

mod aggregate;
mod append;
mod change;
mod contents;
mod contents_out;
mod contents_told;
mod copy;
mod corr;
mod data_sets;
mod freq;
mod glm;
mod laid;
mod linear;
mod logistic;
mod means;
mod members;
mod passes;
mod print;
mod rank;
mod reg;
mod report;
mod results;
mod sort;
mod sorted;
pub mod table;
mod tabulate;
mod transpose;
mod univariate;

use feedrate_dataset::DataSetName;

use crate::data::{self, Ended, Fault, Outcome};
use crate::environment::Environment;
use crate::ir::{DataStep, Site, Write};

pub use aggregate::{
    Aggregation, AnalysisVariable, ClassOrder, ClassVariable, CrossedClasses, Divisor,
    GroupVariable, MOST_CLASSES, QuantileDefinition, Statistic,
};
pub use append::Append;
pub use change::{Given, NewRow, RowChange, RowSource, change_rows};
pub use contents::{Contents, ContentsOf};
pub use contents_out::{CONTENTS_COLUMNS, ContentsColumn, ContentsOut};
pub use copy::Copy;
pub use corr::{Corr, CorrListing, CorrOutput, CorrVariable};
pub use data_sets::{Change, DataSets};
pub use freq::{Freq, FreqListing, FreqOutput, FreqTable, FreqVariable};
pub use glm::{
    Adjustment, Glm, GlmCoefficients, GlmEffect, GlmFunction, GlmListing, GlmMeans, GlmMeansOutput,
    GlmOutput, GlmRequest, GlmVariable,
};
pub use linear::ObservationStatistic;
pub use logistic::{
    EstimatesOutput, Logistic, LogisticEffect, LogisticListing, LogisticOptions, LogisticOutput,
    LogisticVariable, Parametrization, ReferenceLevel,
};
pub use means::{Means, MeansContent, MeansListing, MeansOutput};
pub use members::{MemberType, MemberTypes};
pub use print::{Print, PrintColumn, PrintGroup};
pub use rank::{NormalScores, Rank, RankScores, Ties};
pub use reg::{Reg, RegEstimates, RegModel, RegOutput, RegVariable};
pub use report::{
    Report, ReportBreak, ReportColumn, ReportContent, ReportLayout, ReportPart, ReportSide,
};
pub use sort::{Duplicates, Sort, SortFacts, SortKey};
pub use tabulate::{
    Corner, Crossing, MOST_KINDS, NestingFault, Outline, PercentBase, TableElement, TableFigure,
    TableNeeds, TableNode, TableStatistic, Tabulate, TabulateOutput, TabulateTable,
};
pub use transpose::{NewName, NewVariables, Transpose, TransposedVariable};
pub use univariate::{Univariate, UnivariateFigure, UnivariateId, UnivariateOutput};

/// A procedure with what it is to do.
#[derive(Clone, Debug)]
pub enum Procedure {
    /// PROC APPEND.
    Append(Append),
    /// PROC CONTENTS.
    Contents(Contents),
    /// PROC COPY.
    Copy(Copy),
    /// PROC CORR.
    Corr(Box<Corr>),
    /// PROC DATASETS.
    DataSets(DataSets),
    /// PROC FREQ.
    Freq(Box<Freq>),
    /// PROC GLM.
    Glm(Box<Glm>),
    /// PROC LOGISTIC.
    Logistic(Box<Logistic>),
    /// PROC MEANS and PROC SUMMARY.
    Means(Box<Means>),
    /// PROC PRINT.
    Print(Box<Print>),
    /// PROC RANK.
    Rank(Box<Rank>),
    /// PROC REPORT.
    Report(Box<Report>),
    /// PROC REG.
    Reg(Box<Reg>),
    /// PROC SORT.
    Sort(Box<Sort>),
    /// PROC TABULATE.
    Tabulate(Box<Tabulate>),
    /// PROC TRANSPOSE.
    Transpose(Box<Transpose>),
    /// PROC UNIVARIATE.
    Univariate(Box<Univariate>),
    /// PROC IMPORT and PROC EXPORT: a step that reads a file as a data set, or makes one.
    Transfer(Box<DataStep>),
}

impl Procedure {
    /// The data sets that it makes by what is known before it runs, so that steps after it can be checked
    /// although it does not.
    pub fn makes(&self) -> &[Write] {
        match self {
            Self::Corr(corr) => &corr.step.writes,
            Self::Freq(freq) => &freq.aggregation.step.writes,
            Self::Glm(glm) => &glm.step.writes,
            Self::Logistic(logistic) => &logistic.step.writes,
            Self::Rank(rank) => &rank.step.writes,
            Self::Report(report) => &report.aggregation.step.writes,
            Self::Reg(reg) => &reg.step.writes,
            Self::Sort(sort) => &sort.step.writes,
            Self::Tabulate(tabulate) => &tabulate.aggregation.step.writes,
            Self::Transfer(step) => &step.writes,
            Self::Univariate(univariate) => &univariate.aggregation.step.writes,
            _ => &[],
        }
    }

    /// The data sets that it replaces or adds to, which no other process is to change from before it reads until it is
    /// over. COPY and DATASETS claim each of theirs as they come to it.
    pub fn changes(&self) -> Vec<&DataSetName> {
        let step = match self {
            Self::Append(append) => return vec![&append.base],
            Self::Contents(contents) => match &contents.out {
                Some(out) => &out.step,
                None => return Vec::new(),
            },
            Self::Copy(_) | Self::DataSets(_) | Self::Print(_) => return Vec::new(),
            Self::Corr(corr) => &corr.step,
            Self::Freq(freq) => &freq.aggregation.step,
            Self::Glm(glm) => &glm.step,
            Self::Logistic(logistic) => &logistic.step,
            Self::Means(means) => &means.aggregation.step,
            Self::Rank(rank) => &rank.step,
            Self::Reg(reg) => &reg.step,
            Self::Report(report) => &report.aggregation.step,
            Self::Sort(sort) => &sort.step,
            Self::Tabulate(tabulate) => &tabulate.aggregation.step,
            Self::Transfer(step) => step,
            Self::Transpose(transpose) => &transpose.step,
            Self::Univariate(univariate) => &univariate.aggregation.step,
        };
        step.writes.iter().map(|write| &write.data_set).collect()
    }

    /// Runs it. What goes wrong is told in the log, with `site` as the place of the procedure;
    /// [`Outcome::tell`] tells the rest.
    pub fn run(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        if let Err(error) = environment.libraries.claim(self.changes()) {
            let fault = Box::<Fault>::from(error).at(site);
            fault.tell(environment.log);
            outcome.ended = Ended::Failed(fault);
            return outcome;
        }
        let ended = match self {
            Self::Append(append) => append.run(environment, &mut outcome),
            Self::Contents(contents) => contents.run(environment, &mut outcome),
            Self::Copy(copy) => copy.run(environment, &mut outcome),
            Self::DataSets(data_sets) => data_sets.run(environment, &mut outcome),
            Self::Sort(sort) => sort.run(environment, &mut outcome),
            // These run as DATA steps do, which tell of their own faults.
            Self::Corr(corr) => return corr.run(site, environment),
            Self::Freq(freq) => return freq.run(site, environment),
            Self::Glm(glm) => return glm.run(site, environment),
            Self::Logistic(logistic) => return logistic.run(site, environment),
            Self::Means(means) => return means.run(site, environment),
            Self::Print(print) => return print.run(environment),
            Self::Rank(rank) => return rank.run(site, environment),
            Self::Reg(reg) => return reg.run(site, environment),
            Self::Report(report) => return report.run(site, environment),
            Self::Tabulate(tabulate) => return tabulate.run(site, environment),
            Self::Transpose(transpose) => return transpose.run(site, environment),
            Self::Transfer(step) => return data::run(step, environment),
            Self::Univariate(univariate) => return univariate.run(site, environment),
        };
        if let Err(fault) = ended {
            let fault = fault.at(site);
            fault.tell(environment.log);
            outcome.ended = Ended::Failed(fault);
        }
        outcome
    }
}
