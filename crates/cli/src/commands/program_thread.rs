//! The thread on which programs run.

use std::panic::resume_unwind;
use std::thread;

use crate::exit::Exit;

/// Its stack, in bytes: expressions and groups nest deeply.
const STACK: usize = 64 << 20;

/// Runs something on a thread with room for programs.
pub fn run(program: impl FnOnce() -> Result<Exit, String> + Send) -> Exit {
    let outcome = thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name("program".to_owned())
            .stack_size(STACK);
        let running = thread.spawn_scoped(scope, program).map_err(|error| {
            format!(
                "no thread can be started for the program ({error}): allow this user more processes \
                 (ulimit -u, or the limit of the container or service on processes)"
            )
        })?;
        running.join().unwrap_or_else(|panic| resume_unwind(panic))
    });
    match outcome {
        Ok(exit) => exit,
        Err(what) => Exit::failure(what),
    }
}
