//! The uses of a step's files.

use feedrate_pageio::Direction;

use super::files::{FileTable, Role, opposite};
use crate::job::{JobFile, Order, Sort, Use};
use crate::profile::{FileUse, Step};

/// The most pages that are taken for a description that was read besides a pass.
const MOST_DESCRIPTION: u64 = 16;

/// A use, and what of the record it comes from.
pub(super) struct SourceUse<'p> {
    pub(super) use_: Use,
    pub(super) file: &'p FileUse,
    pub(super) is_utility: bool,
}

/// Returns the uses of a step's files.
pub(super) fn uses_of<'p>(
    step: &'p Step,
    index: usize,
    table: &mut FileTable,
    assumptions: &mut Vec<String>,
) -> Vec<SourceUse<'p>> {
    let updated = step.updated.as_ref().map(|set| set.name.as_str());
    let mut uses = Vec::new();
    let (mut made, mut again) = (Vec::new(), Vec::new());
    for (name, file, at_random) in step.uses() {
        // A file that is changed in place is read and written in one account.
        for (direction, bytes) in flows(file) {
            if bytes == 0 {
                continue;
            }
            let updates = updated == Some(name);
            let in_place = updates || name.ends_with(".INDEX");
            let role = match direction {
                _ if file.pipe.is_some() => Role::Pipe,
                _ if name == "utility files" => Role::Utility,
                Direction::Read => Role::Read,
                // A file that is changed in place was there before, even if nothing of it was read.
                Direction::Write if updates || (in_place && table.knows(name, &file.path)) => Role::Read,
                Direction::Write if step.name == "APPEND" && table.knows(name, &file.path) => {
                    assumptions.push(format!(
                        "{}: the pages that it adds to {name} are a file of their own.",
                        step.title()
                    ));
                    Role::Beside
                }
                Direction::Write => Role::Make,
            };
            let source = SourceUse {
                use_: use_of(file, role, (direction, bytes), at_random || in_place),
                file,
                is_utility: role == Role::Utility,
            };
            match role {
                // A file that a step reads is known before the step replaces it, and one that it makes before it reads
                // that again, as for an index.
                Role::Make | Role::Beside => made.push((name, role, source)),
                Role::Read if is_of_made(step, file) => again.push((name, role, source)),
                role => uses.push(found(name, role, source, index, table)),
            }
        }
    }
    for (name, role, source) in made.into_iter().chain(again) {
        let source = found(name, role, source, index, table);
        if matches!(role, Role::Make | Role::Beside) {
            table.set_growth(source.use_.file, step.growth_of(name));
        }
        uses.push(source);
    }
    uses
}

/// Returns a use whose file is not set yet, of these bytes in a direction. A file that is read is so at random if that
/// is known, or if most of its transfers were.
fn use_of(file: &FileUse, role: Role, (direction, bytes): (Direction, u64), at_random: bool) -> Use {
    Use {
        file: 0,
        direction,
        method: file.method(),
        discipline: file.discipline,
        // A file that is made is written from front to back.
        order: match role {
            Role::Read if at_random || !is_in_order(file) => Order::Random,
            _ => Order::Sequential,
        },
        threads: match (direction, role) {
            (Direction::Read, Role::Read) => threads_of(file),
            _ => 1,
        },
        durable: file.flush_seconds.is_some(),
        bytes,
        header_bytes: match bytes == file.bytes && file.pipe.is_none() {
            true => file.header_bytes(),
            false => 0,
        },
        transfers: file.transfers,
        transfer_bytes: transfer_bytes(file),
        depth: file.depth_reached.most.max(1),
    }
}

/// Returns whether a file is one that a step has made, and that it reads besides its data sets.
fn is_of_made(step: &Step, file: &FileUse) -> bool {
    let mut others = step.others.iter().filter_map(|set| set.file.as_ref());
    let mut made = step.made.iter().filter_map(|set| set.file.as_ref());
    others.any(|it| std::ptr::eq(it, file)) && made.any(|it| it.path == file.path)
}

/// Returns a use with its file, which is added to the table if it is new.
fn found<'p>(name: &str, role: Role, mut source: SourceUse<'p>, step: usize, table: &mut FileTable) -> SourceUse<'p> {
    let use_ = &mut source.use_;
    use_.file = table.find(name, source.file, role, use_.direction, step, use_.bytes);
    if use_.direction == Direction::Read {
        use_.header_bytes = beside_pages(source.file, use_.bytes, &table.files()[use_.file]);
    }
    source
}

/// Returns what of the bytes that were read is not of a pass over the pages of a file: its header and its description.
fn beside_pages(file: &FileUse, bytes: u64, of: &JobFile) -> u64 {
    if file.page_bytes == 0 || file.pipe.is_some() {
        return 0;
    }
    let in_passes = match &file.course {
        Some(course) => course.bytes_of(Direction::Read),
        None => {
            let whole = of.bytes.saturating_sub(of.header_bytes) / file.page_bytes;
            let pages = match file.pages {
                // The description is read once more than the pages.
                pages if pages <= whole.saturating_add(MOST_DESCRIPTION) => pages.min(whole),
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
    let other = course.map_or(0, |course| course.bytes_of(opposite(file.direction)));
    let other = other.min(file.bytes);
    let own = (file.direction, file.bytes - other);
    match file.direction {
        Direction::Read => [own, (Direction::Write, other)],
        Direction::Write => [(Direction::Read, other), own],
    }
}

/// Returns how a step sorts, if it does.
pub(super) fn sort_of(step: &Step) -> Option<Sort> {
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

/// Returns whether at least half of the transfers of a file were in order, as far as that is known.
fn is_in_order(file: &FileUse) -> bool {
    file.course.as_ref().is_none_or(|course| {
        let transfers = course.transfers().max(1);
        course.in_order as f64 / transfers as f64 >= 0.5
    })
}

/// Returns the bytes of the usual transfer.
fn transfer_bytes(file: &FileUse) -> u64 {
    let usual = file.course.as_ref().and_then(|course| course.sizes.usual());
    let mean = file.bytes.checked_div(file.transfers);
    usual.or(mean).unwrap_or(file.page_bytes).max(1)
}
