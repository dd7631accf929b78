//! PROC PRINT: parses the step into its input and the columns of a table.

use super::columns::{Columns, vertical};
use super::request::Print;
use super::statements::{ProcOptions, Statements};
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::VariableList;
use feedrate_procedure::grammar::input::Input;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::styles::skip_style_of_parts;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};

const OPTIONS: OptionTable<ProcOptions> = options! {
    BLANKLINE => Own("=a number", |options, from| {
        options.blank_after = Some(blank_lines(from)?);
        Ok(())
    }), "A blank line stands after so many observations.";
    CONTENTS => Quoted(|_, _| {}), "No effect: the listing has no table of contents.";
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    DOUBLE | D => Switch(|options| options.blank_after = Some(1)), "A blank line stands after each observation.";
    GRANDTOTAL_LABEL | GRANDTOT_LABEL => Quoted(|options, text| options.total_label = text),
        "What stands before the sums of all observations.";
    HEADING => Own("=`HORIZONTAL` or `VERTICAL`", |options, from| {
        options.is_vertical = heading_direction(from)?;
        Ok(())
    }), "Whether headings are written in a line or a letter below the other.";
    LABEL => Switch(|options| options.labels = true), "Headings are labels instead of names.";
    N => Own("`='text' 'text of all'` or nothing", |options, from| {
        options.counts = count(from.cursor)?;
        Ok(())
    }), "How many observations there are, of each group and of all.";
    NOOBS => Switch(|options| options.numbers = None), "Leaves out the numbers of observations.";
    OBS => Quoted(|options, heading| options.numbers = options.numbers.take().map(|_| heading)),
        "The heading of the numbers of observations.";
    ROUND | R => Switch(|options| options.is_rounded = true),
        "Rounds numbers to the decimals of their format, or to two, before they are shown and summed.";
    ROWS => Own("=a word", |_, from| from.word().map(drop)), "No effect: there are no pages.";
    SPLIT => Quoted(|options, text| (options.split, options.labels) = (text.chars().next(), true)),
        "A character: where headings go on in the next line. They are labels.";
    STYLE | S => Own("=a style", |_, from| skip_style_of_parts(from.cursor)), help::STYLE;
    SUMLABEL => Own("nothing or `='text'`", |options, from| {
        options.sum_labels = true;
        if from.cursor.take(Symbol::Equal) {
            options.sum_label = Some(from.cursor.expect_string("a text for SUMLABEL=")?);
        }
        Ok(())
    }), "Sums of a group have the label of its variable, or a text with `#BYVAL(x)`.";
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

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    step(print(lowering)?)
}

/// Parses the procedure.
pub(crate) fn print(lowering: &mut ProcedureLowering<'_>) -> Result<Print> {
    let mut options: ProcOptions = lowering.read_options(OPTIONS)?;
    if let Some(heading) = &mut options.numbers {
        if let Some(split) = options.split {
            *heading = heading.replace(split, "\n");
        }
        if options.is_vertical {
            *heading = vertical(heading);
        }
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

/// Takes `=n` or `=(COUNT=n STYLE=…)` of BLANKLINE.
fn blank_lines(from: &mut Argument<'_, '_>) -> Result<u64> {
    let number = |cursor: &mut Cursor<'_>| {
        let least_one = "a whole number from 1 for BLANKLINE=";
        match cursor.take_count() {
            Some(number @ 1..) => Ok(number),
            _ => Err(cursor.expected(least_one)),
        }
    };
    from.equals()?;
    if !from.cursor.take(Symbol::LeftParen) {
        return number(from.cursor);
    }
    let mut count = 1;
    while !from.cursor.take(Symbol::RightParen) {
        if from.cursor.take_word("count") {
            from.cursor.expect(Symbol::Equal, "after COUNT")?;
            count = number(from.cursor)?;
        } else if from.cursor.take_word("style") {
            skip_style_of_parts(from.cursor)?;
        } else {
            return Err(from.cursor.expected("COUNT=, STYLE= or `)`"));
        }
    }
    Ok(count)
}

/// Takes the word of HEADING=, and returns whether it is VERTICAL.
fn heading_direction(from: &mut Argument<'_, '_>) -> Result<bool> {
    let word = from.word()?;
    match word.text.to_ascii_uppercase().as_str() {
        "H" | "HORIZONTAL" => Ok(false),
        "V" | "VERTICAL" => Ok(true),
        _ => Err(from.wrong(&word, "HORIZONTAL or VERTICAL")),
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
