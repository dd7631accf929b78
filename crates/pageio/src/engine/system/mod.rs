//! The engines of one operating system: one module for each system, with the same items.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub(super) use linux::*;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(super) use windows::*;
