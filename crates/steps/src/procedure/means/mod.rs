//! PROC MEANS and PROC SUMMARY: statistics of variables, for all observations and for groups of them.
//!
//! | room | what is in it |
//! |---|---|
//! | [`request`](Means) | what is asked for |
//! | [`report`], [`listing`], [`number`] | observations of data sets, rows of tables, cells of tables |

mod listing;
mod number;
mod report;
mod request;
mod told;

use crate::data::Outcome;
use crate::environment::Environment;
use crate::ir::Site;
use report::Report;

pub use request::{Means, MeansContent, MeansListing, MeansOutput};

impl Means {
    pub(super) fn run(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let statistics = self.statistics();
        let mut report = Report::new(self, environment.options.line_size as usize);
        self.aggregation
            .run(&statistics, site, environment, &mut |computed, runtime| {
                report.take(computed, runtime)
            })
    }
}
