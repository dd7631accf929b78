//! Faults of the procedures of tables.

use feedrate_rows::Fault;

/// Why a procedure of tables ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableFault {
    /// There are more class levels by a format, or in an order other than that of their values, than fit into memory.
    #[error(
        "The classes of {variable} stay in memory because of a format or ORDER=, and there are more than the {}K \
         that MEMSIZE= leaves for them hold; raise MEMSIZE=, lower CPUCOUNT=, which shares it, or do without the \
         format and ORDER=.",
        bytes.div_ceil(1024)
    )]
    ClassMemory {
        /// The class variable.
        variable: String,
        /// The bytes that the class levels may take on one thread.
        bytes: usize,
    },
    /// There are more combinations of class levels than fit into memory.
    #[error(
        "The tables have more cells than the {}K that MEMSIZE= leaves for them hold; raise MEMSIZE=, or make \
         fewer cells.",
        .0.div_ceil(1024)
    )]
    Cells(usize),
    /// There are more titles than fit into memory.
    #[error(
        "The titles of the tables' pages, rows and columns take more than the {}K that MEMSIZE= leaves for them; \
         raise MEMSIZE=, or make fewer, such as with a format that joins levels.",
        .0.div_ceil(1024)
    )]
    Titles(usize),
    /// A listed table has more combinations than fit into memory.
    #[error(
        "A table that is listed has more cells than the {}K that MEMSIZE= leaves for it hold; raise MEMSIZE=, or ask \
         for NOPRINT and OUT=, which may have any number.",
        .0.div_ceil(1024)
    )]
    ListedCells(usize),
    /// A report has more columns than a report can have.
    #[error(
        "The report has more than 32767 columns; leave some out, or use a format by which the ACROSS variables \
         have fewer values."
    )]
    ReportWidth,
}

impl From<TableFault> for Box<Fault> {
    fn from(fault: TableFault) -> Self {
        Fault::of_procedure(fault)
    }
}
