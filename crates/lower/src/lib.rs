//! From the syntax tree of a DATA step to the typed program that runs.
//!
//! What a name stands for, of which kind and how long it is, is settled here in the order in which the
//! statements stand, as the language has it: the first mention of a variable settles its place, and
//! the first statement that says so its kind and length. What is left for the executors is exact.
//!
//! | room | what is in it |
//! |---|---|
//! | [`catalog`](Catalog) | what is asked of the session: data sets, formats, files |
//! | `variables`, `list` | the variables met so far, and lists that name several of them |
//! | `expression` | expressions, each of one kind, conversions told |
//! | `statement`, `assign`, `target`, `routine`, `repeat`, `select` | what a step does |
//! | `declare`, `array`, `element`, `retain` | what a step says of its variables |
//! | `read`, `by`, `filter`, `name`, `options`, `columns`, `write` | data sets read and written |
//! | `external`, `file_option`, `input`, `put`, `line`, `late` | files of lines |
//! | [`new_data_set`](fn@new_data_set) | data sets of rows of queries and tables |
//! | [`input`](fn@input), [`output`](fn@output) | what procedures read and make |
//! | [`row`](fn@row) | expressions over the values of any row |

mod array;
mod assign;
mod by;
mod catalog;
mod chosen;
mod columns;
mod declare;
mod element;
mod expression;
mod external;
mod file_option;
mod filter;
mod finish;
pub mod formats;
mod input;
mod late;
mod line;
pub mod list;
mod lowering;
pub mod name;
mod new_data_set;
mod options;

mod procedure;
mod put;
mod read;
mod repeat;
mod retain;
mod routine;
mod row;
mod select;
mod shown;
mod statement;
mod target;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod variables;
mod write;

pub use catalog::{
    Catalog, DataSetFacts, LentFile, LibraryFacts, OptionFacts, Options, Reaction, SessionFacts,
};
pub use chosen::{Chosen, chosen};
pub use formats::found_format;
pub use new_data_set::{NewVariable, new_data_set};
pub use procedure::{StoredColumn, extend, input, output};
pub use row::{Row, RowInput, row};
pub use shown::shown;

use feedrate_language::{Diagnostic, tree};
use feedrate_steps::ir;
use lowering::Lowering;

/// A DATA step that was lowered, with what there is to say of it.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The step. It may run only when no diagnostic is an error.
    pub step: ir::DataStep,
    /// Errors, warnings and notes in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Lowered {
    /// Whether an error keeps the step from running.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Lowers a DATA step. All that is wrong with it is found in one go.
pub fn data_step(step: &tree::DataStep, catalog: &mut dyn Catalog, options: &Options) -> Lowered {
    let mut lowering = Lowering::new(catalog, options);
    lowering.declarations.is_partial = step.is_partial;
    lowering.scan(&step.body);
    lowering.outputs(&step.outputs, step.at);
    let mut body = Vec::new();
    for statement in &step.body {
        lowering.statement(statement, &mut body);
    }
    lowering.finish(body)
}
