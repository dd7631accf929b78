//! The check of several hosts: what 1, 2, 4 … of them get at once, where that stops growing, and why.

mod document;
mod figures;

pub use document::document;
pub use figures::{CheckOnHosts, FORMAT_VERSION, Growth, HeldBy, Stage};
