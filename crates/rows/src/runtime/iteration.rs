//! The iterations of a step, as its interpreter and its procedure take part in them.

use feedrate_program::reads;

use super::Runtime;
use super::observation::{Observation, Supplier, Visitor};
use super::statements::{Flow, Statements};
use crate::fault::StepResult;
use crate::outcome::StepEnd;
use crate::outcome::executor::Executor;

/// A procedure that takes part in the iterations of a step.
pub(crate) enum Participant<'p, 'v> {
    /// There is none.
    None,
    /// It receives the observation of each iteration.
    Visitor(&'p mut Visitor<'v>),
    /// It sets the values of each iteration.
    Supplier(&'p mut Supplier<'v>),
}

impl<'s> Runtime<'s, '_> {
    /// Runs iterations of the step's statements until the step ends, as machine code if possible.
    pub(crate) fn run_statements(&mut self) -> (Executor, StepResult<StepEnd>) {
        self.with_statements(|statements, runtime| statements.run(runtime))
    }

    /// Interprets iterations of the step's statements until the step ends.
    pub(crate) fn iterate(&mut self, participant: Participant<'_, '_>) -> StepResult<StepEnd> {
        self.with_statements(|statements, runtime| iterate(statements, runtime, participant))
    }

    /// Interprets iterations of these statements until the step ends.
    ///
    /// # Errors
    ///
    /// Fails if the step must end with an error.
    pub fn interpret(&mut self, statements: &mut (dyn Statements<'s> + 's)) -> StepResult<StepEnd> {
        iterate(statements, self, Participant::None)
    }
}

fn iterate<'s>(
    statements: &mut (dyn Statements<'s> + 's),
    runtime: &mut Runtime<'s, '_>,
    mut participant: Participant<'_, '_>,
) -> StepResult<StepEnd> {
    let step = runtime.core.step;
    let can_read = reads(&step.body);
    loop {
        runtime.begin_iteration()?;
        if let Participant::Supplier(supplier) = &mut participant
            && !supplier(&mut runtime.core.values)?
        {
            return Ok(StepEnd::Complete);
        }
        let flow = statements.execute(&step.body, runtime)?;
        let outputs = match flow {
            Flow::Next | Flow::Leave | Flow::Continue | Flow::Goto(_) | Flow::Linked => step.implicit_output,
            Flow::Iteration { outputs } => outputs,
            Flow::Stop => false,
        };
        if outputs && runtime.is_output_due() {
            runtime.output_all()?;
            runtime.replace_implicitly()?;
            if let Participant::Visitor(visitor) = &mut participant {
                let observation = Observation {
                    values: &runtime.core.values,
                    number: runtime.observation_number(),
                };
                visitor(&observation, &mut *runtime.listing);
            }
        }
        runtime.end_iteration_of(statements)?;
        if matches!(participant, Participant::Supplier(_)) && flow != Flow::Stop {
            continue;
        }
        if flow == Flow::Stop || !can_read {
            return Ok(StepEnd::Complete);
        }
        if !runtime.has_read {
            return Ok(StepEnd::Looping);
        }
    }
}
