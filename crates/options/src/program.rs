//! The options of the session that runs a program.

use std::path::PathBuf;

use crate::form::Form;
use crate::group::options;

options! {
    /// The options of the session that runs a program.
    ProgramOptions {
        BYLINE => by_line: bool = true,
            "Procedures show a line above each BY group. On by default. With NOBYLINE, each BY group has the titles \
             above it, in which #BYVAL1, #BYVAR1, #BYVAL(name), #BYVAR(name) and #BYLINE stand for the group.";
        CENTER => center: bool = true,
            "Titles stand in the middle of the line. On by default.";
        DLCREATEDIR => create_folders: bool = false,
            "LIBNAME makes the folder of a library that is not there, in one that is.";
        ERRORABEND => error_abend: bool = false,
            "The program ends with the step or statement that has an error.";
        FMTSEARCH => format_search: String = "(WORK LIBRARY)".to_owned(),
            "The catalogues in which formats and informats of PROC FORMAT are looked for, in this order: libraries, \
             whose catalogue is FORMATS, or catalogues with their libraries. Those of WORK and LIBRARY come first if \
             they are not named.";
        MISSING => missing: char = '.',
            "The character that stands for a missing number. A period by default.";
        SASAUTOS => sasautos: String = "SASAUTOS".to_owned(),
            "The folders of autocall macros, in parentheses if there are several: paths in quotes, and what FILENAME \
             has named. A macro is in the file of its name in small letters, with .sas behind. None by default; \
             SASAUTOS stands for none.";
        SASMSTORE => macro_store: String [Form::Name] = String::new(),
            "The library of stored macros; MSTORED turns them on. Empty by default, which is none.";
        SYNTAXCHECK => syntax_check: bool = true,
            "After an error the steps that follow are checked and not run. On by default; with NOSYNTAXCHECK they run.";
        USER => user: String [Form::Name] = String::new(),
            "The library of data sets that are named without one. Empty by default, which is WORK.";
        UTILLOC => utility_folder: Option<PathBuf> = None,
            "The folder in which what does not fit into memory is laid down. WORK by default: where its folder is.";
    }
}
