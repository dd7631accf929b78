//! The calls of the operating system: one module for each system, with the same items.
//!
//! | items | contents |
//! |---|---|
//! | `HOST_ROOT` | the folder below which the kernel has its files, as on Linux |
//! | `page_size`, `clock_ticks_per_second`, `monotonic`, `since_boot` | constants and clocks |
//! | `kernel_release`, `host_name`, `total_memory` | facts that are told by calls where files do not tell them |
//! | `cores`, `memory`, `volume`, `disk` | facts that calls alone tell; `None` on Linux, whose files tell them |
//! | `location`, `file_system_magic`, `room`, `device_parts` | a path and the file system that it lies on |
//! | `folder_names`, `os_string` | names |
//! | `process_files`, `OwnThreadFiles` | the files and threads of processes |

mod facts;

pub(crate) use facts::{CoreFacts, DiskFacts, MemoryFacts, RoomFacts, VolumeFacts};

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub use linux::*;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub use windows::*;
