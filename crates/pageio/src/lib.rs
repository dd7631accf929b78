//! Moves file pages, and accounts for every one that it moves.
//!
//! This crate is the only code of feedrate that transfers pages between a file and memory. Synthetic
//! streams, data sets and spill files all go through a [`Queue`], so that a figure of one means the
//! same as a figure of another.
//!
//! | module | contents |
//! |---|---|
//! | [`method`] | how pages move: through the page cache or past it, how many a transfer, who waits |
//! | [`geometry`] | how a range of a file falls into transfers |
//! | [`device`] | which devices there are, how long one is, and keeping others off it |
//! | [`file`](mod@file) | opening a file for a method, with its alignment, hint and lock |
//! | [`at_offset`] | reading and writing at an offset of a file |
//! | [`file_facts`] | which file a name leads to, and its space |
//! | [`mapped_file`] | reading a file at random in memory |
//! | `near` | bringing memory near the processor before it is read |
//! | [`open_file`] | which file one is, its lock as a whole, and ranges at offsets |
//! | [`folder`] | what lies in a folder |
//! | [`buffer`] | the aligned memory that transfers use |
//! | [`huge_pages`] | huge pages of memory behind vectors that are read at random |
//! | [`content`] | what feedrate writes when there is nothing of meaning to write |
//! | [`engine`] | the ways of asking the kernel, a file each, and the table of them |
//! | [`queue`] | transfers in flight, and their account |
//! | [`account`] | bytes, operations, latencies, calls, processor time |
//! | [`OthersWatch`] | the processor time that others had meanwhile |
//! | [`course`] | what was moved over time, where that is recorded |
//! | [`cache`] | what of a file the page cache holds, and what of a figure it served |
//! | [`cold`] | sending the inputs of a program out of the cache before it uses them |
//! | [`name_call`] | calls that open, ask or remove a file by its name and move nothing of it |
//! | [`named_file`] | files that are named to be written, and whose links and files are refused there |
//! | [`named_text`] | texts that are named to be read whole, which are no devices and not endless |
//! | [`mark`] | how feedrate knows a file of its own |
//! | [`command`] | commands of the system whose output is read or whose input is written |
//! | [`process`] | processes of this program, and the one that has started it |
//! | [`stoppable`] | files that may keep their user waiting, such as pipes |
//! | [`use_lock`] | keeping those who change a file apart from those who read it |
//! | [`placement`] | keeping a thread on some processors |
//! | [`own_folder`] | a folder that goes with its process, even when that is killed |
//!
//! Nothing above this crate knows which operating system it runs on: all system calls that are not
//! portable lie in the module `system`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod account;
pub mod at_offset;
pub mod buffer;
pub mod cache;
pub mod cold;
pub mod command;
pub mod content;
pub mod course;
pub mod device;
pub mod engine;
mod error;
pub mod file;
pub mod file_facts;
mod file_mapping;
mod file_status;
pub mod folder;
pub mod geometry;
pub mod huge_pages;
mod latencies;
pub mod mapped_file;
pub mod mark;
pub mod method;
pub mod name_call;
pub mod named_file;
pub mod named_text;
mod near;
pub mod open_file;
mod others;
pub mod own_folder;
pub mod placement;
pub mod process;
pub mod queue;
mod reach;
pub mod stoppable;
mod system;
pub mod transfer;
pub mod use_lock;
mod write_mode;

pub use account::{Account, Calls, CpuUse};
pub use buffer::{Arena, MemoryPages, Use};
pub use content::Content;
pub use course::Course;
pub use device::{DeviceHold, Kind, Kinds, MemoryDevice};
pub use engine::{EngineChoice, EngineKind, EngineReport, PolledEvents};
pub use error::{Error, Result};
pub use file::{Alignment, Create, Mode, OpenRequest, PageFile, release_space};
pub use geometry::{Geometry, Span};
pub use latencies::Latencies;
pub use mapped_file::MappedFile;
pub use method::{Access, Discipline, Method, Shape, WriteSync};
pub use name_call::{NameCall, NameEffect};
pub use near::{bring_near, read_each_line};
pub use others::OthersWatch;
pub use queue::{Depth, Failure, Queue, QueueRequest};
pub use transfer::{CallOptions, Completion, Direction, Transfer};
