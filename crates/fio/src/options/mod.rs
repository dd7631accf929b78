//! fio's options: one table with the names, the form of the value, the purpose and the effect of each.
//!
//! Parsing, `--lint`, `--cmdhelp` and the table in `docs/fio.md` are derived from it. Each group of options has a file
//! with a struct of their values and defaults, and with their definitions; [`Options`] has them all, and `plan`
//! translates them to loads.

/// Declares the struct of a group, with default values beside its fields.
macro_rules! with_defaults {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$meaning:meta])* pub $field:ident: $type:ty = $default:expr,)*
        }
    ) => {
        /// The values that this group's options fill.
        type Group = $name;

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

/// Creates an option of the name of its field, which takes what a function parses.
macro_rules! takes {
    ($field:ident, $form:expr, $help:expr, $parse:expr) => {
        Entry::takes(stringify!($field), $form, $help, |options: &mut Group, value| {
            value.parsed($parse).map(|to| options.$field = to)
        })
    };
}

/// Creates an option of the name of its field, which is set if the option has no value.
macro_rules! flag {
    ($field:ident, $help:expr) => {
        takes!($field, "", $help, crate::value::Value::flag)
    };
}

/// Creates an option of the name of its field, whose value is 0 or 1.
macro_rules! boolean {
    ($field:ident, $help:expr) => {
        takes!($field, "0|1", $help, crate::value::Value::boolean)
    };
}

mod blocks;
mod calls;
mod contents;
mod engines;
mod entry;
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

use std::sync::LazyLock;

use feedrate_workload::load::OffsetGenerator;

use crate::value::{Refusal, Value};
pub use blocks::BlockOptions;
pub use calls::CallOptions;
pub use contents::ContentOptions;
pub use engines::EngineOptions;
use entry::Entry;
pub use entry::{Definition, Effect};
pub use files::FileOptions;
pub use jobs::JobOptions;
pub use order::OrderOptions;
pub use pace::PaceOptions;
pub use priorities::PriorityOptions;
pub use replay::ReplayOptions;
pub use reports::ReportOptions;
pub(crate) use suggest::nearest_of;

/// The options of a job, including defaults.
///
/// `None` is the value of options for which fio has no default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Directions, blocks and amounts.
    pub blocks: BlockOptions,
    /// The order of blocks.
    pub order: OrderOptions,
    /// Files.
    pub files: FileOptions,
    /// The engine, caches, durability and the queue.
    pub engine: EngineOptions,
    /// The priorities of single requests.
    pub priorities: PriorityOptions,
    /// Engines that move no bytes.
    pub calls: CallOptions,
    /// Rates, and when a job ends.
    pub pace: PaceOptions,
    /// The content of writes and its verification.
    pub contents: ContentOptions,
    /// Clones, the order of jobs, and where they run.
    pub jobs: JobOptions,
    /// The options of reports.
    pub reports: ReportOptions,
    /// Recorded I/O.
    pub replay: ReplayOptions,
}

/// All options, by group.
pub static GROUPS: LazyLock<[Group; 11]> = LazyLock::new(|| {
    [
        Group::new("What is moved", blocks::OPTIONS, |options| &mut options.blocks),
        Group::new("In which order", order::OPTIONS, |options| &mut options.order),
        Group::new("Files", files::OPTIONS, |options| &mut options.files),
        Group::new("How blocks are moved", engines::OPTIONS, |options| &mut options.engine),
        Group::new("Priorities of single requests", priorities::OPTIONS, |options| {
            &mut options.priorities
        }),
        Group::new("In place of moving blocks", calls::OPTIONS, |options| {
            &mut options.calls
        }),
        Group::new("At which pace", pace::OPTIONS, |options| &mut options.pace),
        Group::new("Contents and verification", contents::OPTIONS, |options| {
            &mut options.contents
        }),
        Group::new("Jobs together, and where they run", jobs::OPTIONS, |options| {
            &mut options.jobs
        }),
        Group::new("Reports", reports::OPTIONS, |options| &mut options.reports),
        Group::new("Recorded I/O", replay::OPTIONS, |options| &mut options.replay),
    ]
});

/// The setter of an option of a group, by its first name. It does nothing for an option of another group.
type Setter = Box<dyn Fn(&mut Options, &str, &mut Value<'_>) -> Result<(), Refusal> + Send + Sync>;

/// A group of options.
pub struct Group {
    /// Its subject, as a heading.
    pub subject: &'static str,
    /// Its options.
    pub options: Vec<&'static Definition>,
    set: Setter,
}

impl Group {
    /// Creates a group from its table and the field of its values.
    fn new<G>(subject: &'static str, table: &'static [Entry<G>], field: fn(&mut Options) -> &mut G) -> Self {
        Self {
            subject,
            options: table.iter().map(|entry| &entry.definition).collect(),
            set: Box::new(move |options, name, value| {
                let entry = table.iter().find(|entry| entry.definition.name == name);
                entry.map_or(Ok(()), |entry| entry.set(field(options), value))
            }),
        }
    }
}

/// Returns all options.
pub fn all() -> impl Iterator<Item = &'static Definition> {
    GROUPS.iter().flat_map(|group| group.options.iter().copied())
}

/// Returns the option of a name. Names are case-sensitive, as in fio.
pub fn named(name: &str) -> Option<&'static Definition> {
    all().find(|option| option.name == name || option.aliases.contains(&name))
}

/// Returns the name most similar to `given`, unless none is similar.
pub(crate) fn nearest(given: &str) -> Option<&'static str> {
    let given = given.split(['=', ':', ' ']).next().unwrap_or(given);
    nearest_of(
        given,
        all().flat_map(|option| std::iter::once(option.name).chain(option.aliases.iter().copied())),
    )
}

impl Options {
    /// Parses the value of an option, by its first name, and stores it. Options without an effect are passed over.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid for the option.
    pub(crate) fn set(&mut self, name: &str, value: &mut Value<'_>) -> Result<(), Refusal> {
        GROUPS.iter().try_for_each(|group| (group.set)(self, name, value))
    }

    /// Returns the shortest and the longest block that changes files: of trims if there are only trims, else of writes.
    pub fn changed_bs(&self) -> (u64, u64) {
        match self.blocks.rw.only_trims() {
            true => self.blocks.bs.trim,
            false => self.blocks.bs.write,
        }
    }

    /// Returns the shortest and the longest block of the directions of the job.
    pub(crate) fn lengths(&self) -> (u64, u64) {
        let bs = &self.blocks.bs;
        match (self.blocks.rw.reads(), self.blocks.rw.writes()) {
            (true, false) if !self.blocks.bs_is_seq_rand => bs.read,
            (false, _) if !self.blocks.bs_is_seq_rand => self.changed_bs(),
            _ => (bs.read.0.min(bs.write.0), bs.read.1.max(bs.write.1)),
        }
    }

    /// Returns whether a job in random order may visit a block again before all have been visited.
    pub fn may_repeat(&self) -> bool {
        self.order.norandommap && self.order.random_generator != OffsetGenerator::Register
    }

    /// Returns whether the job's engine moves one block at a time, whatever `iodepth` is.
    pub fn is_synchronous(&self) -> bool {
        self.engine.ioengine.is_synchronous()
    }
}
