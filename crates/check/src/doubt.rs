//! The reasons for which the choice of a search is undecided.

use feedrate_stats::Certainty;
use serde::Serialize;

use crate::disturbance::Disturbance;
use crate::setting::Setting;

/// The share of the resamples from which on a choice is sure.
const SURE: f64 = 0.95;

/// A reason for which a choice is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubt {
    /// The search ended before any of its settings was tried, so there is no choice.
    NotTried,
    /// The check ended before the choice was repeated.
    NotRepeated,
    /// There were too few rounds to tell.
    FewRounds,
    /// The choice is within the tolerance of the best in fewer than 95 of 100 resamples.
    Alike,
    /// Others had the processors.
    Processors,
    /// Others were at work on the device.
    Device,
    /// Memory was missing for cached settings, and a direct one was chosen.
    Memory,
}

impl Doubt {
    /// Returns the doubts about a choice.
    pub(crate) fn about(choice: Setting, certainty: Option<Certainty>, others: &Disturbance) -> Vec<Self> {
        [
            (Self::FewRounds, certainty.is_none()),
            (
                Self::Alike,
                certainty.is_some_and(|certainty| certainty.within_tolerance < SURE),
            ),
            (Self::Processors, others.of_processors()),
            (Self::Device, others.of_device()),
            (Self::Memory, others.of_memory() && choice.direct),
        ]
        .into_iter()
        .filter_map(|(doubt, applies)| applies.then_some(doubt))
        .collect()
    }

    /// Returns whether what was measured is too little to tell what the search's settings give.
    pub fn is_of_missing_figures(self) -> bool {
        matches!(self, Self::NotTried | Self::NotRepeated)
    }

    /// Returns whether it is about others, who may be gone at another time.
    pub fn is_of_others(self) -> bool {
        matches!(self, Self::Processors | Self::Device | Self::Memory)
    }
}

#[cfg(test)]
mod tests {
    use feedrate_stats::Interval;

    use super::*;

    #[test]
    fn a_choice_is_undecided_where_the_rounds_or_others_make_it_so() {
        let certainty = |within_tolerance| {
            Some(Certainty {
                rounds: 20,
                within_tolerance,
                same_choice: 0.5,
                of_best: Interval { low: 0.97, high: 1.0 },
            })
        };
        let quiet = Disturbance::default();
        let direct = Setting::direct_as_sas(1 << 16, 17);
        assert_eq!(Doubt::about(direct, certainty(0.95), &quiet), []);
        assert_eq!(Doubt::about(direct, certainty(0.94), &quiet), [Doubt::Alike]);
        assert_eq!(Doubt::about(direct, None, &quiet), [Doubt::FewRounds]);
        let busy = Disturbance {
            processor_share: Some(0.5),
            memory_short_share: Some(0.5),
            ..quiet
        };
        let doubts = Doubt::about(direct, certainty(1.0), &busy);
        assert_eq!(doubts, [Doubt::Processors, Doubt::Memory]);
        // Memory that is missing only speaks against cached settings.
        let cached = Doubt::about(Setting::SAS_DEFAULT, certainty(1.0), &busy);
        assert_eq!(cached, [Doubt::Processors]);
        assert!(cached[0].is_of_others() && !Doubt::Alike.is_of_others());
    }
}
