//! Loads, as who runs them sees them.

mod amounts;
mod calls;
mod devices;
mod ends;
mod ground;
mod interim;
mod options;
mod paces;
mod proofs;
mod trims;
mod waits;
mod write_states;
