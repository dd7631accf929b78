//! The names of settings on the command line.

use std::iter;
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use feedrate_measure::Action;
use feedrate_pageio::{Access, EngineChoice, EngineKind};
use feedrate_workload::{RunAs, Target};

/// The work of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StreamAction {
    /// Read the file
    Read,
    /// Write the file
    Write,
    /// Read one file and write another, or the same
    Mix,
    /// Read a page and write the same page back
    WriteBack,
}

impl From<StreamAction> for Action {
    fn from(action: StreamAction) -> Self {
        match action {
            StreamAction::Read => Self::Read,
            StreamAction::Write => Self::Write,
            StreamAction::Mix => Self::Mix,
            StreamAction::WriteBack => Self::WriteBack,
        }
    }
}

/// The method by which pages move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// Through the page cache
    Cached,
    /// Past it, several pages a transfer (SGIO)
    Direct,
    /// Past it, one page a transfer
    Unbuffered,
    /// Through it, each write reaching the device before it returns
    WriteThrough,
}

/// The order in which pages are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// From front to back
    Sequential,
    /// At random
    Random,
    /// At random, without telling the kernel
    History,
}

impl From<Order> for Access {
    fn from(order: Order) -> Self {
        match order {
            Order::Sequential => Self::Sequential,
            Order::Random => Self::Random,
            Order::History => Self::History,
        }
    }
}

/// An engine: the most suitable one, or one of the available ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineName(Option<EngineKind>);

impl EngineName {
    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        self.0.map_or("auto", EngineKind::argument)
    }

    /// Returns whether it has at most one transfer in flight.
    pub fn is_synchronous(self) -> bool {
        self.0.is_some_and(EngineKind::is_synchronous)
    }
}

impl ValueEnum for EngineName {
    fn value_variants<'a>() -> &'a [Self] {
        static NAMES: LazyLock<Vec<EngineName>> = LazyLock::new(|| {
            let offered = EngineKind::all().filter(|kind| kind.help().is_some());
            iter::once(None).chain(offered.map(Some)).map(EngineName).collect()
        });
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            None => "The best that works here",
            Some(kind) => kind.help()?,
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl From<EngineName> for EngineChoice {
    fn from(name: EngineName) -> Self {
        name.0.map_or(Self::Auto, Self::Only)
    }
}

/// The preparation of a file before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TargetName {
    /// It is emptied, and grows as it is written
    Grow,
    /// It is emptied, and its space reserved
    Reserve,
    /// It is overwritten in place
    Overwrite,
}

impl From<TargetName> for Target {
    fn from(name: TargetName) -> Self {
        match name {
            TargetName::Grow => Self::Grow,
            TargetName::Reserve => Self::Reserve,
            TargetName::Overwrite => Self::Overwrite,
        }
    }
}

/// The kind of a stream's execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunAsName {
    /// Threads of one process
    Threads,
    /// A process each
    Processes,
}

impl From<RunAsName> for RunAs {
    fn from(name: RunAsName) -> Self {
        match name {
            RunAsName::Threads => Self::Threads,
            RunAsName::Processes => Self::Processes,
        }
    }
}
