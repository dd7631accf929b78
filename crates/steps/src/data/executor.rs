//! Which of the two executors did the statements of a step, and what the log says where it is the slower one.

use super::compiled::NotCompiled;

/// Who did the statements of a DATA step. The results are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Executor {
    /// The step was compiled to machine code.
    MachineCode,
    /// The step was interpreted, for this reason.
    Interpreter(NotCompiled),
}

impl Executor {
    /// What a record calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::MachineCode => "machine code",
            Self::Interpreter(_) => "interpreter",
        }
    }

    /// Why the step was not compiled.
    pub fn reason(&self) -> Option<&NotCompiled> {
        match self {
            Self::MachineCode => None,
            Self::Interpreter(reason) => Some(reason),
        }
    }

    /// What the log says of it: nothing of what is as wanted, and otherwise what it costs, why it is so, and
    /// what can be done.
    pub(super) fn note(&self) -> Option<String> {
        let reason = self.reason()?;
        let advice = match reason {
            NotCompiled::NotWanted => return None,
            NotCompiled::Forbidden(_) => {
                "Nothing has to be done. To have it compiled, let feedrate make memory executable \
                 (systemd: MemoryDenyWriteExecute=no; SELinux: execmem)."
            }
            NotCompiled::TooLong => {
                "Nothing has to be done. Several shorter steps would be compiled."
            }
            NotCompiled::Processor(_) => "Nothing has to be done.",
            NotCompiled::Refused(_) => {
                "Nothing has to be done, but this is a fault in feedrate that its makers want to know of."
            }
        };
        Some(format!(
            "This step is interpreted: {reason}.\nThe results are the same, and computing takes several \
             times as long.\n{advice}\nOPTIONS NOMACHINECODE interprets all steps without this note."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_as_wanted_is_not_told() {
        assert_eq!(Executor::MachineCode.note(), None);
        assert_eq!(Executor::Interpreter(NotCompiled::NotWanted).note(), None);
    }

    #[test]
    fn the_log_says_why_a_step_is_interpreted_what_it_costs_and_what_to_do() {
        let reasons = [
            NotCompiled::Forbidden("Permission denied".to_owned()),
            NotCompiled::Processor("no such processor".to_owned()),
            NotCompiled::TooLong,
            NotCompiled::Refused("a fault".to_owned()),
        ];
        let notes = reasons.map(|reason| Executor::Interpreter(reason).note().unwrap());
        insta::assert_snapshot!(notes.join("\n\n"), @"");
    }
}
