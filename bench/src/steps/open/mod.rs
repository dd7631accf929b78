//! Cases on Parquet and CSV files of claims.

pub mod cases;
pub mod check;
pub mod programs;
pub mod task;
