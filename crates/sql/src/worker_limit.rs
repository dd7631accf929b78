//! How many threads the system lets this process have.

use std::io;
use std::sync::mpsc;
use std::thread;

/// Returns how many threads with a stack of so many bytes can be had at once, at least one and at most `wanted`.
///
/// A runtime that is refused one panics, and waits for ever for those that it has: so it is asked for no more than these.
///
/// # Errors
///
/// What the system says where none can be had (`ulimit -u`, the limit of a container on processes).
pub(crate) fn threads_at_most(wanted: usize, stack: usize) -> io::Result<usize> {
    thread::scope(|scope| {
        let mut ends = Vec::with_capacity(wanted);
        for _ in 0..wanted.max(1) {
            let (end, ended) = mpsc::channel::<()>();
            let wait = move || {
                let _ = ended.recv();
            };
            let begun = thread::Builder::new()
                .stack_size(stack)
                .spawn_scoped(scope, wait);
            match begun {
                Ok(_) => ends.push(end),
                Err(error) if ends.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        // Each thread ends as its channel does.
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
    fn what_the_system_refuses_is_told() {
        assert!(threads_at_most(2, usize::MAX / 2).is_err());
    }
}
