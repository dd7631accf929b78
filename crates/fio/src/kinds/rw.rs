//! Directions and order of blocks (`rw=`).

/// Directions and order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rw {
    /// `read`
    Read,
    /// `write`
    Write,
    /// `randread`
    RandRead,
    /// `randwrite`
    RandWrite,
    /// `rw`, `readwrite`
    ReadWrite,
    /// `randrw`
    RandRw,
    /// `trim`
    Trim,
    /// `randtrim`
    RandTrim,
    /// `trimwrite`
    TrimWrite,
    /// `randtrimwrite`
    RandTrimWrite,
}

impl Rw {
    /// All values.
    pub const ALL: [Self; 10] = [
        Self::Read,
        Self::Write,
        Self::RandRead,
        Self::RandWrite,
        Self::ReadWrite,
        Self::RandRw,
        Self::Trim,
        Self::RandTrim,
        Self::TrimWrite,
        Self::RandTrimWrite,
    ];

    /// Returns the name in fio's outputs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::RandRead => "randread",
            Self::RandWrite => "randwrite",
            Self::ReadWrite => "rw",
            Self::RandRw => "randrw",
            Self::Trim => "trim",
            Self::RandTrim => "randtrim",
            Self::TrimWrite => "trimwrite",
            Self::RandTrimWrite => "randtrimwrite",
        }
    }

    /// Returns whether it reads.
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::RandRead | Self::ReadWrite | Self::RandRw)
    }

    /// Returns whether it changes content: writes or trims.
    pub fn writes(self) -> bool {
        !matches!(self, Self::Read | Self::RandRead)
    }

    /// Returns whether it only trims.
    pub fn only_trims(self) -> bool {
        matches!(self, Self::Trim | Self::RandTrim)
    }

    /// Returns whether what changes files has the lengths of trims: in random order, a block that was trimmed is
    /// written as it is.
    pub fn has_lengths_of_trims(self) -> bool {
        self.only_trims() || self == Self::RandTrimWrite
    }

    /// Returns whether it trims.
    pub fn trims(self) -> bool {
        self.only_trims() || matches!(self, Self::TrimWrite | Self::RandTrimWrite)
    }

    /// Returns whether its order is random.
    pub fn is_random(self) -> bool {
        matches!(
            self,
            Self::RandRead | Self::RandWrite | Self::RandRw | Self::RandTrim | Self::RandTrimWrite
        )
    }
}
