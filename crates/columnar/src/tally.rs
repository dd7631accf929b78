//! Values that columns could not hold exactly.

use feedrate_dataset::file_format::lost_letters;

/// Counts of values that were not written exactly, and the lengths of texts.
#[derive(Debug, Default)]
pub struct Tally {
    pub lost_letters: u64,
    pub not_whole: u64,
    pub not_text: u64,
    /// For each column the longest text, in bytes; 0 for columns of numbers.
    pub longest: Vec<usize>,
}

impl Tally {
    /// Adds the counts of further rows.
    pub fn add(&mut self, other: &Self) {
        self.lost_letters += other.lost_letters;
        self.not_whole += other.not_whole;
        self.not_text += other.not_text;
        self.longest.resize(self.longest.len().max(other.longest.len()), 0);
        for (longest, other) in self.longest.iter_mut().zip(&other.longest) {
            *longest = (*longest).max(*other);
        }
    }

    /// Returns notes on values that could not be written exactly.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = lost_letters(self.lost_letters).into_iter().collect();
        if self.not_whole > 0 {
            notes.push(format!(
                "{} dates and times are more exact than days or microseconds, and the rest was left out",
                self.not_whole
            ));
        }
        if self.not_text > 0 {
            notes.push(format!(
                "{} texts are no UTF-8, and what is none of them was replaced",
                self.not_text
            ));
        }
        notes
    }
}
