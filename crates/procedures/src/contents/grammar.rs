//! PROC CONTENTS.

use feedrate_dataset::DataSetName;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{NewVariable, new_data_set};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{NONE, OptionTable, help, options};
use feedrate_procedure::{Request, step};
use feedrate_values::Kind;

use crate::contents::{CONTENTS_COLUMNS, Contents, ContentsOf, ContentsOut};

/// The options of PROC CONTENTS, and of CONTENTS in PROC DATASETS.
#[derive(Default)]
pub(crate) struct ContentsOptions {
    /// The library of a data set that names none.
    pub library: Option<String>,
    pub data: Option<(DataSetName, Position)>,
    pub in_order: bool,
    pub short: bool,
    pub silent: bool,
    pub out: Option<DataSet>,
}

pub(crate) const OPTIONS: OptionTable<ContentsOptions> = options! {
    DATA => Own("=a data set", |options, from| {
        options.data = Some(from.bare_data_set(options.library.as_deref())?);
        Ok(())
    }), "The data set that is described, or with `_ALL_` those of a library.";
    NOPRINT => Switch(|options| options.silent = true), help::NOPRINT;
    OUT => Data(|options, data| options.out = Some(data)), "Makes a data set of the variables.";
    SHORT => Switch(|options| options.short = true), "Lists the names of the variables alone.";
    VARNUM | POSITION => Switch(|options| options.in_order = true), "Lists the variables in their order.";
};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, NONE)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    lowering.read_own_statements(NONE, &mut ())?;
    let at = lowering.procedure.at;
    let options = lowering.read_options(OPTIONS)?;
    step(contents(lowering, options, at)?)
}

/// Returns what options ask for.
pub(crate) fn contents(
    lowering: &mut ProcedureLowering<'_>,
    options: ContentsOptions,
    at: Position,
) -> Result<Contents> {
    let (data, data_at) = match options.data {
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
    let out = match options.out {
        Some(out) => Some(Box::new(written(lowering, &out)?)),
        None => None,
    };
    Ok(Contents {
        data,
        in_order: options.in_order,
        short: options.short,
        silent: options.silent,
        out,
    })
}

/// Returns the step that writes OUT=.
fn written(lowering: &mut ProcedureLowering<'_>, out: &DataSet) -> Result<ContentsOut> {
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
