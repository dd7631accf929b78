//! The division of a file into units for reading and changing at random, and the number of them that are kept.

use feedrate_pageio::Discipline;

use crate::format::{Compression, Metadata};
use crate::pages::PoolPlan;
use crate::settings::Settings;

/// Bytes of a block: a page of memory, which is the least that a device transfers.
const BLOCK: u64 = 4096;

/// The most bytes of blocks that are kept.
const MOST_KEPT: u64 = 16 << 20;

/// The fewest blocks that are kept.
const FEWEST: u64 = 8;

/// The facts on which the division of a file depends, in bytes unless it says otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileFacts {
    pub(super) header_length: u64,
    pub(super) page_bytes: u64,
    /// The number of pages.
    pub(super) pages: u64,
    pub(super) file_bytes: u64,
    pub(super) row_length: u64,
    /// True if the page of a row is found by looking at pages: rows are compressed, and not listed.
    pub(super) is_searched: bool,
}

impl FileFacts {
    fn of(metadata: &Metadata, is_listed: bool) -> Self {
        let header = &metadata.header;
        Self {
            header_length: header.header_length.into(),
            page_bytes: header.page_size.into(),
            pages: header.page_count,
            file_bytes: header.file_length().unwrap_or(0),
            row_length: metadata.schema.row_length().into(),
            is_searched: metadata.compression != Compression::None && !is_listed,
        }
    }
}

/// Returns how a file is divided for reading at random, of which the place of a row is known or not.
pub(super) fn plan(metadata: &Metadata, settings: &Settings, is_listed: bool) -> PoolPlan {
    plan_of(&FileFacts::of(metadata, is_listed), settings)
}

/// Returns how a file with these facts is divided for reading at random.
pub(super) fn plan_of(facts: &FileFacts, settings: &Settings) -> PoolPlan {
    let page_bytes = facts.page_bytes;
    let discipline = settings.discipline;
    let granted = settings.transfer_bytes().unwrap_or(u64::MAX);
    if facts.is_searched && discipline == Discipline::Overlapped {
        let most = kept(page_bytes, granted);
        return PoolPlan {
            origin: facts.header_length,
            unit_bytes: page_bytes as usize,
            buffers: most.min(facts.pages.max(1)) as usize + 1,
            discipline,
            form: None,
            is_mapped: false,
        };
    }
    if discipline == Discipline::AsSas {
        let most = (granted / page_bytes).clamp(1, u64::from(settings.bufno.max(1)));
        // One more is for what is transferred between them.
        let buffers = most.min(facts.pages.max(1)) + 1;
        return PoolPlan {
            origin: facts.header_length,
            unit_bytes: page_bytes as usize,
            buffers: buffers as usize,
            discipline,
            form: None,
            is_mapped: false,
        };
    }
    plan_of_blocks(facts, granted)
}

/// The same for changing it: unit 0 begins with the header.
pub(crate) fn plan_of_changes(metadata: &Metadata, settings: &Settings, is_listed: bool) -> PoolPlan {
    let header = &metadata.header;
    let plan = plan(metadata, settings, is_listed);
    let unit_bytes = plan.unit_bytes as u64;
    match plan.origin.is_multiple_of(unit_bytes) {
        true => PoolPlan {
            origin: 0,
            buffers: plan.buffers + (u64::from(header.header_length) / unit_bytes) as usize,
            ..plan
        },
        false => PoolPlan {
            discipline: plan.discipline,
            ..plan_of_blocks(
                &FileFacts::of(metadata, is_listed),
                settings.transfer_bytes().unwrap_or(u64::MAX),
            )
        },
    }
}

/// Returns how many units are kept in `granted` bytes, at least one.
fn kept(unit_bytes: u64, granted: u64) -> u64 {
    let most = granted / unit_bytes;
    (MOST_KEPT / unit_bytes).max(FEWEST).min(most).max(1)
}

/// Returns how a file is divided into blocks that hold a row, of which at most `granted` bytes are kept.
fn plan_of_blocks(facts: &FileFacts, granted: u64) -> PoolPlan {
    let unit_bytes = facts
        .row_length
        .next_power_of_two()
        .clamp(BLOCK, facts.page_bytes.max(BLOCK));
    let most = kept(unit_bytes, granted);
    let buffers = most.min(facts.file_bytes.div_ceil(unit_bytes).max(1)) + 1;
    PoolPlan {
        origin: 0,
        unit_bytes: unit_bytes as usize,
        buffers: buffers as usize,
        discipline: Discipline::Overlapped,
        form: None,
        is_mapped: true,
    }
}
