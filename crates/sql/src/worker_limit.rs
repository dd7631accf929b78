//! The number of threads that the system allows this process.

use std::io;
use std::sync::mpsc;
use std::thread;

/// Returns how many threads with a stack of `stack` bytes can be started at once: at least one and at most `wanted`.
///
/// A runtime that is refused a thread panics and then waits for ever for the threads that it did get, so it is
/// configured with no more than these.
///
/// # Errors
///
/// Returns the system's error if not even one thread can be started (`ulimit -u`, or a container's limit of processes).
pub(crate) fn threads_at_most(wanted: usize, stack: usize) -> io::Result<usize> {
    thread::scope(|scope| {
        let mut ends = Vec::with_capacity(wanted);
        for _ in 0..wanted.max(1) {
            let (end, ended) = mpsc::channel::<()>();
            let wait = move || {
                let _ = ended.recv();
            };
            let begun = thread::Builder::new().stack_size(stack).spawn_scoped(scope, wait);
            match begun {
                Ok(_) => ends.push(end),
                Err(error) if ends.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        // Each thread ends when its channel is closed.
        Ok(ends.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_can_be_had_as_are_wanted_and_one_at_least() {
        assert_eq!(threads_at_most(3, 1 << 20).unwrap(), 3);
        assert_eq!(threads_at_most(0, 1 << 20).unwrap(), 1);
    }

    #[test]
    fn a_refusal_of_the_system_is_an_error() {
        assert!(threads_at_most(2, usize::MAX / 2).is_err());
    }
}
