//! The tables of macro variables: the global one, and one for each macro that runs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::symbol_error::SymbolError;
use super::{LONGEST_VALUE, Name, mask};

/// A variable.
#[derive(Clone, Debug)]
struct Entry {
    /// The value, with its masked characters.
    value: String,
    /// True if the session made it.
    automatic: bool,
    /// True if only the session may change it.
    read_only: bool,
}

impl Entry {
    /// Returns about how many bytes it takes.
    fn bytes(&self) -> usize {
        ENTRY_BYTES + self.value.len()
    }
}

/// About how many bytes a variable takes in addition to its value.
const ENTRY_BYTES: usize = 128;

/// One table of variables, in the order of their names.
type Table = BTreeMap<Name, Entry>;

/// The table of a macro that runs.
#[derive(Clone, Debug)]
struct Local {
    macro_name: Name,
    table: Table,
}

/// The table in which a variable is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The innermost table that has the variable, or else the innermost one, as for `%let`.
    Nearest,
    /// The innermost table that has the variable, or else the innermost one that is not empty, or the global one, as
    /// for `call symput`.
    NearestInUse,
    /// In the global table.
    Global,
    /// In the innermost table.
    Local,
}

/// All macro variables.
#[derive(Clone, Debug)]
pub struct Symbols {
    global: Table,
    locals: Vec<Local>,
    /// About how many bytes the variables take, and how many they may take.
    bytes: usize,
    most: usize,
    /// The number of macros that have been called.
    calls: u64,
    /// The error of the last variable that a step failed to set; see [`Symbols::take_refused`].
    pub(super) refused: Option<SymbolError>,
}

impl Default for Symbols {
    fn default() -> Self {
        Self {
            global: Table::new(),
            locals: Vec::new(),
            bytes: 0,
            most: usize::MAX,
            calls: 0,
            refused: None,
        }
    }
}

impl Symbols {
    /// Sets how many bytes all variables may take together.
    pub fn limit(&mut self, bytes: u64) {
        self.most = usize::try_from(bytes).unwrap_or(usize::MAX);
    }

