//! Macro variables that have values before the program begins.

use feedrate_language::Reader;
use feedrate_language::macros::{Name, Scope, SymbolError, Symbols};

use crate::clock::{LocalClock, utc_offset};

/// The reason why a macro variable cannot be given a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InitialVariableError {
    /// Its name is invalid.
    #[error(
        "`{0}` cannot be the name of a macro variable; one has up to 32 letters, digits and underscores, and does not \
         begin with a digit"
    )]
    Name(String),
    /// It may not be set, or not to this value.
    #[error(transparent)]
    Value(#[from] SymbolError),
}

/// Values of macro variables in the order in which they were set, as by `--let` of the command line, and SYSPARM.
#[derive(Clone, Debug, Default)]
pub struct InitialVariables {
    sysparm: String,
    variables: Vec<(Name, String)>,
}

impl InitialVariables {
    /// Adds a variable. `value` is taken verbatim; the last value of a name counts.
    ///
    /// # Errors
    ///
    /// Returns an error if the program itself could not set the variable to this value.
    pub fn add(&mut self, name: &str, value: &str) -> Result<(), InitialVariableError> {
        let variable = Name::new(name).ok_or_else(|| InitialVariableError::Name(name.to_owned()))?;
        let mut symbols = Symbols::default();
        symbols.begin_session(0.0, "");
        symbols.set(variable, value, Scope::Global)?;
        self.variables.push((variable, value.to_owned()));
        Ok(())
    }

    pub(crate) fn with_sysparm(sysparm: String) -> Self {
        Self {
            sysparm,
            variables: Vec::new(),
        }
    }

    /// Replaces the variables by those of `other`, but not SYSPARM.
    pub(crate) fn replace(&mut self, other: Self) {
        self.variables = other.variables;
    }

    /// Sets the automatic variables of a program of this name, and then these.
    pub(crate) fn begin(&self, name: &str, reader: &mut Reader) {
        reader.set_automatic_symbols(&LocalClock, &self.sysparm);
        set_process_symbols(name, reader.symbols_mut());
        self.set(reader.symbols_mut());
    }

    fn set(&self, symbols: &mut Symbols) {
        for (name, value) in &self.variables {
            // It was checked when it was added.
            let _ = symbols.set(*name, value, Scope::Global);
        }
    }
}

/// Sets the macro variables about this process: its program, its number, its user and its machine.
fn set_process_symbols(program: &str, symbols: &mut Symbols) {
    let user = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    let host = feedrate_connect::machine_name();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let variables = [
        ("SYSJOBID", std::process::id().to_string()),
        ("SYSUSERID", user.unwrap_or_default()),
        ("SYSHOSTNAME", host.clone()),
        ("SYSTCPIPHOSTNAME", host),
        ("SYSNCPU", cores.to_string()),
        ("SYSHOSTINFOLONG", feedrate_connect::machine_description()),
        ("SYSPROCESSNAME", format!("Program {program}")),
        ("SYSTIMEZONEOFFSET", utc_offset().to_string()),
        ("SYSPROCESSID", format!("{:032X}", std::process::id())),
    ];
    for (name, value) in variables {
        if let Some(name) = Name::new(name) {
            symbols.set_automatic(name, &value, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_counts_and_is_taken_as_it_stands() {
        let mut variables = InitialVariables::default();
        variables.add("size", "10").unwrap();
        variables.add("SIZE", " &x %y;").unwrap();
        let mut symbols = Symbols::default();
        variables.set(&mut symbols);
        let name = Name::new("size").unwrap();
        assert_eq!(symbols.get(name).as_deref(), Some(" &x %y;"));
    }

    #[test]
    fn what_a_program_could_not_set_is_refused() {
        let refused = |name: &str| InitialVariables::default().add(name, "1").unwrap_err().to_string();
        assert!(refused("1a").starts_with("`1a` cannot be the name of a macro variable"));
        assert!(refused("").starts_with("`` cannot be"));
        assert_eq!(
            refused("sysdate9"),
            "the macro variable SYSDATE9 is set by the session and cannot be changed"
        );
        let long = "x".repeat(70_000);
        let error = InitialVariables::default().add("a", &long).unwrap_err();
        assert!(matches!(
            error,
            InitialVariableError::Value(SymbolError::TooLong { length: 70_000, .. })
        ));
    }
}
