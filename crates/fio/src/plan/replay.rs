//! Plans recorded I/O as a load.

use std::collections::HashMap;
use std::path::{PathBuf, is_separator};
use std::time::Duration;

use feedrate_workload::load::{
    Action, Blocks, Directions, FileBlock, Load, LoadFile, PerDirection, Replay, Step, StepAction, StepTime,
};

use super::{HostFacts, JobClone, Settings};
use crate::error::Result;
use crate::iolog::{self, Event, Recording};

/// The buffer of a recording that moves less, or only trims.
const LEAST_BUFFER: u64 = 4096;

/// Makes a load replay its job's recording, if it has one.
pub(super) fn replay(
    worker: &JobClone<'_>,
    settings: &Settings,
    host_facts: &dyn HostFacts,
    load: Load,
) -> Result<Load> {
    let options = worker.options();
    let Some(index) = (worker.clone as usize).checked_rem(options.replay.read_iolog.len()) else {
        return Ok(load);
    };
    let path = &options.replay.read_iolog[index];
    let told = |what: String| format!("read_iolog={}: {what}", path.display());
    let wrong = |what: String| worker.error("read_iolog", told(what));
    let bytes = match host_facts.read(path) {
        Ok(bytes) => bytes,
        Err(source) => return wrong(format!("cannot be read: {source}")),
    };
    let recording = match iolog::parse(&bytes) {
        Ok(recording) => recording,
        Err(fault) => return wrong(fault.to_string()),
    };
    check_beside(worker)?;
    let (files, steps) = steps(worker, &recording);
    let moved = || steps.iter().filter(|step| step.act.block().is_some());
    let reads = moved().any(|step| is_read(&step.act));
    let changes = moved().any(|step| !is_read(&step.act));
    let directions = match (reads, changes) {
        (false, false) => return wrong("it moves no block".to_owned()),
        (true, false) => Directions::Read,
        (false, true) => Directions::Write,
        (true, true) => Directions::Mixed { read_percent: 50 },
    };
    // Trims need no buffer.
    let (mut read, mut written) = (LEAST_BUFFER, LEAST_BUFFER);
    for step in &steps {
        match step.act {
            StepAction::Read(spot) => read = read.max(spot.bytes),
            StepAction::Write(spot) => written = written.max(spot.bytes),
            _ => {}
        }
    }
    if settings.readonly && directions.writes() {
        return wrong("it writes, and --readonly forbids it; leave one of them out".to_owned());
    }
    let total = moved().filter_map(|step| step.act.block().map(|spot| spot.bytes));
    let total = total.fold(0_u64, u64::saturating_add);
    if settings.max_size.is_some_and(|most| total > most) {
        return wrong(format!("it moves {total} bytes, more than --max-size"));
    }
    let mut replayed = Load {
        files,
        directions,
        blocks: PerDirection {
            read: Blocks::Fixed(read),
            write: Blocks::Fixed(written),
        },
        replay: Some(Replay { steps: steps.into() }),
        ..load
    };
    replayed.limit.bytes = Some(total);
    // Blocks of any length, each in one piece.
    replayed.engine.segments = None;
    Ok(replayed)
}

fn is_read(act: &StepAction) -> bool {
    matches!(act, StepAction::Read(_))
}

/// Checks that no option is given that the recording determines.
fn check_beside(worker: &JobClone<'_>) -> Result<()> {
    let options = worker.options();
    let beside = [
        ("verify", options.contents.verify.is_some()),
        ("loops", options.blocks.loops > 1),
        ("time_based", options.blocks.time_based),
        ("rate", options.pace.rate != Default::default()),
        ("rate_iops", options.pace.rate_iops != Default::default()),
        ("flow", options.pace.flow.is_some()),
        ("latency_target", options.pace.latency_target.is_some()),
    ];
    match beside.into_iter().find(|(_, is_set)| *is_set) {
        Some((name, _)) => worker.unsupported(
            name,
            format!("{name} with read_iolog"),
            "the recording says what is done and when; leave it out",
        ),
        None => Ok(()),
    }
}

/// Returns the files with their least lengths, and the steps.
fn steps(worker: &JobClone<'_>, recording: &Recording) -> (Vec<LoadFile>, Vec<Step>) {
    let options = worker.options();
    let mut files: Vec<LoadFile> = Vec::new();
    let mut places: HashMap<PathBuf, usize> = HashMap::new();
    let mut of_name: Vec<Option<usize>> = vec![None; recording.files.len()];
    let mut steps = Vec::with_capacity(recording.lines.len());
    // The time before a file is opened counts as a pause before the next block.
    let mut pause = Duration::ZERO;
    for line in &recording.lines {
        if !options.replay.replay_no_stall {
            pause += line.pause.mul_f64(100.0 / f64::from(options.replay.replay_time_scale));
        }
        let (action, file, offset, bytes) = match line.event {
            Event::OpenOrClose => continue,
            Event::WaitUntil(time) => {
                if !options.replay.replay_no_stall {
                    let when = StepTime::At(time);
                    steps.push(Step {
                        when,
                        act: StepAction::Wait,
                    });
                }
                continue;
            }
            Event::Request {
                action,
                file,
                offset,
                bytes,
            } => (action, file, offset, bytes),
        };
        let file = *of_name[file].get_or_insert_with(|| {
            let path = path(worker, &recording.files[file]);
            *places.entry(path.clone()).or_insert_with(|| {
                files.push(LoadFile::new(path, 0));
                files.len() - 1
            })
        });
        let offset = offset / options.replay.replay_scale.max(1);
        let offset = offset - offset % options.replay.replay_align.max(1);
        let spot = FileBlock { file, offset, bytes };
        let act = match action {
            Action::Read => StepAction::Read(spot),
            Action::Write => StepAction::Write(spot),
            Action::Trim => StepAction::Trim(spot),
            Action::Sync => StepAction::Flush { file, whole: true },
            Action::DataSync => StepAction::Flush { file, whole: false },
            Action::Open | Action::Close => StepAction::Wait,
        };
        if let (Some(spot), Some(file)) = (act.block(), files.get_mut(file)) {
            file.bytes = file.bytes.max(Some(spot.offset + spot.bytes));
        }
        steps.push(Step {
            when: StepTime::After(std::mem::take(&mut pause)),
            act,
        });
    }
    (files, steps)
}

fn path(worker: &JobClone<'_>, name: &str) -> PathBuf {
    let options = worker.options();
    let name = match options.replay.replay_redirect.as_str() {
        "" => name,
        redirect => redirect,
    };
    match options.files.directory.first() {
        // As in fio, an absolute name is also relative to the directory.
        Some(directory) => directory.join(name.trim_start_matches(is_separator)),
        None => name.into(),
    }
}