    /// Returns the value of a variable, without masking.
    pub fn get(&self, name: Name) -> Option<Cow<'_, str>> {
        self.raw(name).map(mask::unmask)
    }

    /// Sets a variable to a text from outside the macro language.
    ///
    /// # Errors
    ///
    /// Returns a [`SymbolError`] if only the session may set the variable, or if the value or all values together are
    /// too long.
    pub fn set(&mut self, name: Name, value: &str, scope: Scope) -> Result<(), SymbolError> {
        self.set_raw(name, mask::clean(value).into_owned(), scope)
    }

    /// Sets a variable that the session creates, such as `SYSDATE9`, in the global table.
    pub fn set_automatic(&mut self, name: Name, value: &str, read_only: bool) {
        let entry = Entry {
            value: mask::clean(value).into_owned(),
            automatic: true,
            read_only,
        };
        self.bytes += entry.bytes();
        let before = self.global.insert(name, entry);
        self.bytes -= before.map_or(0, |before| before.bytes());
    }

    /// Returns whether a variable is in any table.
    pub fn exists(&self, name: Name) -> bool {
        self.raw(name).is_some()
    }

    /// Returns whether a variable is in the global table.
    pub fn exists_globally(&self, name: Name) -> bool {
        self.global.contains_key(&name)
    }

    /// Returns whether a variable is in the table of a macro that runs.
    pub fn exists_locally(&self, name: Name) -> bool {
        self.locals.iter().any(|local| local.table.contains_key(&name))
    }

    /// Removes a global variable that is not automatic. Returns whether there was one.
    pub fn remove(&mut self, name: Name) -> bool {
        let removable = self.global.get(&name).is_some_and(|entry| !entry.automatic);
        let removed = removable.then(|| self.global.remove(&name)).flatten();
        self.bytes -= removed.as_ref().map_or(0, Entry::bytes);
        removed.is_some()
    }

    /// Returns the variables of every table, the innermost first: the name of the macro, or `GLOBAL` or `AUTOMATIC`;
    /// the name; the value without masking.
    pub fn all(&self) -> impl Iterator<Item = (&str, Name, Cow<'_, str>)> {
        let locals = self.locals.iter().rev().flat_map(|local| {
            local
                .table
                .iter()
                .map(|(name, entry)| (local.macro_name.as_str(), *name, mask::unmask(&entry.value)))
        });
        let global = |automatic: bool, title: &'static str| {
            let kept = self
                .global
                .iter()
                .filter(move |(_, entry)| entry.automatic == automatic);
            kept.map(move |(name, entry)| (title, *name, mask::unmask(&entry.value)))
        };
        locals.chain(global(false, "GLOBAL")).chain(global(true, "AUTOMATIC"))
    }

    /// Returns, once, why the last variable that a step failed to set was not set.
    pub fn take_refused(&mut self) -> Option<SymbolError> {
        self.refused.take()
    }

    /// Returns the value of a variable with its masking.
    pub(crate) fn raw(&self, name: Name) -> Option<&str> {
        if name.as_str() == "SYSMACRONAME" {
            return Some(self.locals.last().map_or("", |local| local.macro_name.as_str()));
        }
        let mut tables = self.locals.iter().rev().map(|local| &local.table);
        let entry = tables.find_map(|table| table.get(&name));
        entry
            .or_else(|| self.global.get(&name))
            .map(|entry| entry.value.as_str())
    }

    /// Sets a variable to a text of the macro language.
    pub(crate) fn set_raw(&mut self, name: Name, value: String, scope: Scope) -> Result<(), SymbolError> {
        if value.len() > LONGEST_VALUE {
            return Err(SymbolError::TooLong {
                name,
                length: value.len(),
            });
        }
        let (all, most) = (self.bytes, self.most);
        let table = self.table(name, scope);
        let entry = Entry {
            value,
            automatic: false,
            read_only: false,
        };
        let (bytes, before) = (entry.bytes(), table.get(&name).map_or(0, Entry::bytes));
        if bytes > before && all - before + bytes > most {
            return Err(SymbolError::TooMany { name, bytes: most });
        }
        match table.get_mut(&name) {
            Some(entry) if entry.read_only => return Err(SymbolError::ReadOnly(name)),
            Some(there) => there.value = entry.value,
            None => {
                table.insert(name, entry);
            }
        }
        self.bytes = all - before + bytes;
        Ok(())
    }

    /// Makes a variable local to the running macro, with an empty value unless it exists there already.
    pub(crate) fn declare_local(&mut self, name: Name) -> Result<(), SymbolError> {
        match self.locals.last() {
            Some(local) if !local.table.contains_key(&name) => self.set_raw(name, String::new(), Scope::Local),
            _ => Ok(()),
        }
    }

    /// Makes a variable global, with an empty value unless it exists already.
    pub(crate) fn declare_global(&mut self, name: Name) -> Result<(), SymbolError> {
        match self.global.contains_key(&name) {
            true => Ok(()),
            false => self.set_raw(name, String::new(), Scope::Global),
        }
    }

    /// Returns how many macros run.
    pub(crate) fn depth(&self) -> usize {
        self.locals.len()
    }

    /// Returns the macros that run, the outermost first.
    pub(crate) fn running(&self) -> impl Iterator<Item = Name> {
        self.locals.iter().map(|local| local.macro_name)
    }

    /// Adds the table of a macro.
    pub(crate) fn enter(&mut self, macro_name: Name) {
        self.calls += 1;
        if let Some(index) = Name::new("SYSINDEX") {
            let calls = self.calls.to_string();
            self.set_automatic(index, &calls, true);
        }
        self.locals.push(Local {
            macro_name,
            table: Table::new(),
        });
    }

    /// Removes the tables of the innermost macros, down to `depth`.
    pub(crate) fn leave_to(&mut self, depth: usize) {
        let ended = self.locals.drain(depth.min(self.locals.len())..);
        let entries = ended.flat_map(|local| local.table.into_values());
        self.bytes -= entries.map(|entry| entry.bytes()).sum::<usize>();
    }

    fn table(&mut self, name: Name, scope: Scope) -> &mut Table {
        let found = match scope {
            Scope::Global => None,
            Scope::Local => self.locals.len().checked_sub(1),
            Scope::Nearest | Scope::NearestInUse => {
                let having = self.locals.iter().rposition(|local| local.table.contains_key(&name));
                let otherwise = || {
                    let in_use = |local: &Local| scope == Scope::Nearest || !local.table.is_empty();
                    match self.global.contains_key(&name) {
                        true => None,
                        false => self.locals.iter().rposition(in_use),
                    }
                };
                having.or_else(otherwise)
            }
        };
        match found {
            Some(index) => &mut self.locals[index].table,
            None => &mut self.global,
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_values::function;

    use super::*;

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    #[test]
    fn the_innermost_table_that_has_a_variable_is_used() {
        let mut symbols = Symbols::default();
        symbols.set(name("a"), "global", Scope::Nearest).unwrap();
        symbols.enter(name("m"));
        symbols.set(name("a"), "changed", Scope::Nearest).unwrap();
        symbols.set(name("b"), "in m", Scope::Nearest).unwrap();
        symbols.declare_local(name("a")).unwrap();
        symbols.set(name("a"), "local", Scope::Nearest).unwrap();
        assert_eq!(symbols.get(name("A")).unwrap(), "local");
        assert!(symbols.exists_locally(name("b")) && !symbols.exists_globally(name("b")));
        symbols.leave_to(0);
        assert_eq!(symbols.get(name("a")).unwrap(), "changed");
        assert!(!symbols.exists(name("b")));
    }

    #[test]
    fn symput_passes_empty_tables_by() {
        let mut symbols = Symbols::default();
        symbols.enter(name("outer"));
        symbols.declare_local(name("x")).unwrap();
        symbols.enter(name("inner"));
        symbols.set(name("y"), "1", Scope::NearestInUse).unwrap();
        symbols.leave_to(1);
        assert_eq!(symbols.get(name("y")).unwrap(), "1");
        symbols.leave_to(0);
        assert!(!symbols.exists(name("y")));
        symbols.enter(name("inner"));
        symbols.set(name("y"), "1", Scope::NearestInUse).unwrap();
        assert!(symbols.exists_globally(name("y")));
    }

    #[test]
    fn what_the_session_sets_is_kept() {
        let mut symbols = Symbols::default();
        symbols.set_automatic(name("sysday"), "Friday", true);
        let refused = symbols.set(name("sysday"), "x", Scope::Nearest);
        assert_eq!(refused, Err(SymbolError::ReadOnly(name("sysday"))));
        assert!(!symbols.remove(name("sysday")));
        symbols.set_automatic(name("sysday"), "Saturday", true);
        let all: Vec<_> = symbols
            .all()
            .map(|(table, name, value)| format!("{table} {name} {value}"))
            .collect();
        assert_eq!(all, ["AUTOMATIC SYSDAY Saturday"]);
    }

    #[test]
    fn values_have_a_longest_length() {
        let mut symbols = Symbols::default();
        let long = "x".repeat(LONGEST_VALUE + 1);
        assert!(symbols.set(name("a"), &long, Scope::Global).is_err());
        assert!(symbols.set(name("a"), &long[1..], Scope::Global).is_ok());
    }

    #[test]
    fn all_values_together_have_a_most_that_is_free_again_with_those_that_go() {
        let mut symbols = Symbols::default();
        symbols.limit(4 << 10);
        let long = "x".repeat(2 << 10);
        symbols.set(name("a"), &long, Scope::Global).unwrap();
        symbols.enter(name("m"));
        symbols.declare_local(name("b")).unwrap();
        let refused = |symbols: &mut Symbols, at| symbols.set(name(at), &long, Scope::Nearest).unwrap_err();
        assert!(matches!(refused(&mut symbols, "b"), SymbolError::TooMany { .. }));
        // Replacing a value takes no more room.
        symbols.set(name("a"), &long.replace('x', "y"), Scope::Nearest).unwrap();
        symbols.set(name("b"), &long[..1 << 10], Scope::Nearest).unwrap();
        let text = refused(&mut symbols, "c").to_string();
        assert!(text.contains("raise MEMSIZE="), "{text}");
        symbols.leave_to(0);
        assert!(symbols.remove(name("a")));
        symbols.set(name("c"), &long, Scope::Nearest).unwrap();
    }

    #[test]
    fn a_step_reads_and_sets_symbols() {
        let mut symbols = Symbols::default();
        let step: &mut dyn function::Symbols = &mut symbols;
        step.set(b"n", b"5;\xFF", function::SymbolScope::Nearest);
        let mut out = Vec::new();
        assert!(step.get(b"N", &mut out));
        assert_eq!(out, "5;\u{FFFD}".as_bytes());
        assert!(!step.get(b"missing", &mut out));
    }
}
