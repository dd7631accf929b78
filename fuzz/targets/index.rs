//! The target `index`.

#![cfg_attr(fuzzing, no_main)]

feedrate_fuzz::target!(feedrate_fuzz::index);
