//! The facts of the machine beneath a measurement.
//!
//! A throughput figure means little without the ground it was taken on: which file system and
//! mount options, which block devices beneath, how many cores may be used, what the kernel and
//! the administrator forbid. This crate reads those facts from `/proc`, `/sys` and a few system
//! calls. It moves no file data and changes nothing, but for [`MemoryGroup`],
//! which limits the memory of a process.
//!
//! Two rules hold everywhere:
//!
//! - **A missing fact is not an error.** Old kernels lack files, containers hide `sysfs`, an
//!   empty root has no `/proc` at all. Such a fact is `None` (or `unknown`), and everything that
//!   can be known without it is still told. Only a path that cannot be reached is an error.
//! - **Every reader takes a [`System`]**, whose root is `/` on the host and a folder of fixture
//!   files in a test.
//!
//! Units are in the names: `_bytes`, `_kib` (2^10 bytes, as the kernel's `_kb` files mean), `_ms`.
//!
//! ```
//! use feedrate_machine::{BlockDevice, Cores, System, Volume};
//!
//! let system = System::host();
//! let volume = Volume::of(".")?;
//! for device in volume.block_devices(&system) {
//!     for leaf in device.leaves() {
//!         println!("{}: {:?}", leaf.name, leaf.queue.scheduler);
//!     }
//! }
//! println!("{} physical cores may be used", Cores::at(&system).physical_available);
//! # Ok::<(), feedrate_machine::Error>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod busy_programs;
mod cgroup;
pub mod cores;
pub mod counters;
mod cpulist;
pub mod device;
mod error;
pub mod fingerprint;
pub mod hazards;
mod kernel_threads;
pub mod limits;
pub mod memory;
mod memory_group;
pub mod mountinfo;
mod number;
mod other_load;
mod platform;
pub mod proc;
mod process_counters;
mod processor_time;
mod since_boot;
mod system;
mod text;
pub mod throttle;
pub mod volume;

pub use busy_programs::BusyPrograms;
pub use cores::Cores;
pub use counters::{DeviceActivity, DeviceCounters};
pub use device::BlockDevice;
pub use error::{Error, Result};
pub use fingerprint::Fingerprint;
pub use hazards::{Hazard, HazardInputs, Severity};
pub use limits::Limits;
pub use memory::Memory;
pub use memory_group::MemoryGroup;
pub use number::DeviceNumber;
pub use other_load::{OtherLoad, ProcessorCounters};
pub use process_counters::ProcessCounters;
pub use processor_time::{ProcessorTimes, ProcessorUse};
pub use since_boot::{monotonic, since_boot};
pub use system::System;
pub use throttle::Throttle;
pub use volume::{BackingStore, PathLocation, Volume};
