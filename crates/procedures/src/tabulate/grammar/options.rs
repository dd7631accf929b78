//! The PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};

use crate::aggregate::{ClassOrder, Divisor, QuantileDefinition};
use crate::grammar::lowering::Lowering;
use crate::means::grammar::{class_order, divisor};
use crate::tabulate::Outline;

const OPTIONS: &[&str] = &[
    "DATA=",
    "ALPHA=",
    "CONTENTS=",
    "EXCLNPWGT",
    "FORMAT=",
    "FORMCHAR=",
    "MISSING",
    "NOSEPS",
    "NOTHREADS",
    "ORDER=",
    "OUT=",
    "QMETHOD=",
    "QNTLDEF=",
    "STYLE=",
    "THREADS",
    "VARDEF=",
];

/// What the PROC statement says.
#[derive(Debug, Default)]
pub(super) struct TabulateOptions {
    pub data: Option<DataSet>,
    pub out: Option<DataSet>,
    /// FORMAT=, as written.
    pub format: Option<(String, Position)>,
    pub missing: bool,
    pub order: Order,
    pub no_separators: bool,
    pub outline: Outline,
    pub alpha: Option<f64>,
    pub divisor: Divisor,
    pub definition: QuantileDefinition,
    pub definition_at: Option<Position>,
    pub exclude_weightless: bool,
    pub threads: Option<bool>,
}

/// ORDER=: the order of levels, and whether how many observations they have goes before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    pub order: ClassOrder,
    pub by_frequency: bool,
}

pub(super) fn options(lowering: &mut Lowering<'_>) -> Result<TabulateOptions> {
    let mut options = TabulateOptions::default();
    lowering.options(OPTIONS, |_, word, head| {
        match word {
            "missing" => options.missing = true,
            "noseps" => options.no_separators = true,
            "exclnpwgt" | "exclnpwgts" => options.exclude_weightless = true,
            "threads" => options.threads = Some(true),
            "nothreads" => options.threads = Some(false),
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                options.data = Some(head.data_set()?);
            }
            "out" => {
                head.expect(Symbol::Equal, "after OUT")?;
                options.out = Some(head.data_set()?);
            }
            "format" | "f" => {
                head.expect(Symbol::Equal, "after FORMAT")?;
                let at = head.position();
                options.format = Some((head.expect_spec("a format for FORMAT=")?, at));
            }
            "formchar" => options.outline = outline(head)?,
            "order" => options.order = order(head)?,
            "style" | "s" => skip_style(head)?,
            // It is for lists of contents, of which there are none.
            "contents" => {
                head.expect(Symbol::Equal, "after CONTENTS")?;
                head.option_word("CONTENTS")?;
            }
            "alpha" | "qmethod" | "qntldef" | "pctldef" | "vardef" => {
                options.value(word, head)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

impl TabulateOptions {
    /// An option of statistics.
    fn value(&mut self, word: &str, head: &mut Cursor<'_>) -> Result<()> {
        let upper = word.to_ascii_uppercase();
        head.expect(Symbol::Equal, &format!("after {upper}"))?;
        let at = head.position();
        let value = head.option_word(&upper)?.to_ascii_lowercase();
        let wrong = |takes: &str| {
            let message = format!("{upper}= takes {takes}, not {value}");
            Diagnostic::error(at, message)
        };
        match word {
            "alpha" => {
                let alpha = value.parse().ok();
                let alpha = alpha.filter(|alpha| 0.0 < *alpha && *alpha < 1.0);
                self.alpha = Some(alpha.ok_or_else(|| wrong("a number between 0 and 1"))?);
            }
            "qmethod" if value != "os" => {
                return Err(wrong("OS").with_hint("percentiles are exact, whatever their number"));
            }
            "qntldef" | "pctldef" => {
                let definition = value.parse().ok().and_then(QuantileDefinition::of);
                self.definition = definition.ok_or_else(|| wrong("a whole number from 1 to 5"))?;
                self.definition_at = Some(at);
            }
            "vardef" => {
                let divisor = divisor(&value);
                self.divisor = divisor.ok_or_else(|| wrong("DF, N, WDF or WEIGHT"))?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// `=freq`, which ORDER was before.
pub(crate) fn order(cursor: &mut Cursor<'_>) -> Result<Order> {
    cursor.expect(Symbol::Equal, "after ORDER")?;
    let at = cursor.position();
    let word = cursor.option_word("ORDER")?.to_ascii_lowercase();
    if word == "freq" {
        return Ok(Order {
            by_frequency: true,
            ..Order::default()
        });
    }
    let order = class_order(&word).ok_or_else(|| {
        let message = format!("ORDER= takes INTERNAL, DATA, FORMATTED or FREQ, not {word}");
        Diagnostic::error(at, message)
    })?;
    Ok(Order {
        order,
        by_frequency: false,
    })
}

/// `='|----|+|---'` or `(1 2 7)='|-+'`, which FORMCHAR was before.
fn outline(cursor: &mut Cursor<'_>) -> Result<Outline> {
    const WHAT: &str = "the place of a line's character, from 1 to 20, for FORMCHAR";
    let mut outline = Outline::default();
    let mut places: Vec<usize> = (0..outline.0.len()).collect();
    let some = cursor.take(Symbol::LeftParen);
    if some {
        places.clear();
        while !cursor.take(Symbol::RightParen) {
            let at = cursor.position();
            match cursor.expect_count(WHAT)? {
                place @ 1..=20 => places.push(place as usize - 1),
                _ => return Err(Diagnostic::error(at, format!("expected {WHAT}"))),
            }
            cursor.take(Symbol::Comma);
        }
    }
    cursor.expect(Symbol::Equal, "after FORMCHAR")?;
    let text = cursor.expect_string("the characters of FORMCHAR")?;
    // What is missing is blank.
    let characters = text.chars().chain(std::iter::repeat(' '));
    for (place, character) in places.into_iter().zip(characters) {
        if let Some(of_outline) = outline.0.get_mut(place) {
            *of_outline = character;
        }
    }
    Ok(outline)
}

/// `=name`, `=[...]` or `=<parent>[...]`, which STYLE was before: a listing has no styles.
pub(crate) fn skip_style(cursor: &mut Cursor<'_>) -> Result<()> {
    // `=<` without a blank between is read as one symbol.
    let of_parent = cursor.take(Symbol::LessEqual);
    if !of_parent {
        cursor.expect(Symbol::Equal, "after STYLE")?;
    }
    if cursor.is_name(0) && !of_parent {
        cursor.skip(1);
    } else if of_parent || cursor.take(Symbol::Less) {
        cursor.expect_name("PARENT for STYLE=")?;
        cursor.expect(Symbol::Greater, "after PARENT")?;
    }
    if let Some(after) = cursor.after_partner(0) {
        cursor.skip(after);
    }
    Ok(())
}
