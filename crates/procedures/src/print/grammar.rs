//! PROC PRINT: parses the step into its input and the columns of a table.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Grouping, Name, Statement, VariableList};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, label_or_name, shown_by};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::styles::skip_style_of_parts;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};
use feedrate_program::{NumberSlot, Variable};
use feedrate_values::Kind;

use crate::print::request::{Print, PrintColumn, PrintGroup};

const OPTIONS: OptionTable<ProcOptions> = options! {
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    GRANDTOTAL_LABEL | GRANDTOT_LABEL => Quoted(|options, text| options.total_label = text),
        "What stands before the sums of all observations.";
    LABEL => Switch(|options| options.labels = true), "Headings are labels instead of names.";
    N => Own("`='text' 'text of all'` or nothing", |options, from| {
        options.counts = count(from.cursor)?;
        Ok(())
    }), "How many observations there are, of each group and of all.";
    NOOBS => Switch(|options| options.numbers = None), "Leaves out the numbers of observations.";
    OBS => Quoted(|options, heading| options.numbers = options.numbers.take().map(|_| heading)),
        "The heading of the numbers of observations.";
    ROWS => Own("=a word", |_, from| from.word().map(drop)), "No effect: there are no pages.";
    SPLIT => Quoted(|options, text| (options.split, options.labels) = (text.chars().next(), true)),
        "A character: where headings go on in the next line. They are labels.";
    STYLE | S => Own("=a style", |_, from| skip_style_of_parts(from.cursor)), help::STYLE;
    SUMLABEL => Switch(|options| options.sum_labels = true), "The sums of a group have the label of its variable.";
    UNIFORM | U => Switch(|_| {}), "No effect: columns are as wide as what stands in them.";
    WIDTH => Own("=a word", |_, from| from.word().map(drop)), "No effect: columns are as wide as what stands in them.";
};

const STATEMENTS: StatementTable<Statements> = statements! {
    BY => Grouped(|statements| &mut statements.by), help::BY;
    ID => Own("variables / options", &STYLE_OPTIONS, |statements, from| {
        statements.keys.extend(styled(from)?);
        Ok(())
    }), "The first columns, instead of numbers.";
    PAGEBY => Variable(|_, _| {}), "No effect: there are no pages.";
    SUM => Own("variables / options", &STYLE_OPTIONS, |statements, from| {
        statements.sums.extend(styled(from)?);
        Ok(())
    }), "The variables with sums.";
    SUMBY => Variable(|statements, name| statements.sum_by = Some(name)), "The BY variable whose groups have sums.";
    VAR => Own("variables / options", &STYLE_OPTIONS, |statements, from| {
        statements.columns.get_or_insert_default().extend(styled(from)?);
        Ok(())
    }), "The columns; all variables by default.";
};

const STYLE_OPTIONS: OptionTable<()> = options! {
    STYLE | S => Own("=a style", |_, from| skip_style_of_parts(from.cursor)), help::STYLE;
};

/// Takes variables, and the styles behind a slash.
fn styled(from: &mut Argument<'_, '_>) -> Result<Vec<VariableList>> {
    let lists = from.cursor.variables(&from.name)?;
    from.options_behind_slash(STYLE_OPTIONS, &mut ())?;
    Ok(lists)
}

/// The heading of the observation numbers unless OBS= gives another.
const NUMBERS: &str = "Obs";

/// The options of the PROC statement.
struct ProcOptions {
    data: Option<DataSet>,
    numbers: Option<String>,
    labels: bool,
    /// SPLIT=: the character at which headings are split into lines.
    split: Option<char>,
    /// SUMLABEL: whether the sums of a group are labelled with the label of its BY variable.
    sum_labels: bool,
    total_label: String,
    counts: (Option<String>, Option<String>),
}

/// The statements of the step.
#[derive(Default)]
struct Statements {
    columns: Option<Vec<VariableList>>,
    keys: Vec<VariableList>,
    sums: Vec<VariableList>,
    /// SUMBY.
    sum_by: Option<Name>,
    by: Grouping,
    body: Vec<Statement>,
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    step(print(lowering)?)
}

/// Parses the procedure.
pub(crate) fn print(lowering: &mut ProcedureLowering<'_>) -> Result<Print> {
    let mut options: ProcOptions = lowering.read_options(OPTIONS)?;
    if let (Some(split), Some(heading)) = (options.split, &mut options.numbers) {
        *heading = heading.replace(split, "\n");
    }
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    let input = Input::new(lowering, options.data.take(), &statements.body)?;
    let columns = Columns {
        input,
        lowering,
        options: &options,
    };
    columns.print(&statements)
}

impl Default for ProcOptions {
    fn default() -> Self {
        Self {
            data: None,
            numbers: Some(NUMBERS.to_owned()),
            labels: false,
            split: None,
            sum_labels: false,
            total_label: String::new(),
            counts: (None, None),
        }
    }
}

