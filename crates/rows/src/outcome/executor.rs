//! The executor that ran the statements of a step, and the note about it in the log.

use crate::machine_code::NotCompiled;

/// The executor of the statements of a DATA step. The results of both are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Executor {
    /// Machine code.
    MachineCode,
    /// The interpreter, for this reason.
    Interpreter(NotCompiled),
}

impl Executor {
    /// Returns its name in records.
    pub fn name(&self) -> &'static str {
        match self {
            Self::MachineCode => "machine code",
            Self::Interpreter(_) => "interpreter",
        }
    }

    /// Returns why the step was not compiled.
    pub fn reason(&self) -> Option<&NotCompiled> {
        match self {
            Self::MachineCode => None,
            Self::Interpreter(reason) => Some(reason),
        }
    }

    /// Returns the note for the log, or `None` if the step ran as requested: what interpreting costs, its reason, and
    /// what can be done.
    pub fn note(&self) -> Option<String> {
        let reason = self.reason()?;
        let advice = match reason {
            NotCompiled::NotWanted => return None,
            NotCompiled::Forbidden(_) => {
                "To have it compiled, let the program make memory executable (systemd: \
                 MemoryDenyWriteExecute=no; SELinux: execmem)."
            }
            NotCompiled::Jumps => "With DO loops and IF in place of GOTO and LINK it would be compiled.",
            NotCompiled::LosesLines => "With conditions in place of LOSTCARD it would be compiled.",
            NotCompiled::TooLong => "Several shorter steps would be compiled.",
            NotCompiled::Processor(_) => "On another processor it would be compiled.",
            NotCompiled::Refused(_) => "This is a fault of feedrate; please report it.",
        };
        Some(format!(
            "This step is interpreted and not compiled: {reason}.\n\
             The results are the same; computing takes up to 30 times as long. Nothing has to be done.\n\
             {advice}\n\
             OPTIONS NOMACHINECODE interprets all steps, without this note."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expected_executor_has_no_note() {
        assert_eq!(Executor::MachineCode.note(), None);
        assert_eq!(Executor::Interpreter(NotCompiled::NotWanted).note(), None);
    }

    #[test]
    fn the_log_says_why_a_step_is_interpreted_what_it_costs_and_what_to_do() {
        let reasons = [
            NotCompiled::Forbidden("permission denied".to_owned()),
            NotCompiled::Processor("no such processor".to_owned()),
            NotCompiled::TooLong,
            NotCompiled::Refused("a fault".to_owned()),
        ];
        let notes = reasons.map(|reason| Executor::Interpreter(reason).note().unwrap());
        insta::assert_snapshot!(notes.join("\n\n"), @r"
        This step is interpreted and not compiled: the system allows no new machine code (permission denied).
        The results are the same; computing takes up to 30 times as long. Nothing has to be done.
        To have it compiled, let the program make memory executable (systemd: MemoryDenyWriteExecute=no; SELinux: execmem).
        OPTIONS NOMACHINECODE interprets all steps, without this note.

        This step is interpreted and not compiled: there is no compiler for this processor (no such processor).
        The results are the same; computing takes up to 30 times as long. Nothing has to be done.
        On another processor it would be compiled.
        OPTIONS NOMACHINECODE interprets all steps, without this note.

        This step is interpreted and not compiled: it is too long.
        The results are the same; computing takes up to 30 times as long. Nothing has to be done.
        Several shorter steps would be compiled.
        OPTIONS NOMACHINECODE interprets all steps, without this note.

        This step is interpreted and not compiled: the compiler refused it (a fault).
        The results are the same; computing takes up to 30 times as long. Nothing has to be done.
        This is a fault of feedrate; please report it.
        OPTIONS NOMACHINECODE interprets all steps, without this note.
        ");
    }
}
