//! Options of the language that change nothing here. They are taken, with a note where they ask for something else
//! than what is so; those that would change what a program does are refused.

use super::definition::{Definition, Effect};
use super::form::Form;

/// A definition of an option that has no effect, with the value that it has at first.
const fn idle(
    name: &'static str,
    form: Form,
    first: &'static str,
    help: &'static str,
) -> Definition {
    Definition {
        name,
        aliases: &[],
        form,
        help,
        effect: Effect::None { first },
    }
}

/// That of a switch.
const fn switch(name: &'static str, is_on: bool, help: &'static str) -> Definition {
    idle(
        name,
        Form::Switch,
        if is_on { "true" } else { "false" },
        help,
    )
}

/// A definition of an option that is refused.
const fn refused(name: &'static str, form: Form, help: &'static str) -> Definition {
    Definition {
        name,
        aliases: &[],
        form,
        help,
        effect: Effect::Refused,
    }
}

impl Definition {
    const fn or(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }
}

/// A whole number.
const NUMBER: Form = Form::Number {
    least: 0,
    most: u64::MAX,
};

const NO_PAGES: &str = "The listing has no pages.";
const NO_GRAPHS: &str = "There are no graphs.";
const NO_WINDOWS: &str = "There are no windows.";
const NO_COMMANDS: &str = "No commands of the operating system are run.";
const NO_STORED_MACROS: &str = "There are no stored compiled macros.";
const OWN_BUFFERS: &str = "There are no such buffers here.";

