//! Arguments of options of PROC FORMAT.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_procedure::grammar::table::argument::Argument;

/// Takes `=LIB` or `=LIB.CATALOGUE`, and returns the name of the catalogue.
pub(super) fn catalogue(from: &mut Argument<'_, '_>) -> Result<String> {
    let library = from.lowering.library(from.cursor, "LIBRARY")?;
    let member = match from.cursor.is(0, Symbol::Dot) && from.cursor.touches(0) {
        false => "FORMATS".to_owned(),
        true => {
            from.cursor.skip(1);
            let name = from.cursor.expect_name("the name of a catalogue")?;
            let member = DataSetName::new(&library.text, &name.text);
            let member = member.map_err(|error| Diagnostic::error(name.at, error.to_string()))?;
            member.member().to_owned()
        }
    };
    Ok(format!("{}.{member}", library.text))
}

/// Takes `=a number`, which may be negative.
pub(super) fn number(from: &mut Argument<'_, '_>) -> Result<f64> {
    let word = from.word()?;
    let number = word.text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| from.wrong(&word, "a number"))
}

/// Takes `='c'`, a text of one byte.
pub(super) fn character(from: &mut Argument<'_, '_>) -> Result<u8> {
    from.equals()?;
    let at = from.cursor.position();
    let text = from.cursor.take_text()?;
    match text.as_deref() {
        Some([character]) => Ok(*character),
        _ => {
            let message = format!("{}= takes one character in quotes", from.name);
            Err(Diagnostic::error(at, message))
        }
    }
}
