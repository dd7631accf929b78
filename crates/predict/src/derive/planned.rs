//! From the plan of a program that was not run to a job.

use feedrate_pageio::Direction;
use feedrate_session::plan::{PlannedProgram, PlannedStep, PlannedUse};

use super::from_profile;
use crate::error::Result;
use crate::job::{Job, Source};
use crate::profile::{DataSet, FileUse, InputFile, Profile, Sort, Step};

/// Derives the job of a planned program. It knows nothing of the time that steps compute.
///
/// # Errors
///
/// Fails if no step of it would move any page.
pub fn from_plan(plan: &PlannedProgram) -> Result<Job> {
    let profile = Profile {
        program: plan.program.clone(),
        steps: plan.steps.iter().map(step_of).collect(),
        inputs: inputs(plan),
        ..Profile::default()
    };
    let mut job = from_profile(&profile)?;
    job.derived_from = Source::Static;
    for step in &mut job.steps {
        step.seconds = None;
    }
    job.assumptions = assumptions(plan);
    Ok(job)
}

fn assumptions(plan: &PlannedProgram) -> Vec<String> {
    let mut all = vec![
        "The program was not run: steps compute nothing, and their order in time is that of the program.".to_owned(),
    ];
    all.extend(plan.assumptions.iter().cloned());
    for step in &plan.steps {
        let title = format!("{}, line {}", step.name, step.line);
        let reason = step.not_planned.iter();
        all.extend(reason.map(|why| format!("{title}: not derived: {why}")));
        let assumed = step.assumptions.iter();
        all.extend(assumed.map(|what| format!("{title}: {what}")));
        for made in step.makes.iter().filter(|it| !it.is_there || it.is_estimated) {
            let what = match (made.page_bytes, made.is_compressed) {
                (0, _) => "its length depends on its values, and is estimated",
                (_, true) => "its compression saves nothing",
                _ => continue,
            };
            all.push(format!("{title}: {}: {what}.", made.name));
        }
    }
    all
}

fn inputs(plan: &PlannedProgram) -> Vec<InputFile> {
    let uses = plan
        .steps
        .iter()
        .flat_map(|step| step.reads.iter().chain(&step.updates));
    let there = uses.filter(|it| it.is_there && it.file_bytes > 0);
    there
        .filter_map(|it| {
            Some(InputFile {
                path: it.path.as_ref()?.to_string_lossy().into_owned(),
                bytes: it.file_bytes,
            })
        })
        .collect()
}

fn step_of(planned: &PlannedStep) -> Step {
    let read = |it: &PlannedUse| data_set(it, Direction::Read, planned.threads);
    let written = |it: &PlannedUse| data_set(it, Direction::Write, 1);
    let sort = planned.sort;
    // APPEND adds pages, and reads none of the data set.
    let updates = planned.updates.as_ref();
    let (appended, changed) = match planned.name.as_str() {
        "APPEND" => (updates, None),
        _ => (None, updates),
    };
    Step {
        name: planned.name.clone(),
        line: planned.line,
        ran: true,
        completed: true,
        read: planned.reads.iter().map(read).collect(),
        made: planned.makes.iter().chain(appended).map(written).collect(),
        updated: changed.map(read),
        // It is written in place as well.
        others: changed.map(written).into_iter().collect(),
        utility: sort.map_or_else(Vec::new, |sort| {
            let flows = [
                (Direction::Write, sort.spilled_written_bytes),
                (Direction::Read, sort.spilled_read_bytes),
            ];
            let flows = flows.into_iter().filter(|(_, bytes)| *bytes > 0);
            flows
                .map(|(direction, bytes)| FileUse::utility(direction, bytes, sort.block_bytes))
                .collect()
        }),
        sort: sort.map(|sort| Sort {
            memory_bytes: sort.memory_bytes,
            sorted_bytes: sort.sorted_bytes,
            runs: sort.runs,
            threads: sort.threads,
        }),
        ..Step::default()
    }
}

fn data_set(planned: &PlannedUse, direction: Direction, threads: u32) -> DataSet {
    let path = planned.path.as_ref();
    DataSet {
        name: planned.name.clone(),
        observations: planned.observations,
        at_random: planned.at_random,
        grows_with: planned.grows_with,
        file: path.filter(|_| planned.bytes_moved > 0).map(|path| FileUse {
            path: path.to_string_lossy().into_owned(),
            direction,
            page_bytes: planned.page_bytes,
            pages: planned.pages_moved,
            transfers: planned.pages_moved,
            bytes: planned.bytes_moved,
            method: planned.method.to_owned(),
            buffers: planned.buffers,
            discipline: planned.discipline,
            flush_seconds: planned.durable.then_some(0.0),
            threads: Some(threads.max(1)),
            ..FileUse::default()
        }),
    }
}
