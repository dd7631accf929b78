//! What MEMSIZE= grants, asked before memory is taken for what only the program decides the size of: a line, the
//! variables of a step, a row.

/// What was asked for is more than MEMSIZE= grants.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} {need} {}, more than the {} that MEMSIZE= leaves for that; raise MEMSIZE=, or {remedy}",
    shown(*asked), shown(*left)
)]
pub struct MemoryRefused {
    what: String,
    need: &'static str,
    asked: u64,
    left: u64,
    remedy: &'static str,
}

/// Memory of which parts are taken until nothing is left. What was taken is not given back: it is kept as long as
/// the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryGrant {
    left: u64,
}

impl MemoryGrant {
    /// So many bytes, of which nothing is taken yet.
    pub fn new(bytes: u64) -> Self {
        Self { left: bytes }
    }

    /// Bytes that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes so many bytes. `what` needs them, a subject with its verb, such as `("The line", "needs")`; `remedy`
    /// says what to do about it beside raising MEMSIZE=.
    #[inline]
    pub fn take(
        &mut self,
        bytes: u64,
        what: (&str, &'static str),
        remedy: &'static str,
    ) -> Result<(), MemoryRefused> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(self.refused(bytes, what, remedy)),
        }
    }

    /// The refusal of so many bytes.
    #[cold]
    pub fn refused(
        &self,
        bytes: u64,
        (what, need): (&str, &'static str),
        remedy: &'static str,
    ) -> MemoryRefused {
        MemoryRefused {
            what: what.to_owned(),
            need,
            asked: bytes,
            left: self.left,
            remedy,
        }
    }
}

/// Bytes in the unit in which MEMSIZE= is given, which hides no difference between two of them.
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
