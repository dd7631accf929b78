//! The tables that the procedures of linear models have in common.

use feedrate_procedure::results::Results;
use feedrate_procedure::variables::AnalysisVariable;

use super::number::confidence;

/// Returns a table of an analysis of variance; the headings are those of the source, of the sum of squares and of the
/// mean square.
pub(crate) fn analysis_of_variance(name: &str, title: &str, [source, squares, mean]: [&str; 3]) -> Results {
    Results::new(name, title)
        .text("Source", source)
        .number("DF", "DF")
        .number("SS", squares)
        .number("MS", mean)
        .number("FValue", "F Value")
        .number("ProbF", "Pr > F")
}

/// Adds the columns of the standard error of an estimate, and of the test that it is 0.
pub(crate) fn with_test(table: Results) -> Results {
    table
        .number("StdErr", "Standard\nError")
        .number("tValue", "t Value")
        .number("Probt", "Pr > |t|")
}

/// Adds the columns of confidence limits.
pub(crate) fn with_limits(table: Results, alpha: f64) -> Results {
    table
        .number("LowerCL", &format!("{} Confidence\nLower", confidence(alpha)))
        .number("UpperCL", "Limits\nUpper")
}

/// Returns the name of a variable, with its label if it has one.
pub(crate) fn labelled(variable: &AnalysisVariable) -> String {
    match variable.label.as_str() {
        "" => variable.name.clone(),
        label => format!("{} {label}", variable.name),
    }
}
