//! The options of PROC SQL and RESET.

use feedrate_program::Diagnostic;
use feedrate_program::nearest;
use feedrate_program::tree::SqlOption;

/// What the options of PROC SQL say, until RESET says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqlOptions {
    /// PRINT: SELECT goes to the listing.
    pub print: bool,
    /// EXEC: statements are carried out and not only checked.
    pub exec: bool,
    /// NUMBER: rows are numbered in the listing.
    pub number: bool,
    /// OUTOBS=: rows that a query gives at most.
    pub outobs: Option<u64>,
}

impl Default for SqlOptions {
    fn default() -> Self {
        Self {
            print: true,
            exec: true,
            number: false,
            outobs: None,
        }
    }
}

/// The options that there are; those that only say how a query is to be carried out are taken and do nothing.
const OPTIONS: &[&str] = &[
    "EXEC",
    "FEEDBACK",
    "NOEXEC",
    "NOFEEDBACK",
    "NONUMBER",
    "NOPRINT",
    "NOSTIMER",
    "NOWARNRECURS",
    "NUMBER",
    "OUTOBS",
    "PRINT",
    "STIMER",
    "THREADS",
    "NOTHREADS",
    "UNDO_POLICY",
    "WARNRECURS",
    "NOERRORSTOP",
    "ERRORSTOP",
    "NOSORTMSG",
    "SORTMSG",
    "NODOUBLE",
    "DOUBLE",
    "NOFLOW",
    "FLOW",
    "BUFFERSIZE",
    "_METHOD",
];

impl SqlOptions {
    /// Heeds options in their order.
    pub fn heed(&mut self, options: &[SqlOption]) -> Result<(), Diagnostic> {
        for option in options {
            match option.name.as_str() {
                "PRINT" => self.print = true,
                "NOPRINT" => self.print = false,
                "EXEC" => self.exec = true,
                "NOEXEC" => self.exec = false,
                "NUMBER" => self.number = true,
                "NONUMBER" => self.number = false,
                "OUTOBS" => {
                    let value = option.value.as_deref().unwrap_or_default();
                    self.outobs = match value.to_ascii_uppercase().as_str() {
                        "MAX" => None,
                        number => Some(number.parse().map_err(|_| {
                            Diagnostic::error(
                                option.at,
                                format!("OUTOBS={value}: a number of rows is wanted, or MAX"),
                            )
                        })?),
                    };
                }
                "INOBS" | "LOOPS" => {
                    return Err(Diagnostic::error(
                        option.at,
                        format!("{}= of PROC SQL is not supported", option.name),
                    )
                    .with_hint("OBS= after a table says how many of its rows are read"));
                }
                name if OPTIONS.contains(&name) => {}
                name => {
                    let error = Diagnostic::error(
                        option.at,
                        format!("{name} is not an option of PROC SQL"),
                    );
                    return Err(match nearest(name, OPTIONS.iter().copied()) {
                        Some(near) => error.with_hint(format!("did you mean {near}?")),
                        None => error,
                    });
                }
            }
        }
        Ok(())
    }
}
