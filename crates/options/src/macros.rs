//! The options of the macro language.

use crate::group::options;

options! {
    /// The options of the execution and the logging of macros.
    #[derive(Copy)]
    MacroOptions {
        MAUTOLOCDISPLAY => mautolocdisplay: bool = false,
            "The log tells at each call of an autocall macro which file it is from.";
        MAUTOSOURCE => mautosource: bool = true,
            "A macro that is not defined is compiled from its file in a folder of SASAUTOS. On by default.";
        MERROR => merror: bool = true,
            "The log warns of a call of a macro that is not there. On by default.";
        MFILE => mfile: bool = false,
            "What MPRINT shows is written to the file of the file reference MPRINT too, as statements.";
        MINDELIMITER => mindelimiter: char = ' ',
            "What separates the items after IN in macro expressions. A blank by default.";
        MINOPERATOR => minoperator: bool = false,
            "IN and # are operators of macro expressions.";
        MLOGIC => mlogic: bool = false,
            "The log tells what macros do.";
        MPRINT => mprint: bool = false,
            "The log shows the statements that macros make.";
        MSTORED => mstored: bool = false,
            "A macro that is not defined is looked for among the stored ones of the library SASMSTORE, and %MACRO with \
             STORE adds to them.";
        SERROR => serror: bool = true,
            "The log warns of a reference to a macro variable that is not there. On by default.";
        SYMBOLGEN => symbolgen: bool = false,
            "The log tells what references to macro variables stand for.";
    }
}
