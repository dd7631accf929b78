//! PROC CONTENTS.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{
    DataSet, DataStep, LengthItem, Name, SpecItem, Statement, StatementKind, VariableList,
    VariableRange,
};
use feedrate_language::{Diagnostic, Position};

use crate::contents::{CONTENTS_COLUMNS, Contents, ContentsColumn, ContentsOf, ContentsOut};
use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

const OPTIONS: &[&str] = &["DATA=", "OUT=", "VARNUM", "SHORT", "POSITION", "NOPRINT"];

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    lowering.no_statements()?;
    let at = lowering.procedure.at;
    let mut head = lowering.head();
    let contents = parse(lowering, &mut head, None, at)?;
    step(contents)
}

/// The options of PROC CONTENTS, and of CONTENTS in PROC DATASETS, whose data set is of `library` where it
/// names none.
pub(crate) fn parse(
    lowering: &mut Lowering<'_>,
    cursor: &mut Cursor<'_>,
    library: Option<&str>,
    at: Position,
) -> Result<Contents> {
    let (mut data, mut in_order, mut short) = (None, false, false);
    let (mut out, mut silent) = (None, false);
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of PROC CONTENTS")?;
        match option.text.to_ascii_uppercase().as_str() {
            "DATA" => data = Some(lowering.bare_data_set(cursor, "DATA", library)?),
            "OUT" => {
                cursor.expect(Symbol::Equal, "after OUT")?;
                out = Some(cursor.data_set()?);
            }
            "VARNUM" | "POSITION" => in_order = true,
            "SHORT" => short = true,
            "NOPRINT" => silent = true,
            _ => return Err(lowering.unknown(&option, "an option", OPTIONS)),
        }
    }
    let (data, data_at) = match data {
        Some(data) => data,
        None => (lowering.last(at)?, at),
    };
    let data = if data.member() == "_ALL_" {
        ContentsOf::All(data.library().to_owned())
    } else {
        lowering
            .catalog
            .data_set(&data)
            .map_err(|refusal| Diagnostic::error(data_at, refusal))?;
        ContentsOf::One(data)
    };
    let out = match out {
        Some(out) => Some(Box::new(written(lowering, out, at)?)),
        None => None,
    };
    Ok(Contents {
        data,
        in_order,
        short,
        silent,
        out,
    })
}

/// The step that writes OUT=.
fn written(lowering: &mut Lowering<'_>, out: DataSet, at: Position) -> Result<ContentsOut> {
    let list = |column: &ContentsColumn| VariableList {
        range: VariableRange::One(column.name.to_owned()),
        at,
    };
    let lengths = CONTENTS_COLUMNS.iter().map(|column| LengthItem {
        variables: vec![list(column)],
        text: column.text.is_some(),
        length: column.text.unwrap_or(8),
        at,
    });
    let labels = CONTENTS_COLUMNS.iter().map(|column| {
        let text = column.name.to_owned();
        (Name { text, at }, column.label.to_owned())
    });
    let formats = CONTENTS_COLUMNS.iter().map(|column| SpecItem {
        variables: vec![list(column)],
        spec: column.format.map(str::to_owned),
        at,
    });
    let body = [
        StatementKind::Length(lengths.collect()),
        StatementKind::Label(labels.collect()),
        StatementKind::Format(formats.collect()),
    ];
    let mut step = lowering.lowered(&DataStep {
        outputs: vec![out],
        body: body.map(|kind| Statement { kind, at }).into(),
        is_partial: false,
        at,
    })?;
    // That nothing in the step gives the variables a value is as it should be.
    step.notes.clear();
    let slot = |column: &ContentsColumn| {
        let mut variables = step.vector.variables.iter();
        variables
            .find(|variable| variable.name == column.name)
            .map(|variable| variable.slot)
    };
    let slots = CONTENTS_COLUMNS.iter().filter_map(slot).collect();
    Ok(ContentsOut { step, slots })
}
