//! Lowers the syntax tree of a DATA step to the typed program that runs.
//!
//! Names, kinds and lengths are resolved in the order of the statements, as the language defines it: the first
//! mention of a variable determines its position, and the first statement that specifies its kind or length
//! determines them. The executors get a fully resolved program.
//!
//! | modules | contents |
//! |---|---|
//! | [`catalog`](Catalog) | the interface to the session: data sets, formats, files |
//! | `variables`, `list` | the variables declared so far, and variable lists |
//! | `expression` | expressions, each of one kind, with their conversions reported |
//! | `statement`, `assign`, `target`, `routine`, `repeat`, `select` | executable statements |
//! | `jump` | labels, GOTO and LINK |
//! | `conversion` | notes on conversions |
//! | `declare`, `array`, `implicit_array`, `element`, `retain` | declarations of variables and arrays |
//! | `read`, `read_option`, `source_name`, `by`, `modify`, `write`, `index` | input and output data sets |
//! | `name`, `options`, `filter`, `column`, `columns` | their names, options, conditions and variables |
//! | `external`, `files`, `file_option` | text files: INFILE and FILE |
//! | `input`, `named_input`, `put`, `line`, `late` | their lines: INPUT and PUT |
//! | `objects` | hash tables and their iterators |
//! | `lowering`, `facts`, `report` | the state of lowering, the facts about the parts of the step, and diagnostics |
//! | [`new_data_set`](fn@new_data_set) | data sets of the rows of queries and tables |
//! | [`input`](fn@input), [`output`](fn@output) | input and output data sets of procedures |
//! | [`row`](fn@row) | expressions over the values of a row from any source |

mod array;
mod assign;
mod by;
mod catalog;
mod chosen;
mod column;
mod columns;
mod conversion;
mod declare;
mod element;
mod expression;
mod external;
mod facts;
mod file_option;
mod files;
mod filter;
mod finish;
mod fixed_options;
pub mod formats;
mod implicit_array;
mod index;
mod input;
mod jump;
mod late;
mod line;
pub mod list;
mod lowering;
mod modify;
pub mod name;
mod named_input;
mod new_data_set;
mod objects;
mod options;
mod order;
mod procedure;
mod put;
mod read;
mod read_option;
mod repeat;
mod report;
mod retain;
mod routine;
mod row;
mod select;
mod shown;
mod source_name;
mod statement;
mod target;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod variables;
mod write;

pub use catalog::{
    Catalog, DataSetFacts, FileFacts, LentFile, LibraryFacts, OptionFacts, Options, Reaction, SessionFacts,
};
pub use chosen::{ColumnSelection, chosen};
pub use facts::RowInput;
pub use formats::found_format;
pub use index::index_of;
pub use name::whole_name;
pub use new_data_set::{NewVariable, new_data_set};
pub use procedure::{StoredColumn, extend, input, output};
pub use row::{Row, row};
pub use shown::shown;

use feedrate_language::{Diagnostic, tree};
use feedrate_program as program;
use lowering::StepLowering;

/// A lowered DATA step and its diagnostics.
#[derive(Clone, Debug)]
pub struct LoweredStep {
    /// The step. It may run only if no diagnostic is an error.
    pub step: program::DataStep,
    /// Errors, warnings and notes in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// True if the variables of the step are not all known, because a data set was not found or a statement has an
    /// error.
    pub is_incomplete: bool,
}

impl LoweredStep {
    /// Returns whether any diagnostic is an error, in which case the step must not run.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Lowers a DATA step. Reports all errors of the step, not only the first.
pub fn data_step(step: &tree::DataStep, catalog: &mut dyn Catalog, options: &Options) -> LoweredStep {
    let mut lowering = StepLowering::new(catalog, options);
    lowering.declarations.is_partial = step.is_partial;
    lowering.declarations.notes_are_errors = step.notes_are_errors.then_some(step.at);
    lowering.scan(&step.body);
    lowering.scan_labels(&step.body, &mut Vec::new());
    lowering.find_modified(&step.body);
    lowering.outputs(&step.outputs, step.at);
    let mut body = Vec::new();
    for statement in &step.body {
        lowering.statement(statement, &mut body);
    }
    lowering.finish(body)
}
