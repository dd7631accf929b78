//! Sessions that stream data sets to each other through pipes.

mod chains;
mod drawn;
mod failures;
mod log_and_record;
mod refused;
