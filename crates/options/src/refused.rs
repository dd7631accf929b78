//! Options of the language that would change the behavior of a program and are not supported.

use crate::definition::{Definition, definition_table};
use crate::form::{Form, NUMBER};

/// The options that are refused, sorted by name.
pub const REFUSED: &[Definition] = definition_table! {
    APPEND [Form::Text], "Write the whole value of the option that it appends to.";
    CAPS [Form::Switch], "The program is read as it is written; write in capitals what is to be in them.";
    DSNFERR [Form::Switch], "A data set that is not there is an error always.";
    INSERT [Form::Text], "Write the whole value of the option that it inserts into.";
    INVALIDDATA [Form::Character], "A number that cannot be read is `.` always.";
    S [NUMBER], "All columns of a line of the program are read; take those out that are not to be.";
    S2 [NUMBER], "All columns of an included line are read; take those out that are not to be.";
    SET [Form::Text], "Set variables of the environment before feedrate is begun.";
    SORTSEQ [Form::Text], "PROC SORT orders texts by their bytes.";
    SYSPARM [Form::Text], "Give macro variables on the command line with --let.";
};
