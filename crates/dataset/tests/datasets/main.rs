//! Tests of the crate on real files.

#![cfg(test)]

mod appending;
mod common;
mod compressed;
mod compressed_appending;
mod damaged;
mod encodings;
mod libraries;
mod locks;
mod order;
mod parts;
mod pipes;
mod processes;
mod random;
mod round_trip;
mod transactions;
mod transport;
mod windows;
