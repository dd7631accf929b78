//! The functions that ask the session: about data sets, files, folders, references, options and the environment.
//!
//! They are answered in the same way for a running step and for `%sysfunc`.
//!
//! | module | contents |
//! |---|---|
//! | `respondent` | the parts of the session that are asked for, and what functions have opened |
//! | `handles` | the numbers of what is open |
//! | `data_sets`, `open_data_set`, `data_set_options`, `attributes` | OPEN, FETCH, VARNUM and so on |
//! | `files`, `open_file` | FOPEN, FREAD, FGET and so on |
//! | `folder`, `open_folder` | DOPEN, DREAD and so on |
//! | `references` | FILENAME, LIBNAME, PATHNAME and so on |
//! | `environment` | GETOPTION, SYSGET, SYSMSG |
//! | `system` | SYSTEM, SLEEP, FCOPY |

mod attributes;
mod data_set_options;
mod data_sets;
mod environment;
mod files;
mod folder;
mod handles;
mod open_data_set;
mod open_file;
mod open_folder;
mod owner;
mod references;
mod respondent;
mod system;

use feedrate_values::Value;
use feedrate_values::function::{Answer, LogLine};

pub(crate) use respondent::{FunctionState, LibraryRequest, Respondent};

use respondent::Arguments;

/// Answers a function, by its name in upper case; `None` if it is none of these.
pub(crate) fn answer(
    respondent: &mut Respondent<'_>,
    function: &str,
    arguments: &[Value<'_>],
    lines: &mut Vec<LogLine>,
) -> Option<Answer> {
    let given = Arguments(arguments);
    data_sets::answer(respondent, function, given)
        .or_else(|| files::answer(respondent, function, given))
        .or_else(|| folder::answer(respondent, function, given))
        .or_else(|| references::answer(respondent, function, given))
        .or_else(|| environment::answer(respondent, function, given, lines))
        .or_else(|| system::answer(respondent, function, given, lines))
}