/// The options without effect, and those that are refused.
pub(super) const WITHOUT_EFFECT: &[Definition] = &[
    refused(
        "APPEND",
        Form::Text,
        "Write the whole value of the option that it appends to.",
    ),
    idle("BOTTOMMARGIN", Form::Text, "0", NO_PAGES),
    switch(
        "BYLINE",
        true,
        "Procedures show the line of a BY group always.",
    ),
    refused(
        "CAPS",
        Form::Switch,
        "The program is read as it is written; write in capitals what is to be in them.",
    ),
    switch("CARDIMAGE", false, "The program is read as it is written."),
    idle("CATCACHE", NUMBER, "0", "There are no catalogs."),
    idle("CBUFNO", NUMBER, "0", OWN_BUFFERS),
    switch("CHARCODE", false, "The program is read as it is written."),
    switch(
        "CLEANUP",
        true,
        "Nothing asks for memory or space to be freed.",
    ),
    switch("CMDMAC", false, NO_WINDOWS),
    idle(
        "CMPLIB",
        Form::Text,
        "()",
        "There are no functions of PROC FCMP.",
    ),
    idle(
        "CMPOPT",
        Form::Text,
        "ALL",
        "Steps are compiled as MACHINECODE says.",
    ),
    switch("CONNECTSTATUS", false, NO_WINDOWS),
    idle(
        "DATASTMTCHK",
        Form::Word(&["COREKEYWORDS", "ALLKEYWORDS", "NONE"]),
        "NONE",
        "The names in a DATA statement are taken as they are.",
    ),
    switch("DATE", false, "The listing has no dates above it."),
    switch(
        "DETAILS",
        false,
        "Procedures tell what their own options ask for.",
    ),
    idle("DEVICE", Form::Text, "", NO_GRAPHS),
    idle(
        "DFLANG",
        Form::Text,
        "ENGLISH",
        "Dates are written in English.",
    ),
    switch("DMSSYNCHK", false, NO_WINDOWS),
    refused(
        "DSNFERR",
        Form::Switch,
        "A data set that is not there is an error always.",
    ),
    switch("DTRESET", false, "The listing has no dates above it."),
    switch("ECHOAUTO", false, "There is no AUTOEXEC file."),
    idle(
        "ENCODING",
        Form::Text,
        "UTF-8",
        "The program is read and data sets are written in UTF-8.",
    )
    .or(&["ENC"]),
    switch(
        "ERRORBYABEND",
        false,
        "BY groups that are out of order end their step.",
    ),
    idle(
        "ERRORCHECK",
        Form::Word(&["NORMAL", "STRICT"]),
        "NORMAL",
        "An error in LIBNAME, FILENAME or %INCLUDE is one always.",
    ),
    idle(
        "EXTENDOBSCOUNTER",
        Form::Word(&["YES", "NO"]),
        "YES",
        "Observations are counted in 64 bits.",
    ),
    idle(
        "FILESYNC",
        Form::Text,
        "HOST",
        "A data set has reached the device when its step ends.",
    ),
    idle(
        "FMTSEARCH",
        Form::Text,
        "(WORK LIBRARY)",
        "The formats are those that PROC FORMAT has made in this session.",
    ),
    idle(
        "FORMCHAR",
        Form::Text,
        "|----|+|---+=|-/\\<>*",
        "Tables have lines of ASCII characters of their own.",
    ),
    idle("FORMDLIM", Form::Text, "", NO_PAGES),
    switch("GRAPHICS", false, NO_GRAPHS),
    idle("GSTYLE", Form::Switch, "true", NO_GRAPHS),
    switch("GWINDOW", false, NO_WINDOWS),
    idle("HELPENCMD", Form::Switch, "true", NO_WINDOWS),
    idle("IBUFNO", NUMBER, "0", "Data sets have no indexes here."),
    idle("IBUFSIZE", NUMBER, "0", "Data sets have no indexes here."),
    switch("IMPLMAC", false, "A macro is called with a percent sign."),
    refused(
        "INSERT",
        Form::Text,
        "Write the whole value of the option that it inserts into.",
    ),
    idle(
        "INTERVALDS",
        Form::Text,
        "",
        "Intervals are those of the language.",
    ),
    refused(
        "INVALIDDATA",
        Form::Character,
        "A number that cannot be read is `.` always.",
    ),
    switch(
        "LABEL",
        true,
        "Procedures show labels as their own options say.",
    ),
    idle("LEFTMARGIN", Form::Text, "0", NO_PAGES),
    idle(
        "LOCALE",
        Form::Text,
        "EN_US",
        "Dates and numbers are written as in the United States.",
    ),
    idle(
        "LRECL",
        NUMBER,
        "32767",
        "INFILE and FILE say it with LRECL=; lines have up to 32,767 bytes otherwise.",
    ),
    idle("MAPS", Form::Text, "", NO_GRAPHS),
    switch(
        "MAUTOCOMPLOC",
        false,
        "MAUTOLOCDISPLAY tells from where macros are.",
    ),
    switch(
        "MAUTOLOCINDES",
        false,
        "MAUTOLOCDISPLAY tells from where macros are.",
    ),
    switch("MCOMPILE", true, "Macros are compiled always."),
    idle(
        "MCOMPILENOTE",
        Form::Word(&["NONE", "NOAUTOCALL", "ALL"]),
        "NONE",
        "Nothing is told of a macro that is compiled.",
    ),
    switch("MCOVERAGE", false, "No coverage of macros is taken."),
    switch("MEXECNOTE", false, "MLOGIC tells which macros run."),
    idle(
        "MEXECSIZE",
        Form::Memory,
        "65536",
        "Macros are in memory always.",
    ),
    switch("MFILE", false, "MPRINT writes to the log only."),
    switch(
        "MLOGICNEST",
        false,
        "MLOGIC names the macro that it is about, and not those around it.",
    ),
    switch(
        "MPRINTNEST",
        false,
        "MPRINT names the macro that it is about, and not those around it.",
    ),
    switch(
        "MRECALL",
        false,
        "A macro that is not there is looked for at each call.",
    ),
    switch("MREPLACE", true, "A macro can be defined again always."),
    idle(
        "MSGLEVEL",
        Form::Word(&["N", "I"]),
        "N",
        "The log tells all that it tells.",
    ),
    switch("MSTORED", false, NO_STORED_MACROS),
    idle(
        "MSYMTABMAX",
        Form::Memory,
        "MAX",
        "All macro variables together may take a quarter of MEMSIZE.",
    ),
    idle(
        "MVARSIZE",
        Form::Memory,
        "65534",
        "A macro variable holds up to 65,534 bytes in memory.",
    ),
    switch("NEWS", false, "There are no news."),
    switch("NUMBER", false, NO_PAGES),
    idle(
        "ORIENTATION",
        Form::Word(&[
            "PORTRAIT",
            "LANDSCAPE",
            "REVERSEPORTRAIT",
            "REVERSELANDSCAPE",
        ]),
        "PORTRAIT",
        NO_PAGES,
    ),
    switch("OVP", false, "Messages are never printed over one another."),
    switch("PAGEBREAKINITIAL", false, NO_PAGES),
    idle("PAGENO", NUMBER, "1", NO_PAGES).or(&["PAGNO"]),
    idle(
        "PAGESIZE",
        Form::Number {
            least: 15,
            most: 32_767,
        },
        "32767",
        NO_PAGES,
    )
    .or(&["PS"]),
    idle("PAPERSIZE", Form::Text, "LETTER", NO_PAGES),
    idle("PRINTERPATH", Form::Text, "", "There are no printers."),
    switch(
        "QUOTELENMAX",
        true,
        "A text in quotes may have any length up to 1 MiB.",
    ),
    idle(
        "REALMEMSIZE",
        Form::Memory,
        "MAX",
        "MEMSIZE is what a step may hold.",
    ),
    idle(
        "REUSE",
        Form::Word(&["NO", "YES"]),
        "NO",
        "Data sets are written uncompressed.",
    ),
    idle("RIGHTMARGIN", Form::Text, "0", NO_PAGES),
    refused(
        "S",
        NUMBER,
        "All columns of a line of the program are read; take those out that are not to be.",
    ),
    refused(
        "S2",
        NUMBER,
        "All columns of an included line are read; take those out that are not to be.",
    ),
    idle("SASMSTORE", Form::Text, "", NO_STORED_MACROS),
    idle(
        "SASTRACE",
        Form::Text,
        "",
        "There are no engines for databases.",
    ),
    idle(
        "SASTRACELOC",
        Form::Text,
        "",
        "There are no engines for databases.",
    ),
    idle("SEQ", NUMBER, "8", "Lines have no numbers in them."),
    refused(
        "SET",
        Form::Text,
        "Set variables of the environment before feedrate is begun.",
    ),
    idle("SKIP", NUMBER, "0", NO_PAGES),
    idle(
        "SORTDUP",
        Form::Word(&["PHYSICAL"]),
        "PHYSICAL",
        "NODUPRECS compares the observations that are sorted.",
    ),
    switch(
        "SORTEQUALS",
        true,
        "PROC SORT keeps the order of equal observations always.",
    ),
    idle(
        "SORTPGM",
        Form::Text,
        "BEST",
        "PROC SORT has one way to sort, within SORTSIZE.",
    ),
    refused(
        "SORTSEQ",
        Form::Text,
        "PROC SORT orders texts by their bytes.",
    ),
    switch(
        "SORTVALIDATE",
        false,
        "PROC SORT looks at whether data are in order always.",
    ),
    switch("SPOOL", false, NO_WINDOWS),
    idle(
        "SQLGENERATION",
        Form::Text,
        "",
        "There are no engines for databases.",
    ),
    idle(
        "SQLUNDOPOLICY",
        Form::Word(&["NONE", "OPTIONAL", "REQUIRED"]),
        "REQUIRED",
        "A statement of PROC SQL that fails has changed nothing.",
    ),
    idle(
        "SUMSIZE",
        Form::Memory,
        "MAX",
        "MEMSIZE is what a step may hold.",
    ),
    refused(
        "SYSPARM",
        Form::Text,
        "Give macro variables on the command line with --let.",
    ),
    switch("TERMINAL", false, NO_WINDOWS),
    idle("TOPMARGIN", Form::Text, "0", NO_PAGES),
    idle("UBUFNO", NUMBER, "0", OWN_BUFFERS),
    idle("UBUFSIZE", NUMBER, "0", OWN_BUFFERS),
    switch("UNIVERSALPRINT", false, "There are no printers."),
    idle(
        "VALIDFMTNAME",
        Form::Word(&["LONG", "FAIL", "WARN"]),
        "LONG",
        "Names of formats have up to 32 characters.",
    ),
    idle(
        "VALIDMEMNAME",
        Form::Word(&["COMPATIBLE", "EXTEND"]),
        "COMPATIBLE",
        "Data sets have the names of the language.",
    ),
    idle(
        "VALIDVARNAME",
        Form::Word(&["V7", "UPCASE", "ANY"]),
        "ANY",
        "Names of variables are taken as they are spelled; those in quotes with an N behind may hold any character.",
    ),
    idle(
        "VARINITCHK",
        Form::Word(&["NOTE", "NONE"]),
        "NOTE",
        "A variable that is never given a value has a note, and ends no step.",
    ),
    idle("VBUFSIZE", NUMBER, "0", OWN_BUFFERS),
    switch(
        "VNFERR",
        true,
        "A variable that is not there is what the step that reads it says.",
    ),
    switch(
        "WORKINIT",
        true,
        "WORK is empty at the beginning of a run always.",
    ),
    switch("WORKTERM", true, "WORK goes with the run always."),
    switch("XCMD", false, NO_COMMANDS),
    switch("XMIN", false, NO_COMMANDS),
    switch("XSYNC", true, NO_COMMANDS),
    switch("XWAIT", true, NO_COMMANDS),
];
