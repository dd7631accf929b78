//! From a profile to a job.

mod files;
mod order;
mod parts;
mod planned;

use feedrate_pageio::{Direction, Discipline};
use feedrate_report::format;

use crate::error::{Error, Result};
use crate::job::{Job, JobFile, JobHeader, JobStep, Order, Sort, Source, Use};
use crate::profile::{FileUse, Profile, Step};
use files::{FileTable, Role};
pub use planned::from_plan;

/// The most pages that are taken for a description that was read besides a pass.
const MOST_DESCRIPTION: u64 = 16;

/// The least time of computing, in seconds, that is compared with processor time.
const LEAST_BUSY: f64 = 0.1;

/// How many times its processor time a step's computing may take on a machine that is not busy.
const MOST_OF_PROCESSOR: f64 = 1.25;

/// Derives the job of a profiled program.
///
/// # Errors
///
/// Fails if no step of it moved any page, a step failed, or its numbers are out of all bounds.
pub fn from_profile(profile: &Profile) -> Result<Job> {
    let steps = profile.all_steps();
    let nothing = |why: &str| Error::NothingToDerive {
        program: profile.program.clone(),
        why: why.to_owned(),
    };
    if steps.is_empty() {
        return Err(nothing("it has no step that ran"));
    }
    if let Some((_, failed)) = steps.iter().find(|(_, step)| !step.completed) {
        return Err(nothing(&format!(
            "its step {} did not complete; a job is derived from a run without errors",
            failed.title()
        )));
    }
    let mut assumptions = Vec::new();
    let mut table = FileTable::new(&profile.inputs);
    let mut derived = Vec::with_capacity(steps.len());
    for (index, (session, step)) in steps.iter().enumerate() {
        let sources = uses_of(step, index, &mut table, &mut assumptions);
        assumptions.extend(busy_machine(step, &sources));
        let parts = parts::of(step, &sources);
        derived.push(JobStep {
            name: step.name.clone(),
            line: step.line,
            session: (*session).to_owned(),
            seconds: Some(step.seconds()),
            after: Vec::new(),
            delay_seconds: 0.0,
            sort: sort_of(step),
            uses: sources.into_iter().map(|source| source.use_).collect(),
            parts,
        });
    }
    order::set(&mut derived, &steps, profile.began_microseconds);
    let mut job = Job {
        feedrate: JobHeader::default(),
        program: profile.program.clone(),
        derived_from: Source::Profile,
        scale: 1.0,
        assumptions,
        files: table.finish(),
        steps: derived,
    };
    files::drop_open_pipes(&mut job);
    if job.steps.iter().all(|step| step.uses.is_empty()) {
        return Err(nothing("its steps moved no pages"));
    }
    job.assumptions.extend(general_assumptions(&job));
    job.check()?;
    Ok(job)
}

/// Returns the job of several runs of one program: of each step the run whose computing took the time in the middle. If
/// the runs used other files, such as utility files of some of them, it is the whole run in the middle. `None` if the
/// runs had other steps.
pub fn middle(mut jobs: Vec<Job>) -> Option<Job> {
    let steps = |job: &Job| {
        job.steps
            .iter()
            .map(|step| step.name.clone())
            .collect::<Vec<_>>()
    };
    let files = |job: &Job| -> Vec<Vec<usize>> {
        let steps = job.steps.iter();
        steps
            .map(|step| step.uses.iter().map(|it| it.file).collect())
            .collect()
    };
    let first = jobs.first()?;
    if jobs.iter().any(|job| steps(job) != steps(first)) {
        return None;
    }
    let are_alike = jobs.iter().all(|job| files(job) == files(first));
    let all_think = |job: &Job| job.steps.iter().map(JobStep::think_seconds).sum::<f64>();
    jobs.sort_by(|a, b| all_think(a).total_cmp(&all_think(b)));
    let place = (jobs.len() - 1) / 2;
    let mut whole = jobs[place].clone();
    if are_alike {
        for (index, step) in whole.steps.iter_mut().enumerate() {
            let mut runs: Vec<&JobStep> = jobs.iter().map(|job| &job.steps[index]).collect();
            runs.sort_by(|a, b| a.think_seconds().total_cmp(&b.think_seconds()));
            step.clone_from(runs[place]);
        }
    }
    Some(whole)
}

/// Returns how long a step computed: its time without what kept it, in seconds. Several threads count once.
pub fn computing_seconds(step: &Step) -> f64 {
    let mut table = FileTable::new(&[]);
    let uses = uses_of(step, 0, &mut table, &mut Vec::new());
    parts::own_seconds(step, &uses)
}

/// A use, and what of the record it comes from.
struct SourceUse<'p> {
    use_: Use,
    file: &'p FileUse,
    is_utility: bool,
}

