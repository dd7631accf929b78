//! PROC IMPORT and PROC EXPORT: a DATA step between a data set and a file of values with a character between
//! them.

mod options;
mod step;
mod transfer;

use feedrate_dataset::DataSetName;
use feedrate_dataset::delimited::Transfer;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Extent};
use feedrate_language::{Diagnostic, Symbol};
use feedrate_lower::name::data_set_named;
use feedrate_procedure::grammar::input::Input;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Definition, Grammar, Reads, Request, step as request};
use feedrate_program::DataStep;

use options::{EXPORT_OPTIONS, EXPORT_STATEMENTS, IMPORT_OPTIONS, IMPORT_STATEMENTS, TransferOptions};
use transfer::{Direction, TransferStep};

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

/// The rows that tell the variables unless GUESSINGROWS= gives another number.
const GUESSING_ROWS: u64 = 20;

fn import(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let mut options: TransferOptions = lowering.read_options(IMPORT_OPTIONS)?;
    lowering.read_own_statements(IMPORT_STATEMENTS, &mut options)?;
    let at = lowering.procedure.at;
    let Some(out) = options.data_set.clone() else {
        return Err(Diagnostic::error(at, "PROC IMPORT needs a data set to make").with_hint("name it with OUT="));
    };
    let name = lowering.name_of(&out)?;
    if !options.replaces && lowering.catalog.data_set(&name).is_ok() {
        let message = format!("data set {name} exists, and PROC IMPORT may not replace it");
        return Err(Diagnostic::error(out.member.at, message)
            .with_hint("write REPLACE in its PROC statement, or name another with OUT="));
    }
    let (path, shape, file_at) = options.file(lowering, "DATAFILE")?;
    let transfer = Transfer::Import(options.guessing_rows.unwrap_or(GUESSING_ROWS));
    let lent = lowering.catalog.add_file(&path, shape, transfer);
    let lent = lent.map_err(|refusal| Diagnostic::error(file_at, refusal))?;
    if !lent.is_there {
        let message = format!("there is no file {}", path.display());
        return Err(Diagnostic::error(file_at, message));
    }
    let facts = lowering.catalog.data_set(&lent.name);
    let facts = facts.map_err(|refusal| Diagnostic::error(file_at, refusal))?;
    let named = data_set_text(lowering, "OUT", &name);
    let text = step::import(&path, shape, &named, &facts.schema);
    let step = between(lowering, data_set_named(&lent.name, file_at), out)?;
    request(TransferStep {
        step,
        text,
        path,
        tally: lent.tally,
        direction: Direction::Import,
        data_set: name,
    })
}

fn export(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let mut options: TransferOptions = lowering.read_options(EXPORT_OPTIONS)?;
    lowering.read_own_statements(EXPORT_STATEMENTS, &mut options)?;
    let at = lowering.procedure.at;
    let data = match &options.data_set {
        Some(data) => data.clone(),
        None => data_set_named(&lowering.last(at)?, at),
    };
    let (path, shape, file_at) = options.file(lowering, "OUTFILE")?;
    let lent = lowering.catalog.add_file(&path, shape, Transfer::Export);
    let lent = lent.map_err(|refusal| Diagnostic::error(file_at, refusal))?;
    if lent.is_there && !options.replaces {
        let message = format!("the file {} exists, and PROC EXPORT may not replace it", path.display());
        return Err(Diagnostic::error(file_at, message)
            .with_hint("write REPLACE in its PROC statement, or name another with OUTFILE="));
    }
    let name = lowering.name_of(&data)?;
    let named = data_set_text(lowering, "DATA", &name);
    let step = between(lowering, data, data_set_named(&lent.name, file_at))?;
    let schema = step.writes.first().map(|write| &write.schema);
    let text = schema.map(|schema| step::export(&path, shape, &named, schema));
    request(TransferStep {
        step,
        text: text.unwrap_or_default(),
        path,
        tally: lent.tally,
        direction: Direction::Export,
        data_set: name,
    })
}

/// The step that reads one data set and makes the other.
fn between(lowering: &mut ProcedureLowering<'_>, from: DataSet, to: DataSet) -> Result<DataStep> {
    let mut input = Input::ungrouped(lowering, Some(from), &[])?;
    input.add_copy(lowering, &to)?;
    Ok(input.into_step())
}

/// Returns the whole name of the data set of an option, with its data set options as the program has them.
fn data_set_text(lowering: &ProcedureLowering<'_>, option: &str, name: &DataSetName) -> String {
    let mut head = lowering.head();
    while !head.at_end() {
        if head.is_word(0, option) && head.is(1, Symbol::Equal) {
            head.skip(2);
            let place = head.taken();
            let given = head.data_set().map(|_| head.text_since(place));
            let given = given.unwrap_or_default();
            let own = given.find('(').map_or("", |start| &given[start..]);
            return format!("{name}{own}");
        }
        head.skip(1);
    }
    name.to_string()
}
