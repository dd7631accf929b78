//! The characters of rules.

/// The characters of rules (FORMCHAR=): vertical, horizontal, the three of the top rule (left corner, T, right
/// corner), the three of inner rules, the three of the bottom rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline(pub [char; 11]);

impl Default for Outline {
    fn default() -> Self {
        Self(['|', '-', '-', '-', '-', '|', '+', '|', '-', '-', '-'])
    }
}

impl Outline {
    pub(super) fn vertical(self) -> char {
        self.0[0]
    }

    pub(super) fn horizontal(self) -> char {
        self.0[1]
    }

    /// Returns the character where rules from these sides meet.
    pub(super) fn junction(self, up: bool, down: bool, left: bool, right: bool) -> char {
        match (up, down, left, right) {
            (true, true, true, true) => self.0[6],
            (true, true, false, true) => self.0[5],
            (true, true, true, false) => self.0[7],
            (false, true, true, true) => self.0[3],
            (true, false, true, true) => self.0[9],
            (false, true, false, true) => self.0[2],
            (false, true, true, false) => self.0[4],
            (true, false, false, true) => self.0[8],
            (true, false, true, false) => self.0[10],
            (_, _, false, false) if up || down => self.vertical(),
            (false, false, false, false) => ' ',
            _ => self.horizontal(),
        }
    }
}
