//! Problems that are counted while a step runs and logged at its end.

use std::collections::BTreeMap;

use feedrate_program::{Site, SiteId};

/// Counts of problems per site.
#[derive(Clone, Debug)]
pub struct Problems {
    /// Operations with missing operands.
    missing: Vec<u64>,
    /// Operations without a result, such as divisions by zero.
    mathematical: Vec<u64>,
    /// Character values that were not valid numbers.
    conversions: u64,
    /// The total of these counts.
    happened: u64,
    /// Set when a number did not fit its format.
    pub is_format_narrow: bool,
    /// For how many observations all details were logged.
    pub observations: u64,
}

/// The number of times that a problem occurred at a source position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Occurrences {
    /// The number of times.
    pub times: u64,
    /// The position.
    pub site: Site,
}

impl Problems {
    /// Returns no problems, at any of so many sites.
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

    /// Counts an operation with a missing operand.
    pub fn missing(&mut self, site: SiteId) {
        self.happened += 1;
        count(&mut self.missing, site);
    }

    /// Counts an operation without a result.
    pub fn mathematical(&mut self, site: SiteId) {
        self.happened += 1;
        count(&mut self.mathematical, site);
    }

    /// Counts a character value that is not a valid number.
    pub fn conversion(&mut self) {
        self.happened += 1;
        self.conversions += 1;
    }

    /// Records whether a written number fits its format.
    #[inline]
    pub fn written(&mut self, fits: bool) {
        self.is_format_narrow |= !fits;
    }

    /// Adds the counts of other rows, except for the number of logged observations.
    pub fn add(&mut self, other: &Self) {
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

    /// Returns the total of all problems.
    pub fn happened(&self) -> u64 {
        self.happened
    }

    /// Returns how many character values were not valid numbers.
    pub fn conversions(&self) -> u64 {
        self.conversions
    }

    /// Returns where operations had missing operands, in source order.
    pub fn missing_places(&self, sites: &[Site]) -> Vec<Occurrences> {
        places(&self.missing, sites)
    }

    /// Returns where operations had no result, in source order.
    pub fn mathematical_places(&self, sites: &[Site]) -> Vec<Occurrences> {
        places(&self.mathematical, sites)
    }
}

fn count(counts: &mut [u64], site: SiteId) {
    // An unknown site would be a bug in the front end, which is no reason to stop.
    if let Some(count) = counts.get_mut(site.0 as usize) {
        *count += 1;
    }
}

/// Merges the counts of sites at the same position.
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
