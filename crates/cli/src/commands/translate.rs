//! `feedrate translate`.

use std::io;

use feedrate_translate::Error;

use super::dialect;
use super::drives;
use crate::arguments::TranslateArguments;
use crate::exit::Exit;

/// The name at the beginning of its messages.
const NAME: &str = "feedrate";

/// Translates a test of one tool to another.
pub fn run(arguments: &TranslateArguments) -> Exit {
    let drives = match drives::known() {
        Ok(drives) => drives,
        Err(error) => return Exit::failure(error),
    };
    dialect::carry_out(NAME, |_, output| {
        let (from, to) = (arguments.from.into(), arguments.to.into());
        let given = &arguments.arguments;
        feedrate_translate::carry_out(from, to, given, &drives, output, &mut io::stderr())?;
        Ok::<_, Error>(Exit::Success)
    })
}
