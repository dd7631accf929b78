//! The state that the statements of one PROC SQL share.

use feedrate_language::macros::Symbols;
use feedrate_sql::SqlOptions;

use crate::conditions;
use crate::log::MessageCounts;

/// The values of SQLRC.
const WARNING: u32 = 4;
const ERROR: u32 = 8;

/// The state that the statements of one PROC SQL share.
#[derive(Debug, Default)]
pub(crate) struct SqlInvocation {
    pub(crate) options: SqlOptions,
    /// SQLEXITCODE: the greatest SQLRC of its statements.
    exit_code: u32,
}

impl SqlInvocation {
    /// Sets the macro variables after a statement: `SQLOBS`, its number of rows, and `SQLRC` and `SQLEXITCODE` by its
    /// messages.
    pub(crate) fn set_conditions(&mut self, symbols: &mut Symbols, messages: MessageCounts, rows: u64) {
        let code = conditions::code(messages, ERROR, WARNING);
        self.exit_code = self.exit_code.max(code);
        conditions::set(symbols, "SQLOBS", &rows.to_string());
        conditions::set(symbols, "SQLRC", &code.to_string());
        conditions::set(symbols, "SQLEXITCODE", &self.exit_code.to_string());
    }

    /// Makes the statements after an error only checked, unless NOERRORSTOP is set. Returns true if that begins
    /// here.
    pub(crate) fn stop_on_error(&mut self) -> bool {
        let stops = self.options.error_stop && self.options.exec;
        self.options.exec &= !stops;
        stops
    }
}
