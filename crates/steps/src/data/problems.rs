//! What is counted while a step runs, to be told when it ends.

use std::collections::BTreeMap;

use crate::ir::{Site, SiteId};

/// Counts by site.
#[derive(Clone, Debug)]
pub struct Problems {
    /// Operations on missing values.
    missing: Vec<u64>,
    /// Operations that have no result, such as divisions by zero.
    mathematical: Vec<u64>,
    /// Texts that were to be numbers and are none.
    conversions: u64,
    /// All of these.
    happened: u64,
    /// Whether a number did not fit in its format.
    pub is_format_narrow: bool,
    /// Of both: how many were told with all details.
    pub observations: u64,
}

/// How often something happened at a place of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Occurrences {
    /// How often.
    pub times: u64,
    /// Where.
    pub site: Site,
}

impl Problems {
    pub fn new(sites: usize) -> Self {
        Self {
            missing: vec![0; sites],
            mathematical: vec![0; sites],
            conversions: 0,
            happened: 0,
            is_format_narrow: false,
            observations: 0,
        }
    }

    /// An operation on a missing value.
    pub fn missing(&mut self, site: SiteId) {
        self.happened += 1;
        count(&mut self.missing, site);
    }

    /// An operation that has no result.
    pub fn mathematical(&mut self, site: SiteId) {
        self.happened += 1;
        count(&mut self.mathematical, site);
    }

    /// A text that is no number.
    pub fn conversion(&mut self) {
        self.happened += 1;
        self.conversions += 1;
    }

    /// A number was written, and it `fits` its format or not.
    #[inline]
    pub fn written(&mut self, fits: bool) {
        self.is_format_narrow |= !fits;
    }

    /// Adds those of other rows, but for how many were told.
    pub(crate) fn add(&mut self, other: &Self) {
        for (to, from) in [
            (&mut self.missing, &other.missing),
            (&mut self.mathematical, &other.mathematical),
        ] {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
        self.conversions += other.conversions;
        self.happened += other.happened;
        self.is_format_narrow |= other.is_format_narrow;
    }

    /// How many there have been, of all kinds.
    pub fn happened(&self) -> u64 {
        self.happened
    }

    /// Texts that were to be numbers and are none.
    pub fn conversions(&self) -> u64 {
        self.conversions
    }

    /// Where operations met missing values, in the order of the source.
    pub fn missing_places(&self, sites: &[Site]) -> Vec<Occurrences> {
        places(&self.missing, sites)
    }

    /// Where operations had no result, in the order of the source.
    pub fn mathematical_places(&self, sites: &[Site]) -> Vec<Occurrences> {
        places(&self.mathematical, sites)
    }
}

fn count(counts: &mut [u64], site: SiteId) {
    // A site that the step does not have is a fault of its maker, and not worth stopping for.
    if let Some(count) = counts.get_mut(site.0 as usize) {
        *count += 1;
    }
}

/// Several sites may name one place; it is told once.
fn places(counts: &[u64], sites: &[Site]) -> Vec<Occurrences> {
    let mut places = BTreeMap::new();
    for (&times, &site) in counts.iter().zip(sites) {
        if times > 0 {
            *places.entry(site).or_insert(0) += times;
        }
    }
    places
        .into_iter()
        .map(|(site, times)| Occurrences { times, site })
        .collect()
}
