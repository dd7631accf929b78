//! fio's options: one table of what each is called, what its value looks like, what it is for, and what becomes of it.
//!
//! Parsing, `--lint`, `--cmdhelp` and the table in `docs/fio.md` follow from it.

mod blocks;
mod contents;
mod definition;
mod elsewhere;
mod engines;
mod errors;
mod files;
mod jobs;
mod lists;
mod order;
mod pace;
mod reports;
mod suggest;

#[cfg(test)]
mod tests;

pub use definition::{Definition, Effect};
pub(crate) use suggest::{nearest, nearest_of};

/// All of them, by subject.
pub const SUBJECTS: [(&str, &[Definition]); 9] = [
    ("What is moved", blocks::OPTIONS),
    ("In which order", order::OPTIONS),
    ("Files", files::OPTIONS),
    ("How blocks are moved", engines::OPTIONS),
    ("At which pace", pace::OPTIONS),
    ("Contents and verification", contents::OPTIONS),
    ("Jobs together, and where they run", jobs::OPTIONS),
    ("Reports", reports::OPTIONS),
    ("Recorded I/O", elsewhere::OPTIONS),
];

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Definition> {
    SUBJECTS.iter().flat_map(|(_, options)| options.iter())
}

/// The one of that name. fio knows capital letters from small ones.
pub fn named(name: &str) -> Option<&'static Definition> {
    all().find(|option| option.name == name || option.aliases.contains(&name))
}
