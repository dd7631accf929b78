//! The memory that MEMSIZE= grants. It is requested before allocations whose size only the program determines: a line,
//! the variables of a step, a row.

/// The request exceeds what MEMSIZE= grants.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} {need} {}, more than the {} that MEMSIZE= leaves for that; raise MEMSIZE=, or {remedy}",
    shown(*requested), shown(*left)
)]
pub struct MemoryRefused {
    what: String,
    need: &'static str,
    requested: u64,
    left: u64,
    remedy: &'static str,
}

/// A budget of memory. What was taken is held as long as the step runs, unless it is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryGrant {
    left: u64,
}

impl MemoryGrant {
    /// Creates a budget of so many bytes.
    pub fn new(bytes: u64) -> Self {
        Self { left: bytes }
    }

    /// Returns the bytes that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes bytes from the budget. `what` is the subject of the error message with its verb, such as `("The line",
    /// "needs")`; `remedy` is what the user can do other than raising MEMSIZE=.
    ///
    /// # Errors
    ///
    /// Returns an error if fewer bytes are left.
    #[inline]
    pub fn take(&mut self, bytes: u64, what: (&str, &'static str), remedy: &'static str) -> Result<(), MemoryRefused> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(self.refused(bytes, what, remedy)),
        }
    }

    /// Returns bytes that were taken.
    pub fn give_back(&mut self, bytes: u64) {
        self.left = self.left.saturating_add(bytes);
    }

    /// Returns the error for a request of so many bytes.
    #[cold]
    pub fn refused(&self, bytes: u64, (what, need): (&str, &'static str), remedy: &'static str) -> MemoryRefused {
        MemoryRefused {
            what: what.to_owned(),
            need,
            requested: bytes,
            left: self.left,
            remedy,
        }
    }
}

/// Formats bytes in a unit that MEMSIZE= accepts, without rounding.
fn shown(bytes: u64) -> String {
    match bytes {
        0..0x0a00_0000 => format!("{}K", bytes.div_ceil(1 << 10)),
        _ => format!("{}M", bytes.div_ceil(1 << 20)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_is_not_there_for_others() {
        let mut grant = MemoryGrant::new(64 << 20);
        let line = ("The line", "needs");
        grant.take(60 << 20, line, "make it shorter").unwrap();
        assert_eq!(grant.left(), 4 << 20);
        let refused = grant.take(954 << 20, line, "make it shorter").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "The line needs 954M, more than the 4096K that MEMSIZE= leaves for that; raise MEMSIZE=, or make it shorter"
        );
        grant.take(4 << 20, line, "make it shorter").unwrap();
        assert_eq!(grant.left(), 0);
        grant.take(1, line, "make it shorter").unwrap_err();
    }
}
