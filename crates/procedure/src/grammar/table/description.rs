//! The description of a table in hints and documents.

use feedrate_language::Diagnostic;
use feedrate_language::tree::Name;

use super::Entry;
use crate::grammar::lowering::ProcedureLowering;

/// An option or a statement, whatever it fills.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The form of its argument, with the equals sign of options that have one.
    pub form: String,
    /// Its purpose: a sentence.
    pub help: &'static str,
    /// The options in it.
    pub options: Vec<Description>,
}

/// The options and statements of a procedure.
#[derive(Debug, Default)]
pub struct Syntax {
    /// Its options in the PROC statement.
    pub options: Vec<Description>,
    /// The statements below that, but for those that all procedures have that read observations.
    pub statements: Vec<Description>,
}

impl Syntax {
    /// That of tables.
    pub fn of<O: Form, S: Form>(options: &[Entry<O>], statements: &[Entry<S>]) -> Self {
        Self {
            options: described(options),
            statements: described(statements),
        }
    }
}

/// The form of the argument of an entry.
pub trait Form {
    /// Returns the form, with the equals sign of options that have one.
    fn form(&self) -> String;

    /// The options in it.
    fn options(&self) -> Vec<Description> {
        Vec::new()
    }
}

/// A table, whatever it fills.
pub trait Describe {
    /// Returns the descriptions of its entries, in their order.
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

/// Returns the descriptions of the entries of a table.
pub fn described<V: Form>(table: &[Entry<V>]) -> Vec<Description> {
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

impl ProcedureLowering<'_> {
    /// Returns the error that a name is none of these, with what it may have been meant to be.
    pub fn not_in(&self, name: &Name, what: &str, known: &[Description]) -> Diagnostic {
        let mut known: Vec<String> = known.iter().map(Description::shown).collect();
        known.sort();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        self.unknown(name, what, &known)
    }
}
