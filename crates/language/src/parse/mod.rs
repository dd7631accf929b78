//! From statements to syntax trees.
//!
//! The [`Parser`] reads statements from a [`Statements`] source and returns one unit of the program at a time. A
//! statement is parsed with a `Cursor`, which procedures use for their own grammars too; names are not resolved.
//!
//! | module | contents |
//! |---|---|
//! | `parser`, `open_step`, `parsed_unit`, `recovery` | the beginning and end of steps, also of steps with errors |
//! | `blocks`, `otherwise` | the contents of DO and SELECT, and the statements after THEN and ELSE |
//! | `statement` | the statements of the DATA step |
//! | `global`, `filename`, `title_text`, `ods`, `without_effect` | statements outside steps |
//! | `sessions` | statements about other sessions |
//! | `inside` | statements of the DATA step inside a procedure |
//! | `expression` | expressions |
//! | `sql` | the statements of PROC SQL |
//! | `stored_step` | DATA steps that are stored as views and programs |
//! | `data_set_text` | data sets that a text names |
//! | `data_sets`, `indexes`, `variables`, `spec` | elements of many statements |
//! | `cursor` | the position in the tokens of a statement |
//! | `nearest` | suggestions for misspelled names |

mod blocks;
pub mod cursor;
mod data_set_text;
mod data_sets;
mod expression;
mod filename;
mod global;
mod indexes;
mod inside;
pub mod nearest;
mod ods;
mod open_step;
mod otherwise;
mod parsed_unit;
mod parser;
mod recovery;
mod sessions;
mod spec;
pub mod sql;
mod statement;
mod statements;
mod stored_step;
#[cfg(test)]
mod tests;
mod title_text;
mod variables;
mod without_effect;

pub use data_set_text::data_set_of_text;
pub use data_sets::WITHOUT_EFFECT;
pub use inside::statements_inside;
pub use parsed_unit::ParsedUnit;
pub use parser::Parser;
pub use statements::{Program, Statements, ends_step};
pub use stored_step::{is_stored_step, stored_step};
