//! The PROC statement.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

use feedrate_procedure::grammar::styles::skip_style_of_parts;

pub(super) const OPTIONS: OptionTable<ReportOptions> = options! {
    BOX => Own("", |_, from| {
        without_effect(from, "BOX", "PROC TABULATE draws boxes");
        Ok(())
    }), "No effect but a warning: PROC TABULATE draws boxes.";
    CENTER => Switch(|options| options.center = true), "Lists the report in the middle of the lines.";
    COLWIDTH => Whole(1, 256, |options, width| options.column_width = Some(width as usize)),
        "The width of columns without a format; 9 by default.";
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    HEADLINE => Switch(|options| options.head_line = true), "A line below the headings.";
    HEADSKIP => Switch(|options| options.head_skip = true), "A blank line below the headings.";
    LS | LINESIZE => Whole(8, 256, |options, size| options.line_size = Some(size as usize)), "The length of lines.";
    MISSING => Switch(|options| options.missing = true), help::MISSING;
    NOCENTER => Switch(|options| options.center = false), "Lists the report at the left, as without it.";
    NOHEADER => Switch(|options| options.no_header = true), "Leaves out the headings.";
    NOPRINT => Switch(|options| options.no_print = true), help::NOPRINT;
    NOTHREADS => Switch(|options| options.threads = Some(false)), help::NOTHREADS;
    NOWD | NOFS | NOWINDOWS => Switch(|_| {}), "No effect: there are no windows.";
    OUT => Data(|options, data| options.out = Some(data)), "Makes a data set of the rows of the report.";
    PS | PAGESIZE => Own("=a number", |_, from| {
        from.word()?;
        without_effect(from, "PS=", "a listing has no pages");
        Ok(())
    }), "No effect but a warning: a listing has no pages.";
    SPACING => Whole(0, 256, |options, width| options.spacing = Some(width as usize)),
        "The blanks before each column; 2 by default.";
    SPLIT => Own("=a character in quotes", |options, from| {
        options.split = Some(split(from.cursor)?);
        Ok(())
    }), "Where headings go on in the next line; `/` by default.";
    STYLE | S => Own("=a style", |_, from| style(from)), help::STYLE;
    THREADS => Switch(|options| options.threads = Some(true)), help::THREADS;
};

/// The options of the PROC statement.
#[derive(Debug, Default)]
pub(super) struct ReportOptions {
    pub data: Option<DataSet>,
    pub out: Option<DataSet>,
    pub head_line: bool,
    pub head_skip: bool,
    pub no_header: bool,
    pub no_print: bool,
    pub missing: bool,
    pub center: bool,
    /// SPLIT=: the character at which headings go on in the next line.
    pub split: Option<char>,
    pub spacing: Option<usize>,
    pub column_width: Option<usize>,
    pub line_size: Option<usize>,
    pub threads: Option<bool>,
}

/// That an option changes nothing.
fn without_effect(from: &mut Argument<'_, '_>, option: &str, why: &str) {
    let text = format!("{option} of PROC REPORT does nothing here: {why}");
    let warning = Diagnostic::warning(from.at, text);
    from.lowering.diagnostics.push(warning);
}

/// `(header)=[…]`, which STYLE was before.
pub(super) fn style(from: &mut Argument<'_, '_>) -> Result<()> {
    skip_style_of_parts(from.cursor)
}

/// `='*'`, which SPLIT was before.
fn split(cursor: &mut Cursor<'_>) -> Result<char> {
    cursor.expect(Symbol::Equal, "after SPLIT")?;
    let at = cursor.position();
    let text = cursor.expect_string("a character for SPLIT=")?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(Diagnostic::error(at, "SPLIT= takes one character")),
    }
}
