//! The system options that steps heed.

/// Compiling a short condition takes 0.9 ms, in which the interpreter looks at about so many rows.
const ROWS_WORTH_COMPILING: u64 = 40_000;

/// System options, at their defaults to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `ERRORS=`: for how many observations with data errors the log tells all details.
    pub errors: u32,
    /// `LINESIZE=`: how many bytes a line of the log or the listing holds.
    pub line_size: u32,
    /// Whether DATA steps are compiled to machine code; they are interpreted otherwise.
    pub machine_code: bool,
    /// After how many rows of a data set, with as many to come, its WHERE condition is compiled to machine
    /// code: for fewer, the compiling takes longer than the interpreter.
    pub rows_worth_compiling: u64,
    /// `THREADS`: procedures may compute on several cores at once.
    pub threads: bool,
    /// `CPUCOUNT=`: how many cores those are, from 1.
    pub cpu_count: u32,
    /// `MEMSIZE=`: bytes that a step may hold for what it keeps in memory.
    pub memory_bytes: u64,
    /// `SORTSIZE=`: bytes of them that sorting may hold.
    pub sort_bytes: u64,
}

impl Options {
    /// On how many cores a procedure computes at once.
    pub fn workers(&self) -> u32 {
        match self.threads {
            true => self.cpu_count.max(1),
            false => 1,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            errors: 20,
            line_size: 132,
            machine_code: true,
            rows_worth_compiling: ROWS_WORTH_COMPILING,
            threads: true,
            cpu_count: 1,
            memory_bytes: 64 << 20,
            sort_bytes: 64 << 20,
        }
    }
}
