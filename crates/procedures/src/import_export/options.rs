//! The options and statements of PROC IMPORT and PROC EXPORT.

use std::path::{Path, PathBuf};

use feedrate_dataset::delimited::Shape;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};

/// The kinds of files that are supported.
const KINDS: &str = "CSV, TAB and DLM";

/// The options of both procedures.
#[derive(Default)]
pub(super) struct TransferOptions {
    file: Option<(PathBuf, Position)>,
    pub data_set: Option<DataSet>,
    kind: Option<(String, Position)>,
    pub replaces: bool,
    /// The statements, each as it was given last.
    delimiter: Option<u8>,
    no_names: bool,
    first_line: Option<u64>,
    /// GUESSINGROWS=.
    pub guessing_rows: Option<u64>,
}

pub(super) const IMPORT_OPTIONS: OptionTable<TransferOptions> = options! {
    DATAFILE | FILE => Own("=a path in quotes or a fileref", file), "The file that is read.";
    DBMS => Own("=CSV, TAB or DLM", kind), "The kind of the file; that of its name by default.";
    OUT => Data(|options, data| options.data_set = Some(data)), help::OUT;
    REPLACE => Switch(|options| options.replaces = true), "The data set may be there already.";
};

pub(super) const IMPORT_STATEMENTS: StatementTable<TransferOptions> = statements! {
    DATAROW => Own("`=2`", &(), |options, from| {
        from.equals()?;
        let wrong = from.cursor.expected("the number of a line from 1 on");
        options.first_line = from.cursor.take_count().filter(|&line| line > 0);
        options.first_line.ok_or(wrong).map(drop)
    }), "The line of the first observation.";
    DELIMITER | DLM => Own("`=';'` or `='09'x`", &(), delimiter), help::DELIMITER;
    GETNAMES => Own("`=YES` or `=NO`", &(), names), "Whether the first line has the names of the variables.";
    GUESSINGROWS => Own("`=1000` or `=MAX`", &(), |options, from| {
        from.equals()?;
        if from.cursor.take_word("max") {
            options.guessing_rows = Some(u64::MAX);
            return Ok(());
        }
        let wrong = from.cursor.expected("a number of rows from 1 on, or MAX");
        options.guessing_rows = from.cursor.take_count().filter(|&rows| rows > 0);
        options.guessing_rows.ok_or(wrong).map(drop)
    }), "The rows that tell the informats and lengths of the variables; 20 by default.";
};

pub(super) const EXPORT_OPTIONS: OptionTable<TransferOptions> = options! {
    DATA => Data(|options, data| options.data_set = Some(data)), help::DATA;
    DBMS => Own("=CSV, TAB or DLM", kind), "The kind of the file; that of its name by default.";
    OUTFILE | FILE => Own("=a path in quotes or a fileref", file), "The file that is made.";
    REPLACE => Switch(|options| options.replaces = true), "The file may be there already.";
};

pub(super) const EXPORT_STATEMENTS: StatementTable<TransferOptions> = statements! {
    DELIMITER | DLM => Own("`=';'` or `='09'x`", &(), delimiter), help::DELIMITER;
    PUTNAMES => Own("`=YES` or `=NO`", &(), names), "Whether the first line has the names of the variables.";
};

fn file(options: &mut TransferOptions, from: &mut Argument<'_, '_>) -> Result<()> {
    from.equals()?;
    options.file = Some(path(from.lowering, from.cursor, &from.name)?);
    Ok(())
}

fn kind(options: &mut TransferOptions, from: &mut Argument<'_, '_>) -> Result<()> {
    let word = from.word()?;
    options.kind = Some((word.text.to_ascii_uppercase(), word.at));
    Ok(())
}

impl TransferOptions {
    /// The file, how it is laid out, and where it is named.
    pub fn file(&self, lowering: &ProcedureLowering<'_>, option: &str) -> Result<(PathBuf, Shape, Position)> {
        let at = lowering.procedure.at;
        let Some((path, file_at)) = &self.file else {
            let message = format!("PROC {} needs a file", lowering.name);
            return Err(Diagnostic::error(at, message).with_hint(format!("give its path in quotes with {option}=")));
        };
        let (kind, kind_at) = match &self.kind {
            Some((kind, at)) => (kind.clone(), *at),
            None => (extension(path), *file_at),
        };
        let usual = match kind.as_str() {
            "CSV" => b',',
            "TAB" | "TXT" => b'\t',
            "DLM" => b' ',
            "" => {
                let message = format!(
                    "the name of the file does not tell its kind; PROC {} needs DBMS=",
                    lowering.name
                );
                return Err(Diagnostic::error(kind_at, message).with_hint(format!("there are {KINDS}")));
            }
            other => {
                let message = format!("files of the kind {other} are not supported in PROC {}", lowering.name);
                return Err(Diagnostic::error(kind_at, message).with_hint(format!(
                    "DBMS= can be {KINDS}; LIBNAME has the engines PARQUET and ARROW"
                )));
            }
        };
        let shape = Shape {
            delimiter: self.delimiter.unwrap_or(usual),
            has_names: !self.no_names,
            first_line: self.first_line,
        };
        Ok((path.clone(), shape, *file_at))
    }
}

fn extension(path: &Path) -> String {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.unwrap_or_default().to_ascii_uppercase()
}

/// A path in quotes, or the name that a FILENAME statement gave one.
fn path(lowering: &ProcedureLowering<'_>, head: &mut Cursor<'_>, option: &str) -> Result<(PathBuf, Position)> {
    let at = head.position();
    if !head.is_name(0) {
        let path = head.expect_string(&format!("the path of a file for {option}="))?;
        return Ok((PathBuf::from(path), at));
    }
    let name = head.expect_name("a fileref")?;
    let reference = name.text.to_ascii_uppercase();
    match lowering.catalog.file(&reference) {
        Some(path) => Ok((path, at)),
        None => Err(
            Diagnostic::error(at, format!("No logical assign for filename {reference}."))
                .with_hint("give the path of the file in quotes, or a FILENAME statement before"),
        ),
    }
}

/// One character of one byte, neither a quotation mark nor an end of a line.
fn delimiter(options: &mut TransferOptions, from: &mut Argument<'_, '_>) -> Result<()> {
    from.equals()?;
    let what = "one character in quotes, such as ';' or '09'x, for DELIMITER=";
    let wrong = from.cursor.expected(what);
    match from.cursor.take_text()?.as_deref() {
        Some(&[delimiter]) if !matches!(delimiter, b'"' | b'\n' | b'\r' | 0x80..) => {
            options.delimiter = Some(delimiter);
            Ok(())
        }
        _ => Err(wrong),
    }
}

fn names(options: &mut TransferOptions, from: &mut Argument<'_, '_>) -> Result<()> {
    from.equals()?;
    options.no_names = !from.cursor.take_word("yes");
    match !options.no_names || from.cursor.take_word("no") {
        true => Ok(()),
        false => {
            let what = format!("YES or NO for {}=", from.name);
            Err(from.cursor.expected(&what))
        }
    }
}
