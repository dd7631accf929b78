//! The sections of the uses of a step: one after another, in alternation, or side by side.

use feedrate_pageio::{Direction, Method};

use super::section::{Names, Section, Texts};
use super::{Groups, logs, moves_files, pace, plain, step_name};
use crate::job::{Job, JobStep, Order, Origin};

/// The largest share of a use that may be moved in a part together with another one, although they follow each other.
const MOST_TOGETHER: f64 = 0.125;

/// A use, and how long its step computes meanwhile.
#[derive(Clone, Copy, Debug)]
struct Phase {
    place: usize,
    seconds: f64,
}

/// Returns the sections of a step that moves files.
pub(super) fn sections(
    job: &Job,
    index: usize,
    names: &Names,
    notes: &mut Texts,
    logs: &mut Vec<(String, String)>,
) -> Groups {
    if !moves_files(job, index) {
        return Groups::new();
    }
    let step = &job.steps[index];
    let mut groups = match phases(job, step) {
        Some(phases) => phases
            .into_iter()
            .map(|phase| vec![(phase, named(job, index, phase.place))])
            .map(|group| side_by_side(job, step, names, &group))
            .collect(),
        None if can_alternate(job, step) => vec![vec![replay(job, index, names, logs)]],
        None => {
            notes.push(format!(
                "{}: its reads and writes run side by side, and neither waits for the other.",
                step.title()
            ));
            beside(job, index, names)
        }
    };
    remove_files(job, index, names, &mut groups);
    if let Some(first) = groups.first_mut().and_then(|group| group.first_mut()) {
        first.remarks.insert(0, about(job, step, names));
    }
    groups
}

/// Says what a step stands for.
fn about(job: &Job, step: &JobStep, names: &Names) -> String {
    let uses = step.uses.iter().filter(|use_| use_.bytes > 0);
    let uses: Vec<String> = uses
        .map(|use_| {
            let file = &job.files[use_.file];
            let what = match use_.direction {
                Direction::Read => "reads",
                Direction::Write => "writes",
            };
            match file.origin {
                Origin::Pipe => format!("{what} a pipe"),
                _ => format!("{what} {} ({})", file.name, names.file(use_.file)),
            }
        })
        .collect();
    format!("{}: {}.", step.title(), uses.join(", "))
}

/// Returns the name of the section of a use.
fn named(job: &Job, index: usize, place: usize) -> String {
    let step = &job.steps[index];
    let name = step_name(job, index);
    let mut uses = step.uses.iter().filter(|use_| use_.bytes > 0);
    if uses.clone().count() == 1 {
        return name;
    }
    let use_ = &step.uses[place];
    let what = match use_.direction {
        Direction::Read => "read",
        Direction::Write => "write",
    };
    match uses.all(|it| it.file == use_.file || it.direction != use_.direction) {
        true => format!("{name}-{what}"),
        false => format!("{name}-{what}-f{}", use_.file),
    }
}

/// Returns the uses of a step if they follow each other.
fn phases(job: &Job, step: &JobStep) -> Option<Vec<Phase>> {
    let mut spans: Vec<(usize, usize, usize)> = Vec::new();
    for (place, use_) in step.uses.iter().enumerate() {
        if use_.bytes == 0 || job.files[use_.file].origin == Origin::Pipe {
            continue;
        }
        let moves = |part: &usize| step.parts[*part].bytes[place] > 0;
        let first = (0..step.parts.len()).find(moves)?;
        let last = (0..step.parts.len()).rev().find(moves)?;
        spans.push((first, last, place));
    }
    spans.sort_unstable();
    let share = |part: usize, place: usize| step.parts[part].bytes[place] as f64 / step.uses[place].bytes as f64;
    let follow = spans.windows(2).all(|pair| {
        let ((_, end, one), (begin, _, other)) = (pair[0], pair[1]);
        let together = share(end, one).min(share(end, other));
        end < begin || (end == begin && together <= MOST_TOGETHER)
    });
    if !follow || spans.is_empty() {
        return None;
    }
    let mut phases: Vec<Phase> = spans
        .iter()
        .map(|&(_, _, place)| Phase { place, seconds: 0.0 })
        .collect();
    let mut present = 0;
    for part in &step.parts {
        let bytes = |phase: &Phase| part.bytes[phase.place] as f64;
        let all: f64 = phases.iter().map(bytes).sum();
        if let Some(last) = phases.iter().rposition(|phase| bytes(phase) > 0.0) {
            present = last;
        }
        for (number, phase) in phases.iter_mut().enumerate() {
            phase.seconds += part.think_seconds
                * match all > 0.0 {
                    true => part.bytes[phase.place] as f64 / all,
                    false => f64::from(u8::from(number == present)),
                };
        }
    }
    Some(phases)
}

