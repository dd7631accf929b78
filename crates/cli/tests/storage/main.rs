//! Commands that need nothing of one operating system, as users run them: also tried on Windows (`windows/test`).

mod endings;
mod folder;
mod sasiotest;
mod sqlio;
mod verdict;
