//! The crate against real files and a real kernel, as who runs its jobs sees it.

#![cfg(test)]

mod loads;
mod streams;
