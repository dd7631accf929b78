//! Trees as their callers see them.

mod build;
mod damage;
mod model;
mod ranges;
mod reuse;
mod support;
