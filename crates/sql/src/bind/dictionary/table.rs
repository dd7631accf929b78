//! The dictionary tables and their columns.

use feedrate_language::macros::Symbols;
use feedrate_lower::Catalog;

use super::rows;

/// A column of a dictionary table.
pub(super) struct DictionaryColumn {
    pub name: &'static str,
    /// The length of a character column; `None` for a numeric one.
    pub text: Option<u32>,
    pub label: &'static str,
    /// Its format, if it has one.
    pub format: Option<&'static str>,
}

const fn text(name: &'static str, length: u32, label: &'static str) -> DictionaryColumn {
    DictionaryColumn {
        name,
        text: Some(length),
        label,
        format: None,
    }
}

const fn number(name: &'static str, label: &'static str) -> DictionaryColumn {
    DictionaryColumn {
        name,
        text: None,
        label,
        format: None,
    }
}

const fn moment(name: &'static str, label: &'static str) -> DictionaryColumn {
    DictionaryColumn {
        format: Some("DATETIME18."),
        ..number(name, label)
    }
}

const LIBNAME: DictionaryColumn = text("libname", 8, "Library Name");
const MEMNAME: DictionaryColumn = text("memname", 32, "Member Name");
const MEMTYPE: DictionaryColumn = text("memtype", 8, "Member Type");

/// A value in a dictionary table.
pub(super) enum Cell {
    Number(f64),
    Text(String),
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn count(count: u64) -> Self {
        Self::Number(count as f64)
    }
}

/// The rows of a dictionary table.
pub(super) type Rows = Vec<Vec<Cell>>;

/// A dictionary table: its name, its view in SASHELP, its columns, and the function that collects its rows.
pub(super) struct Dictionary {
    pub name: &'static str,
    pub view: &'static str,
    pub columns: &'static [DictionaryColumn],
    pub rows: fn(&mut dyn Catalog, &Symbols) -> Result<Rows, String>,
}

pub(super) const DICTIONARIES: &[Dictionary] = &[
    Dictionary {
        name: "CATALOGS",
        view: "VCATALG",
        columns: &[
            LIBNAME,
            MEMNAME,
            MEMTYPE,
            text("objname", 32, "Object Name"),
            text("objtype", 8, "Object Type"),
            text("objdesc", 256, "Object Description"),
        ],
        rows: rows::none,
    },
    Dictionary {
        name: "COLUMNS",
        view: "VCOLUMN",
        columns: &[
            LIBNAME,
            MEMNAME,
            MEMTYPE,
            text("name", 32, "Column Name"),
            text("type", 4, "Column Type"),
            number("length", "Column Length"),
            number("npos", "Column Position"),
            number("varnum", "Column Number in Table"),
            text("label", 256, "Column Label"),
            text("format", 49, "Column Format"),
            text("informat", 49, "Column Informat"),
        ],
        rows: rows::columns,
    },
    Dictionary {
        name: "DICTIONARIES",
        view: "VDCTNRY",
        columns: &[
            MEMNAME,
            text("name", 32, "Column Name"),
            text("type", 4, "Column Type"),
            number("length", "Column Length"),
            number("varnum", "Column Number in Table"),
            text("label", 256, "Column Label"),
            text("format", 49, "Column Format"),
        ],
        rows: rows::dictionaries,
    },
    Dictionary {
        name: "EXTFILES",
        view: "VEXTFL",
        columns: &[
            text("fileref", 8, "Fileref"),
            text("xpath", 1024, "Path Name"),
            text("xengine", 8, "Engine Name"),
        ],
        rows: rows::files,
    },
    Dictionary {
        name: "INDEXES",
        view: "VINDEX",
        columns: &[
            LIBNAME,
            MEMNAME,
            MEMTYPE,
            text("name", 32, "Column Name"),
            text("idxusage", 9, "Column Index Type"),
            text("indxname", 32, "Index Name"),
            number("indxpos", "Position of Column in Concatenated Key"),
            text("nomiss", 3, "Nomiss Option"),
            text("unique", 3, "Unique Option"),
        ],
        rows: rows::indexes,
    },
    Dictionary {
        name: "LIBNAMES",
        view: "VLIBNAM",
        columns: &[
            LIBNAME,
            text("engine", 8, "Engine Name"),
            text("path", 1024, "Path Name"),
            number("level", "Library Concatenation Level"),
            text("readonly", 3, "Read-only?"),
            text("temp", 3, "Temp Access?"),
        ],
        rows: rows::libraries,
    },
    Dictionary {
        name: "MACROS",
        view: "VMACRO",
        columns: &[
            text("scope", 32, "Macro Scope"),
            text("name", 32, "Macro Variable Name"),
            number("offset", "Offset into Macro Variable"),
            text("value", 200, "Macro Variable Value"),
        ],
        rows: rows::macros,
    },
    Dictionary {
        name: "MEMBERS",
        view: "VMEMBER",
        columns: &[LIBNAME, MEMNAME, MEMTYPE],
        rows: rows::members,
    },
    Dictionary {
        name: "OPTIONS",
        view: "VOPTION",
        columns: &[
            text("optname", 32, "Option Name"),
            text("setting", 1024, "Option Setting"),
            text("optdesc", 160, "Option Description"),
        ],
        rows: rows::options,
    },
    Dictionary {
        name: "TABLES",
        view: "VTABLE",
        columns: &[
            LIBNAME,
            MEMNAME,
            MEMTYPE,
            text("memlabel", 256, "Data Set Label"),
            text("typemem", 8, "Data Set Type"),
            moment("crdate", "Date Created"),
            moment("modate", "Date Modified"),
            number("nobs", "Number of Physical Observations"),
            number("obslen", "Observation Length"),
            number("nvar", "Number of Variables"),
            text("compress", 8, "Compression Routine"),
            number("npage", "Number of Pages"),
            number("filesize", "Size of File"),
            number("bufsize", "Size of Buffer"),
            number("delobs", "Number of Deleted Observations"),
            number("nlobs", "Number of Logical Observations"),
        ],
        rows: rows::tables,
    },
    Dictionary {
        name: "TITLES",
        view: "VTITLE",
        columns: &[
            text("type", 1, "Title Location"),
            number("number", "Title Number"),
            text("text", 256, "Title Text"),
        ],
        rows: rows::titles,
    },
    Dictionary {
        name: "VIEWS",
        view: "VVIEW",
        columns: &[LIBNAME, MEMNAME, MEMTYPE, text("engine", 8, "Engine Name")],
        rows: rows::views,
    },
];

/// Views of SASHELP on a part of a dictionary table, each with its query.
pub(super) const VIEWS: &[(&str, &str)] = &[
    ("VSLIB", "select libname, path from dictionary.libnames"),
    (
        "VSTABLE",
        "select libname, memname from dictionary.members where memtype = 'DATA'",
    ),
    ("VSTABVW", "select libname, memname, memtype from dictionary.members"),
    (
        "VSVIEW",
        "select libname, memname from dictionary.members where memtype = 'VIEW'",
    ),
];
