//! Options of feedrate that the dialects have in addition to those of the tools.

use std::ffi::OsString;

use crate::argument_error::ArgumentError;
use crate::drives::Drives;

/// Their names.
const NAMES: [&str; 5] = ["account", "explain", "help", "map", "overwrite-foreign"];

/// The values of these options.
#[derive(Debug, Default)]
pub(crate) struct OwnOptions {
    pub(crate) help: bool,
    pub(crate) explain: bool,
    pub(crate) account: bool,
    pub(crate) overwrite_foreign: bool,
    pub(crate) drives: Drives,
}

impl OwnOptions {
    /// Parses an option of `tool`, which is given without its `--`, and its value from the following arguments, if it
    /// has one.
    pub(crate) fn take<'a>(
        &mut self,
        option: &str,
        following: &mut impl Iterator<Item = &'a OsString>,
        tool: &'static str,
    ) -> Result<(), ArgumentError> {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        match (name, value) {
            ("explain", None) => self.explain = true,
            ("account", None) => self.account = true,
            ("overwrite-foreign", None) => self.overwrite_foreign = true,
            ("help", None) => self.help = true,
            ("map", value) => {
                let map = value
                    .or_else(|| following.next().map(|next| next.to_string_lossy().into()))
                    .unwrap_or_default();
                self.drives.add(&map)?;
            }
            (name, _) => {
                let near = NAMES.iter().find(|known| known.get(..3) == name.get(..3));
                return Err(ArgumentError::Unknown {
                    given: format!("--{option}"),
                    nearest: near.map(|near| format!("--{near}")),
                    tool,
                });
            }
        }
        Ok(())
    }
}
