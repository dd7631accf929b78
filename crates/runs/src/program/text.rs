//! The text of a program.

use std::path::Path;

use feedrate_pageio::named_text;

use super::error::{ProgramError, reason};

/// Reads the text of the program, which has at most `longest` bytes. Text that is not UTF-8 is taken for Latin 1, as in
/// older programs.
///
/// # Errors
///
/// Returns an error if the program cannot be read, or is longer.
pub fn read_text(program: &Path, longest: u64) -> Result<String, ProgramError> {
    let bytes = named_text::read_or_input(program, longest);
    let bytes = bytes.map_err(|error| ProgramError::Unreadable {
        program: program.to_owned(),
        reason: reason(&error),
    })?;
    if bytes.len() as u64 > longest {
        return Err(ProgramError::TooLong {
            program: program.to_owned(),
            kibibytes: longest.div_ceil(1 << 10),
        });
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}
