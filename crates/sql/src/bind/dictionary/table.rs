//! The dictionary tables and their columns.

use feedrate_language::macros::Symbols;
use feedrate_lower::Catalog;

use super::rows::{self, Cell, Rows, row};

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

/// Collects the rows of a dictionary table.
type CollectRows = fn(&mut dyn Catalog, &Symbols) -> Result<Rows, String>;

/// A dictionary table: its name, its view in SASHELP, its columns, and the function that collects its rows.
pub(super) struct Dictionary {
    pub name: &'static str,
    pub view: &'static str,
    pub columns: &'static [DictionaryColumn],
    pub rows: CollectRows,
}

const fn dictionary(
    name: &'static str,
    view: &'static str,
    rows: CollectRows,
    columns: &'static [DictionaryColumn],
) -> Dictionary {
    Dictionary {
        name,
        view,
        columns,
        rows,
    }
}

pub(super) const DICTIONARIES: &[Dictionary] = &[
    dictionary(
        "CATALOGS",
        "VCATALG",
        rows::none,
        &[
            LIBNAME,
            MEMNAME,
            MEMTYPE,
            text("objname", 32, "Object Name"),
            text("objtype", 8, "Object Type"),
            text("objdesc", 256, "Object Description"),
        ],
    ),
    dictionary(
        "COLUMNS",
        "VCOLUMN",
        rows::columns,
        &[
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
    ),
    dictionary(
        "DICTIONARIES",
        "VDCTNRY",
        dictionaries,
        &[
            MEMNAME,
            text("name", 32, "Column Name"),
            text("type", 4, "Column Type"),
            number("length", "Column Length"),
            number("varnum", "Column Number in Table"),
            text("label", 256, "Column Label"),
            text("format", 49, "Column Format"),
        ],
    ),
    dictionary(
        "EXTFILES",
        "VEXTFL",
        rows::files,
        &[
            text("fileref", 8, "Fileref"),
            text("xpath", 1024, "Path Name"),
            text("xengine", 8, "Engine Name"),
        ],
    ),
    dictionary(
        "INDEXES",
        "VINDEX",
        rows::indexes,
        &[
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
    ),
    dictionary(
        "LIBNAMES",
        "VLIBNAM",
        rows::libraries,
        &[
            LIBNAME,
            text("engine", 8, "Engine Name"),
            text("path", 1024, "Path Name"),
            number("level", "Library Concatenation Level"),
            text("readonly", 3, "Read-only?"),
            text("temp", 3, "Temp Access?"),
        ],
    ),
    dictionary(
        "MACROS",
        "VMACRO",
        rows::macros,
        &[
            text("scope", 32, "Macro Scope"),
            text("name", 32, "Macro Variable Name"),
            number("offset", "Offset into Macro Variable"),
            text("value", 200, "Macro Variable Value"),
        ],
    ),
    dictionary("MEMBERS", "VMEMBER", rows::members, &[LIBNAME, MEMNAME, MEMTYPE]),
    dictionary(
        "OPTIONS",
        "VOPTION",
        rows::options,
        &[
            text("optname", 32, "Option Name"),
            text("setting", 1024, "Option Setting"),
            text("optdesc", 160, "Option Description"),
        ],
    ),
    dictionary(
        "TABLES",
        "VTABLE",
        rows::tables,
        &[
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
    ),
    dictionary(
        "TITLES",
        "VTITLE",
        rows::titles,
        &[
            text("type", 1, "Title Location"),
            number("number", "Title Number"),
            text("text", 256, "Title Text"),
        ],
    ),
    dictionary(
        "VIEWS",
        "VVIEW",
        rows::views,
        &[LIBNAME, MEMNAME, MEMTYPE, text("engine", 8, "Engine Name")],
    ),
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

fn dictionaries(_: &mut dyn Catalog, _: &Symbols) -> Result<Rows, String> {
    let mut rows = Vec::new();
    for table in DICTIONARIES {
        for (number, own) in (1_u64..).zip(table.columns) {
            let kind = if own.text.is_some() { "char" } else { "num" };
            let length = own.text.unwrap_or(8);
            let format = own.format.unwrap_or_default();
            rows.push(row![table.name, own.name, kind, length, number, own.label, format]);
        }
    }
    Ok(rows)
}
