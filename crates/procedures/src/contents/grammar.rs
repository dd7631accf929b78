//! PROC CONTENTS.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{NewVariable, new_data_set};
use feedrate_values::Kind;

use crate::contents::{CONTENTS_COLUMNS, Contents, ContentsOf, ContentsOut};
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
        Some(out) => Some(Box::new(written(lowering, &out)?)),
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
fn written(lowering: &mut Lowering<'_>, out: &DataSet) -> Result<ContentsOut> {
    let at = out.member.at;
    let variables = CONTENTS_COLUMNS.iter().map(|column| NewVariable {
        name: column.name.to_owned(),
        kind: column.text.map_or(Kind::Number, |_| Kind::Text),
        length: column.text.unwrap_or(8),
        label: column.label.to_owned(),
        format: column.format.and_then(|text| text.parse().ok()),
        informat: None,
        at,
    });
    let variables: Vec<NewVariable> = variables.collect();
    let options = lowering.options;
    let (lowered, slots) = new_data_set(out, &variables, at, lowering.catalog, options);
    lowering.take(lowered.diagnostics)?;
    Ok(ContentsOut {
        step: lowered.step,
        slots: slots.into_iter().flatten().collect(),
    })
}
