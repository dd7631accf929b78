//! PROC APPEND.

use feedrate_dataset::DataSetName;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::{data_set_named, is_word};
use feedrate_procedure::grammar::input::{Input, special_data_set};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{NONE, OptionTable, help, options};
use feedrate_procedure::{Request, step};

use crate::append::Append;

/// The options of PROC APPEND, and of APPEND in PROC DATASETS.
#[derive(Default)]
pub(crate) struct AppendOptions {
    /// The library of data sets that name none.
    pub library: Option<String>,
    pub base: Option<(DataSetName, Position)>,
    pub data: Option<DataSet>,
    pub force: bool,
}

pub(crate) const OPTIONS: OptionTable<AppendOptions> = options! {
    BASE | OUT => Own("=a data set", |options, from| {
        options.base = Some(from.bare_data_set(options.library.as_deref())?);
        Ok(())
    }), "The data set that observations are added to; it is made if it is not there.";
    DATA | NEW => Own("=a data set", |options, from| {
        from.equals()?;
        let mut data = from.cursor.data_set()?;
        if data.library.is_none() && !is_word(&data, "_LAST_") {
            let at = data.member.at;
            data.library = options.library.clone().map(|text| Name { text, at });
        }
        options.data = Some(data);
        Ok(())
    }), help::DATA;
    FORCE => Switch(|options| options.force = true), "Adds them even if their variables differ.";
};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, NONE)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    lowering.read_own_statements(NONE, &mut ())?;
    let at = lowering.procedure.at;
    let options = lowering.read_options(OPTIONS)?;
    step(append(lowering, options, at)?)
}

/// Returns what options ask for.
pub(crate) fn append(lowering: &mut ProcedureLowering<'_>, options: AppendOptions, at: Position) -> Result<Append> {
    let (base, base_at) = options
        .base
        .ok_or_else(|| Diagnostic::error(at, "APPEND needs a data set to add to").with_hint("name it with BASE="))?;
    let given = options.data.unwrap_or_else(|| special_data_set("_LAST_", at));
    let data = lowering.name_of(&given)?;
    // A base that is not there yet is made.
    if let Err(refusal) = lowering.catalog.data_set(&data) {
        return Err(Diagnostic::error(given.member.at, refusal));
    }
    if let Err(refusal) = lowering.catalog.check_output(&base) {
        return Err(Diagnostic::error(base_at, refusal));
    }
    let chosen = match given.options.is_empty() {
        true => None,
        false => {
            let mut input = Input::ungrouped(lowering, Some(given), &[])?;
            input.add_copy(lowering, &data_set_named(&base, base_at))?;
            Some(Box::new(input.into_step()))
        }
    };
    Ok(Append {
        base,
        data,
        force: options.force,
        chosen,
    })
}
