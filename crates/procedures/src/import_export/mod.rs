//! PROC IMPORT and PROC EXPORT: a DATA step between a data set and a file of values with a character between
//! them.

use std::path::{Path, PathBuf};

use feedrate_dataset::DataSetName;
use feedrate_dataset::delimited::Shape;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::tree::{DataSet, Extent};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::data_set_named;
use feedrate_steps::data::{self, Outcome};
use feedrate_steps::environment::Environment;
use feedrate_steps::ir::{DataStep, Site, Write};

use crate::definition::{Definition, Grammar, Reads};
use crate::grammar::input::Input;
use crate::grammar::lowering::Lowering;
use crate::grammar::table::argument::Argument;
use crate::grammar::table::description::Syntax;
use crate::grammar::table::{OptionTable, StatementTable, help, options, statements};
use crate::grammar::{Request, step};
use crate::intent::{Intent, OutputSize};
use crate::procedure::{self, Procedure};

pub(crate) const IMPORT: Definition = Definition {
    name: "IMPORT",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(import),
    syntax: || Syntax::of(IMPORT_OPTIONS, IMPORT_STATEMENTS),
};

pub(crate) const EXPORT: Definition = Definition {
    name: "EXPORT",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(export),
    syntax: || Syntax::of(EXPORT_OPTIONS, EXPORT_STATEMENTS),
};

/// A step that reads a file as a data set, or makes one.
#[derive(Debug)]
struct Transfer {
    step: DataStep,
}

impl Procedure for Transfer {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        procedure::names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        Intent::reading(&self.step, OutputSize::AsInput)
    }

    fn run_claimed(&self, _: Site, environment: &mut Environment<'_>) -> Outcome {
        data::run(&self.step, environment)
    }
}

/// The kinds of files that are supported.
const KINDS: &str = "CSV, TAB and DLM";

/// What both procedures are told.
#[derive(Default)]
struct TransferOptions {
    file: Option<(PathBuf, Position)>,
    data_set: Option<DataSet>,
    kind: Option<(String, Position)>,
    replaces: bool,
    /// What the statements say, each the last time.
    delimiter: Option<u8>,
    no_names: bool,
    first_line: Option<u64>,
}

const IMPORT_OPTIONS: OptionTable<TransferOptions> = options! {
    DATAFILE | FILE => Own("=a path in quotes or a fileref", file), "The file that is read.";
    DBMS => Own("=CSV, TAB or DLM", kind), "The kind of the file; that of its name by default.";
    OUT => Data(|options, data| options.data_set = Some(data)), help::OUT;
    REPLACE => Switch(|options| options.replaces = true), "The data set may be there already.";
};

const IMPORT_STATEMENTS: StatementTable<TransferOptions> = statements! {
    DATAROW => Own("`=2`", &(), |options, from| {
        from.equals()?;
        let wrong = from.cursor.expected("the number of a line from 1 on");
        let line = from.cursor.expect_count("the number of a line")?;
        options.first_line = Some(line).filter(|&line| line > 0);
        options.first_line.ok_or(wrong).map(drop)
    }), "The line of the first observation.";
    DELIMITER | DLM => Own("`=';'` or `='09'x`", &(), delimiter), help::DELIMITER;
    GETNAMES => Own("`=YES` or `=NO`", &(), names), "Whether the first line has the names of the variables.";
    GUESSINGROWS => Own("`=1000` or `=MAX`", &(), |_, from| from.word().map(drop)),
        "No effect: all rows are looked at.";
};

const EXPORT_OPTIONS: OptionTable<TransferOptions> = options! {
    DATA => Data(|options, data| options.data_set = Some(data)), help::DATA;
    DBMS => Own("=CSV, TAB or DLM", kind), "The kind of the file; that of its name by default.";
    OUTFILE | FILE => Own("=a path in quotes or a fileref", file), "The file that is made.";
    REPLACE => Switch(|options| options.replaces = true), "The file may be there already.";
};

