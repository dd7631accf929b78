//! LIBNAME with the engine CLUSTER: a folder that the machines of a cluster share, over which PROC SQL runs there.

use std::path::Path;

use feedrate_dataset::Libraries;
use feedrate_dataset::library::{Assignment, scheduler_address};
use feedrate_language::Diagnostic;

use super::Libname;
use crate::statement_log::refusal;

impl Libname<'_> {
    /// Returns the assignment of a folder on a cluster.
    pub(super) fn cluster(&self, libraries: &Libraries) -> Result<Assignment, Diagnostic> {
        let at = self.name.at;
        if !cfg!(feature = "cluster") {
            let text = "the engine CLUSTER is not in this build of feedrate, which was made without it to be built \
                        sooner; `cargo build --release --features cluster` makes one that has it";
            return Err(Diagnostic::error(at, text));
        }
        let mut folder = None;
        for (option, value) in self.options {
            let value = value.as_deref();
            match option.text.to_ascii_lowercase().as_str() {
                "path" => folder = value,
                "access" if value.is_some_and(|it| it.eq_ignore_ascii_case("readonly")) => {}
                _ => {
                    let text = format!(
                        "{}= is no option of the engine CLUSTER, which has PATH=",
                        option.text.to_ascii_uppercase()
                    );
                    return Err(Diagnostic::error(option.at, text));
                }
            }
        }
        let Some(folder) = folder else {
            let text = format!(
                "the engine CLUSTER takes a folder that all machines of the cluster have, as in `libname {} cluster \
                 '{}' path='/shared/data';`",
                self.name.text, self.path
            );
            return Err(Diagnostic::error(at, text));
        };
        if scheduler_address(self.path).is_none() {
            let text = format!(
                "the engine CLUSTER takes the host and port of a scheduler, such as 'db7:50050', and not '{}'",
                self.path
            );
            return Err(Diagnostic::error(at, text));
        }
        let libref = self.name.text.to_ascii_uppercase();
        let assignment = libraries.cluster_assignment(&libref, self.path, Path::new(folder));
        assignment.map_err(|error| refusal(at, error))
    }
}
