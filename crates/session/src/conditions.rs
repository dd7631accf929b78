//! What a step leaves in macro variables for the program to act upon: how it ended, and what it made.

use feedrate_language::macros::{Name, Symbols};

use crate::session::Session;

/// The condition of a step that has errors, as the SAS System gives it to most of them.
const ERROR: u32 = 1012;

/// The condition of a step that has warnings.
const WARNING: u32 = 4;

/// What SQLRC becomes by warnings and by errors.
#[cfg(feature = "sql")]
const SQL_WARNING: u32 = 4;
#[cfg(feature = "sql")]
const SQL_ERROR: u32 = 8;

/// How many messages of each kind the log had at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Messages {
    errors: u64,
    warnings: u64,
}

impl Session<'_> {
    pub(crate) fn messages(&self) -> Messages {
        Messages {
            errors: self.log.errors(),
            warnings: self.log.warnings(),
        }
    }

    /// Sets `SYSCC`, and after a step `SYSERR` and the name of the data set that was made last, by what
    /// the log had `before`.
    pub(crate) fn set_conditions(&self, before: Messages, is_step: bool, symbols: &mut Symbols) {
        let now = self.messages();
        let condition = if now.errors > before.errors {
            ERROR
        } else if now.warnings > before.warnings {
            WARNING
        } else {
            0
        };
        let mut set = |name: &str, value: &str, read_only: bool| {
            if let Some(name) = Name::new(name) {
                symbols.set_automatic(name, value, read_only);
            }
        };
        if is_step {
            set("SYSERR", &condition.to_string(), true);
            if let Some(last) = &self.data_sets.last {
                set("SYSLAST", &last.to_string(), false);
                set(
                    "SYSDSN",
                    &format!("{:<8}{}", last.library(), last.member()),
                    false,
                );
            }
        }
        // The greatest of all, which the program may set back.
        let greatest = Name::new("SYSCC")
            .and_then(|name| symbols.get(name)?.trim().parse::<u32>().ok())
            .unwrap_or(0);
        if condition > greatest
            && let Some(name) = Name::new("SYSCC")
        {
            symbols.set_automatic(name, &condition.to_string(), false);
        }
    }

    /// Sets what a statement of PROC SQL leaves: `SQLOBS`, the rows that it was about, and `SQLRC` and `SQLEXITCODE` by
    /// what the log had `before`.
    #[cfg(feature = "sql")]
    pub(crate) fn set_sql_conditions(
        &mut self,
        before: Messages,
        rows: u64,
        symbols: &mut Symbols,
    ) {
        let now = self.messages();
        let code = if now.errors > before.errors {
            SQL_ERROR
        } else if now.warnings > before.warnings {
            SQL_WARNING
        } else {
            0
        };
        self.sql_exit_code = self.sql_exit_code.max(code);
        for (name, value) in [
            ("SQLOBS", rows),
            ("SQLRC", code.into()),
            ("SQLEXITCODE", self.sql_exit_code.into()),
        ] {
            if let Some(name) = Name::new(name) {
                symbols.set_automatic(name, &value.to_string(), false);
            }
        }
    }
}
