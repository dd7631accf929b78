//! The users that a storage bears: programs run at the same time for 1, 2, 4 and more of them, until a limit breaks.
//!
//! | module | contents |
//! |---|---|
//! | `limit` | the limits on response times and rates |
//! | `level` | a number of users with its runs, and on which side of the limits it is |
//! | `search` | the numbers of users that are run |
//! | `room` | the space and the memory for users |
//! | `conduct` | the course of a ramp |
//! | `of_jobs` | a run of programs, each in a process of its own |
//! | `record`, `document` | its result as JSON and as a page |

mod conduct;
mod document;
mod level;
mod limit;
mod of_jobs;
mod record;
mod room;
mod search;

pub use conduct::{Mix, Ramp, RampEnd, RampObserver, RampOptions, conduct};
pub use document::document;
pub use level::{ClassRun, Level, MixRun, Side};
pub use limit::{Limit, LimitKind, LimitRequest, limits_of};
pub use record::{FORMAT_VERSION, RampRecord};
pub use room::{Room, Shortage};
pub use search::Answer;