/// Returns the uses of a step's files.
fn uses_of<'p>(
    step: &'p Step,
    index: usize,
    table: &mut FileTable,
    assumptions: &mut Vec<String>,
) -> Vec<SourceUse<'p>> {
    let updated = step.updated.as_ref().map(|set| set.name.as_str());
    let mut uses = Vec::new();
    let mut later = Vec::new();
    for (name, file, at_random) in step.uses() {
        // A file that is changed in place is read and written in one account.
        for (direction, bytes) in flows(file) {
            if bytes == 0 {
                continue;
            }
            let in_place = updated == Some(name) || name.ends_with(".INDEX");
            let role = match direction {
                _ if file.pipe.is_some() => Role::Pipe,
                _ if name == "utility files" => Role::Utility,
                Direction::Read => Role::Read,
                Direction::Write if in_place && table.knows(&file.path) => Role::Read,
                Direction::Write if step.name == "APPEND" && table.knows(&file.path) => {
                    assumptions.push(format!(
                        "{}: the pages that it adds to {name} are a file of their own.",
                        step.title()
                    ));
                    Role::Beside
                }
                Direction::Write => Role::Make,
            };
            let use_ = Use {
                file: 0,
                direction,
                method: file.method(),
                discipline: discipline_of(file),
                order: order_of(file, at_random, in_place),
                threads: threads_of(file),
                durable: file.flush_seconds.is_some(),
                bytes,
                header_bytes: match bytes == file.bytes && file.pipe.is_none() {
                    true => file.header_bytes(),
                    false => 0,
                },
                transfers: file.transfers,
                transfer_bytes: transfer_bytes(file),
                depth: file.depth_reached.most.max(1),
            };
            let source = SourceUse {
                use_,
                file,
                is_utility: role == Role::Utility,
            };
            match role {
                // What a step reads is known before it replaces it.
                Role::Make | Role::Beside => later.push((name, role, source)),
                role => {
                    let mut source = source;
                    source.use_.file = table.find(name, file, role, direction, index, bytes);
                    if direction == Direction::Read {
                        source.use_.header_bytes =
                            beside_pages(file, bytes, &table.files()[source.use_.file]);
                    }
                    uses.push(source);
                }
            }
        }
    }
    for (name, role, mut source) in later {
        let bytes = source.use_.bytes;
        source.use_.file = table.find(name, source.file, role, Direction::Write, index, bytes);
        uses.push(source);
    }
    uses
}

/// Returns what of the bytes that were read is not of a pass over the pages of a file: its header and its description.
fn beside_pages(file: &FileUse, bytes: u64, of: &JobFile) -> u64 {
    if file.page_bytes == 0 || file.pipe.is_some() {
        return 0;
    }
    let in_passes = match &file.course {
        Some(course) => course.intervals.iter().map(|it| it.read_bytes).sum(),
        None => {
            let whole = of.bytes.saturating_sub(of.header_bytes) / file.page_bytes;
            let pages = match file.pages {
                // The description is read once more than the pages.
                pages if pages <= whole + MOST_DESCRIPTION => pages.min(whole),
                pages => pages,
            };
            pages.saturating_mul(file.page_bytes)
        }
    };
    bytes.saturating_sub(in_passes)
}

/// Returns the bytes of each direction of a file.
fn flows(file: &FileUse) -> [(Direction, u64); 2] {
    let course = file.course.as_ref();
    let read: u64 = course.map_or(0, |it| it.intervals.iter().map(|at| at.read_bytes).sum());
    let written: u64 = course.map_or(0, |it| it.intervals.iter().map(|at| at.written_bytes).sum());
    let other = match file.direction {
        Direction::Read => written,
        Direction::Write => read,
    };
    let other = other.min(file.bytes);
    let own = (file.direction, file.bytes - other);
    match file.direction {
        Direction::Read => [own, (Direction::Write, other)],
        Direction::Write => [(Direction::Read, other), own],
    }
}

/// Returns how a step sorts, if it does.
fn sort_of(step: &Step) -> Option<Sort> {
    let sort = step.sort?;
    let rows = step.read.first()?.observations;
    (sort.sorted_bytes > 0 && rows > 0).then(|| Sort {
        rows,
        row_bytes: sort.sorted_bytes.div_ceil(rows),
        memory_bytes: sort.memory_bytes,
        threads: sort.threads.max(1),
        runs: sort.runs,
    })
}

fn threads_of(file: &FileUse) -> u32 {
    let recorded = file.course.as_ref().map(|course| course.threads);
    recorded.or(file.threads).unwrap_or(1).max(1)
}

fn discipline_of(file: &FileUse) -> Discipline {
    match file.depth_reached.most {
        // What was never in flight beside the step's work waited for each transfer.
        0 | 1 if file.engine.kind == "sync" => Discipline::AsSas,
        _ => file.discipline,
    }
}

fn order_of(file: &FileUse, at_random: bool, in_place: bool) -> Order {
    let in_order = file.course.as_ref().map_or(1.0, |course| {
        let transfers: u64 = course.transfers().max(1);
        course.in_order as f64 / transfers as f64
    });
    match at_random || in_place || in_order < 0.5 {
        true => Order::Random,
        false => Order::Sequential,
    }
}

/// Returns the bytes of the usual transfer.
fn transfer_bytes(file: &FileUse) -> u64 {
    let usual = file.course.as_ref().and_then(|course| course.sizes.usual());
    let mean = file.bytes.checked_div(file.transfers);
    usual.or(mean).unwrap_or(file.page_bytes).max(1)
}

/// Returns a note if a step's computing took much longer than its processor time, which its prediction then contains.
fn busy_machine(step: &Step, uses: &[SourceUse<'_>]) -> Option<String> {
    let computing = parts::own_seconds(step, uses);
    let processor = step.usage.user_cpu_seconds + step.usage.system_cpu_seconds;
    (processor > 0.0 && computing > LEAST_BUSY && computing > MOST_OF_PROCESSOR * processor).then(|| {
        format!(
            "{}: it took {} between its transfers, and {} of processor time: the machine was busy, or the step waited for \
             something other than pages.",
            step.title(),
            format::seconds(computing),
            format::seconds(processor)
        )
    })
}

/// Returns what every job assumes.
fn general_assumptions(job: &Job) -> Vec<String> {
    let mut all = vec![
        "Computing takes as long as on the machine of the profile.".to_owned(),
        "Steps begin when the steps that had ended before them have ended.".to_owned(),
    ];
    let has_random = job.steps.iter().flat_map(|step| &step.uses);
    if has_random.into_iter().any(|it| it.order == Order::Random) {
        all.push("What was read or written at random is drawn evenly from its file.".to_owned());
    }
    all
}

#[cfg(test)]
mod tests;
