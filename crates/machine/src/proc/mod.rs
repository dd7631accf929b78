//! The files of `/proc`: a struct for each file, of all that is used of it, with the units in the names.
//!
//! No other crate parses them. Every `parse` takes any bytes, and returns nothing rather than a guess.
//!
//! The crate [`procfs`](https://docs.rs/procfs) reads more files. It is not used because it fails as a whole for a file
//! that an old kernel has without one of its fields, takes no other root than `/`, from which tests could read
//! fixtures, and returns new strings for every field, where [`folder`] reads the files of a thousand processes ten
//! times a second into one buffer.
//!
//! Sources: `proc(5)` and the pages that it names, such as `proc_pid_stat(5)`.

mod descriptor;
mod disk_statistics;
mod interrupts;
mod locks;
mod mapping;
mod memory_info;
mod process_io;
mod process_stat;
mod process_status;
mod processes;
mod processor_ticks;
mod sockets;
mod thread_schedule;
mod user_map;

pub use crate::platform::process_files as folder;
pub use descriptor::Descriptor;
pub use disk_statistics::disk_statistics;
pub(crate) use interrupts::interrupts_of_each;
pub use locks::lock_holder;
pub use mapping::{Mapping, without_deleted};
pub use memory_info::MemoryInfo;
pub use process_io::ProcessIo;
pub use process_stat::ProcessStat;
pub use process_status::ProcessStatus;
pub use processes::{command_line, environment, process_numbers};
pub(crate) use processor_ticks::{ProcessorTable, ProcessorTicks};
pub use sockets::{TcpSocket, socket_address, tcp_sockets};
pub use thread_schedule::{OwnThreads, ThreadSchedule};
pub use user_map::{maps_all_users, overflow_user};
