//! The target `sqlio`.

#![cfg_attr(fuzzing, no_main)]

feedrate_fuzz::target!(feedrate_fuzz::sqlio);
