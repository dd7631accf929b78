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
        MINDELIMITER => mindelimiter: char = ' ',
            "What separates the items after IN in macro expressions. A blank by default.";
        MINOPERATOR => minoperator: bool = false,
            "IN and # are operators of macro expressions.";
        MLOGIC => mlogic: bool = false,
            "The log tells what macros do.";
        MPRINT => mprint: bool = false,
            "The log shows the statements that macros make.";
        SERROR => serror: bool = true,
            "The log warns of a reference to a macro variable that is not there. On by default.";
        SYMBOLGEN => symbolgen: bool = false,
            "The log tells what references to macro variables stand for.";
    }
}
