//! Commands that run on several hosts at the same time: their arguments, their progress, and what is shown of them.
//!
//! | module | contents |
//! |---|---|
//! | `arguments` | the options about hosts |
//! | `options` | these options among the arguments of any command |
//! | `run` | a command on the hosts of its arguments |
//! | `progress` | the line with what happens on the hosts |

mod arguments;
mod options;
mod progress;
mod run;

pub use arguments::HostArguments;
pub use options::{are_named, without as without_hosts};
pub use progress::HostLine;
pub use run::{run, run_tool};
