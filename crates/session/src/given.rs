//! The macro variables that a session is given before its program, as by `--let` of the command line.

use feedrate_language::macros::{Name, Scope, SymbolError, Symbols};

/// Why a macro variable cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GivenError {
    /// Its name is none.
    #[error(
        "`{0}` cannot be the name of a macro variable; one has up to 32 letters, digits and underscores, and does not \
         begin with a digit"
    )]
    Name(String),
    /// It may not be set, or not to this.
    #[error(transparent)]
    Value(#[from] SymbolError),
}

/// The variables, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct Given {
    variables: Vec<(Name, String)>,
}

impl Given {
    /// Takes one more. `value` is taken as it stands; the last one of a name counts.
    pub fn add(&mut self, name: &str, value: &str) -> Result<(), GivenError> {
        let variable = Name::new(name).ok_or_else(|| GivenError::Name(name.to_owned()))?;
        // What the program would refuse is told before it begins.
        let mut symbols = Symbols::default();
        symbols.begin_session(0.0, "");
        symbols.set(variable, value, Scope::Global)?;
        self.variables.push((variable, value.to_owned()));
        Ok(())
    }

    /// Sets them all.
    pub(crate) fn set(&self, symbols: &mut Symbols) {
        for (name, value) in &self.variables {
            // It was tried when it was given.
            let _ = symbols.set(*name, value, Scope::Global);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_counts_and_is_taken_as_it_stands() {
        let mut given = Given::default();
        given.add("size", "10").unwrap();
        given.add("SIZE", " &x %y;").unwrap();
        let mut symbols = Symbols::default();
        given.set(&mut symbols);
        let name = Name::new("size").unwrap();
        assert_eq!(symbols.get(name).as_deref(), Some(" &x %y;"));
    }

    #[test]
    fn what_a_program_could_not_set_is_refused() {
        let refused = |name: &str| Given::default().add(name, "1").unwrap_err().to_string();
        assert!(refused("1a").starts_with("`1a` cannot be the name of a macro variable"));
        assert!(refused("").starts_with("`` cannot be"));
        assert_eq!(
            refused("sysdate9"),
            "the macro variable SYSDATE9 is set by the session and cannot be changed"
        );
        let long = "x".repeat(70_000);
        let error = Given::default().add("a", &long).unwrap_err();
        assert!(matches!(
            error,
            GivenError::Value(SymbolError::TooLong { length: 70_000, .. })
        ));
    }
}
