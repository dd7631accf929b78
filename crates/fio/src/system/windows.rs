//! Windows.

use std::fs::Metadata;
use std::io;
use std::path::{Component, Path, Prefix};

use windows_sys::Win32::System::SystemInformation::GROUP_AFFINITY;
use windows_sys::Win32::System::Threading::{
    ALL_PROCESSOR_GROUPS, GetActiveProcessorCount, GetNumaHighestNodeNumber, GetNumaNodeProcessorMaskEx,
};

/// True if the engine windowsaio is here, which is that of jobs that name none then, as in fio for Windows.
pub(crate) const HAS_WINDOWSAIO: bool = true;

/// The words for that which moves the blocks of the engines that keep several in flight.
pub(crate) const ASYNCHRONOUS: &str = "overlapped transfers";

/// The help of an engine in whose place that is used.
pub(crate) const ASYNCHRONOUS_HELP: &str = "overlapped transfers, with the same depth";

/// The help of the engine `io_uring`.
pub(crate) const URING_HELP: &str = ASYNCHRONOUS_HELP;

/// The processors of a group.
const GROUP: u32 = 64;

/// Returns the raw number of a block device; there is none here.
pub(crate) fn block_device(_metadata: &Metadata) -> Option<u64> {
    None
}

/// Returns whether a path is that of a pipe.
pub(crate) fn is_pipe(path: &Path, _metadata: &Metadata) -> bool {
    let Some(Component::Prefix(first)) = path.components().next() else {
        return false;
    };
    match first.kind() {
        Prefix::DeviceNS(name) | Prefix::UNC(_, name) | Prefix::Verbatim(name) | Prefix::VerbatimUNC(_, name) => {
            name.eq_ignore_ascii_case("pipe")
        }
        _ => false,
    }
}

/// Makes a folder and those above it, with the rights of the one that they are in.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn make_folders(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Returns the processors of a NUMA node: none of the first one where nothing is known of nodes; `None` if there is no
/// such node.
pub(crate) fn processors_of_node(node: u32) -> Option<Vec<u32>> {
    let mut highest = 0;
    // SAFETY: the call writes a number.
    if unsafe { GetNumaHighestNodeNumber(&raw mut highest) } == 0 {
        return (node == 0).then(Vec::new);
    }
    let number = u16::try_from(node).ok().filter(|_| node <= highest)?;
    let mut mask = GROUP_AFFINITY::default();
    // SAFETY: the call fills in the structure.
    if unsafe { GetNumaNodeProcessorMaskEx(number, &raw mut mask) } == 0 {
        return (node == 0).then(Vec::new);
    }
    let first = u32::from(mask.Group) * GROUP;
    let processors = (0..usize::BITS).filter(|bit| mask.Mask >> bit & 1 == 1);
    Some(processors.map(|bit| first + bit).collect())
}

/// Returns the highest number of a processor, if it is known.
pub(crate) fn highest_processor() -> Option<u32> {
    // SAFETY: the call takes a number.
    let count = unsafe { GetActiveProcessorCount(ALL_PROCESSOR_GROUPS) };
    count.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_node_has_processors_that_are_there() {
        let highest = highest_processor().unwrap();
        let of_first = processors_of_node(0).unwrap();
        assert!(of_first.iter().all(|&processor| processor <= highest));
        assert_eq!(processors_of_node(1 << 20), None);
    }
}
