//! The target `data_set`.

#![cfg_attr(fuzzing, no_main)]

feedrate_fuzz::target!(feedrate_fuzz::data_set);
