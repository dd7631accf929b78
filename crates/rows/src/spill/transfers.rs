//! The transfers by which runs are written.

use feedrate_pageio::{EngineChoice, QueueRequest, Shape};

use super::layout::Layout;

/// The minimum bytes of a transfer: enough to keep a device busy with few of them.
const LEAST_TRANSFER: usize = 1 << 20;

/// The minimum number of buffers for overlapping transfers: two in flight and one being filled.
const LEAST_OVERLAPPING: u64 = 3;

/// The maximum queue depth with direct I/O, and through the page cache.
const DEPTH_DIRECT: u32 = 4;
const DEPTH_CACHED: u32 = 2;

/// Returns the queue for the transfers of runs, of which at most `most_bytes` are on their way, and the number of
/// blocks of a transfer. A single run of so many records takes no more memory than these need.
pub(super) fn transfers(
    layout: Layout,
    records: Option<u64>,
    most_bytes: u64,
    is_direct: bool,
) -> (QueueRequest, usize) {
    let most = records.map_or(u64::MAX, |records| layout.blocks(records).max(1));
    let block_bytes = layout.block_bytes() as u64;
    // Transfers become smaller before fewer than two can be in flight beside the one being filled.
    let most_blocks = (most_bytes / LEAST_OVERLAPPING / block_bytes).max(1);
    let blocks_a_transfer = (LEAST_TRANSFER as u64 / block_bytes).max(1);
    let blocks_a_transfer = blocks_a_transfer.min(most_blocks).min(most);
    let transfers = most.div_ceil(blocks_a_transfer);
    let deepest = match is_direct {
        true => DEPTH_DIRECT,
        false => DEPTH_CACHED,
    };
    let most_slots = match most_bytes / (blocks_a_transfer * block_bytes) {
        slots @ LEAST_OVERLAPPING.. => slots,
        _ => 1,
    };
    let depth = u64::from(deepest).min(transfers).min((most_slots - 1).max(1)) as u32;
    let slots = (u64::from(depth) + 1).min(transfers).min(most_slots) as usize;
    let blocks_a_transfer = blocks_a_transfer as usize;
    let request = QueueRequest {
        engine: EngineChoice::Auto,
        depth,
        transfer_bytes: blocks_a_transfer * layout.block_bytes(),
        slots,
        page_bytes: layout.block_bytes(),
        shape: Shape::Contiguous,
    };
    (request, blocks_a_transfer)
}
