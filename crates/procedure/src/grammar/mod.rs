//! Code shared by the grammars of procedures.
//!
//! Each procedure is parsed from tokens by a grammar of its own. In the resulting request, the names of data sets and
//! variables are resolved.
//!
//! | module | contents |
//! |---|---|
//! | [`lowering`] | a procedure that is being lowered: its tokens, and the names in them |
//! | [`table`] | statements and options as tables |
//! | [`input`], `input_variables` | the input of a procedure, and its variables |
//! | [`class_variable`] | the variables of CLASS |
//! | [`output`] | its output data sets |
//! | [`number`], [`plots`], [`styles`] | numbers with signs, PLOTS= and STYLE= |

pub mod class_variable;
pub mod input;
mod input_variables;
pub mod lowering;
pub mod number;
pub mod output;
pub mod plots;
pub mod styles;
pub mod table;
