//! Sessions as who runs programs in them sees them.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

mod changes;
#[cfg(not(feature = "cluster"))]
mod clusters;
mod docs;
mod drawn;
mod executors;
mod freq;
mod freq_tables;
mod glm;
mod interleave;
mod log_and_listing;
mod machine_code;
mod many_inputs;
mod means;
mod ods;
mod options_document;
mod passes;
mod pipes;
mod plan;
mod random;
mod ranks;
mod records;
mod repair;
mod report;
mod sessions;
mod sort;
#[cfg(feature = "sql")]
mod sql;
mod steady;
mod stored_steps;
mod tabulate;