const EXPORT_STATEMENTS: StatementTable<TransferOptions> = statements! {
    DELIMITER | DLM => Own("`=';'` or `='09'x`", &(), delimiter), help::DELIMITER;
    PUTNAMES => Own("`=YES` or `=NO`", &(), names), "Whether the first line has the names of the variables.";
};

fn import(lowering: &mut Lowering<'_>) -> Result<Request> {
    let mut options: TransferOptions = lowering.read_options(IMPORT_OPTIONS)?;
    lowering.read_own_statements(IMPORT_STATEMENTS, &mut options)?;
    let at = lowering.procedure.at;
    let Some(out) = options.data_set.clone() else {
        return Err(
            Diagnostic::error(at, "PROC IMPORT needs a data set to make")
                .with_hint("name it with OUT="),
        );
    };
    let name = lowering.name_of(&out)?;
    if !options.replaces && lowering.catalog.data_set(&name).is_ok() {
        let message = format!("data set {name} exists, and PROC IMPORT may not replace it");
        return Err(Diagnostic::error(out.member.at, message)
            .with_hint("write REPLACE in its PROC statement, or name another with OUT="));
    }
    let (path, shape, file_at) = options.file(lowering, "DATAFILE")?;
    let lent = lowering.catalog.add_file(&path, shape);
    let lent = lent.map_err(|refusal| Diagnostic::error(file_at, refusal))?;
    if !lent.is_there {
        let message = format!("there is no file {}", path.display());
        return Err(Diagnostic::error(file_at, message));
    }
    between(lowering, data_set_named(&lent.name, file_at), out)
}

fn export(lowering: &mut Lowering<'_>) -> Result<Request> {
    let mut options: TransferOptions = lowering.read_options(EXPORT_OPTIONS)?;
    lowering.read_own_statements(EXPORT_STATEMENTS, &mut options)?;
    let at = lowering.procedure.at;
    let data = match &options.data_set {
        Some(data) => data.clone(),
        None => data_set_named(&lowering.last(at)?, at),
    };
    let (path, shape, file_at) = options.file(lowering, "OUTFILE")?;
    let lent = lowering.catalog.add_file(&path, shape);
    let lent = lent.map_err(|refusal| Diagnostic::error(file_at, refusal))?;
    if lent.is_there && !options.replaces {
        let message = format!(
            "the file {} exists, and PROC EXPORT may not replace it",
            path.display()
        );
        return Err(Diagnostic::error(file_at, message)
            .with_hint("write REPLACE in its PROC statement, or name another with OUTFILE="));
    }
    between(lowering, data, data_set_named(&lent.name, file_at))
}

/// The step that reads one data set and makes the other.
fn between(lowering: &mut Lowering<'_>, from: DataSet, to: DataSet) -> Result<Request> {
    let mut input = Input::ungrouped(lowering, Some(from), &[])?;
    input.add_copy(lowering, &to)?;
    step(Transfer {
        step: input.into_step(),
    })
}

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
    fn file(&self, lowering: &Lowering<'_>, option: &str) -> Result<(PathBuf, Shape, Position)> {
        let at = lowering.procedure.at;
        let Some((path, file_at)) = &self.file else {
            let message = format!("PROC {} needs a file", lowering.name);
            return Err(Diagnostic::error(at, message)
                .with_hint(format!("give its path in quotes with {option}=")));
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
                return Err(
                    Diagnostic::error(kind_at, message).with_hint(format!("there are {KINDS}"))
                );
            }
            other => {
                let message = format!(
                    "files of the kind {other} are not supported in PROC {}",
                    lowering.name
                );
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
fn path(
    lowering: &Lowering<'_>,
    head: &mut Cursor<'_>,
    option: &str,
) -> Result<(PathBuf, Position)> {
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
            Diagnostic::error(at, format!("there is no fileref {reference}"))
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
