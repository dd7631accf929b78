//! The options of a TABLE statement.

use feedrate_language::tree::Name;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

use feedrate_procedure::grammar::styles::skip_style;

pub(super) const TABLE_OPTIONS: OptionTable<TableOptions> = options! {
    BOX => Own("=a text in quotes, a variable or `_PAGE_`", |options, from| {
        from.equals()?;
        options.corner = Some(match from.cursor.is_name(0) {
            true => Box::Named(from.cursor.expect_name("a variable or _PAGE_ for BOX=")?),
            false => Box::Text(from.cursor.expect_string("the text of BOX=")?),
        });
        Ok(())
    }), "What stands in the corner above the titles of rows.";
    CONDENSE => Switch(|_| {}), "No effect: tables are condensed as they are.";
    CONTENTS => Own("=a text", |_, from| from.word().map(drop)), "No effect: there are no lists of contents.";
    FUZZ => NotNegative(|options, fuzz| options.fuzz = fuzz), "Values that are not greater count as 0.";
    INDENT => Whole(0, 1000, |options, width| options.indent = Some(width as usize)),
        "Indents the titles of nested rows by so much, in one column.";
    MISSTEXT => Quoted(|options, text| options.missing_text = Some(text)), "What cells without a value show.";
    NOCELLMERGE => Switch(|_| {}), help::STYLE;
    NOCONTINUED => Switch(|options| options.no_continued = true), "Does not say that a table goes on.";
    PRINTMISS => Switch(|options| options.print_missing = true), "Shows combinations that do not occur.";
    ROW => Words(&[("CONSTANT CONST", |options| options.float = false), ("FLOAT", |options| options.float = true)]),
        "Whether titles of rows take the room of blank ones beside them.";
    RTS | RTSPACE => Whole(3, 1000, |options, space| options.title_space = Some(space as usize)),
        "The width of row titles; a quarter of the line by default.";
    STYLE | S => Own("=a style", |_, from| skip_style(from.cursor)), help::STYLE;
    STYLE_PRECEDENCE => Own("=a dimension", |_, from| from.word().map(drop)), help::STYLE;
};

/// The values of these options.
#[derive(Debug, Default)]
pub(super) struct TableOptions {
    pub corner: Option<Box>,
    pub title_space: Option<usize>,
    pub missing_text: Option<String>,
    pub print_missing: bool,
    pub float: bool,
    pub indent: Option<usize>,
    pub fuzz: f64,
    pub no_continued: bool,
}

/// BOX=.
#[derive(Debug)]
pub(super) enum Box {
    Text(String),
    /// `_PAGE_` or a variable, whose label it is.
    Named(Name),
}
