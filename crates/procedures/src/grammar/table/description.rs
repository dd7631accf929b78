//! What hints and documents show of a table.

use feedrate_language::Diagnostic;
use feedrate_language::tree::Name;

use super::Entry;
use crate::grammar::lowering::Lowering;

/// An option or a statement, whatever it fills.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What follows the name, with the equals sign of options that have one.
    pub form: String,
    /// What it is for: a sentence.
    pub help: &'static str,
    /// The options in it.
    pub options: Vec<Description>,
}

/// What a procedure understands.
#[derive(Debug, Default)]
pub struct Syntax {
    /// Its options in the PROC statement.
    pub options: Vec<Description>,
    /// The statements below that, but for those that all procedures have that read observations.
    pub statements: Vec<Description>,
}

impl Syntax {
    /// That of tables.
    pub(crate) fn of<O: Form, S: Form>(options: &[Entry<O>], statements: &[Entry<S>]) -> Self {
        Self {
            options: described(options),
            statements: described(statements),
        }
    }
}

/// What follows the name of an entry.
pub(crate) trait Form {
    /// What it looks like, with the equals sign of options that have one.
    fn form(&self) -> String;

    /// The options in it.
    fn options(&self) -> Vec<Description> {
        Vec::new()
    }
}

/// A table, whatever it fills.
pub(crate) trait Describe {
    fn describe(&self) -> Vec<Description>;
}

impl<V: Form> Describe for &'static [Entry<V>] {
    fn describe(&self) -> Vec<Description> {
        described(self)
    }
}

/// Options in two places of a statement.
impl<A: Describe, B: Describe> Describe for (A, B) {
    fn describe(&self) -> Vec<Description> {
        let mut all = [self.0.describe(), self.1.describe()].concat();
        all.sort_by_key(Description::shown);
        all
    }
}

impl Describe for () {
    fn describe(&self) -> Vec<Description> {
        Vec::new()
    }
}

pub(crate) fn described<V: Form>(table: &[Entry<V>]) -> Vec<Description> {
    let entries = table.iter().map(|entry| Description {
        name: entry.name,
        aliases: entry.aliases,
        form: entry.value.form(),
        help: entry.help,
        options: entry.value.options(),
    });
    entries.collect()
}

impl Description {
    /// The name, with the equals sign of an option that has one.
    pub fn shown(&self) -> String {
        match self.form.starts_with('=') {
            true => format!("{}=", self.name),
            false => self.name.to_owned(),
        }
    }
}

impl Lowering<'_> {
    /// Returns the error that a name is none of these, with what it may have been meant to be.
    pub fn not_in(&self, name: &Name, what: &str, known: &[Description]) -> Diagnostic {
        let mut known: Vec<String> = known.iter().map(Description::shown).collect();
        known.sort();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        self.unknown(name, what, &known)
    }
}
