//! The values of rows, column by column, laid out as Arrow does.

use std::fmt::Debug;

use arrow_buffer::{BooleanBuffer, Buffer, ScalarBuffer};

/// The values of rows, column by column.
#[derive(Clone, Debug)]
pub struct ColumnBlock {
    /// The numbers of the rows.
    pub numbers: RowNumbers,
    /// The number of rows; may be zero.
    pub count: usize,
    /// The number of rows that were examined for them.
    pub examined: u64,
    /// The values of all variables that are read; each is given by its index in the schema.
    pub columns: Vec<(usize, ColumnValues)>,
}

/// The numbers of the rows of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowNumbers {
    /// The rows are consecutive from this one on.
    From(u64),
    /// The rows were [chosen](RowChoice).
    Chosen(Vec<u64>),
}

/// The values of a variable, one for each row.
#[derive(Clone, Debug)]
pub enum ColumnValues {
    /// Numbers, missing values included.
    Numbers(Vec<f64>),
    /// Character values without their trailing blanks, as a `BinaryViewArray` of Arrow has them.
    Texts {
        /// Their lengths, and themselves or their places in the blocks.
        views: ScalarBuffer<u128>,
        /// The bytes of those that are longer than a view.
        blocks: Vec<Buffer>,
    },
}

/// Chooses rows by the values of some variables.
pub trait RowChoice: Debug + Send + Sync {
    /// Returns the indices of these variables in the schema.
    fn variables(&self) -> &[usize];

    /// Returns for each row of a block with the values of these variables whether it is chosen.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be said.
    fn choose(&self, block: ColumnBlock) -> Result<BooleanBuffer, String>;
}
