//! PROC APPEND.

use feedrate_dataset::DataSetName;
use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};

use crate::append::Append;
use crate::grammar::lowering::Lowering;
use crate::grammar::table::{NONE, OptionTable, help, options};
use crate::grammar::{Request, Syntax, step};

/// What the options of PROC APPEND say, and of APPEND in PROC DATASETS.
#[derive(Default)]
pub(crate) struct AppendOptions {
    /// The library of data sets that name none.
    pub library: Option<String>,
    pub base: Option<(DataSetName, Position)>,
    pub data: Option<(DataSetName, Position)>,
    pub force: bool,
}

pub(crate) const OPTIONS: OptionTable<AppendOptions> = options! {
    BASE | OUT => Own("=a data set", |options, from| {
        options.base = Some(from.bare_data_set(options.library.as_deref())?);
        Ok(())
    }), "The data set that observations are added to; it is made if it is not there.";
    DATA | NEW => Own("=a data set", |options, from| {
        options.data = Some(from.bare_data_set(options.library.as_deref())?);
        Ok(())
    }), help::DATA;
    FORCE => Switch(|options| options.force = true), "Adds them even if their variables differ.";
};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, NONE)
}

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    lowering.read_own_statements(NONE, &mut ())?;
    let at = lowering.procedure.at;
    let options = lowering.read_options(OPTIONS)?;
    step(append(lowering, options, at)?)
}

/// Returns what options ask for.
pub(crate) fn append(
    lowering: &mut Lowering<'_>,
    options: AppendOptions,
    at: Position,
) -> Result<Append> {
    let (base, base_at) = options.base.ok_or_else(|| {
        Diagnostic::error(at, "APPEND needs a data set to add to").with_hint("name it with BASE=")
    })?;
    let (data, data_at) = match options.data {
        Some(data) => data,
        None => (lowering.last(at)?, at),
    };
    // A base that is not there yet is made.
    if let Err(refusal) = lowering.catalog.data_set(&data) {
        return Err(Diagnostic::error(data_at, refusal));
    }
    if let Err(refusal) = lowering.catalog.check_output(&base) {
        return Err(Diagnostic::error(base_at, refusal));
    }
    Ok(Append {
        base,
        data,
        force: options.force,
    })
}
