//! Streams against real files and a real kernel, one module a concept.

mod apart;
mod content;
mod failure;
mod ground;
mod limits;
mod order;
mod ownership;
mod series;
mod targets;
mod together;
mod truth;
mod works;
