//! Plans the priorities of single requests.

use feedrate_workload::load::{IoClass, PerDirection, PriorityShare, RequestPriority};

use super::JobClone;
use super::processors::io_priority;
use crate::error::Result;
use crate::job::{EachDirection, Engine, Options, PriorityPart};

/// Returns the shares of requests with priorities of their own, of the directions that a job names.
pub(super) fn priorities(options: &Options) -> PerDirection<Vec<PriorityShare>> {
    let given = &options.priorities;
    let of = |is_moved: bool, percent: u32, parts: &[PriorityPart], others: (u32, u32, u32)| {
        let share = |bytes, percent, own| PriorityShare {
            bytes,
            percent,
            priority: priority(own),
        };
        let whole = (percent > 0).then(|| share(None, percent, others));
        let parts = parts
            .iter()
            .map(|part| share(Some(part.bytes), part.percent, part.own.unwrap_or(others)));
        let all = whole.into_iter().chain(parts);
        all.filter(|_| is_moved).collect()
    };
    let (class, level, hint) = (given.cmdprio_class, given.cmdprio, given.cmdprio_hint);
    let (percent, split) = (given.cmdprio_percentage, &given.cmdprio_bssplit);
    PerDirection {
        read: of(
            options.blocks.rw.reads(),
            percent.read,
            &split.read,
            (real_time_unless(class.read), level.read, hint.read),
        ),
        write: of(
            options.blocks.rw.writes() && !options.blocks.rw.only_trims(),
            percent.write,
            &split.write,
            (real_time_unless(class.write), level.write, hint.write),
        ),
    }
}

/// Returns the priority of the requests of a job that have none of their own.
pub(crate) fn own_priority(options: &Options) -> RequestPriority {
    io_priority(options).map_or(RequestPriority::default(), |own| own.of_request())
}

/// Returns the class; the highest one where none is given.
fn real_time_unless(class: u32) -> u32 {
    match class {
        0 => 1,
        class => class,
    }
}

/// Returns the priority of a class, a level and a hint. As in fio, no class is the class best effort.
fn priority((class, level, hint): (u32, u32, u32)) -> RequestPriority {
    let class = match class {
        1 => IoClass::RealTime,
        3 => IoClass::Idle,
        _ => IoClass::BestEffort,
    };
    RequestPriority::new(class, level as u8, hint as u16)
}

/// Checks that a job can have such priorities.
pub(super) fn check(worker: &JobClone<'_>) -> Result<()> {
    let options = worker.options();
    let given = &options.priorities;
    let has_split = given.cmdprio_bssplit != EachDirection::all(Vec::new());
    let has_percentage = given.cmdprio_percentage != EachDirection::all(0);
    if has_split && has_percentage {
        let reason = "cmdprio_percentage and cmdprio_bssplit: give one of them";
        return worker.error("cmdprio_bssplit", reason);
    }
    let engine = options.engine.ioengine;
    if (has_split || has_percentage) && !matches!(engine, Engine::Libaio | Engine::IoUring) {
        let name = match has_split {
            true => "cmdprio_bssplit",
            false => "cmdprio_percentage",
        };
        let reason = format!(
            "{name} is nothing for ioengine={}; take ioengine=io_uring or libaio",
            engine.name()
        );
        return worker.error(name, reason);
    }
    Ok(())
}
