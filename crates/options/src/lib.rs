//! The system options: each is defined once, as an entry of the table of its group.
//!
//! A group is a structure with a field for each of its options, which is passed to the code that uses them. An entry
//! has the name of the option, its aliases, the field and its type, the accepted values if these are not all of that
//! type, the initial value, and a description:
//!
//! ```text
//! LINESIZE | LS => line_size: u32 [number(64, 256)] = 80, "Columns of a line of the listing. 80 by default.";
//! ```
//!
//! | group | used by |
//! |---|---|
//! | [`LogOptions`] | the log |
//! | [`MacroOptions`] | the macro language |
//! | [`DateOptions`] | informats and other readers of dates |
//! | [`StepOptions`] | steps, when they are lowered and when they run |
//! | [`ConnectOptions`] | statements about other sessions |
//! | [`HostOptions`] | the same, for sessions on other machines; only the user sets them |
//! | [`CommandOptions`] | whatever runs commands of the system; only the user sets it |
//! | [`ProgramOptions`] | the session itself |
//! | [`WITHOUT_EFFECT`], [`REFUSED`] | nothing |
//!
//! [`MemoryGrant`] is what MEMSIZE= grants to a step.

mod command;
mod connect;
mod date;
mod definition;
mod form;
mod group;
mod hosts;
mod log;
mod macros;
mod memory;
mod number;
mod option_type;
mod program;
mod refused;
mod step;
mod table;
mod value;
mod without_effect;

pub use command::{CommandOptions, NO_COMMANDS};
pub use connect::{AccessMethod, ConnectOptions};
pub use date::DateOptions;
pub use definition::{Definition, Effect};
pub use form::Form;
pub use group::OptionGroup;
pub use hosts::HostOptions;
pub use log::{IoTable, LogOptions};
pub use macros::MacroOptions;
pub use memory::{MemoryGrant, MemoryRefused};
pub use number::parse_number;
pub use program::ProgramOptions;
pub use refused::REFUSED;
pub use step::{MessageLevel, Reaction, StepOptions};
pub use table::{definitions, find};
pub use value::OptionValue;
pub use without_effect::WITHOUT_EFFECT;
