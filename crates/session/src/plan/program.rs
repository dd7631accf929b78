//! Plans a program.

use feedrate_language::Reader;
use feedrate_language::source::TooLong;
use feedrate_language::tree::SessionStatement;
use feedrate_procedures::Procedure;
use feedrate_program::{DataStep, Write};

use super::procedure::ProcedureContext;
use super::{PlannedProgram, PlannedStep};
use crate::session::Session;

/// The note about a step.
const PLANNED: &str = "This step was planned, and not run.";

impl Session<'_> {
    /// Plans a program instead of running it: executes its macros and the statements outside of its steps, lowers its
    /// steps, and returns what they would read and write. Messages refer to it by `name`, such as its path.
    ///
    /// No library, file or folder is changed, no other session is started, and the session cannot be used afterwards.
    /// Of the data sets that steps read, only the descriptions are read.
    ///
    /// # Errors
    ///
    /// Returns an error if the program has 4 GiB or more.
    pub fn plan(mut self, name: &str, text: &str) -> Result<PlannedProgram, TooLong> {
        let mut reader = Reader::new(name, text)?;
        self.execution.begin_planning();
        self.libraries.leave_files();
        self.planning = Some(Box::default());
        self.log.begin(name);
        self.initial_variables.begin(name, &mut reader);
        let failure = self.units(&mut reader).err();
        if self.execution.is_stopped() {
            self.log
                .error("The program was interrupted, and what follows was not planned.");
            self.log.gap();
        }
        let planning = self.planning.take().unwrap_or_default();
        let text = match planning.steps.len() {
            1 => "The step of this program was planned, and not run.".to_owned(),
            steps => format!("The {steps} steps of this program were planned, and not run."),
        };
        self.log.note(&text);
        self.log.flush();
        self.results.flush();
        Ok(PlannedProgram {
            program: name.to_owned(),
            steps: planning.steps,
            assumptions: planning.assumptions.into_iter().collect(),
            error: failure.map(|failure| failure.to_string()),
            first_error: self.log.take_first_error(),
            warnings: self.log.warnings(),
            errors: self.log.errors(),
        })
    }

    /// Adds a DATA step to the plan. Does nothing if the program is run.
    pub(crate) fn plan_data_step(&mut self, step: &DataStep, line: u32) {
        if let Some(planning) = &mut self.planning {
            planning.data_step(step, line, &self.libraries);
            self.log.note(PLANNED);
        }
    }

    /// Adds a procedure to the plan. Does nothing if the program is run.
    pub(crate) fn plan_procedure(&mut self, procedure: &dyn Procedure, name: &str, line: u32) {
        let options = self.options.of_steps();
        let intent = procedure.intent();
        if intent.sorts() && self.options.steps.memory_bytes == u64::MAX {
            self.assume("MEMSIZE=MAX is half of the memory that is available here and now");
        }
        if let Some(planning) = &mut self.planning {
            let mut around = ProcedureContext {
                libraries: &self.libraries,
                outputs: &mut self.outputs,
                options,
            };
            planning.procedure(intent, name, line, &mut around);
            self.log.note(PLANNED);
        }
    }

    /// Adds a step of which nothing is planned, and the data sets that it would make. Does nothing if the program is
    /// run.
    pub(crate) fn plan_nothing(&mut self, name: &str, line: u32, why: Option<&str>, writes: &[Write]) {
        if let Some(planning) = &mut self.planning {
            for write in writes {
                let name = &write.data_set;
                let text = format!(
                    "how large {name} is is not known, because {}",
                    why.unwrap_or("its step is not planned")
                );
                planning.forget(name, text);
            }
            planning.steps.push(PlannedStep {
                not_planned: why.map(str::to_owned),
                ..PlannedStep::new(name, line)
            });
        }
    }

    /// Adds a statement that would begin work in another session to the plan.
    pub(crate) fn plan_session_statement(&mut self, statement: &SessionStatement, line: u32) {
        let begins = matches!(statement, SessionStatement::SignOn(_) | SessionStatement::Submit(_));
        if begins {
            let why = "other sessions are not started, and what they would do is not planned";
            self.plan_nothing(statement.keyword(), line, Some(why), &[]);
        }
    }

    /// Adds an assumption about the whole program.
    pub(crate) fn assume(&mut self, text: &str) {
        if let Some(planning) = &mut self.planning {
            planning.assumptions.insert(text.to_owned());
        }
    }
}
