//! The implicit loop of a step, from opening files to naming new data sets.

use std::cell::OnceCell;

use feedrate_dataset::Libraries;
use feedrate_options::MemoryGrant;
use feedrate_program::{DataStep, Slot};
use feedrate_values::function::Context;

use crate::environment::session::{Environment, LentLibraries};
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::fixed_memory;
use crate::index::{check_defined, make_defined};
use crate::outcome::{DataSetMade, Executor, Outcome, StepEnd, static_notes};
use crate::runtime::Runtime;
use crate::runtime::iteration::Participant;
use crate::runtime::observation::{Supplier, Visitor};
use crate::vector::values::Values;

/// Runs a step.
///
/// Errors are logged as they occur; the caller logs the rest with [`Outcome::log`]. If the step fails, its data sets
/// are not created and existing ones are unchanged; files of lines are written up to where the step ended.
pub fn run(step: &DataStep, environment: &mut Environment<'_>) -> Outcome {
    execute(step, environment, Work::Statements)
}

/// Runs a step that supplies observations to a procedure: `visitor` receives each observation that the step would
/// output implicitly.
pub fn visit(step: &DataStep, environment: &mut Environment<'_>, visitor: &mut Visitor<'_>) -> Outcome {
    let visitor = Participant::Visitor(visitor);
    execute(step, environment, Work::Iterations(visitor))
}

/// Runs a step that receives observations from a procedure: `supplier` sets the values of each iteration, which reads
/// nothing itself.
pub fn supply(step: &DataStep, environment: &mut Environment<'_>, supplier: &mut Supplier<'_>) -> Outcome {
    let supplier = Participant::Supplier(supplier);
    execute(step, environment, Work::Iterations(supplier))
}

/// Opens what a step reads and creates, and calls `work` in place of the step's statements. The created data sets are
/// committed at the end.
pub fn run_procedure(step: &DataStep, environment: &mut Environment<'_>, work: &mut ProcedureWork<'_>) -> Outcome {
    execute(step, environment, Work::Procedure(work))
}

/// The work of a procedure on an opened step.
pub type ProcedureWork<'w> = dyn FnMut(&mut Runtime<'_, '_>, &Libraries) -> StepResult<()> + 'w;

/// The work on an opened step.
enum Work<'p, 'v> {
    /// The statements of a DATA step.
    Statements,
    /// Its iterations, with a procedure.
    Iterations(Participant<'p, 'v>),
    /// That of a procedure.
    Procedure(&'p mut ProcedureWork<'v>),
}

fn execute(step: &DataStep, environment: &mut Environment<'_>, work: Work<'_, '_>) -> Outcome {
    static_notes::log_static_notes(step, environment.log);
    let Environment {
        libraries,
        formats,
        symbols,
        clock,
        log,
        listing,
        options,
        stop,
        session,
        utility_folder: _,
        statements,
    } = environment;
    let asked = LentLibraries {
        session: *session,
        libraries: OnceCell::new(),
    };
    let context = Context::new(*clock, &mut **symbols, formats);
    // Before anything is read: a data set that is read and replaced must not change until then.
    let prepared = match step.objects.is_empty() {
        true => Ok(()),
        false => libraries.prepare_work(),
    };
    let claimed = libraries.claim(step.writes.iter().map(|write| &write.data_set));
    let granted = prepared
        .and(claimed)
        .map_err(Into::into)
        .and_then(|_| check_defined(step, libraries))
        .and_then(|()| fixed_memory::granted(step, MemoryGrant::new(options.memory_bytes)));
    let runtime = granted.and_then(|memory| {
        let mut core = Core::new(step, context, &mut **log, *options, stop);
        core.memory = memory;
        Runtime::open(step, core, libraries, formats, &mut **listing, statements(step))
    });
    let (mut outcome, mut failed) = match runtime {
        Ok(mut runtime) => {
            let libraries: &Libraries = libraries;
            runtime.core.context.existence = Some(libraries);
            let _ = asked.libraries.set(libraries);
            runtime.core.context.session = Some(&asked);
            runtime.core.libraries = Some(libraries);
            drive(step, runtime, libraries, work)
        }
        Err(fault) => {
            fault.log(&mut **log);
            let outcome = Outcome {
                made: uncreated(step),
                ..Outcome::default()
            };
            (outcome, Some(fault))
        }
    };
    if failed.is_none() {
        failed = make_defined(step, environment, &mut outcome).err();
        if let Some(fault) = &failed {
            fault.log(environment.log);
        }
    }
    if let Some(fault) = failed {
        for made in outcome.made.iter_mut().filter(|made| made.account.is_none()) {
            made.is_there = exists(environment.libraries, made);
        }
        outcome.ended = StepEnd::Failed(fault);
    }
    outcome
}

