//! Macro symbols in running steps.

use super::{Arguments, Context, Function, LENGTH, ONE_TEXT, Symbols, text_at};
use crate::missing::MISSING;
use crate::value::{Value, trim};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::text(
        "SYMGET",
        ONE_TEXT,
        LENGTH,
        |context, arguments, out| match symbol_name(text_at(arguments, 0)) {
            Some(name) if context.symbols.get(name, out) => {}
            _ => {
                context.invalid(0);
            }
        },
    ),
    Function::number("SYMGETN", ONE_TEXT, as_number),
    Function::number("SYMGLOBL", ONE_TEXT, |context, arguments| {
        let is_there = |name: &[u8]| context.symbols.is_global(name);
        f64::from(u8::from(symbol_name(text_at(arguments, 0)).is_some_and(is_there)))
    }),
    Function::number("SYMLOCAL", ONE_TEXT, |context, arguments| {
        let is_there = |name: &[u8]| context.symbols.is_local(name);
        f64::from(u8::from(symbol_name(text_at(arguments, 0)).is_some_and(is_there)))
    }),
    Function::text("SYSPARM", Arguments::exactly(&[]), LENGTH, |context, _, out| {
        context.symbols.get(b"SYSPARM", out);
    }),
    Function::number("SYMEXIST", ONE_TEXT, |context, arguments| {
        let mut text = std::mem::take(&mut context.text);
        let exists = symbol_name(text_at(arguments, 0)).is_some_and(|name| context.symbols.get(name, &mut text));
        text.clear();
        context.text = text;
        f64::from(u8::from(exists))
    }),
];

/// Returns the trimmed name, if it is valid.
pub(super) fn symbol_name(text: &[u8]) -> Option<&[u8]> {
    let name = trim(text).trim_ascii_start();
    let starts = name
        .first()
        .is_some_and(|&byte| byte == b'_' || byte.is_ascii_alphabetic());
    let goes_on = name.iter().all(|&byte| byte == b'_' || byte.is_ascii_alphanumeric());
    (starts && goes_on && name.len() <= 32).then_some(name)
}

fn as_number(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let mut text = std::mem::take(&mut context.text);
    text.clear();
    let symbols: &dyn Symbols = &*context.symbols;
    let known = symbol_name(text_at(arguments, 0)).is_some_and(|name| symbols.get(name, &mut text));
    let number = if !known {
        context.invalid(0)
    } else if trim(&text).is_empty() {
        MISSING
    } else {
        super::conversion::number_of(&text).unwrap_or_else(|| context.invalid(0))
    };
    text.clear();
    context.text = text;
    number
}
