//! Linux.

mod input;
mod machine;
mod standard_files;
mod waiting;

pub(crate) use std::os::fd::AsFd as AsOpenFile;

pub(crate) use input::SessionInput;
pub(crate) use machine::{machine_description, machine_name};
pub(crate) use standard_files::{leave_standard_files, standard_files, take_standard_input};
pub(crate) use waiting::wait_to_read;

/// Why this program cannot be copied to other hosts; `None` if it can.
pub(crate) const WHY_NO_COPIES: Option<&str> = None;
