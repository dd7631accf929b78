//! fio's options: one table of what each is called, what its value looks like, what it is for, and what becomes of it.
//!
//! Parsing, `--lint`, `--cmdhelp` and the table in `docs/fio.md` follow from it. A file for each subject holds what a
//! job has of it, with its defaults, and the options that set that; what follows from it for a load is in `plan`.

/// Declares a struct whose fields stand beside their defaults.
macro_rules! with_defaults {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$meaning:meta])* pub $field:ident: $type:ty = $default:expr,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$meaning])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

mod blocks;
mod contents;
mod definition;
mod engines;
mod errors;
mod files;
mod jobs;
mod lengths;
mod lists;
mod order;
mod pace;
mod replay;
mod reports;
mod suggest;

#[cfg(test)]
mod tests;

pub use blocks::BlockOptions;
pub use contents::ContentOptions;
pub use definition::{Definition, Effect};
pub use engines::EngineOptions;
pub use files::FileOptions;
pub use jobs::JobOptions;
pub use order::OrderOptions;
pub use pace::PaceOptions;
pub use replay::ReplayOptions;
pub use reports::ReportOptions;
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
    ("Recorded I/O", replay::OPTIONS),
];

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Definition> {
    SUBJECTS.iter().flat_map(|(_, options)| options.iter())
}

/// The one of that name. fio knows capital letters from small ones.
pub fn named(name: &str) -> Option<&'static Definition> {
    all().find(|option| option.name == name || option.aliases.contains(&name))
}
