//! Models and summaries against published results.

mod nist;
mod run_times;
