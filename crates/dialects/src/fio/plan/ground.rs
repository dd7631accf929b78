//! What a plan must know of files and processors.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::Path;

/// What there is.
pub trait Ground {
    /// The length of a file or block device; `None` where there is none.
    fn length(&self, path: &Path) -> Option<u64>;

    /// The processors of a NUMA node; `None` where there is no such node.
    fn processors(&self, node: u32) -> Option<Vec<u32>>;
}

/// This machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Host;

impl Ground for Host {
    fn length(&self, path: &Path) -> Option<u64> {
        let kind = path.metadata().ok()?;
        if kind.is_file() {
            return Some(kind.len());
        }
        let is_block = std::os::unix::fs::FileTypeExt::is_block_device(&kind.file_type());
        // A character device has no length, and to open one, or a pipe, may wait.
        let mut file = is_block.then(|| File::open(path).ok()).flatten()?;
        file.seek(SeekFrom::End(0)).ok()
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        let path = format!("/sys/devices/system/node/node{node}/cpulist");
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            // Where nothing is told of nodes, all processors are of the first.
            Err(_) if node == 0 => return Some(Vec::new()),
            Err(_) => return None,
        };
        let mut processors = Vec::new();
        for part in text.trim().split(',').filter(|part| !part.is_empty()) {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            processors.extend(from.parse::<u32>().ok()?..=to.parse().ok()?);
        }
        Some(processors)
    }
}
