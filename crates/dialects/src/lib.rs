//! Other tools' arguments and outputs, to and from feedrate's jobs.
//!
//! Who has scripts, habits or published figures of another tool gives that tool's arguments and gets
//! its output; between the two, pages move as they do everywhere in feedrate.
//!
//! | room | whose |
//! |---|---|
//! | [`sasiotest`] | SASIOTEST, the I/O test that comes with SAS for Windows |

pub mod sasiotest;