/// Returns the variables with values that were cut before a character, and their lengths.
fn cut_texts(step: &DataStep, values: &Values) -> Vec<(String, u32)> {
    let variables = step.vector.variables.iter();
    let cut = variables.filter_map(|variable| match variable.slot {
        Slot::Text(slot) if values.cut.contains(&slot.start) => Some((variable.name.clone(), slot.length)),
        _ => None,
    });
    cut.collect()
}

/// Runs an opened step to its end.
fn drive<'s>(
    step: &'s DataStep,
    mut runtime: Runtime<'s, '_>,
    libraries: &Libraries,
    work: Work<'_, '_>,
) -> (Outcome, Option<Box<Fault>>) {
    // The observations of a procedure are not computed by the program.
    let has_observation = matches!(work, Work::Statements);
    let (executor, ended) = match work {
        Work::Statements => {
            let (executor, ended) = runtime.run_statements();
            (Some(executor), ended)
        }
        Work::Procedure(work) => {
            let done = work(&mut runtime, libraries);
            (None, done.map(|()| StepEnd::Complete))
        }
        Work::Iterations(participant) => (None, runtime.iterate(participant)),
    };
    let ended = ended.and_then(|ended| {
        runtime.finish_lines()?;
        match runtime.core.objects.has_failed {
            true => Err(Box::new(Fault::ObjectCodes)),
            false => Ok(ended),
        }
    });
    let mut outcome = outcome_of(step, &runtime, executor);
    let ended = ended.map_err(|fault| match fault.cause() {
        Fault::Unsorted(disorder) if !has_observation => {
            let text = disorder.sentence(&runtime.dump, &runtime.core.values);
            Box::new(Fault::NotInSequence(text))
        }
        _ => fault,
    });
    let ended = ended.inspect_err(|fault| {
        fault.log(runtime.core.log);
        if has_observation && shows_observation(fault) {
            runtime.core.raised = true;
            runtime.core.update_error_flag();
            runtime.show_last_observation();
        }
        // After an error, the lines of PUT so far are needed all the more.
        let _ = runtime.finish_lines();
    });
    match ended {
        Ok(ended) => {
            outcome.ended = ended;
            let committed = runtime.commit(&mut outcome.made, outcome.updated.as_mut());
            let failed = committed.err();
            if let Some(fault) = &failed {
                fault.log(runtime.core.log);
            }
            (outcome, failed)
        }
        Err(fault) => (outcome, Some(fault)),
    }
}

/// Returns the outcome of a step whose end is not known yet.
fn outcome_of(step: &DataStep, runtime: &Runtime<'_, '_>, executor: Option<Executor>) -> Outcome {
    let facts = runtime.facts();
    let problems = &runtime.core.problems;
    Outcome {
        read: facts.read,
        made: runtime.uncommitted(),
        updated: runtime.updated(),
        files_read: facts.input,
        files_made: facts.put,
        missing: problems.missing_places(&step.sites),
        mathematical: problems.mathematical_places(&step.sites),
        conversions: problems.conversions(),
        is_format_narrow: problems.is_format_narrow,
        cut_texts: cut_texts(step, &runtime.core.values),
        has_repeats: facts.has_repeats,
        has_repeated_master: facts.has_repeated_master,
        observations_with_errors: problems.observations,
        logged_reads: runtime.core.objects.read.len(),
        logged_makes: runtime.core.objects.made.len(),
        executor,
        ..Outcome::default()
    }
}

/// Returns whether the variables at a fault are of use in the log.
fn shows_observation(fault: &Fault) -> bool {
    !matches!(fault, Fault::Interrupted | Fault::ObjectCodes)
        && !matches!(fault.cause(), Fault::Aborted(abort, _) if abort.is_quiet)
}

/// Returns the data sets of a step that could not begin.
fn uncreated(step: &DataStep) -> Vec<DataSetMade> {
    let made = step.writes.iter().map(|write| DataSetMade {
        name: write.data_set.clone(),
        observations: 0,
        variables: write.schema.variables().len(),
        is_there: false,
        account: None,
    });
    made.collect()
}

/// Returns whether an older data set of that name exists. Errors count as no.
fn exists(libraries: &Libraries, made: &DataSetMade) -> bool {
    libraries.exists(&made.name).unwrap_or(false)
}
