//! The movements of handles, added to the motion of their file.

use super::handle::Movement;
use crate::motion::Motion;

/// The access mode of reading only.
pub(crate) const READ: u32 = libc::O_RDONLY as u32;
/// The access mode of writing only.
pub(crate) const WRITE: u32 = libc::O_WRONLY as u32;

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::Pattern;

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
