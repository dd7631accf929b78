//! The words of the macro language that begin or continue a statement.

/// A word after `%` that is neither a function nor a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Abort,
    By,
    /// `%sysmstoreclear`.
    ClearStored,
    Copy,
    Do,
    Else,
    End,
    Global,
    Goto,
    If,
    Include,
    Let,
    Local,
    Macro,
    Mend,
    Put,
    Return,
    Delete,
    /// `%sysmacdelete`.
    DeleteMacro,
    /// `%syscall`.
    CallRoutine,
    /// `%sysexec`.
    SystemCommand,
    /// `%syslput`.
    ToSession,
    /// `%sysrput`.
    ToParent,
    Then,
    To,
    Until,
    While,
    /// An unsupported statement.
    Unsupported,
}

/// Returns the word of a name, ignoring case.
pub(crate) fn word(name: &str) -> Option<Word> {
    // No word is longer, but names can be of any length.
    if name.len() > 16 {
        return None;
    }
    Some(match name.to_ascii_lowercase().as_str() {
        "abort" => Word::Abort,
        "by" => Word::By,
        "do" => Word::Do,
        "else" => Word::Else,
        "end" => Word::End,
        "global" => Word::Global,
        "goto" | "go" => Word::Goto,
        "if" => Word::If,
        "include" | "inc" => Word::Include,
        "let" => Word::Let,
        "local" => Word::Local,
        "macro" => Word::Macro,
        "mend" => Word::Mend,
        "put" => Word::Put,
        "return" => Word::Return,
        "symdel" => Word::Delete,
        "syscall" => Word::CallRoutine,
        "sysexec" => Word::SystemCommand,
        "sysmacdelete" => Word::DeleteMacro,
        "syslput" => Word::ToSession,
        "sysrput" => Word::ToParent,
        "then" => Word::Then,
        "to" => Word::To,
        "until" => Word::Until,
        "while" => Word::While,
        "copy" => Word::Copy,
        "sysmstoreclear" => Word::ClearStored,
        "display" | "input" | "keydef" | "list" | "run" | "tso" | "window" => Word::Unsupported,
        _ => return None,
    })
}

impl Word {
    /// Returns whether it determines which text is emitted.
    pub fn is_control(self) -> bool {
        matches!(self, Self::If | Self::Then | Self::Else | Self::Do | Self::End)
    }

    /// If it continues a statement that another word began, returns what must precede it.
    pub fn continues(self) -> Option<&'static str> {
        match self {
            Self::Then => Some("there is no %IF before it"),
            Self::Else => Some("there is no %IF with its %THEN before it"),
            Self::End => Some("there is no %DO before it"),
            Self::To | Self::By | Self::While | Self::Until => Some("there is no %DO before it"),
            Self::Mend => Some("there is no %MACRO before it"),
            _ => None,
        }
    }
}
