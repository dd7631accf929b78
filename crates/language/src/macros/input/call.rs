//! Calls of macros and of functions: their arguments.

use std::sync::Arc;

use super::MacroProcessor;
use super::expand::Literals;
use crate::error::{Callee, Error, Problem, Result};
use crate::macros::code::Macro;
use crate::macros::{Name, Scope, functions, mask, nest, secret};
use crate::source::Position;
use crate::surroundings::Event;

impl MacroProcessor<'_> {
    /// Calls a macro whose name has been consumed.
    pub(super) fn call(&mut self, called: &Arc<Macro>, place: Position) -> Result<()> {
        let takes_arguments = called.takes_list || called.buffered;
        let mut given = None;
        if takes_arguments && self.at_group() {
            let text = self.group(&format!("%{}", called.name), false)?;
            given = Some(self.expand_text(&text, Literals::Kept)?);
        }
        let values = match &given {
            Some(text) if !called.buffered || !called.parameters.is_empty() => {
                arguments(called, text).map_err(|problem| Error::new(place, problem))?
            }
            _ => vec![None; called.parameters.len()],
        };

        self.mlogic(called.name, "Beginning execution.");
        let outer = self.input.symbols.depth();
        self.begin(Arc::clone(&called.code), Some(outer), place)?;
        self.input.symbols.enter(called.name);
        for (parameter, value) in called.parameters.iter().zip(values) {
            // A default is expanded when the macro runs, so it can refer to earlier parameters.
            let value = match (value, &parameter.default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.expand_range(&called.code, default)?,
                (None, None) => String::new(),
            };
            if self.input.options.mlogic {
                let is_secret = self.input.confidential || secret::takes(&called.code.text, parameter.name.as_str());
                let shown = match is_secret {
                    true => "X".repeat(value.chars().count()),
                    false => mask::unmask(&value).to_string(),
                };
                let shown = format!("Parameter {} has value {shown}", parameter.name);
                self.mlogic(called.name, &shown);
            }
            self.set(parameter.name, nest::trim(&value).to_owned(), Scope::Local, place)?;
        }
        if called.buffered
            && let Some(buffer) = Name::new("SYSPBUFF")
        {
            let text = given.map_or_else(String::new, |text| format!("({text})"));
            self.set(buffer, text, Scope::Local, place)?;
        }
        Ok(())
    }

    /// Calls a function whose name has been consumed.
    pub(super) fn function(&mut self, name: &str, place: Position) -> Result<String> {
        let spelled = format!("%{}", name.to_ascii_uppercase());
        if functions::is_bare(name) {
            return functions::call(self, name, "");
        }
        if !self.at_group() {
            return Err(Error::new(place, Problem::NoGroup { what: spelled }));
        }
        let quoting = name.eq_ignore_ascii_case("str") || name.eq_ignore_ascii_case("nrstr");
        let argument = self.group(&spelled, quoting)?;
        functions::call(self, name, &argument).map_err(|mut error| {
            // The position of the call is more useful than that of the end of its argument.
            if error.problem.is_of_function() {
                error.position = place;
            }
            error
        })
    }

    /// Sets a variable to a text of the macro language.
    pub(in crate::macros) fn set(&mut self, name: Name, value: String, scope: Scope, place: Position) -> Result<()> {
        self.input
            .symbols
            .set_raw(name, value, scope)
            .map_err(|error| Error::new(place, error.into()))
    }

    /// Logs a step in the execution of a macro, if MLOGIC is on.
    pub(super) fn mlogic(&mut self, name: Name, text: &str) {
        if self.input.options.mlogic {
            self.surroundings.say(Event::Mlogic {
                name: name.as_str(),
                text,
            });
        }
    }
}

/// Returns the values that a call assigns to the parameters of a macro.
fn arguments(called: &Macro, text: &str) -> std::result::Result<Vec<Option<String>>, Problem> {
    let parameters = &called.parameters;
    let mut values = vec![None; parameters.len()];
    if nest::trim(text).is_empty() {
        return Ok(values);
    }
    let positional = parameters
        .iter()
        .filter(|parameter| parameter.default.is_none())
        .count();
    let mut position = 0;
    for argument in nest::split_arguments(text) {
        let keyword = argument
            .split_once('=')
            .and_then(|(name, value)| Some((Name::new(nest::trim(name))?, nest::trim(value))));
        if let Some((keyword, value)) = keyword {
            let index = parameters.iter().position(|parameter| parameter.name == keyword);
            let Some(index) = index else {
                let (name, keyword) = (called.name.to_string(), keyword.to_string());
                return Err(Problem::NoParameter { name, keyword });
            };
            values[index] = Some(value.to_owned());
            continue;
        }
        let open = parameters
            .iter()
            .enumerate()
            .filter(|(_, other)| other.default.is_none());
        match open.map(|(index, _)| index).nth(position) {
            Some(index) => values[index] = Some(nest::trim(argument).to_owned()),
            None => {
                let given = nest::split_arguments(text).len();
                return Err(Problem::TooManyArguments {
                    called: Callee::Macro,
                    most: positional,
                    given,
                });
            }
        }
        position += 1;
    }
    Ok(values)
}
