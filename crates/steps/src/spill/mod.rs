//! What does not fit into memory, laid down for a while in the folder of UTILLOC=.
//!
//! Records of one length go into runs, each of which is in some order of its own, and come back in one
//! order by a merge. Blocks of them move past the page cache while the step works, and each is accounted
//! for.
//!
//! | room | what is in it |
//! |---|---|
//! | [`room`](SpillRoom) | the folder, which is made when it is first needed and goes with the step |
//! | [`layout`](Layout) | how records lie in the blocks of a run, and how many runs a merge can read at once |
//! | [`writer`](RunWriter), [`reader`](RunReaders) | one run out, many runs in |
//! | [`merge`](Merge) | many runs as one, the equal ones in the order of the runs |

mod account;
mod error;
mod key;
mod layout;
mod merge;
mod reader;
mod reduce;
mod room;
mod run;
mod space_release;
#[cfg(test)]
mod tests;
mod tournament;
mod writer;

pub use error::{Error, Result};
pub use key::{LeadingBytes, RecordKey};
pub use layout::Layout;
pub use merge::{Heads, Merge};
pub use reader::{RunReader, RunReaders};
pub use reduce::reduce;
pub use room::{SpillRoom, sweep};
pub use run::Run;
pub use tournament::prefix;
pub use writer::RunWriter;
