//! The cells of a study, and the rounds in which they are run.

/// A cell: the position of a level for each factor.
pub type Cell = Vec<usize>;

/// A round in which each cell is run once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// True if its runs are not counted.
    pub is_warm_up: bool,
    /// Its number, from 1, among the blocks of its kind.
    pub number: u32,
}
