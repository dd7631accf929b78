//! PROC TRANSPOSE: parses the input, the variables that become observations, and the names of the new variables.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables, shown_by, special_data_set};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};
use feedrate_program::{Slot, TextSlot};
use feedrate_values::Kind;
use feedrate_values::format::Format;

use crate::transpose::chosen::NewVariables;
use crate::transpose::out_options::split_options;
use crate::transpose::request::{Transpose, TransposedVariable};

const OPTIONS: OptionTable<ProcOptions> = options! {
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    DELIMITER | DELIM => Own("=letters", |options, from| {
        options.delimiter = letters(from)?;
        Ok(())
    }), "What stands between the values of ID in a name.";
    LABEL => Named(|options, name| options.label = name.text), "The variable of the labels; `_LABEL_` by default.";
    LET => Switch(|options| options.keep_last = true), "The last one counts of observations with the same ID.";
    NAME => Named(|options, name| options.name = name.text), "The variable of the names; `_NAME_` by default.";
    OUT => Data(|options, data| options.out = Some(data)), help::OUT;
    PREFIX => Own("=letters", |options, from| {
        options.prefix = Some(letters(from)?);
        Ok(())
    }), "How names of new variables begin.";
    SUFFIX => Own("=letters", |options, from| {
        options.suffix = letters(from)?;
        Ok(())
    }), "How names of new variables end.";
};

const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    COPY => Variables(|statements, lists| statements.copies.extend(lists)), "Variables that are copied.";
    ID => Variables(|statements, lists| statements.ids.extend(lists)), "The variables that name the new ones.";
    IDLABEL => Variable(|statements, name| statements.id_label = Some(name)), "The variable of their labels.";
    VAR => Variables(|statements, lists| statements.variables.get_or_insert_default().extend(lists)),
        "The variables that become observations; all other numbers by default.";
};

/// The minimum length of `_NAME_` and `_LABEL_`.
const NAME_BYTES: usize = 8;
const LABEL_BYTES: usize = 40;

/// The maximum length of a character variable.
const LONGEST_TEXT: u32 = 32_767;

/// The options of the PROC statement.
struct ProcOptions {
    data: Option<DataSet>,
    out: Option<DataSet>,
    name: String,
    label: String,
    prefix: Option<String>,
    suffix: String,
    delimiter: String,
    keep_last: bool,
}

/// The contents of the statements.
#[derive(Default)]
struct Statements {
    by: Vec<VariableList>,
    variables: Option<Vec<VariableList>>,
    ids: Vec<VariableList>,
    id_label: Option<Name>,
    copies: Vec<VariableList>,
    body: Vec<Statement>,
}

/// The variables of each role, as indexes into the variables of the input.
struct Roles {
    by: Vec<usize>,
    variables: Vec<usize>,
    ids: Vec<usize>,
    id_label: Option<usize>,
    copies: Vec<usize>,
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let mut options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    let mut input = Input::new(lowering, options.data.take(), &statements.body)?;
    let out = options.out.take();
    let out = out.unwrap_or_else(|| special_data_set("_DATA_", at));
    let among = input.variables();
    let roles = Roles::of(&statements, among)?;
    let longest = |least: usize, text: fn(&feedrate_program::Variable) -> &String| {
        let lengths = roles.variables.iter();
        let lengths = lengths.map(|&index| text(among.variable(index)).len());
        lengths.max().unwrap_or(0).max(least) as u32
    };
    let name_bytes = longest(NAME_BYTES, |variable| &variable.name);
    let label_bytes = longest(LABEL_BYTES, |variable| &variable.label);
    let mut labelled = roles.variables.iter();
    let has_labels = labelled.any(|&index| !among.variable(index).label.is_empty());
    let keys = [&roles.by[..], &roles.copies].concat();
    let columns = keys.iter().map(|&key| among.variable(key));
    let mut columns: Vec<_> = columns.map(OutputColumn::variable).collect();
    let name = OutputColumn::character(&options.name, name_bytes);
    columns.push(name.labelled("NAME OF FORMER VARIABLE"));
    if has_labels {
        let label = OutputColumn::character(&options.label, label_bytes);
        columns.push(label.labelled("LABEL OF FORMER VARIABLE"));
    }
    let (out, chosen) = split_options(out, &columns);
    let slots = input.add_output(
        lowering,
        &Output {
            data_set: &out,
            at: out.member.at,
            of: "PROC TRANSPOSE",
            keys: &keys,
            columns: &columns,
        },
    )?;
    let name = slots.character_of(&options.name);
    let label = has_labels.then(|| slots.character_of(&options.label));
    let transpose = Transpose {
        chosen,
        ..request(lowering, input, &roles, options, (name, label))?
    };
    step(transpose)
}

