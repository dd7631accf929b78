//! Evaluates the program of a step as it stands.
//!
//! This defines what the program means, and is what any other executor is held against. Expressions are
//! methods of [`Core`](super::core::Core), which is all they see; statements are methods of
//! [`Runtime`](super::runtime::Runtime), which also has the files.

mod arithmetic;
mod assignment;
mod call;
mod convert;
mod lag;
mod loops;
mod membership;
mod number;
mod routine;
mod statement;
mod text;

pub use call::Pending;
pub use lag::Queue;
pub use membership::is_like;
pub use membership::{is_among, is_text_among};
pub use routine::RoutineRoom;
pub use statement::Flow;
pub use text::TextRef;
