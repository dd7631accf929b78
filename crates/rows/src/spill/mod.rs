//! Spilled records: records that do not fit into memory, in temporary files in the folder of UTILLOC=.
//!
//! Records of a fixed length are written into runs, each of which is sorted, and read back in one order by a merge.
//! Their blocks bypass the page cache while the step computes, and each transfer is accounted for.
//!
//! | module | contents |
//! |---|---|
//! | [`room`](SpillRoom) | the folder, created when it is first needed and removed with the step |
//! | [`layout`](Layout) | the layout of records in blocks, and how many runs a merge can read at once |
//! | [`writer`](RunWriter), `transfers` | writing runs |
//! | [`run_reader`](RunReader), [`reader`](RunReaders) | reading runs one after the other, reading many at once |
//! | [`random`](RandomReader) | reading the records of a run in any order |
//! | [`merge`](Merge) | merging runs; equal records in the order of the runs |

mod account;
mod error;
mod key;
mod layout;
mod merge;
mod random;
mod reader;
mod reduce;
mod room;
mod run;
mod run_reader;
mod space_release;
#[cfg(test)]
mod tests;
mod tournament;
mod transfers;
mod writer;

pub use error::{Error, Result};
pub use key::{LeadingBytes, RecordKey};
pub use layout::Layout;
pub use merge::{Heads, Merge};
pub use random::RandomReader;
pub use reader::RunReaders;
pub use reduce::{PlannedReduction, planned_reduction, reduce};
pub use room::{SpillRoom, sweep};
pub use run::Run;
pub use run_reader::RunReader;
pub use tournament::prefix;
pub use writer::RunWriter;
