//! The functions of the macro language.

mod quoting;
mod session;
mod syscall;
mod sysfunc;
mod table;
mod text;

use feedrate_values::case::Case;
use feedrate_values::code_of;

use super::input::{Literals, MacroProcessor};
use super::{evaluate, mask, nest};
use crate::error::{Callee, Problem, Result};

pub(super) use syscall::call_routine;
use table::{Function, find};
pub(super) use table::{is_bare, is_function, is_reserved};

/// Calls a function, given the text between its parentheses.
pub(super) fn call(processor: &mut MacroProcessor<'_>, name: &str, argument: &str) -> Result<String> {
    let Some((function, masks, _)) = find(name) else {
        return Ok(String::new());
    };
    // These process their argument before it is expanded.
    match function {
        Function::Str => return processor.expand_text(argument, Literals::Masked),
        Function::Nrstr => return Ok(quoting::without_meaning(argument)),
        _ => {}
    }
    let text = processor.expand_text(argument, Literals::Kept)?;
    apply(processor, name, function, masks, &text)
}

/// Applies a function to its expanded argument. Separate from [`call`], which is on the stack as often as functions are
/// nested, so that it takes little room there.
fn apply(
    processor: &mut MacroProcessor<'_>,
    name: &str,
    function: Function,
    masks: bool,
    text: &str,
) -> Result<String> {
    let result = match function {
        Function::Bquote => return Ok(mask::mask_except_triggers(text)),
        Function::Nrbquote => return Ok(mask::mask(&mask::unmask(text))),
        Function::Superq => return processor.superq(text),
        Function::Unquote => mask::unmask(text).into_owned(),
        Function::Eval => {
            let value = evaluate::integer(text, processor.in_delimiter());
            value.map_err(|problem| processor.error(problem))?.to_string()
        }
        Function::Sysevalf => processor.sysevalf(text)?,
        Function::Sysfunc => processor.sysfunc(text)?,
        Function::Sysget => processor.sysget(text),
        Function::Symexist | Function::Symglobl | Function::Symlocal | Function::Sysmacexist | Function::Sysmacexec => {
            processor.exists(function, text)?
        }
        Function::Sysmexecdepth => processor.macro_depth(),
        Function::Sysmexecname => processor.macro_at_depth(text)?,
        Function::Sysprod => text::product(&plain(text)).to_owned(),
        Function::Sysrc => processor.return_code(&plain(text))?,
        Function::Cmpres => text::compress_blanks(&plain(text)),
        Function::Datatyp => text::data_type(&plain(text)),
        Function::Left => plain(text).trim_start().to_owned(),
        Function::Trim => mask::unmask(text).trim_end().to_owned(),
        Function::Length => plain(text).chars().count().to_string(),
        Function::Lowcase => Case::Lower.changed(&mask::unmask(text)),
        Function::Upcase => Case::Upper.changed(&mask::unmask(text)),
        Function::Index | Function::Scan | Function::Substr | Function::Verify => {
            let arguments: Vec<String> = nest::split_arguments(text).into_iter().map(plain).collect();
            processor.of_arguments(function, name, &arguments)?
        }
        Function::Str | Function::Nrstr => String::new(),
    };
    Ok(if masks { mask::mask(&result) } else { result })
}

/// Returns a trimmed argument without masking.
fn plain(text: &str) -> String {
    mask::unmask(nest::trim(text)).into_owned()
}

impl MacroProcessor<'_> {
    fn of_arguments(&mut self, function: Function, name: &str, arguments: &[String]) -> Result<String> {
        let (least, most) = match function {
            Function::Substr => (2, 3),
            Function::Scan => (2, 4),
            _ => (2, 2),
        };
        let given = arguments.len();
        let spelled = || format!("%{}", name.to_ascii_uppercase());
        if given < least {
            return Err(self.error(Problem::TooFewArguments {
                called: Callee::MacroFunction(spelled()),
                least,
                given,
            }));
        }
        if given > most {
            return Err(self.error(Problem::TooManyArguments {
                called: Callee::MacroFunction(spelled()),
                most,
                given,
            }));
        }
        let text = &arguments[0];
        Ok(match function {
            Function::Index => text::index(text, &arguments[1]).to_string(),
            Function::Verify => text::verify(text, &arguments[1]).to_string(),
            Function::Scan => {
                let number = self.number(&arguments[1])?;
                let delimiters = arguments.get(2).map(String::as_str);
                match arguments.get(3).filter(|text| !text.is_empty()) {
                    None => text::word(text, number, delimiters).to_owned(),
                    Some(modifiers) => text::modified_word(text, number, delimiters, modifiers),
                }
            }
            _ => {
                let start = self.number(&arguments[1])?;
                let length = match arguments.get(2) {
                    Some(length) => Some(self.number(length)?),
                    None => None,
                };
                let part = text::part(text, start, length);
                if part.is_short {
                    let which = if part.text.is_empty() { 2 } else { 3 };
                    self.warn(&format!(
                        "Argument {which} to macro function {} is out of range.",
                        spelled()
                    ));
                }
                part.text.to_owned()
            }
        })
    }

    /// Returns the return code of a mnemonic.
    fn return_code(&self, mnemonic: &str) -> Result<String> {
        match code_of(mnemonic) {
            Some(code) => Ok(code.to_string()),
            None => {
                let what = format!("`{mnemonic}` of %SYSRC");
                let instead = "it knows _SOK, _DSENMR, _DSEMTR, _DSENOM, _SENOCHN and those of libraries and locks";
                Err(self.error(Problem::Unsupported { what, instead }))
            }
        }
    }

    /// Evaluates an integer argument.
    pub(super) fn number(&self, text: &str) -> Result<i64> {
        evaluate::integer(text, self.in_delimiter()).map_err(|problem| self.error(problem))
    }
}
