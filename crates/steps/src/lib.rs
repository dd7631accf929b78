//! What a step does.
//!
//! | room | what is in it |
//! |---|---|
//! | [`ir`] | a DATA step as a small typed program, which owns the implicit loop |
//! | [`data`] | running it: the interpreter, which defines the meaning, and the runtime beneath it |
//! | [`spill`] | what does not fit into memory, laid down and merged again |
//! | [`environment`] | what a step needs of the session: libraries, formats, symbols, log, listing |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod data;
pub mod environment;
pub mod ir;
pub mod spill;
