//! fio's options: one table with the names, the form of the value, the purpose and the effect of each.
//!
//! Parsing, `--lint`, `--cmdhelp` and the table in `docs/fio.md` are derived from it. Each group of options has a file
//! with a struct of their values and defaults, and with their definitions; `plan` translates them to loads.

/// Declares a struct with default values beside its fields.
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
mod calls;
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
mod priorities;
mod replay;
mod reports;
mod suggest;

#[cfg(test)]
mod tests;

pub use blocks::BlockOptions;
pub use calls::CallOptions;
pub use contents::ContentOptions;
pub use definition::{Definition, Effect};
pub use engines::EngineOptions;
pub use files::FileOptions;
pub use jobs::JobOptions;
pub use order::OrderOptions;
pub use pace::PaceOptions;
pub use priorities::PriorityOptions;
pub use replay::ReplayOptions;
pub use reports::ReportOptions;
pub(crate) use suggest::{nearest, nearest_of};

/// All options, by group.
pub const SUBJECTS: [(&str, &[Definition]); 11] = [
    ("What is moved", blocks::OPTIONS),
    ("In which order", order::OPTIONS),
    ("Files", files::OPTIONS),
    ("How blocks are moved", engines::OPTIONS),
    ("Priorities of single requests", priorities::OPTIONS),
    ("In place of moving blocks", calls::OPTIONS),
    ("At which pace", pace::OPTIONS),
    ("Contents and verification", contents::OPTIONS),
    ("Jobs together, and where they run", jobs::OPTIONS),
    ("Reports", reports::OPTIONS),
    ("Recorded I/O", replay::OPTIONS),
];

/// Returns all options.
pub fn all() -> impl Iterator<Item = &'static Definition> {
    SUBJECTS.iter().flat_map(|(_, options)| options.iter())
}

/// Returns the option of a name. Names are case-sensitive, as in fio.
pub fn named(name: &str) -> Option<&'static Definition> {
    all().find(|option| option.name == name || option.aliases.contains(&name))
}
