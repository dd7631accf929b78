//! Loads: workers that read and write blocks of files in an order, at a pace, until a limit, as a job of fio does.

mod check;
mod depth_search;
mod device;
mod file_lock;
mod fill;
mod flow;
mod layout;
mod least;
mod limits;
mod live;
mod load_error;
mod load_series;
mod name;
mod outcome;
mod pre_read;
mod rate;
mod run;
mod sequence;
mod series;
mod spec;
mod steady;
mod tally;
mod verify;
mod walk;
mod watch;
mod worker;

pub use check::problem;
pub use load_series::*;
pub use outcome::*;
pub use run::{not_run, run};
pub use sequence::{OwnWrites, reads_of_own_writes};
pub use series::{SeriesPart, SeriesSink};
pub use spec::*;
pub use tally::HISTOGRAM_CLASSES;
pub use watch::{Amount, LoadState, NullWatch, Rates, ScheduleState, Watch};
