//! Options of the language without effect. They are accepted, with a note if they request another behavior than the
//! present one.

use crate::definition::{Definition, definition_table};
use crate::form::{Form, NUMBER, number};

const NO_PAGES: &str = "The listing has no pages.";
const NO_GRAPHS: &str = "There are no graphs.";
const NO_WINDOWS: &str = "There are no windows.";
const OWN_BUFFERS: &str = "There are no such buffers here.";

/// The options without effect, sorted by name.
pub const WITHOUT_EFFECT: &[Definition] = definition_table! {
    BOTTOMMARGIN [Form::Text] = "0", NO_PAGES;
    CARDIMAGE [Form::Switch] = "false", "The program is read as it is written.";
    CATCACHE [NUMBER] = "0", "There are no catalogs.";
    CBUFNO [NUMBER] = "0", OWN_BUFFERS;
    CHARCODE [Form::Switch] = "false", "The program is read as it is written.";
    CLEANUP [Form::Switch] = "true", "Nothing asks for memory or space to be freed.";
    CMDMAC [Form::Switch] = "false", NO_WINDOWS;
    CMPLIB [Form::Text] = "()", "There are no functions of PROC FCMP.";
    CMPOPT [Form::Text] = "ALL", "Steps are compiled as MACHINECODE says.";
    CONNECTSTATUS [Form::Switch] = "false", NO_WINDOWS;
    DATASTMTCHK [Form::Word(&["COREKEYWORDS", "ALLKEYWORDS", "NONE"])] = "NONE",
        "The names in a DATA statement are taken as they are.";
    DATE [Form::Switch] = "false", "The listing has no dates above it.";
    DETAILS [Form::Switch] = "false", "Procedures tell what their own options ask for.";
    DEVICE [Form::Text] = "", NO_GRAPHS;
    DFLANG [Form::Text] = "ENGLISH", "Dates are written in English.";
    DMSSYNCHK [Form::Switch] = "false", NO_WINDOWS;
    DTRESET [Form::Switch] = "false", "The listing has no dates above it.";
    ECHOAUTO [Form::Switch] = "false", "There is no AUTOEXEC file.";
    ENCODING | ENC [Form::Text] = "UTF-8", "The program is read and data sets are written in UTF-8.";
    ERRORBYABEND [Form::Switch] = "false", "BY groups that are out of order end their step.";
    ERRORCHECK [Form::Word(&["NORMAL", "STRICT"])] = "NORMAL",
        "An error in LIBNAME, FILENAME or %INCLUDE is one always.";
    EXTENDOBSCOUNTER [Form::Word(&["YES", "NO"])] = "YES", "Observations are counted in 64 bits.";
    FILESYNC [Form::Text] = "HOST", "A data set has reached the device when its step ends.";
    FORMCHAR [Form::Text] = "|----|+|---+=|-/\\<>*", "Tables have lines of ASCII characters of their own.";
    FORMDLIM [Form::Text] = "", NO_PAGES;
    GRAPHICS [Form::Switch] = "false", NO_GRAPHS;
    GSTYLE [Form::Switch] = "true", NO_GRAPHS;
    GWINDOW [Form::Switch] = "false", NO_WINDOWS;
    HELPENCMD [Form::Switch] = "true", NO_WINDOWS;
    IMPLMAC [Form::Switch] = "false", "A macro is called with a percent sign.";
    INTERVALDS [Form::Text] = "", "Intervals are those of the language.";
    LABEL [Form::Switch] = "true", "Procedures show labels as their own options say.";
    LEFTMARGIN [Form::Text] = "0", NO_PAGES;
    LOCALE [Form::Text] = "EN_US", "Dates and numbers are written as in the United States.";
    LRECL [NUMBER] = "32767",
        "INFILE and FILE say it with LRECL=; lines have up to 32,767 bytes otherwise.";
    MAPS [Form::Text] = "", NO_GRAPHS;
    MAUTOCOMPLOC [Form::Switch] = "false", "MAUTOLOCDISPLAY tells from where macros are.";
    MAUTOLOCINDES [Form::Switch] = "false", "MAUTOLOCDISPLAY tells from where macros are.";
    MCOMPILE [Form::Switch] = "true", "Macros are compiled always.";
    MCOMPILENOTE [Form::Word(&["NONE", "NOAUTOCALL", "ALL"])] = "NONE",
        "Nothing is told of a macro that is compiled.";
    MCOVERAGE [Form::Switch] = "false", "No coverage of macros is taken.";
    MEXECNOTE [Form::Switch] = "false", "MLOGIC tells which macros run.";
    MEXECSIZE [Form::Memory] = "65536", "Macros are in memory always.";
    MLOGICNEST [Form::Switch] = "false", "MLOGIC names the macro that it is about, and not those around it.";
    MPRINTNEST [Form::Switch] = "false", "MPRINT names the macro that it is about, and not those around it.";
    MRECALL [Form::Switch] = "false", "A macro that is not there is looked for at each call.";
    MREPLACE [Form::Switch] = "true", "A macro can be defined again always.";
    MSYMTABMAX [Form::Memory] = "MAX", "All macro variables together may take a quarter of MEMSIZE.";
    MVARSIZE [Form::Memory] = "65534", "A macro variable holds up to 65,534 bytes in memory.";
    NEWS [Form::Switch] = "false", "There are no news.";
    NUMBER [Form::Switch] = "false", NO_PAGES;
    ORIENTATION [Form::Word(&["PORTRAIT", "LANDSCAPE", "REVERSEPORTRAIT", "REVERSELANDSCAPE"])] = "PORTRAIT",
        NO_PAGES;
    OVP [Form::Switch] = "false", "Messages are never printed over one another.";
    PAGEBREAKINITIAL [Form::Switch] = "false", NO_PAGES;
    PAGENO | PAGNO [NUMBER] = "1", NO_PAGES;
    PAGESIZE | PS [number(15, 32_767)] = "32767", NO_PAGES;
    PAPERSIZE [Form::Text] = "LETTER", NO_PAGES;
    PRINTERPATH [Form::Text] = "", "There are no printers.";
    QUOTELENMAX [Form::Switch] = "true", "A text in quotes may have any length up to 1 MiB.";
    REALMEMSIZE [Form::Memory] = "MAX", "MEMSIZE is what a step may hold.";
    RIGHTMARGIN [Form::Text] = "0", NO_PAGES;
    SASTRACE [Form::Text] = "", "There are no engines for databases.";
    SASTRACELOC [Form::Text] = "", "There are no engines for databases.";
    SEQ [NUMBER] = "8", "Lines have no numbers in them.";
    SKIP [NUMBER] = "0", NO_PAGES;
    SORTDUP [Form::Word(&["PHYSICAL"])] = "PHYSICAL", "NODUPRECS compares the observations that are sorted.";
    SORTEQUALS [Form::Switch] = "true", "PROC SORT keeps the order of equal observations always.";
    SORTPGM [Form::Text] = "BEST", "PROC SORT has one way to sort, within SORTSIZE.";
    SORTVALIDATE [Form::Switch] = "false", "PROC SORT looks at whether data are in order always.";
    SPOOL [Form::Switch] = "false", NO_WINDOWS;
    SQLGENERATION [Form::Text] = "", "There are no engines for databases.";
    SQLUNDOPOLICY [Form::Word(&["NONE", "OPTIONAL", "REQUIRED"])] = "REQUIRED",
        "A statement of PROC SQL that fails has changed nothing.";
    SUMSIZE [Form::Memory] = "MAX", "MEMSIZE is what a step may hold.";
    TERMINAL [Form::Switch] = "false", NO_WINDOWS;
    TOPMARGIN [Form::Text] = "0", NO_PAGES;
    UBUFNO [NUMBER] = "0", OWN_BUFFERS;
    UBUFSIZE [NUMBER] = "0", OWN_BUFFERS;
    UNIVERSALPRINT [Form::Switch] = "false", "There are no printers.";
    VALIDFMTNAME [Form::Word(&["LONG", "FAIL", "WARN"])] = "LONG", "Names of formats have up to 32 characters.";
    VALIDMEMNAME [Form::Word(&["COMPATIBLE", "EXTEND"])] = "COMPATIBLE", "Data sets have the names of the language.";
    VALIDVARNAME [Form::Word(&["V7", "UPCASE", "ANY"])] = "ANY",
        "Names of variables are taken as they are spelled; those in quotes with an N behind may hold any character.";
    VARINITCHK [Form::Word(&["NOTE", "NONE"])] = "NOTE",
        "A variable that is never given a value has a note, and ends no step.";
    VBUFSIZE [NUMBER] = "0", OWN_BUFFERS;
    VNFERR [Form::Switch] = "true", "A variable that is not there is what the step that reads it says.";
    WORKINIT [Form::Switch] = "true", "WORK is empty at the beginning of a run always.";
    WORKTERM [Form::Switch] = "true", "WORK goes with the run always.";
    XMIN [Form::Switch] = "false", NO_WINDOWS;
    XSYNC [Form::Switch] = "true", "A command of the system is waited for always.";
    XWAIT [Form::Switch] = "true", NO_WINDOWS;
};
