//! The crate against real files and a real kernel, one module a concept.

#![cfg(test)]

mod apart;
mod cache_truth;
mod call_options;
mod cold;
mod content;
mod devices;
mod engines;
mod errors;
mod ground;
mod others;
mod ownership;
mod round_trip;
mod scatter;
