//! The wording of errors that have several forms.

/// A macro or function that is called with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A macro.
    Macro,
    /// A macro function, such as `%SCAN`.
    MacroFunction(String),
    /// A function of the DATA step in `%sysfunc`.
    Function(String),
}

impl Callee {
    pub(super) fn has_too_many(&self) -> String {
        match self {
            Self::Macro => "More positional parameters found than defined.".to_owned(),
            _ => format!("{} has too many arguments.", self.shown()),
        }
    }

    pub(super) fn has_too_few(&self) -> String {
        format!("{} has too few arguments.", self.shown())
    }

    fn shown(&self) -> String {
        match self {
            Self::Macro => "The macro".to_owned(),
            Self::MacroFunction(name) => format!("Macro function {name}"),
            Self::Function(name) => {
                format!("The function {name} referenced by the %SYSFUNC or %QSYSFUNC macro function")
            }
        }
    }
}

pub(super) fn no_number(operand: &str) -> String {
    match operand {
        "" => "An operand is missing.".to_owned(),
        operand => format!("`{operand}` is no number."),
    }
}

/// Returns the error of a macro statement where it cannot be. Of those that only macros can have, the reason is that
/// no macro runs.
pub(super) fn misplaced(statement: &str, reason: &str) -> String {
    let sentence = match statement {
        "%DO" | "%LOCAL" | "%RETURN" => format!("The {statement} statement is not valid in open code."),
        "%END" => "There is no matching %DO statement for the %END.".to_owned(),
        "%ELSE" => "There is no matching %IF statement for the %ELSE.".to_owned(),
        "%MEND" => "No matching %MACRO statement for this %MEND statement.".to_owned(),
        _ => return format!("{statement} cannot stand here: {reason}"),
    };
    format!("{sentence}\nIt cannot stand here: {reason}.")
}

pub(super) fn hiding(open: &Option<(char, u32)>) -> String {
    match open {
        Some((quote, line)) => {
            format!(" (the text that begins with {quote} in line {line} is never closed, which hides it)")
        }
        None => String::new(),
    }
}

/// Returns the error of a macro statement that lacks a part.
pub(super) fn malformed(statement: &str, form: &str) -> String {
    let sentence = match statement {
        "%LET" => "Expected equal sign not found in %LET statement.",
        "%IF" => "Expected %THEN statement not found.",
        _ => return format!("this {statement} statement is not complete: write `{form}`"),
    };
    format!("{sentence}\nWrite `{form}`.")
}
