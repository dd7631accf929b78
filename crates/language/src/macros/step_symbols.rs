//! The macro variables as functions of a running step use them.

use feedrate_values::function;

use super::{Name, Scope, Symbols, mask};

impl function::Symbols for Symbols {
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool {
        let Some(value) = Name::of_bytes(name).and_then(|name| self.raw(name)) else {
            return false;
        };
        out.extend_from_slice(mask::unmask(value).as_bytes());
        true
    }

    fn is_global(&self, name: &[u8]) -> bool {
        Name::of_bytes(name).is_some_and(|name| self.exists_globally(name))
    }

    fn is_local(&self, name: &[u8]) -> bool {
        Name::of_bytes(name).is_some_and(|name| self.exists_locally(name))
    }

    fn set(&mut self, name: &[u8], value: &[u8], scope: function::SymbolScope) {
        let Some(name) = Name::of_bytes(name) else {
            return;
        };
        let scope = match scope {
            function::SymbolScope::Nearest => Scope::NearestInUse,
            function::SymbolScope::Global => Scope::Global,
            function::SymbolScope::Local => Scope::Local,
        };
        if let Err(error) = Self::set(self, name, &String::from_utf8_lossy(value), scope) {
            self.refused = Some(error);
        }
    }
}
