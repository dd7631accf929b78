//! The PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};

use crate::grammar::lowering::Lowering;
use crate::tabulate::grammar::skip_style;

const OPTIONS: &[&str] = &[
    "DATA=",
    "BOX",
    "CENTER",
    "COLWIDTH=",
    "HEADLINE",
    "HEADSKIP",
    "LS=",
    "MISSING",
    "NOCENTER",
    "NOHEADER",
    "NOPRINT",
    "NOTHREADS",
    "NOWD",
    "OUT=",
    "PS=",
    "SPACING=",
    "SPLIT=",
    "STYLE=",
    "THREADS",
];

/// The widest column and the longest line.
const WIDEST: u64 = 256;

/// What the PROC statement says.
#[derive(Debug)]
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
    pub split: char,
    pub spacing: usize,
    pub column_width: usize,
    pub line_size: Option<usize>,
    pub threads: Option<bool>,
}

pub(super) fn options(lowering: &mut Lowering<'_>) -> Result<ReportOptions> {
    let mut options = ReportOptions {
        data: None,
        out: None,
        head_line: false,
        head_skip: false,
        no_header: false,
        no_print: false,
        missing: false,
        center: false,
        split: '/',
        spacing: 2,
        column_width: 9,
        line_size: None,
        threads: None,
    };
    lowering.options(OPTIONS, |lowering, word, head| {
        let option = lowering.procedure.head.get(head.taken().saturating_sub(1));
        let at = option.map_or(lowering.procedure.at, |token| token.position);
        match word {
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                options.data = Some(head.data_set()?);
            }
            "out" => {
                head.expect(Symbol::Equal, "after OUT")?;
                options.out = Some(head.data_set()?);
            }
            // There are no windows here.
            "nowd" | "nowindows" | "nofs" => {}
            "headline" => options.head_line = true,
            "headskip" => options.head_skip = true,
            "noheader" => options.no_header = true,
            "noprint" => options.no_print = true,
            "missing" => options.missing = true,
            "center" => options.center = true,
            "nocenter" => options.center = false,
            "threads" => options.threads = Some(true),
            "nothreads" => options.threads = Some(false),
            "split" => options.split = split(head)?,
            "spacing" => options.spacing = count(head, "SPACING", 0, WIDEST)?,
            "colwidth" => options.column_width = count(head, "COLWIDTH", 1, WIDEST)?,
            "ls" | "linesize" => options.line_size = Some(count(head, "LS", 8, WIDEST)?),
            "ps" | "pagesize" => {
                count(head, "PS", 1, 32_767)?;
                without_effect(lowering, at, "PS=", "a listing has no pages");
            }
            "box" => without_effect(lowering, at, "BOX", "PROC TABULATE draws boxes"),
            "style" | "s" => {
                if head.is(0, Symbol::LeftParen) {
                    let partner = head.after_partner(0);
                    head.skip(partner.unwrap_or(1));
                }
                skip_style(head)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

/// That an option changes nothing.
fn without_effect(lowering: &mut Lowering<'_>, at: Position, option: &str, why: &str) {
    let text = format!("{option} of PROC REPORT does nothing here: {why}");
    lowering.diagnostics.push(Diagnostic::warning(at, text));
}

/// `=12`, which an option was before.
pub(super) fn count(cursor: &mut Cursor<'_>, of: &str, least: u64, most: u64) -> Result<usize> {
    cursor.expect(Symbol::Equal, &format!("after {of}"))?;
    let at = cursor.position();
    let what = format!("a whole number from {least} to {most} for {of}=");
    match cursor.expect_count(&what)? {
        count if (least..=most).contains(&count) => Ok(count as usize),
        _ => Err(Diagnostic::error(at, format!("expected {what}"))),
    }
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
