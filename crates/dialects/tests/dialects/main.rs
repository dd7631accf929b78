//! The tools whose tests are taken, as a person would call them.

mod diskspd;
mod sasiotest;
mod sqlio;
