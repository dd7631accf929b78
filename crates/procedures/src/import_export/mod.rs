//! PROC IMPORT and PROC EXPORT: a DATA step between a data set and a file of values with a character between
//! them.

use std::path::{Path, PathBuf};

use feedrate_dataset::DataSetName;
use feedrate_dataset::delimited::Shape;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Extent};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::data_set_named;
use feedrate_steps::data::{self, Outcome};
use feedrate_steps::environment::Environment;
use feedrate_steps::ir::{DataStep, Site, Write};

use crate::definition::{Definition, Grammar, Reads};
use crate::grammar::input::Input;
use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};
use crate::procedure::{Procedure, names};

pub(crate) const IMPORT: Definition = Definition {
    name: "IMPORT",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(import),
};

pub(crate) const EXPORT: Definition = Definition {
    name: "EXPORT",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(export),
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
        names(self.makes())
    }

    fn run_claimed(&self, _: Site, environment: &mut Environment<'_>) -> Outcome {
        data::run(&self.step, environment)
    }
}

/// The kinds of files that are supported.
const KINDS: &str = "CSV, TAB and DLM";

/// What both procedures are told.
struct TransferOptions {
    file: Option<(PathBuf, Position)>,
    data_set: Option<DataSet>,
    kind: Option<(String, Position)>,
    replaces: bool,
    /// What the statements say, each the last time.
    delimiter: Option<u8>,
    has_names: bool,
    first_line: Option<u64>,
}

fn import(lowering: &mut Lowering<'_>) -> Result<Request> {
    let known = ["DATAFILE=", "OUT=", "DBMS=", "REPLACE"];
    let options = transfer_options(lowering, ["datafile", "out"], &known, "getnames")?;
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
    let known = ["DATA=", "OUTFILE=", "DBMS=", "REPLACE"];
    let options = transfer_options(lowering, ["outfile", "data"], &known, "putnames")?;
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

/// What the procedure is told; `[file, data_set]` are its options for these.
fn transfer_options(
    lowering: &mut Lowering<'_>,
    [file, data_set]: [&str; 2],
    known_options: &[&str],
    names: &str,
) -> Result<TransferOptions> {
    let mut options = TransferOptions {
        file: None,
        data_set: None,
        kind: None,
        replaces: false,
        delimiter: None,
        has_names: true,
        first_line: None,
    };
    lowering.options(known_options, |lowering, word, head| {
        let of = word.to_ascii_uppercase();
        match word {
            "replace" => options.replaces = true,
            "dbms" => {
                head.expect(Symbol::Equal, "after DBMS")?;
                let at = head.position();
                options.kind = Some((head.option_word("DBMS")?.to_ascii_uppercase(), at));
            }
            word if word == file || word == "file" => {
                head.expect(Symbol::Equal, &format!("after {of}"))?;
                options.file = Some(path(lowering, head, &of)?);
            }
            word if word == data_set => {
                head.expect(Symbol::Equal, &format!("after {of}"))?;
                options.data_set = Some(head.data_set()?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let names_option = names.to_ascii_uppercase();
    let mut known = vec!["DELIMITER=", &names_option];
    if names == "getnames" {
        known.extend(["DATAROW=", "GUESSINGROWS="]);
    }
    for (word, at, mut cursor) in lowering.statements() {
        let of = word.to_ascii_uppercase();
        cursor.expect(Symbol::Equal, &format!("after {of}"))?;
        match word.as_str() {
            "delimiter" | "dlm" => options.delimiter = Some(delimiter(&mut cursor)?),
            word if word == names => options.has_names = yes(&mut cursor, &of)?,
            "datarow" if names == "getnames" => {
                let wrong = cursor.expected("the number of a line from 1 on");
                let line = cursor.expect_count("the number of a line")?;
                options.first_line = Some(line).filter(|&line| line > 0);
                options.first_line.ok_or(wrong)?;
            }
            // All rows are looked at in any case, for they must be counted.
            "guessingrows" if names == "getnames" => {
                if !cursor.take_word("max") {
                    cursor.expect_count("a number of rows, or MAX")?;
                }
            }
            _ => return Err(lowering.unknown_statement(&word, at, &known)),
        }
        cursor.expect_end(&of)?;
    }
    Ok(options)
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
            has_names: self.has_names,
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
fn delimiter(cursor: &mut Cursor<'_>) -> Result<u8> {
    let wrong = cursor.expected("one character in quotes, such as ';' or '09'x, for DELIMITER=");
    match cursor.take_text()?.as_deref() {
        Some(&[delimiter]) if !matches!(delimiter, b'"' | b'\n' | b'\r' | 0x80..) => Ok(delimiter),
        _ => Err(wrong),
    }
}

fn yes(cursor: &mut Cursor<'_>, of: &str) -> Result<bool> {
    if cursor.take_word("yes") {
        return Ok(true);
    }
    match cursor.take_word("no") {
        true => Ok(false),
        false => Err(cursor.expected(&format!("YES or NO for {of}="))),
    }
}
