//! The target `csv`.

#![cfg_attr(fuzzing, no_main)]

feedrate_fuzz::target!(feedrate_fuzz::csv);
