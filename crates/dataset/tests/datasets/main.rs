//! Tests of the crate on real files.

#![cfg(test)]

mod appending;
mod common;
mod damaged;
mod encodings;
mod libraries;
mod locks;
mod pipes;
mod processes;
mod round_trip;
mod transactions;
mod transport;
mod windows;
