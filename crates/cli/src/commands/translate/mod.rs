//! `feedrate translate`.

mod arguments;

use std::io;

use feedrate_translate::Error;

use super::dialect;
use super::drives;
pub use arguments::TranslateArguments;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};

/// The name at the beginning of its messages.
const NAME: &str = "feedrate";

impl Execute for TranslateArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        let drives = drives::known()?;
        dialect::run(NAME, |_, output| {
            let (from, to) = (self.from.into(), self.to.into());
            let given = &self.arguments;
            feedrate_translate::run(from, to, given, &drives, output, &mut io::stderr())?;
            Ok::<_, Error>(Exit::Success)
        })
    }
}
