//! Values of a file that variables cannot hold exactly.

/// Counts of values that could not be represented exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostValues {
    /// Character values that were truncated.
    pub cut: u64,
    /// Integers that lost digits.
    pub large: u64,
    /// Infinite numbers.
    pub infinite: u64,
    /// Texts that are no UTF-8.
    pub not_text: u64,
}

impl LostValues {
    /// Adds other counts.
    pub fn add(&mut self, others: Self) {
        self.cut += others.cut;
        self.large += others.large;
        self.infinite += others.infinite;
        self.not_text += others.not_text;
    }

    /// Returns notes on these values.
    pub fn notes(&self) -> Vec<String> {
        let told = [
            (
                self.large,
                "whole numbers beyond 2**53 lost digits: a number has 53 bits",
            ),
            (self.infinite, "infinite numbers became missing values"),
            (
                self.not_text,
                "texts are no UTF-8, and what is none of them was replaced",
            ),
        ];
        let told = told.into_iter().filter(|(count, _)| *count > 0);
        told.map(|(count, what)| format!("{count} {what}")).collect()
    }
}