/// Returns whether a step's transfers can be replayed in their order: they all move in one way, one at a time.
fn can_alternate(job: &Job, step: &JobStep) -> bool {
    let uses = step.uses.iter();
    let mut uses = uses.filter(|it| it.bytes > 0 && job.files[it.file].origin != Origin::Pipe);
    let direct = uses.clone().any(|it| it.method.is_direct());
    uses.all(|it| it.method.is_direct() == direct && !plain::is_overlapped(it))
        && (!direct || logs::is_aligned(job, step, plain::SECTOR))
        && logs::fits(job, step)
}

/// Returns the section that replays a step.
fn replay(job: &Job, index: usize, names: &Names, logs: &mut Vec<(String, String)>) -> Section {
    let step = &job.steps[index];
    let made = logs::of_step(job, index, names);
    let mut section = Section::new(step_name(job, index));
    let files: Vec<&str> = made.logs.iter().map(|(name, _)| name.as_str()).collect();
    section.set("read_iolog", files.join(":"));
    if made.logs.len() > 1 {
        section.set("numjobs", made.logs.len());
    }
    let moved = step.uses.iter().filter(|use_| use_.bytes > 0);
    let through = moved.clone().find(|it| it.method == Method::WriteThrough);
    if let Some(use_) = through.or_else(|| moved.clone().find(|it| it.method.is_direct())) {
        plain::set_method(&mut section, use_.method, None);
    }
    if moved.clone().any(|it| it.order == Order::Random) {
        // The system is not told that what is read at random is read in order.
        section.set("fadvise_hint", 0);
    }
    pace::pause(&mut section, step.think_seconds(), made.transfers);
    section.bytes = moved.map(|use_| use_.bytes).sum();
    logs.extend(made.logs);
    section
}

/// Returns all uses at the same time, but after the others those that read what the step itself writes, and with them
/// what a sort makes.
fn beside(job: &Job, index: usize, names: &Names) -> Groups {
    let step = &job.steps[index];
    let mut groups = [Vec::new(), Vec::new()];
    for (place, use_) in step.uses.iter().enumerate() {
        if use_.bytes == 0 || job.files[use_.file].origin == Origin::Pipe {
            continue;
        }
        let reads = use_.direction == Direction::Read;
        let is_written = |it: &crate::job::Use| it.file == use_.file && it.direction == Direction::Write;
        let origin = job.files[use_.file].origin;
        let is_own = matches!(origin, Origin::Made | Origin::Utility);
        let is_sorted = step.sort.is_some() && !reads && origin == Origin::Made;
        let is_later = is_sorted || (reads && is_own && step.uses.iter().any(is_written));
        groups[usize::from(is_later)].push(place);
    }
    let seconds = seconds_of(step, &groups);
    groups
        .iter()
        .zip(seconds)
        .filter(|(group, _)| !group.is_empty())
        .map(|(group, seconds)| {
            let phases: Vec<(Phase, String)> = group
                .iter()
                .map(|&place| (Phase { place, seconds }, named(job, index, place)))
                .collect();
            side_by_side(job, step, names, &phases)
        })
        .collect()
}

/// Returns how long a step computes in the first and in the second of its groups: until the second one moves something,
/// and from then on.
fn seconds_of(step: &JobStep, groups: &[Vec<usize>; 2]) -> [f64; 2] {
    let all = step.think_seconds();
    match groups.each_ref().map(Vec::is_empty) {
        [false, false] => {
            let moves = |part: &crate::job::Part| groups[1].iter().any(|&place| part.bytes[place] > 0);
            let later = step.parts.iter().position(moves).unwrap_or(0);
            let first: f64 = step.parts[..later].iter().map(|part| part.think_seconds).sum();
            match later {
                // Both move from the beginning on.
                0 => [all / 2.0; 2],
                _ => [first, all - first],
            }
        }
        [true, _] => [0.0, all],
        [_, true] => [all, 0.0],
    }
}

fn side_by_side(job: &Job, step: &JobStep, names: &Names, phases: &[(Phase, String)]) -> Vec<Section> {
    phases
        .iter()
        .flat_map(|(phase, name)| plain::sections(job, &step.uses[phase.place], names, phase.seconds, name))
        .collect()
}

/// Removes files that are gone after a step with the last section that has them, where that has no other file.
fn remove_files(job: &Job, index: usize, names: &Names, groups: &mut Groups) {
    for (number, file) in job.files.iter().enumerate() {
        let is_made = matches!(file.origin, Origin::Made | Origin::Utility);
        if !is_made || file.removed_after != Some(index) {
            continue;
        }
        let name = names.file(number);
        let has = |it: &Section| it.options.contains(&("filename", name.clone()));
        let with = groups.iter_mut().rfind(|group| group.iter().any(has));
        let Some(with) = with.filter(|group| group.iter().filter(|it| has(it)).count() == 1) else {
            continue;
        };
        for section in with.iter_mut().filter(|it| has(it)) {
            if section.options.iter().all(|(name, _)| *name != "numjobs") {
                section.set("unlink", 1);
            }
        }
    }
}
