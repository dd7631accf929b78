//! System calls, by strace: those that are harmed, and those that are replayed as far as a power cut lets them.

mod call;
pub mod cut;
pub mod points;
pub mod recording;
pub mod strace;
