//! The published interleave beside its job of fio (SAS Global Forum 2013, paper 479), at both of its sizes.
//!
//! The paper runs a DATA step and a job that reads and writes as many bytes through the page cache, once each. Here
//! both run in turn, and feedrate stands for both programs too.

mod result;
mod runs;

use feedrate_bench::peers::fio::Fio;
use feedrate_bench::volume;

use super::case::Case;
use super::course::Course;
pub use result::Study;
use result::{PUBLISHED, Size};

/// Measures both sizes, and prints a table of each. `mb` are those of a data set in place of the published ones, and
/// the larger size is `factor` times as large.
pub fn run(course: &Course, fio: &Fio, case: &Case, (mb, factor): (Option<u64>, u64)) -> Result<Vec<Study>, String> {
    let sizes = match mb {
        Some(mb) => [mb, mb * factor].map(Size::of),
        None => PUBLISHED,
    };
    let mut studies = Vec::new();
    for size in sizes {
        let folder = course.other.join("paper");
        volume::make(&folder)?;
        volume::check_room(&folder, size.room(), "give fewer --mb")?;
        let study = runs::measure(course, fio, case, (size, &folder));
        volume::remove(&folder)?;
        let study = study?;
        println!("{}", study.rows());
        studies.push(study);
    }
    Ok(studies)
}
