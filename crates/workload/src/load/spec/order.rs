//! The order in which a load visits blocks, and their lengths.

/// The order of blocks.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// From front to back.
    Sequential {
        /// The bytes skipped after each block (negative: backwards); it continues from the end at the start, and from
        /// the start at the end.
        step: i64,
    },
    /// In random order.
    Random {
        /// The probability of each offset.
        distribution: Distribution,
        /// True if a block may repeat before all have been visited. Distributions other than `Even` always repeat.
        repeats: bool,
        /// The number of blocks at each random offset: the first, and those that follow on it.
        hold: u32,
        /// True if the blocks after the first are all at the same offset instead (`rw_sequencer=identical`).
        identical: bool,
        /// The percentage of blocks at random offsets; the others follow on the block before.
        random_percent: u8,
    },
    /// As `Sequential`, but all loads of this batch share one position in each file (of the same path and offset). It
    /// continues from the end at the start.
    Shared {
        /// See `Sequential`; not negative.
        step: u64,
    },
    /// By columns of a grid whose rows are stored one after the other in the file's part: all rows of the column
    /// `first`, then of the next, `count` columns, and then from `first` again. All blocks have one length.
    Grid {
        /// The blocks of a row.
        row: u64,
        /// The number of rows.
        rows: u64,
        /// The first column.
        first: u64,
        /// The number of columns.
        count: u64,
    },
}

/// Zones of a file: each is used until a number of bytes has been moved there, and then the next; after the last, the
/// first follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strides {
    /// The bytes of a zone.
    pub range: u64,
    /// The bytes moved in a zone, which may be more or less than its size.
    pub size: u64,
    /// The bytes between zones.
    pub skip: u64,
}

/// The probability of each part of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// Uniform.
    Even,
    /// Zipf's law; probabilities are not in the order of offsets.
    Zipf {
        /// The exponent, more than 0 and not 1.
        theta: f64,
    },
    /// A Pareto distribution; probabilities are not in the order of offsets.
    Pareto {
        /// From 0 to 1: the share 1 − `power` of the accesses goes to the share `power` of the offsets (0.2: four
        /// fifths to one fifth).
        power: f64,
    },
    /// A normal distribution around the middle.
    Normal {
        /// The standard deviation, in percent of the whole.
        deviation: f64,
    },
    /// By consecutive zones of the file; what follows them is never visited.
    Zoned(Vec<Zone>),
}

/// A zone of a file, and its share of the accesses, which are uniform within it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// The percentage of accesses.
    pub access_percent: f64,
    /// Its extent.
    pub extent: Extent,
}

/// The extent of a zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// In percent of the file.
    Percent(f64),
    /// In bytes.
    Bytes(u64),
}

/// The lengths of blocks, in bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Blocks {
    /// One length.
    Fixed(u64),
    /// Multiples of `least` up to `most`, with equal probability.
    Range {
        /// The shortest.
        least: u64,
        /// The longest.
        most: u64,
    },
    /// Each length with its percentage; they sum to 100.
    Split(Vec<(u64, f64)>),
}
