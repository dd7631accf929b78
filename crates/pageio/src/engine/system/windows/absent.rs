//! The engines that are not here.

/// Their names in JSON.
pub(in crate::engine) const ABSENT: &[&str] = &["uring-registered", "uring-plain", "falloc"];
