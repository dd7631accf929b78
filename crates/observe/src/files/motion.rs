//! The motion of the positions of a file's handles, which tells how it is read and written.

use serde::Serialize;

use super::handle::Movement;

/// The pattern in which a file seems to be read or written, by the positions at the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// From one place to the next.
    Sequential,
    /// Mostly so, with jumps.
    Mixed,
    /// Here and there.
    NotSequential,
    /// The positions tell too little: they hardly moved, as with `pread`, `mmap`, or a file that is open for a short
    /// time only.
    Unknown,
}

impl Pattern {
    /// Returns it in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Mixed => "mixed",
            Self::NotSequential => "not sequential",
            Self::Unknown => "unknown",
        }
    }
}

/// The motion of the positions of a file's handles, as seen at the samples. Movements between two samples may be
/// missed: these are estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Motion {
    /// Bytes that positions passed forward where the file was open for reading only.
    pub read_bytes_estimate: u64,
    /// Bytes that they passed where it was open for writing only.
    pub written_bytes_estimate: u64,
    /// Bytes that they passed where it was open for both.
    pub either_bytes_estimate: u64,
    /// Movements forward.
    pub moves_forward: u64,
    /// Movements to the beginning, where the file was opened again or read once more.
    pub restarts: u64,
    /// Movements backward to elsewhere.
    pub moves_backward: u64,
    /// Movements forward that were too far to have been read or written.
    pub jumps_forward: u64,
}

impl Motion {
    /// Adds a movement of a handle with these flags of `open(2)`.
    pub(crate) fn add(&mut self, movement: Movement, flags: u32) {
        match movement {
            Movement::Still => {}
            Movement::Forward(_) => self.moves_forward += 1,
            Movement::Restart(_) => self.restarts += 1,
            Movement::Backward => self.moves_backward += 1,
            Movement::Jump => self.jumps_forward += 1,
        }
        let bytes = match flags & libc::O_ACCMODE as u32 {
            READ => &mut self.read_bytes_estimate,
            WRITE => &mut self.written_bytes_estimate,
            _ => &mut self.either_bytes_estimate,
        };
        *bytes = bytes.saturating_add(movement.bytes());
    }

    /// Returns all bytes that positions passed.
    pub fn bytes(&self) -> u64 {
        self.read_bytes_estimate
            .saturating_add(self.written_bytes_estimate)
            .saturating_add(self.either_bytes_estimate)
    }

    /// Returns the pattern that the movements suggest.
    pub fn pattern(&self) -> Pattern {
        let breaks = self.moves_backward + self.jumps_forward;
        let forward = self.moves_forward;
        match (forward + self.restarts + breaks, breaks) {
            (0 | 1, _) => Pattern::Unknown,
            // Either read again and again between the samples, or small and read here and there.
            _ if self.restarts > forward + breaks => Pattern::Unknown,
            (_, 0) => Pattern::Sequential,
            _ if breaks * 10 <= forward => Pattern::Sequential,
            _ if breaks * 2 <= forward => Pattern::Mixed,
            _ => Pattern::NotSequential,
        }
    }
}

/// The access mode of reading only.
pub(crate) const READ: u32 = libc::O_RDONLY as u32;
/// The access mode of writing only.
pub(crate) const WRITE: u32 = libc::O_WRONLY as u32;

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(forward: u64, restarts: u64, backward: u64) -> Pattern {
        let mut motion = Motion::default();
        (0..forward).for_each(|_| motion.add(Movement::Forward(10), READ));
        (0..restarts).for_each(|_| motion.add(Movement::Restart(10), READ));
        (0..backward).for_each(|_| motion.add(Movement::Backward, READ));
        motion.pattern()
    }

    #[test]
    fn patterns_need_movements() {
        assert_eq!(pattern(0, 0, 0), Pattern::Unknown);
        assert_eq!(pattern(1, 0, 0), Pattern::Unknown);
        assert_eq!(pattern(10, 0, 0), Pattern::Sequential);
        assert_eq!(pattern(10, 3, 1), Pattern::Sequential);
        assert_eq!(pattern(10, 0, 4), Pattern::Mixed);
        assert_eq!(pattern(3, 0, 10), Pattern::NotSequential);
        assert_eq!(pattern(1, 9, 0), Pattern::Unknown);
    }

    #[test]
    fn bytes_are_those_of_the_direction() {
        let mut motion = Motion::default();
        motion.add(Movement::Forward(1), READ);
        motion.add(Movement::Restart(2), WRITE | 0o40000);
        motion.add(Movement::Forward(4), libc::O_RDWR as u32);
        motion.add(Movement::Jump, READ);
        assert_eq!(motion.read_bytes_estimate, 1);
        assert_eq!(motion.written_bytes_estimate, 2);
        assert_eq!(motion.either_bytes_estimate, 4);
        assert_eq!(motion.bytes(), 7);
    }
}
