//! The crate against real files, one module a concept.

#![cfg(test)]

mod apart;
mod appending;
mod damaged;
mod encodings;
mod ground;
mod libraries;
mod locks;
mod pipes;
mod round_trip;
mod transactions;
mod transport;
mod windows;
