//! fio's job language, as a user of the crate sees it.

mod examples;
mod table;
