//! The words of ODS statements.

/// The keywords after ODS, in upper case.
pub(super) const WORDS: &[&str] = &[
    "CSV",
    "CSVALL",
    "EXCLUDE",
    "GRAPHICS",
    "HTML",
    "HTML5",
    "LISTING",
    "NOPROCTITLE",
    "OUTPUT",
    "PROCTITLE",
    "SELECT",
    "TRACE",
    "_ALL_",
];

/// Keywords after ODS in the language that are not supported.
pub(super) const UNSUPPORTED: &[&str] = &[
    "CHTML",
    "DOCUMENT",
    "EPUB",
    "EPUB3",
    "EXCEL",
    "HTML3",
    "HTML4",
    "HTMLCSS",
    "LATEX",
    "MARKUP",
    "PCL",
    "PDF",
    "PHTML",
    "POWERPOINT",
    "PRINTER",
    "PS",
    "RTF",
    "SHOW",
    "TAGSETS",
    "VERIFY",
    "WML",
    "WORD",
    "XML",
];

/// Keywords after ODS in the language that have no effect here.
pub(super) const IDLE: &[&str] = &[
    "DECIMAL_ALIGN",
    "ESCAPECHAR",
    "LAYOUT",
    "NODECIMAL_ALIGN",
    "NOPROCLABEL",
    "NOUSEGOPT",
    "PATH",
    "PREFERENCES",
    "PROCLABEL",
    "REGION",
    "TEXT",
    "TRANTAB",
    "USEGOPT",
];

/// The supported options of destinations; each destination takes those that apply to it.
pub(super) const HEEDED: &[&str] = &["FILE", "BODY", "CLOSE", "PATH", "TITLE"];

/// Options that would select the tables of one destination.
pub(super) const CHOICES: &[&str] = &["SELECT", "EXCLUDE", "SHOW"];

/// Options of destinations that are not supported, and are frequent or similar to supported ones.
pub(super) const NOT_HEEDED: &[&str] = &[
    "BASE",
    "CHARSET",
    "CONTENTS",
    "CSSSTYLE",
    "FRAME",
    "GFOOTNOTE",
    "GPATH",
    "GTITLE",
    "IMAGE_DPI",
    "NOGTITLE",
    "PACKAGE",
    "PAGE",
    "STYLE",
    "STYLESHEET",
];
