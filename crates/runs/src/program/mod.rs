//! A program as it is run from its beginning to its end: its settings, its text, and a run of it.
//!
//! | module | contents |
//! |---|---|
//! | [`ProgramSettings`] | the settings of a program, in words |
//! | [`ProgramStart`] | the same once they are checked |
//! | [`read_text`] | the text of a program |
//! | [`LoadedProgram`] | a program that can be run or planned any number of times |
//! | [`ProgramRun`] | the destinations and circumstances of one run |
//! | [`cold`] | the state in which inputs go out of the page cache before their first use |

pub mod cold;
mod error;
mod loaded;
mod settings;
mod start;
mod text;

pub use error::{ProgramError, reason};
pub use loaded::{LoadedProgram, ProgramRun};
pub use settings::ProgramSettings;
pub use start::ProgramStart;
pub use text::read_text;
