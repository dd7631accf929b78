//! Interprets the program of a step.
//!
//! This defines the meaning of the program; other executors are tested against it. Expressions are methods of
//! [`Core`](super::core::Core), which is all they can access; statements are methods of
//! [`Runtime`](super::runtime::Runtime), which also has the files.

mod arithmetic;
mod assignment;
mod call;
mod convert;
mod lag;
mod loops;
pub(in crate::data) mod membership;
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
