//! The target `diskspd`.

#![cfg_attr(fuzzing, no_main)]

feedrate_fuzz::target!(feedrate_fuzz::diskspd);
