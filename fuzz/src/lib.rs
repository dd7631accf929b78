//! The targets of fuzzing: entries that take any bytes, and must neither panic nor take more memory or time than the
//! bytes warrant.
//!
//! Each entry is a target of libFuzzer when this is built with `--cfg fuzzing`, as `fuzz/run` and
//! `cargo fuzz` do. Without it, the program of the same name runs the entry on files, such as one that
//! libFuzzer left. The tests here run all entries on seeds that they change at random.

#[cfg(feature = "open")]
mod columnar;
mod csv;
mod data_set;
mod dialects;
mod file;
mod index;
mod program;
mod seeds;
mod transport;

#[cfg(feature = "open")]
pub use columnar::columnar;
pub use csv::csv;
pub use data_set::data_set;
pub use dialects::{diskspd, fio, sqlio};
pub use index::index;
pub use program::program;
pub use seeds::{Seed, seeds, write_seeds};
pub use transport::transport;

#[cfg(fuzzing)]
pub use libfuzzer_sys;

/// The main program of a target. Under libFuzzer it first writes its seeds into the folder that the
/// environment variable `FEEDRATE_SEEDS` names.
#[macro_export]
macro_rules! target {
    ($entry:path) => {
        #[cfg(fuzzing)]
        $crate::libfuzzer_sys::fuzz_target!(
            init: if let Some(folder) = std::env::var_os("FEEDRATE_SEEDS") {
                $crate::write_seeds(env!("CARGO_BIN_NAME"), folder.as_ref())
                    .expect("the seeds can be written");
            },
            |bytes: &[u8]| $entry(bytes)
        );

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            $crate::replay($entry)
        }
    };
}

/// Runs an entry on the files that are named on the command line.
pub fn replay(entry: fn(&[u8])) -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        entry(&std::fs::read(path)?);
    }
    Ok(())
}
