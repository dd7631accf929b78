//! Arguments that several commands have.

mod discipline;
pub mod factor;
mod method_change;
pub mod percent;
mod program;
mod ramp;
mod renderings;
pub mod seconds;

pub use discipline::DisciplineName;
pub use method_change::MethodArguments;
pub use program::{ProgramFiles, ProgramSettings};
pub use ramp::RampArguments;
pub use renderings::Renderings;
