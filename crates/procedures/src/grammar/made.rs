//! The step of a procedure that makes data sets of what it computes: their columns, and where these lie.

use feedrate_dataset::Schema;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{
    DataSet, DataSetOption, LengthItem, OptionValue, Statement, StatementKind, VariableList,
    VariableRange,
};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_lower::name::is_word;
use feedrate_steps::ir::{DataStep, NumberSlot, Slot, StaticNote, Store, TextSlot, Write};
use feedrate_values::{Kind, Spec};

use crate::grammar::input::{StepVariables, reading_step};
use crate::grammar::lowering::Lowering;

/// A data set that a procedure makes.
pub(crate) struct Made<'m> {
    /// What it is called, with its options.
    pub data_set: &'m DataSet,
    /// The option or statement that asks for it.
    pub at: Position,
    /// What that is called in messages.
    pub of: &'static str,
    pub columns: &'m [OutputColumn],
}

/// A column of an output data set, before its options act.
pub(crate) struct OutputColumn {
    pub name: String,
    /// What it is labelled and shown by; absent of a variable that is as it was read.
    pub attributes: Option<(String, Option<Spec>)>,
    /// Its bytes, where it is text of the procedure's own.
    pub text: Option<u32>,
}

impl OutputColumn {
    /// A variable as it was read.
    pub(crate) fn as_read(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            attributes: None,
            text: None,
        }
    }

    /// A number that the procedure computes, without a label and a format.
    pub(crate) fn number(name: &str) -> Self {
        Self {
            attributes: Some((String::new(), None)),
            ..Self::as_read(name)
        }
    }

    /// A text of so many bytes that the procedure makes.
    pub(crate) fn text(name: &str, bytes: u32) -> Self {
        Self {
            text: Some(bytes),
            ..Self::number(name)
        }
    }
}

/// The step that reads a data set and makes others. `read` is a step that only reads it, with the
/// statements of `body`, and `keys` are the variables among its own that make groups.
pub(crate) fn making_step(
    lowering: &mut Lowering<'_>,
    mut data: DataSet,
    read: StepVariables<'_>,
    keys: &[usize],
    body: &[Statement],
    made: &[Made<'_>],
    at: Position,
) -> Result<DataStep> {
    let variables = read;
    let mut lengths: Vec<LengthItem> = Vec::new();
    let mut in_the_way: Vec<VariableList> = Vec::new();
    let mut met: Vec<String> = Vec::new();
    let columns = made.iter().flat_map(|made| {
        let columns = made.columns.iter();
        columns.map(|column| (made.at, column))
    });
    for (output_at, column) in columns {
        let upper = column.name.to_uppercase();
        if column.attributes.is_none() || met.contains(&upper) {
            continue;
        }
        let is_text = column.text.is_some();
        let own = VariableList {
            range: VariableRange::One(column.name.clone()),
            at,
        };
        let known = variables.position(&column.name);
        if known.is_some_and(|index| keys.contains(&index)) {
            let message =
                format!("{upper} is a name of an output variable and of a CLASS or BY variable");
            return Err(Diagnostic::error(output_at, message));
        }
        // A variable of the data set that is in the way, and is of no use, is not read.
        let kind = known.and_then(|index| variables.kind(index));
        let is_other_kind = kind.is_some_and(|kind| (kind == Kind::Text) != is_text);
        if is_other_kind {
            in_the_way.push(own.clone());
        }
        if known.is_none() || is_other_kind {
            lengths.push(LengthItem {
                variables: vec![own],
                text: is_text,
                length: column.text.unwrap_or(8),
                at,
            });
        }
        met.push(upper);
    }
    if !in_the_way.is_empty() {
        data.options.push(DataSetOption {
            name: "DROP".into(),
            value: OptionValue::Variables(in_the_way),
            at,
        });
    }
    let mut body = body.to_vec();
    if !lengths.is_empty() {
        body.push(Statement {
            kind: StatementKind::Length(lengths),
            at,
        });
    }
    let data_sets = made.iter().map(|made| {
        let mut data_set = made.data_set.clone();
        let own = made.columns.iter().map(|column| VariableList {
            range: VariableRange::One(column.name.clone()),
            at,
        });
        let keep = DataSetOption {
            name: "KEEP".into(),
            value: OptionValue::Variables(own.collect()),
            at,
        };
        data_set.options.insert(0, keep);
        data_set
    });
    let data_sets = data_sets.collect();
    let mut step = reading_step(lowering, data, data_sets, &body, at)?;
    // What the procedure computes has a value.
    step.notes
        .retain(|note| !matches!(note, StaticNote::Uninitialized(_)));
    let mut nothing = made.iter();
    if let Some(made) = nothing.find(|made| is_word(made.data_set, "_NULL_")) {
        let message = format!("_NULL_ cannot stand in OUT= of {}", made.of);
        return Err(Diagnostic::error(made.data_set.member.at, message));
    }
    let mut writes = std::mem::take(&mut step.writes);
    for (write, made) in writes.iter_mut().zip(made) {
        arrange(write, &step, made.columns).map_err(|why| Diagnostic::error(made.at, why))?;
    }
    step.writes = writes;
    Ok(step)
}

/// Puts the columns of an output data set in their order, which is not that of the step, and gives those
/// of statistics their length and their attributes. The options of the data set have acted already.
fn arrange(
    write: &mut Write,
    step: &DataStep,
    columns: &[OutputColumn],
) -> std::result::Result<(), String> {
    let variables = StepVariables(step);
    let place_of = |slot: Slot| {
        columns.iter().position(|column| {
            let index = variables.position(&column.name);
            index.is_some_and(|index| variables.variable(index).slot == slot)
        })
    };
    let schema = std::mem::replace(
        &mut write.schema,
        Schema::lay_out(Vec::new()).map_err(|error| error.to_string())?,
    );
    let stored = schema.into_variables().into_iter().zip(&write.stores);
    let mut stored: Vec<_> = stored
        .map(|(variable, store)| (place_of(store.slot), variable, store.slot))
        .collect();
    stored.sort_by_key(|(place, ..)| *place);
    let mut slots = Vec::with_capacity(stored.len());
    let mut arranged = Vec::with_capacity(stored.len());
    for (place, mut variable, slot) in stored {
        if let Some((label, format)) = place.and_then(|place| columns[place].attributes.clone()) {
            variable.label = label;
            variable.format = format;
            variable.informat = None;
            if variable.kind == Kind::Number {
                variable.length = 8;
            }
        }
        slots.push(slot);
        arranged.push(variable);
    }
    write.schema = Schema::lay_out(arranged).map_err(|error| error.to_string())?;
    write.stores = (0..)
        .zip(slots)
        .map(|(column, slot)| Store { slot, column })
        .collect();
    Ok(())
}

/// Where a variable of a step lies.
fn slot_of(step: &DataStep, name: &str) -> Option<Slot> {
    let variables = StepVariables(step);
    let index = variables.position(name)?;
    Some(variables.variable(index).slot)
}

/// Where a number of a step lies.
pub(crate) fn number_of(step: &DataStep, name: &str) -> Option<NumberSlot> {
    match slot_of(step, name)? {
        Slot::Number(slot) => Some(slot),
        Slot::Text(_) => None,
    }
}

/// Where a text of a step lies.
pub(crate) fn text_of(step: &DataStep, name: &str) -> Option<TextSlot> {
    match slot_of(step, name)? {
        Slot::Text(slot) => Some(slot),
        Slot::Number(_) => None,
    }
}
