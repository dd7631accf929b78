//! The options of PROC SQL and RESET.

use feedrate_language::Diagnostic;
use feedrate_language::nearest;
use feedrate_language::tree::SqlOption;

/// The options of PROC SQL, as set by the procedure statement and changed by RESET.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqlOptions {
    /// PRINT: SELECT goes to the listing.
    pub print: bool,
    /// EXEC: statements are executed and not only checked.
    pub exec: bool,
    /// NUMBER: rows are numbered in the listing.
    pub number: bool,
    /// OUTOBS=: the most rows of a query's result.
    pub outobs: Option<u64>,
    /// INOBS=: the most rows that are read of each table.
    pub inobs: Option<u64>,
    /// FEEDBACK: the log shows what `*` stands for.
    pub feedback: bool,
    /// REMERGE: summaries of groups may be combined with each of their rows.
    pub remerge: bool,
    /// ERRORSTOP: after an error the following statements are only checked.
    pub error_stop: bool,
}

impl Default for SqlOptions {
    fn default() -> Self {
        Self {
            print: true,
            exec: true,
            number: false,
            outobs: None,
            inobs: None,
            feedback: false,
            remerge: true,
            error_stop: true,
        }
    }
}

/// The known options. Those that only affect how a query is executed are accepted and have no effect.
const OPTIONS: &[&str] = &[
    "BUFFERSIZE",
    "CONSTDATETIME",
    "DOUBLE",
    "DQUOTE",
    "ERRORSTOP",
    "EXEC",
    "EXITCODE",
    "FEEDBACK",
    "FLOW",
    "INOBS",
    "IPASSTHRU",
    "LOOPS",
    "NOCONSTDATETIME",
    "NODOUBLE",
    "NOERRORSTOP",
    "NOEXEC",
    "NOEXITCODE",
    "NOFEEDBACK",
    "NOFLOW",
    "NOIPASSTHRU",
    "NONUMBER",
    "NOPRINT",
    "NOPROMPT",
    "NOREMERGE",
    "NOSORTMSG",
    "NOSTIMER",
    "NOSTOPONTRUNC",
    "NOTHREADS",
    "NOWARNRECURS",
    "NUMBER",
    "OUTOBS",
    "PRINT",
    "PROMPT",
    "REDUCEPUT",
    "REMERGE",
    "SORTMSG",
    "STIMER",
    "THREADS",
    "UBUFSIZE",
    "UNDO_POLICY",
    "WARNRECURS",
    "_METHOD",
    "_TREE",
];

impl SqlOptions {
    /// Applies options in their order.
    ///
    /// # Errors
    ///
    /// Returns a diagnostic for the first option that is unknown or whose value is not allowed.
    pub fn apply(&mut self, options: &[SqlOption]) -> Result<(), Diagnostic> {
        for option in options {
            match option.name.as_str() {
                "PRINT" => self.print = true,
                "NOPRINT" => self.print = false,
                "EXEC" => self.exec = true,
                "NOEXEC" => self.exec = false,
                "NUMBER" => self.number = true,
                "NONUMBER" => self.number = false,
                "OUTOBS" => self.outobs = rows(option)?,
                "INOBS" => self.inobs = rows(option)?,
                "FEEDBACK" => self.feedback = true,
                "NOFEEDBACK" => self.feedback = false,
                "ERRORSTOP" => self.error_stop = true,
                "NOERRORSTOP" => self.error_stop = false,
                "REMERGE" => self.remerge = true,
                "NOREMERGE" => self.remerge = false,
                "DQUOTE" if !is_value(option, "sas") => {
                    return Err(Diagnostic::error(
                        option.at,
                        "of DQUOTE= only SAS is supported: texts in double quotes are texts",
                    )
                    .with_hint("write a name that is no name of the language as 'a name'n"));
                }
                "LOOPS" => {
                    return Err(Diagnostic::error(option.at, "LOOPS= of PROC SQL is not supported")
                        .with_hint("INOBS= and OUTOBS= keep a query short"));
                }
                name if OPTIONS.contains(&name) => {}
                name => {
                    let error = Diagnostic::error(option.at, format!("{name} is not an option of PROC SQL"));
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

fn is_value(option: &SqlOption, value: &str) -> bool {
    let own = option.value.as_deref();
    own.is_some_and(|own| own.eq_ignore_ascii_case(value))
}

/// Parses a number of rows; `None` for MAX.
fn rows(option: &SqlOption) -> Result<Option<u64>, Diagnostic> {
    let value = option.value.as_deref().unwrap_or_default();
    if value.eq_ignore_ascii_case("max") {
        return Ok(None);
    }
    let wrong = |_| {
        Diagnostic::error(
            option.at,
            format!("{}={value}: a number of rows is wanted, or MAX", option.name),
        )
    };
    value.parse().map(Some).map_err(wrong)
}