fn request(
    lowering: &ProcedureLowering<'_>,
    input: Input,
    roles: &Roles,
    options: ProcOptions,
    (name, label): (TextSlot, Option<TextSlot>),
) -> Result<Transpose> {
    let at = lowering.procedure.at;
    let among = input.variables();
    let shown = |index: usize| -> Result<(Slot, Format)> {
        let variable = among.variable(index);
        Ok((variable.slot, shown_by(variable, lowering, at)?))
    };
    let variables = roles.variables.iter().map(|&index| {
        let variable = among.variable(index);
        let (slot, format) = shown(index)?;
        Ok(TransposedVariable {
            name: variable.name.clone(),
            label: variable.label.clone(),
            slot,
            format,
        })
    });
    let variables = variables.collect::<Result<Vec<_>>>()?;
    // If any of the variables is a character variable, all new ones are.
    let has_text = variables.iter().any(|variable| variable.slot.kind() == Kind::Text);
    let bytes = variables.iter().map(|variable| match variable.slot {
        Slot::Text(slot) => slot.length,
        Slot::Number(_) => variable.format.width() as u32,
    });
    let text_bytes = bytes.max().map(|bytes| bytes.clamp(1, LONGEST_TEXT));
    // The new variables have the format that all variables share, if any.
    let mut formats = roles.variables.iter();
    let mut formats = formats.by_ref().map(|&index| &among.variable(index).format);
    let format = formats.next().cloned().flatten();
    let all_kinds = variables.iter().map(|variable| variable.slot.kind());
    let is_one_kind = all_kinds.clone().all(|kind| Some(kind) == all_kinds.clone().next());
    let is_shared = is_one_kind && formats.all(|other| *other == format);
    let ids = roles.ids.iter().map(|&index| shown(index));
    Ok(Transpose {
        variables,
        last: input.last_of_group(),
        ids: ids.collect::<Result<_>>()?,
        id_label: roles.id_label.map(shown).transpose()?,
        copies: roles.copies.iter().map(|&index| among.variable(index).slot).collect(),
        name,
        label,
        text_bytes: text_bytes.filter(|_| has_text),
        format: format.filter(|_| is_shared),
        prefix: options.prefix,
        suffix: options.suffix,
        delimiter: options.delimiter,
        keep_last: options.keep_last,
        chosen: NewVariables::default(),
        step: input.into_step(),
    })
}

impl Roles {
    fn of(statements: &Statements, among: InputVariables<'_>) -> Result<Self> {
        let by = among.chosen(&statements.by)?;
        let ids = among.chosen(&statements.ids)?;
        let id_label = statements.id_label.as_ref().map(|name| among.one(name));
        let id_label = id_label.transpose()?;
        let copies = among.chosen(&statements.copies)?;
        let variables = match &statements.variables {
            Some(lists) => among.chosen(lists)?,
            None => {
                let plays = |index: &usize| {
                    let mut others = by.iter().chain(&ids).chain(&copies).chain(&id_label);
                    others.any(|other| other == index)
                };
                let numbers = (0..among.count())
                    .filter(|&index| among.is_listed(index) && among.kind(index) == Some(Kind::Number));
                numbers.filter(|index| !plays(index)).collect()
            }
        };
        Ok(Self {
            by,
            variables,
            ids,
            id_label,
            copies,
        })
    }
}

impl Default for ProcOptions {
    fn default() -> Self {
        Self {
            data: None,
            out: None,
            name: "_NAME_".to_owned(),
            label: "_LABEL_".to_owned(),
            prefix: None,
            suffix: String::new(),
            delimiter: String::new(),
            keep_last: false,
        }
    }
}

/// Parses `=` and a part of a name.
fn letters(from: &mut Argument<'_, '_>) -> Result<String> {
    let word = from.word()?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    match word.text.chars().all(is_name) {
        true => Ok(word.text),
        false => Err(from.wrong(&word, "letters, digits and underscores")),
    }
}
