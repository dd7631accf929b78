//! In which order a load visits blocks, and how long they are.

/// In which order blocks are visited.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// From front to back.
    Sequential {
        /// After each block, so many bytes are left out (negative: backwards); beyond the end it goes on at the
        /// start, and before the start at the end.
        step: i64,
    },
    /// At random.
    Random {
        /// How likely each place is.
        distribution: Distribution,
        /// Whether a block comes again before all have come. Distributions other than even ones repeat always.
        repeats: bool,
        /// Every so manieth block is at a new place, and those between follow on it.
        hold: u32,
        /// The blocks that follow on a new place are all at that place, not one after the other
        /// (`rw_sequencer=identical`).
        identical: bool,
        /// Of 100 blocks so many are at random places, and the others follow on the one before.
        random_percent: u8,
    },
    /// As `Sequential`, but all loads of this batch share one position in each file (the same path and offset). From
    /// the end it goes on at the start.
    Shared {
        /// See `Sequential`; not negative.
        step: u64,
    },
    /// By columns of a grid, of which the file's part holds the rows one after the other: all rows of the column
    /// `first`, then of the next, `count` columns, and then from `first` again. All blocks have one length.
    Grid {
        /// Blocks of a row.
        row: u64,
        /// Rows.
        rows: u64,
        /// The first column.
        first: u64,
        /// Columns.
        count: u64,
    },
}

/// Work goes on in a part of a file until so many bytes are moved there, and then in the next part; from the end it
/// goes on at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strides {
    /// Bytes of a part.
    pub range: u64,
    /// Bytes that are moved there, be it more than once over or only some of it.
    pub size: u64,
    /// Bytes that are left out between parts.
    pub skip: u64,
}

/// How likely each part of a file is.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// All alike.
    Even,
    /// Zipf's law; the places are in no order of likelihood.
    Zipf {
        /// The exponent, more than 0 and not 1.
        theta: f64,
    },
    /// Pareto's; the places are in no order of likelihood.
    Pareto {
        /// From 0 to 1: of the accesses 1 − `power` go to `power` of the places (0.2: four fifths to one fifth).
        power: f64,
    },
    /// Around the middle.
    Normal {
        /// The standard deviation, in percent of the whole.
        deviation: f64,
    },
    /// By parts of the file, one after the other; what they leave of it is never visited.
    Zoned(Vec<Zone>),
}

/// A part of a file, and its share of the accesses. Places within it are all alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Of 100 accesses.
    pub access_percent: f64,
    /// How much of the file.
    pub extent: Extent,
}

/// How much of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// In percent.
    Percent(f64),
    /// In bytes.
    Bytes(u64),
}

/// Bytes of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Blocks {
    /// All of one length.
    Fixed(u64),
    /// Multiples of `least`, each as likely, to `most`.
    Range {
        /// The shortest.
        least: u64,
        /// The longest.
        most: u64,
    },
    /// Each length with its percentage; they sum to 100.
    Split(Vec<(u64, f64)>),
}
