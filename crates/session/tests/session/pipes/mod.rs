//! Sessions that stream data sets to each other through pipes.

mod chains;
mod drawn;
mod failures;
mod refused;
mod told;