/// Parses the texts before the number of observations: `n`, `n='of a group: '`, `n='of a group: ' 'of all: '`.
fn count(head: &mut Cursor<'_>) -> Result<(Option<String>, Option<String>)> {
    if !head.take(Symbol::Equal) {
        return Ok((Some("N = ".to_owned()), None));
    }
    let of_group = head.expect_string("a text for N=")?;
    let of_all = head.take_text()?;
    let of_all = of_all.map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok((Some(of_group), of_all))
}

/// The columns that the variables of the step give.
struct Columns<'w, 'p> {
    input: Input,
    lowering: &'w ProcedureLowering<'p>,
    options: &'w ProcOptions,
}

impl Columns<'_, '_> {
    fn print(self, statements: &Statements) -> Result<Print> {
        let among = self.input.variables();
        let mut by = Vec::new();
        for (list, _) in &statements.by.variables {
            by.extend(among.of_list(list)?);
        }
        let keys = among.chosen(&statements.keys)?;
        let rest = match &statements.columns {
            Some(lists) => among.chosen(lists)?,
            None => (0..among.count()).filter(|&index| among.is_listed(index)).collect(),
        };
        // BY and ID variables are not repeated as columns.
        let is_free = |index: &usize| !(keys.contains(index) || by.contains(index) && statements.columns.is_none());
        let mut rest: Vec<usize> = rest.into_iter().filter(is_free).collect();
        let mut sums = Vec::new();
        for list in &statements.sums {
            for index in among.of_list(list)? {
                let name = among.name(index);
                if among.kind(index) == Some(Kind::Text) {
                    let message = format!("{name} is text and has no sum");
                    return Err(Diagnostic::error(list.at, message));
                }
                sums.push(index);
                // A variable that is summed is shown.
                if !keys.contains(&index) && !rest.contains(&index) {
                    rest.push(index);
                }
            }
        }
        let column = |&index: &usize| self.column(index, sums.contains(&index));
        let columns = keys.iter().chain(&rest).map(column).collect::<Result<Vec<_>>>()?;
        let firsts = self.input.firsts_of_groups();
        let groups = firsts
            .zip(&by)
            .map(|(first, index)| Ok(self.group(first, among.variable(*index), column(index)?)))
            .collect::<Result<Vec<_>>>()?;
        let summed_groups = match &statements.sum_by {
            None => by.len(),
            Some(name) => {
                let index = among.one(name)?;
                let place = by.iter().position(|other| *other == index);
                let message = format!("{} of SUMBY is no variable of BY", name.text);
                1 + place.ok_or_else(|| Diagnostic::error(name.at, message))?
            }
        };
        let numbers = self.options.numbers.clone().filter(|_| keys.is_empty());
        let (count, total_count) = self.options.counts.clone();
        Ok(Print {
            are_groups_keys: !by.is_empty() && keys.starts_with(&by),
            step: self.input.into_step(),
            columns,
            numbers,
            keys: keys.len(),
            groups,
            summed_groups,
            total_label: self.options.total_label.clone(),
            count,
            total_count,
        })
    }

    /// Returns the groups of a BY variable, whose FIRST. variable and column these are.
    fn group(&self, first: NumberSlot, variable: &Variable, column: PrintColumn) -> PrintGroup {
        let heading = label_or_name(variable).to_owned();
        PrintGroup {
            first,
            sums_of: match self.options.sum_labels {
                true => heading.clone(),
                false => column.heading.clone(),
            },
            heading,
            column,
        }
    }

    fn column(&self, index: usize, sum: bool) -> Result<PrintColumn> {
        let variable = self.input.variables().variable(index);
        let format = shown_by(variable, self.lowering, self.lowering.procedure.at)?;
        let label = match self.options.split {
            Some(split) => variable.label.replace(split, "\n"),
            None => variable.label.clone(),
        };
        let is_named = !self.options.labels || label.is_empty();
        let heading = match is_named {
            true => variable.name.clone(),
            false => label,
        };
        Ok(PrintColumn {
            name: variable.name.clone(),
            is_named,
            heading,
            slot: variable.slot,
            is_plain: variable.format.is_none() && variable.slot.kind() == Kind::Number,
            format,
            sum,
        })
    }
}

#[cfg(test)]
mod tests {
    use feedrate_procedure::testing::understood;

    #[test]
    fn a_print_has_the_columns_that_it_is_told() {
        let print = understood(
            super::print,
            "proc print data=class(where=(Age > 12)) label n;
               id Name; var Height -- Weight Age; sum Weight; label Age='Years'; format Height 6.2;
             run;",
        );
        let headings: Vec<_> = print.columns.iter().map(|column| column.heading.as_str()).collect();
        assert_eq!(headings, ["Name", "Height", "Weight", "Years"]);
        assert_eq!(
            (print.keys, print.numbers, print.count.as_deref()),
            (1, None, Some("N = "))
        );
        let sums: Vec<_> = print.columns.iter().map(|column| column.sum).collect();
        assert_eq!(sums, [false, false, true, false]);
        assert_eq!(print.columns[1].format.width(), 6);
    }
}
