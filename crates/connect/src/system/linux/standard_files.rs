//! Standard input and output as a session's connection.

use std::fs::File;
use std::io;

/// Returns standard input and output as files of their own, which no program that is started gets.
///
/// # Errors
///
/// Fails if the system refuses.
pub(crate) fn standard_files() -> io::Result<(File, File)> {
    let input = File::from(rustix::io::fcntl_dupfd_cloexec(io::stdin(), 3)?);
    let output = File::from(rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?);
    Ok((input, output))
}

/// Takes over standard input, and leaves it empty.
///
/// # Errors
///
/// Fails if the system refuses.
pub(crate) fn take_standard_input() -> io::Result<File> {
    let input = rustix::io::fcntl_dupfd_cloexec(io::stdin(), 3)?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    Ok(input.into())
}

/// Leaves standard input empty, and redirects standard output to standard error.
///
/// # Errors
///
/// Fails if the system refuses.
pub(crate) fn leave_standard_files() -> io::Result<()> {
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(())
}
