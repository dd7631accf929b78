//! Threads with a stack of a given size: that of the first thread may be too small for the work.

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

use crate::exit::{CommandResult, Exit};
use crate::system::limits;

/// The stack of a program, in bytes: expressions and groups are deeply nested.
const OF_PROGRAMS: usize = 64 << 20;

/// The stack of everything else, which is the default of most systems.
const OF_COMMANDS: usize = 8 << 20;

/// Runs a program on a thread with a sufficient stack.
///
/// # Errors
///
/// Returns the error of the program, or a failure if no thread can be started.
pub fn run_program(program: impl FnOnce() -> CommandResult + Send) -> CommandResult {
    on_thread("program", OF_PROGRAMS, program)?
}

/// Runs a command: on this thread, the first, unless it has too little stack (`ulimit -s`), for which the system
/// would kill the process.
pub fn run_command(command: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    if limits::has_stack(OF_COMMANDS as u64) {
        return command();
    }
    on_thread("command", OF_COMMANDS, command).unwrap_or_else(|what| Exit::from(what).report())
}

/// Runs a function on a thread of its own and waits for it; an error if no thread can be started.
fn on_thread<T: Send>(name: &str, stack: usize, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name(name.to_owned()).stack_size(stack);
        let running = thread.spawn_scoped(scope, work).map_err(|error| {
            format!(
                "no thread can be started for the {name} ({error}): allow this user more processes \
                 (ulimit -u, or the limit of the container or service on processes) and memory (ulimit -v)"
            )
        })?;
        Ok(running.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
