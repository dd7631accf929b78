//! `%macro … %mend`.

use std::sync::Arc;

use super::{Compiler, DEEPEST_DEFINITION, Fault, cursor};
use crate::error::Problem;
use crate::macros::Name;
use crate::macros::code::{Macro, Parameter, Storage};
use crate::macros::name::leading_name;
use crate::macros::nest;

/// The options after the `/` of a `%macro` statement.
#[derive(Debug)]
struct Options {
    buffered: bool,
    in_operator: Option<bool>,
    delimiter: Option<char>,
    storage: Option<Storage>,
}

impl Compiler<'_> {
    /// Compiles a definition, from after the word `%macro` to after the semicolon of `%mend`.
    pub(super) fn definition(&mut self, start: usize) -> Result<Macro, Fault> {
        if self.depth >= DEEPEST_DEFINITION {
            let (limit, name) = (DEEPEST_DEFINITION, "a definition".to_owned());
            return Err((start, Problem::TooDeep { limit, name }));
        }
        self.skip_blanks();
        let spelled = leading_name(&self.text[self.at..]);
        let is_made = self.text[self.at + spelled.len()..].starts_with('&');
        let Some(name) = Name::new(spelled).filter(|_| !is_made) else {
            let rest = &self.text[self.at..];
            let given = rest.split([';', '(', ' ', '\n']).next().unwrap_or_default();
            let name = given.chars().take(40).collect();
            return Err((start, Problem::BadName { name, what: "macro" }));
        };
        if super::word(spelled).is_some() || crate::macros::functions::is_reserved(spelled) {
            let (statement, reason) = (format!("%MACRO {name}"), "the language itself has that name");
            return Err((start, Problem::Misplaced { statement, reason }));
        }
        self.at += spelled.len();
        self.skip_blanks();
        let takes_list = self.text[self.at..].starts_with('(');
        let parameters = match takes_list {
            true => self.parameters(start)?,
            false => Vec::new(),
        };
        let options = self.options(start)?;

        let mut inner = Compiler::new(self.origin, self.at, self.depth + 1);
        let rest = &inner.text[inner.at..];
        inner.at += rest.len() - rest.trim_start().len();
        inner.pending = inner.at;
        inner.body(name, start)?;
        self.at = cursor::after_end(self.text, inner.at);
        let code = inner.into_code(Some(name), options.in_operator, options.delimiter);
        Ok(Macro {
            name,
            text: start..self.at,
            parameters,
            takes_list,
            buffered: options.buffered,
            storage: options.storage,
            code: Arc::new(code),
        })
    }

    fn parameters(&mut self, start: usize) -> Result<Vec<Parameter>, Fault> {
        let group = self.group(start, "%macro name(parameter, parameter=default);")?;
        let text = &self.text[group.clone()];
        let mut parameters: Vec<Parameter> = Vec::new();
        if text.trim().is_empty() {
            return Ok(parameters);
        }
        let mut from = group.start;
        for argument in nest::split_arguments(text) {
            let end = from + argument.len();
            let equals = nest::find_past_comments(argument, |rest| rest.starts_with('='));
            let (spelled, default) = match equals {
                Some(equals) => (&argument[..equals], Some(self.part(from + equals + 1, end))),
                None => (argument, None),
            };
            let bad = || {
                let name = spelled.trim().chars().take(40).collect();
                (
                    from,
                    Problem::BadName {
                        name,
                        what: "parameter",
                    },
                )
            };
            let name = Name::new(nest::without_comments(spelled).trim()).ok_or_else(bad)?;
            if parameters.iter().any(|other| other.name == name) {
                let (statement, reason) = (format!("The parameter {name}"), "there is one of that name already");
                return Err((from, Problem::Misplaced { statement, reason }));
            }
            parameters.push(Parameter { name, default });
            from = end + 1;
        }
        Ok(parameters)
    }

    /// Compiles the options between the parameters and the semicolon.
    fn options(&mut self, start: usize) -> Result<Options, Fault> {
        let part = self.up_to_semicolon(start)?;
        let mut options = Options {
            buffered: false,
            in_operator: None,
            delimiter: None,
            storage: None,
        };
        let text = nest::without_comments(&self.text[part]);
        let mut rest = text.trim();
        if rest.is_empty() {
            return Ok(options);
        }
        let malformed = || {
            let form = "%macro name(parameters) / options;";
            (
                start,
                Problem::Malformed {
                    statement: "%MACRO".to_owned(),
                    form,
                },
            )
        };
        rest = rest.strip_prefix('/').ok_or_else(malformed)?.trim_start();
        let (mut storage, mut is_stored, mut is_secure) = (Storage::default(), false, false);
        while !rest.is_empty() {
            let word = leading_name(rest);
            rest = rest[word.len()..].trim_start();
            let mut value = None;
            if let Some(after) = rest.strip_prefix('=') {
                let (text, after) = option_value(after.trim_start()).ok_or_else(malformed)?;
                value = Some(text);
                rest = after.trim_start();
            }
            match (word.to_ascii_lowercase().as_str(), value) {
                ("parmbuff" | "pbuff", None) => options.buffered = true,
                ("minoperator", None) => options.in_operator = Some(true),
                ("nominoperator", None) => options.in_operator = Some(false),
                ("mindelimiter", Some(text)) => {
                    options.delimiter = Some(text.chars().next().ok_or_else(malformed)?);
                }
                ("store", None) => is_stored = true,
                ("source", None) => storage.has_source = true,
                ("des", Some(text)) => text.clone_into(&mut storage.description),
                ("secure", None) => is_secure = true,
                ("nosecure", None) => {}
                ("", _) => return Err(malformed()),
                _ => {
                    let what = format!("the option {} of %MACRO", word.to_ascii_uppercase());
                    let instead = "leave it out";
                    return Err((start, Problem::Unsupported { what, instead }));
                }
            }
        }
        if is_stored && is_secure {
            let (what, instead) = (
                "SECURE together with STORE".to_owned(),
                "the file of a stored macro can be read",
            );
            return Err((start, Problem::Unsupported { what, instead }));
        }
        options.storage = is_stored.then_some(storage);
        Ok(options)
    }
}

/// Returns the value of an option, quoted or a single word, and what follows it.
fn option_value(text: &str) -> Option<(&str, &str)> {
    match text.chars().next()? {
        quote @ ('\'' | '"') => {
            let inner = &text[1..];
            let end = inner.find(quote)?;
            Some((&inner[..end], &inner[end + 1..]))
        }
        _ => {
            let end = text.find(char::is_whitespace).unwrap_or(text.len());
            Some(text.split_at(end))
        }
    }
}
