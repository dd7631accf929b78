//! Rows that several tools have.

use feedrate_pageio::Latencies;
use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_workload::figures::PERCENTILES;

use super::Rows;
use crate::times::short;

impl Rows {
    /// Adds the share of the bytes read that the page cache served.
    pub(crate) fn page_cache(&mut self, share: CacheShare) {
        let text = match share {
            CacheShare::Known(_) => format!("served {share} of the bytes read"),
            CacheShare::Unknown(UnknownBecause::NothingRead) => "nothing was read".to_owned(),
            CacheShare::Unknown(_) => "unknown how much of what was read it served: nobody counts what this process \
                 really read from storage"
                .to_owned(),
        };
        self.row("Page cache", &text);
    }

    /// Adds the names of percentiles, and below them those of latencies, a labelled line each.
    pub(crate) fn latencies<'l>(&mut self, of: impl IntoIterator<Item = (&'l str, &'l Latencies)>) {
        let names = PERCENTILES.iter().map(|(name, _)| format!("p{name}"));
        self.columns("Latencies", names.chain(["max".to_owned()]));
        for (label, latencies) in of {
            let figures = PERCENTILES
                .iter()
                .map(|&(_, percent)| latencies.percentile(percent))
                .chain([latencies.max()]);
            self.columns(label, figures.map(short));
        }
    }

    /// Adds whether the content of `files` may be overwritten.
    pub(crate) fn safety(&mut self, files: &str, overwrite_foreign: bool) {
        let text = match overwrite_foreign {
            true => format!("whatever is in the {files} is lost, whoever made them"),
            false => "files that feedrate did not make are left alone (--overwrite-foreign)".to_owned(),
        };
        self.row("Safety", &text);
    }

    /// Adds options with another meaning here, one row each.
    pub(crate) fn remarks<R: AsRef<str>>(&mut self, remarks: &[R]) {
        for remark in remarks {
            self.row("Note", remark.as_ref());
        }
    }
}
