//! PROC PRINT: parses the step into its input and the columns of a table.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Grouping, Name, Statement, StatementKind, VariableList};
use feedrate_lower::list::Roster;
use feedrate_values::Kind;

use crate::grammar::input::{Input, shown_by};
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};
use crate::grammar::{Request, step};
use crate::print::{Print, PrintColumn, PrintGroup};

const OPTIONS: &[&str] = &[
    "DATA=",
    "GRANDTOTAL_LABEL=",
    "LABEL",
    "N=",
    "NOOBS",
    "OBS=",
    "ROWS=",
    "SPLIT=",
    "SUMLABEL",
    "UNIFORM",
    "WIDTH=",
];

const STATEMENTS: &[&str] = &[
    "BY", "FORMAT", "ID", "LABEL", "PAGEBY", "SUM", "SUMBY", "VAR", "WHERE",
];

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

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    step(print(lowering)?)
}

/// Parses the procedure.
pub(crate) fn print(lowering: &mut Lowering<'_>) -> Result<Print> {
    let mut options = options(lowering)?;
    let statements = statements(lowering)?;
    let input = Input::new(lowering, options.data.take(), &statements.body)?;
    let columns = Columns {
        input,
        lowering,
        options: &options,
    };
    columns.print(&statements)
}

fn options(lowering: &mut Lowering<'_>) -> Result<ProcOptions> {
    let mut options = ProcOptions {
        data: None,
        numbers: Some(NUMBERS.to_owned()),
        labels: false,
        split: None,
        sum_labels: false,
        total_label: String::new(),
        counts: (None, None),
    };
    lowering.options(OPTIONS, |_, word, head| {
        let upper = word.to_ascii_uppercase();
        match word {
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                options.data = Some(head.data_set()?);
            }
            "noobs" => options.numbers = None,
            "obs" => {
                head.expect(Symbol::Equal, "after OBS")?;
                let heading = head.expect_string("a heading for OBS=")?;
                options.numbers = options.numbers.take().map(|_| heading);
            }
            "label" => options.labels = true,
            "split" => {
                head.expect(Symbol::Equal, "after SPLIT")?;
                options.split = head.expect_string("a character for SPLIT=")?.chars().next();
                options.labels = true;
            }
            "n" => options.counts = count(head)?,
            "sumlabel" => options.sum_labels = true,
            "grandtotal_label" | "grandtot_label" => {
                head.expect(Symbol::Equal, &format!("after {upper}"))?;
                options.total_label = head.expect_string(&format!("a text for {upper}="))?;
            }
            // Column widths always fit their contents, and there are no pages.
            "uniform" | "u" => {}
            "width" | "rows" => {
                head.expect(Symbol::Equal, &format!("after {upper}"))?;
                head.option_word(&upper)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    if let (Some(split), Some(heading)) = (options.split, &mut options.numbers) {
        *heading = heading.replace(split, "\n");
    }
    Ok(options)
}

/// What stands before the number of observations: `n`, `n='of a group: '`, `n='of a group: ' 'of all: '`.
fn count(head: &mut Cursor<'_>) -> Result<(Option<String>, Option<String>)> {
    if !head.take(Symbol::Equal) {
        return Ok((Some("N = ".to_owned()), None));
    }
    let of_group = head.expect_string("a text for N=")?;
    let of_all = head.take_text()?;
    let of_all = of_all.map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok((Some(of_group), of_all))
}

fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    statements.body = read_statements(lowering, STATEMENTS, |word, _, cursor| {
        match word {
            "var" => statements
                .columns
                .get_or_insert_default()
                .extend(cursor.variables("VAR")?),
            "id" => statements.keys.extend(cursor.variables("ID")?),
            // The listing has no pages.
            "pageby" => {
                cursor.expect_name("the variable of PAGEBY")?;
            }
            "sumby" => statements.sum_by = Some(cursor.expect_name("the variable of SUMBY")?),
            "sum" => statements.sums.extend(cursor.variables("SUM")?),
            "by" => {
                statements.by = cursor.grouping()?;
                return Ok(Disposition::of_step(StatementKind::By(
                    statements.by.clone(),
                )));
            }
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}

/// The columns that the variables of the step give.
struct Columns<'w, 'p> {
    input: Input,
    lowering: &'w Lowering<'p>,
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
            None => (0..among.count())
                .filter(|&index| among.is_listed(index))
                .collect(),
        };
        // What stands above a group or in front of a row does not stand in it again.
        let is_free = |index: &usize| {
            !(keys.contains(index) || by.contains(index) && statements.columns.is_none())
        };
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
                // What is summed is shown.
                if !keys.contains(&index) && !rest.contains(&index) {
                    rest.push(index);
                }
            }
        }
        let column = |&index: &usize| self.column(index, sums.contains(&index));
        let columns = keys
            .iter()
            .chain(&rest)
            .map(column)
            .collect::<Result<Vec<_>>>()?;
        let firsts = self.input.firsts_of_groups();
        let groups = firsts
            .zip(&by)
            .map(|(first, index)| {
                let column = column(index)?;
                let label = &among.variable(*index).label;
                Ok(PrintGroup {
                    first,
                    sums_of: match self.options.sum_labels && !label.is_empty() {
                        true => label.clone(),
                        false => column.heading.clone(),
                    },
                    column,
                })
            })
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

    fn column(&self, index: usize, sum: bool) -> Result<PrintColumn> {
        let variable = self.input.variables().variable(index);
        let format = shown_by(variable, self.lowering, self.lowering.procedure.at)?;
        let label = match self.options.split {
            Some(split) => variable.label.replace(split, "\n"),
            None => variable.label.clone(),
        };
        let heading = match self.options.labels && !label.is_empty() {
            true => label,
            false => variable.name.clone(),
        };
        Ok(PrintColumn {
            name: variable.name.clone(),
            heading,
            slot: variable.slot,
            is_plain: variable.format.is_none() && variable.slot.kind() == Kind::Number,
            format,
            sum,
        })
    }
}
