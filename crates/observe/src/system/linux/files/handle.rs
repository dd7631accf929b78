//! An open file of a process, and how its position moves.

/// A number of an open file of a process (`/proc/PID/fd/N`).
#[derive(Debug)]
pub(crate) struct Handle {
    /// The kernel's name of what it is: a path, or such as `pipe:[123]`.
    pub(crate) link: Vec<u8>,
    /// The file, if it is a regular one that is listed.
    pub(crate) file: Option<usize>,
    /// Its open file description.
    pub(crate) description: Option<u64>,
}

/// The movement of a position between two moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Movement {
    /// It did not.
    Still,
    /// Forward by bytes, as it does when they are read or written.
    Forward(u64),
    /// To the beginning, and from there forward by bytes.
    Restart(u64),
    /// Backward, to where bytes from the beginning cannot have led.
    Backward,
    /// Forward by more than the command has moved meanwhile.
    Jump,
}

impl Movement {
    /// Returns the movement between two positions, the first of which is not known for a file that was opened
    /// meanwhile. `allowance` is what the command has moved meanwhile at most; absent if that is not known.
    /// A file that is open for appending begins where it ends.
    pub(crate) fn of(before: Option<u64>, now: u64, allowance: Option<u64>, is_appended_to: bool) -> Self {
        let may_be = |bytes: u64| allowance.is_none_or(|allowance| bytes <= allowance);
        match before {
            None if now == 0 || is_appended_to => Self::Still,
            None if may_be(now) => Self::Forward(now),
            None => Self::Jump,
            Some(before) if now == before => Self::Still,
            Some(before) if now > before => match may_be(now - before) {
                true => Self::Forward(now - before),
                false => Self::Jump,
            },
            Some(_) if now == 0 || (allowance.is_some() && may_be(now)) => Self::Restart(now),
            Some(_) => Self::Backward,
        }
    }

    /// Returns the bytes that it passed.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            Self::Forward(bytes) | Self::Restart(bytes) => bytes,
            Self::Still | Self::Backward | Self::Jump => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn movements_are_told_apart() {
        let of = |before, now| Movement::of(before, now, Some(100), false);
        assert_eq!(of(Some(7), 7), Movement::Still);
        assert_eq!(of(Some(7), 107), Movement::Forward(100));
        assert_eq!(of(Some(7), 108), Movement::Jump);
        assert_eq!(of(Some(700), 600), Movement::Backward);
        assert_eq!(of(Some(700), 60), Movement::Restart(60));
        assert_eq!(of(None, 60), Movement::Forward(60));
        assert_eq!(of(None, 600), Movement::Jump);
        assert_eq!(Movement::of(None, 60, Some(100), true), Movement::Still);
    }

    #[test]
    fn without_counters_the_position_is_believed() {
        assert_eq!(Movement::of(Some(0), 1 << 40, None, false), Movement::Forward(1 << 40));
        assert_eq!(Movement::of(Some(9), 0, None, false), Movement::Restart(0));
        assert_eq!(Movement::of(Some(9), 5, None, false), Movement::Backward);
    }

    proptest! {
        #[test]
        fn no_more_is_passed_than_was_moved(before: Option<u64>, now: u64, allowance: u64, appends: bool) {
            let moved = Movement::of(before, now, Some(allowance), appends);
            prop_assert!(moved.bytes() <= allowance);
        }
    }
}
