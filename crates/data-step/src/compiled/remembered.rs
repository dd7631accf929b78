//! Character values that are remembered by the number that they depend on.
//!
//! `quarter = put(date, qtrr.) || ' Q'` has the same value for the same date, and data has few distinct dates and codes
//! compared with its observations. Evaluating it took 0.9 s for 10 million observations, and looking it up less than
//! 0.1 s. Where numbers seldom repeat, the lookup is soon given up.

use feedrate_program::TextSlot;
use feedrate_rows::vector::values::Values;

/// The number of entries; a power of two.
const ENTRIES: usize = 4096;

/// The maximum number of statements of a step that remember values: together they take 18 MiB at most.
pub(super) const MOST: usize = 64;

/// The maximum length of a variable, in bytes: its values then take a quarter of a MiB.
const LONGEST: u32 = 64;

/// After this many lookups that failed, it is checked whether more succeeded.
const TRIAL: u64 = 2 * ENTRIES as u64;

/// The number of an empty entry: a NaN that no value has. If a value has it, it is not remembered.
const NONE: u64 = u64::MAX;

/// The values of one statement, as assigned to its variable.
#[derive(Debug)]
pub(super) struct RememberedText {
    of: TextSlot,
    length: usize,
    /// The bits of each entry's number. Empty before the first value, and once it was given up.
    numbers: Box<[u64]>,
    texts: Box<[u8]>,
    is_worth_it: bool,
    known: u64,
    unknown: u64,
}

impl RememberedText {
    /// Returns whether values of a variable are remembered.
    pub(super) fn takes(of: TextSlot) -> bool {
        (1..=LONGEST).contains(&of.length)
    }

    pub(super) fn new(of: TextSlot) -> Self {
        let length = of.length as usize;
        Self {
            of,
            length,
            numbers: Box::default(),
            texts: Box::default(),
            is_worth_it: true,
            known: 0,
            unknown: 0,
        }
    }

    /// Sets the variable to the value remembered for a number. Returns `false` if there is none.
    #[inline]
    pub(super) fn recall(&mut self, number: f64, values: &mut Values) -> bool {
        let number = number.to_bits();
        let entry = entry_of(number);
        if self.numbers.get(entry) != Some(&number) || number == NONE {
            return false;
        }
        self.known += 1;
        let start = entry * self.length;
        let text = &self.texts[start..start + self.length];
        values.text_mut(self.of).copy_from_slice(text);
        true
    }

    /// Remembers the value of the variable for a number.
    pub(super) fn learn(&mut self, number: f64, values: &Values) {
        if !self.is_worth_it {
            return;
        }
        if self.numbers.is_empty() {
            self.numbers = vec![NONE; ENTRIES].into();
            self.texts = vec![0; ENTRIES * self.length].into();
        }
        let number = number.to_bits();
        let entry = entry_of(number);
        self.numbers[entry] = number;
        let start = entry * self.length;
        self.texts[start..start + self.length].copy_from_slice(values.text(self.of));
        self.unknown += 1;
        if self.unknown == TRIAL {
            if self.known < self.unknown {
                self.is_worth_it = false;
                self.numbers = Box::default();
                self.texts = Box::default();
            }
            (self.known, self.unknown) = (0, 0);
        }
    }
}

/// Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): consecutive whole numbers are spread apart. The
/// lower half of such a number's bits is zero, so the upper one is combined with it.
#[inline]
fn entry_of(number: u64) -> usize {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    ((number ^ number >> 32).wrapping_mul(GOLDEN) >> (u64::BITS - ENTRIES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(text: &[u8]) -> (TextSlot, Values) {
        let slot = TextSlot {
            start: 0,
            length: text.len() as u32,
        };
        let values = Values {
            numbers: Vec::new(),
            text: text.to_vec(),
            ..Values::default()
        };
        (slot, values)
    }

    #[test]
    fn a_text_comes_again_with_its_number() {
        let (slot, mut values) = holding(b"II Q");
        let mut remembered = RememberedText::new(slot);
        assert!(!remembered.recall(15_800.0, &mut values));
        remembered.learn(15_800.0, &values);
        values.text_mut(slot).copy_from_slice(b"    ");
        assert!(!remembered.recall(15_801.0, &mut values));
        assert!(remembered.recall(15_800.0, &mut values));
        assert_eq!(values.text(slot), b"II Q");
    }

    #[test]
    fn what_marks_an_empty_place_is_not_known() {
        let (slot, mut values) = holding(b"x");
        let mut remembered = RememberedText::new(slot);
        assert!(!remembered.recall(f64::from_bits(NONE), &mut values));
        remembered.learn(f64::from_bits(NONE), &values);
        assert!(!remembered.recall(f64::from_bits(NONE), &mut values));
    }

    #[test]
    fn numbers_that_do_not_come_again_are_forgotten() {
        let (slot, mut values) = holding(b"x");
        let mut remembered = RememberedText::new(slot);
        for number in 0..TRIAL {
            assert!(!remembered.recall(number as f64, &mut values));
            remembered.learn(number as f64, &values);
        }
        assert!(remembered.numbers.is_empty());
        let last = (TRIAL - 1) as f64;
        assert!(!remembered.recall(last, &mut values));
        remembered.learn(last, &values);
        assert!(!remembered.recall(last, &mut values));
    }

    #[test]
    fn the_days_of_ten_years_have_a_place_each() {
        let mut entries: Vec<_> = (15_000..18_650).map(|day| entry_of(f64::from(day).to_bits())).collect();
        entries.sort_unstable();
        entries.dedup();
        assert!(entries.len() > 3_000, "{}", entries.len());
    }
}
