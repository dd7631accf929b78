//! A command that runs on several hosts at the same time.
//!
//! | module | contents |
//! |---|---|
//! | [`HostCommand`] | a command that can run so; each has an implementation beside its code |
//! | [`CommandTemplate`] | its command line, and the files that go along, with `{host}` for the name of the host |
//! | `words` | the words of its command line |

mod error;
mod template;
mod words;

use std::ffi::OsString;

pub use error::CommandError;
pub use template::{CommandTemplate, for_host};
pub use words::{as_text, without_results};

use crate::host_name::HostName;

/// The relation of the runs of a command to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// The same work again.
    Repeats,
    /// Groups of jobs, which are different work.
    Groups,
}

/// A command that can run on several hosts at the same time.
pub trait HostCommand {
    /// Returns its name, which is the first word of its command line.
    fn name(&self) -> &'static str;

    /// Returns the relation of its runs to each other.
    fn runs(&self) -> Runs;

    /// Returns why it cannot run on a host of this name; `None` if it can.
    fn refusal(&self, _host: &HostName) -> Option<String> {
        None
    }

    /// Returns its command line as hosts run it. `words` is the command line here, without its name, without options
    /// about hosts, and without files for results.
    ///
    /// # Errors
    ///
    /// Returns an error if the command line is invalid, or cannot be run on other hosts.
    fn template(&self, words: &[OsString]) -> Result<CommandTemplate, CommandError>;
}
