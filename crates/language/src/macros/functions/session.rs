//! Functions about the session: its macro variables, macros and environment; and `%sysevalf`.

use super::Function;
use crate::error::{Callee, Problem, Result};
use crate::macros::input::MacroProcessor;
use crate::macros::{Name, evaluate, mask, nest};

impl MacroProcessor<'_> {
    /// `%symexist` and similar functions: 1 or 0.
    pub(super) fn exists(&mut self, function: Function, text: &str) -> Result<String> {
        let spelled = nest::trim(text);
        let Some(name) = Name::new(spelled) else {
            let name = mask::unmask(spelled).chars().take(40).collect();
            return Err(self.error(Problem::BadName {
                name,
                what: "macro variable",
            }));
        };
        let symbols = &self.input.symbols;
        let exists = match function {
            Function::Symglobl => symbols.exists_globally(name),
            Function::Symlocal => symbols.exists_locally(name),
            Function::Sysmacexist => self.input.has_macro(name),
            Function::Sysmacexec => symbols.running().any(|running| running == name),
            _ => symbols.exists(name),
        };
        Ok(u8::from(exists).to_string())
    }

    /// `%sysmexecdepth`: the nesting depth of running macros.
    pub(super) fn macro_depth(&self) -> String {
        self.input.symbols.depth().to_string()
    }

    /// `%sysmexecname`: the macro that runs at a depth, `OPEN CODE` at depth 0.
    pub(super) fn macro_at_depth(&mut self, text: &str) -> Result<String> {
        let depth = self.number(&super::plain(text))?;
        let place = usize::try_from(depth).ok();
        let running = |place: usize| self.input.symbols.running().nth(place);
        let name = match place {
            Some(0) => return Ok("OPEN CODE".to_owned()),
            Some(place) => running(place - 1),
            None => None,
        };
        Ok(name.map_or_else(
            || {
                self.warn("Argument 1 to %SYSMEXECNAME function is out of range.");
                String::new()
            },
            |name| name.to_string(),
        ))
    }

    /// `%sysget`: an environment variable.
    pub(super) fn sysget(&mut self, text: &str) -> String {
        let name = super::plain(text);
        self.surroundings
            .environment(&name)
            .map(|value| mask::clean(&value).into_owned())
            .unwrap_or_else(|| {
                self.warn(&format!("There is no environment variable {name}."));
                String::new()
            })
    }

    /// `%sysevalf`, whose second argument is a conversion of the number.
    pub(super) fn sysevalf(&mut self, text: &str) -> Result<String> {
        let arguments = nest::split_arguments(text);
        let number = evaluate::float(arguments[0], self.in_delimiter());
        let number = number.map_err(|problem| self.error(problem))?;
        if arguments.len() > 2 {
            let (called, given) = (Callee::MacroFunction("%SYSEVALF".to_owned()), arguments.len());
            return Err(self.error(Problem::TooManyArguments { called, most: 2, given }));
        }
        let conversion = arguments.get(1).map_or(String::new(), |text| super::plain(text));
        let is_missing = number.is_nan();
        let converted = match conversion.to_ascii_lowercase().as_str() {
            "" => number,
            "boolean" => f64::from(u8::from(!is_missing && number != 0.0)),
            _ if is_missing => number,
            "ceil" => fuzzed(number).ceil(),
            "floor" => fuzzed(number).floor(),
            "integer" => fuzzed(number).trunc(),
            _ => {
                let reason = "is none of BOOLEAN, CEIL, FLOOR, INTEGER".to_owned();
                let name = "%SYSEVALF".to_owned();
                let problem = Problem::BadArgument {
                    name,
                    which: "second",
                    given: conversion,
                    reason,
                };
                return Err(self.error(problem));
            }
        };
        Ok(evaluate::write_float(converted))
    }
}

/// Returns the integer that is less than 10**-12 away from a number; the number itself if there is none. The
/// conversions of `%sysevalf` take those for integers.
fn fuzzed(number: f64) -> f64 {
    let integer = number.round();
    if (number - integer).abs() < 1e-12 {
        integer
    } else {
        number
    }
}
