//! The share of keys that were asked for, of those that were looked up before.

/// The number of guesses that are made before they are judged.
const TRIED: u64 = 256;

/// Counts guesses about the next keys of a lookup. Keys are looked up together: the one that is asked for now, which is
/// no guess, and those that are expected to follow it.
#[derive(Debug, Default)]
pub(crate) struct Score {
    guessed: u64,
    right: u64,
}

impl Score {
    /// Takes note that so many keys were looked up together. A key that is alone counts as a wrong guess: looking it up
    /// early saves nothing.
    pub(crate) fn guessed(&mut self, keys: usize) {
        self.guessed += keys.saturating_sub(1).max(1) as u64;
    }

    /// Takes note that the key of this number, among those that were looked up together, was asked for.
    #[inline]
    pub(crate) fn asked(&mut self, number: usize) {
        self.right += u64::from(number > 0);
    }

    /// Returns whether fewer than half of many guesses were right.
    pub(crate) fn is_bad(&self) -> bool {
        self.guessed > TRIED && self.right < self.guessed / 2
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn keys_that_are_always_alone_are_bad_guesses() {
        let mut score = Score::default();
        for _ in 0..300 {
            score.guessed(1);
            score.asked(0);
        }
        assert!(score.is_bad());
    }

    #[test]
    fn half_of_the_guesses_must_be_right() {
        for (every, is_bad) in [(2, false), (3, true)] {
            let mut score = Score::default();
            for _ in 0..10 {
                score.guessed(65);
                (1..65).step_by(every).for_each(|number| score.asked(number));
            }
            assert_eq!(score.is_bad(), is_bad, "every {every}.");
        }
    }
}
