//! The figures of a check of several hosts.

use std::collections::BTreeSet;

use feedrate_document::Header;
use feedrate_hosts::combined::CombinedRound;
use feedrate_hosts::group::Host;
use feedrate_machine::OtherLoad;
use feedrate_stats::Summary;
use serde::Serialize;
use serde_json::Value;

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The factor that counts as a gain by more hosts.
const REAL_GAIN: f64 = 1.10;

/// The share of what as many single hosts would get from which on they do not disturb each other.
const UNDISTURBED: f64 = 0.90;

/// The share of its cores from which on these hold a host.
const CPU_BOUND: f64 = 0.85;

/// The figures of so many hosts at once.
#[derive(Clone, Debug, Serialize)]
pub struct Stage {
    /// The number of hosts, which are the first of the list.
    pub hosts: usize,
    /// Their physical cores.
    pub cores: usize,
    /// 10^6 bytes a second of all of them, reading and writing together.
    pub megabytes_per_second: Summary,
    /// The median for each core.
    pub megabytes_per_second_per_core: f64,
    /// The median as a share of what as many hosts would get if each got what the first got alone.
    pub share_of_linear: f64,
    /// The median of the host that was slowest in most rounds, and its name; absent for one host.
    pub slowest: Option<(String, f64)>,
    /// The median share of the cores that were busy, on the host where they were busiest.
    pub cores_busy: f64,
    /// The share of the bytes read that the hosts' page caches served; absent if unknown in any round.
    pub cache_share: Option<f64>,
    /// The median share of all processors that others had; absent if unknown in every round.
    pub processor_share_of_others: Option<f64>,
}

/// The limit that holds the hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeldBy {
    /// The processors of the hosts.
    Processors,
    /// Each host by itself: its line to the storage, or what one transfer takes. More hosts get more.
    EachHost,
    /// The storage that they share: the volume, or the network before it. More hosts get no more.
    Volume,
    /// There is one host only.
    Unknown,
}

/// The growth of the rate with the number of hosts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Growth {
    /// The number of hosts from which on more of them get no more; absent if it still grew with all.
    pub ends_at: Option<usize>,
    /// The limit that holds them.
    pub held_by: HeldBy,
    /// The greatest median of any stage, in 10^6 bytes a second.
    pub most_megabytes_per_second: f64,
    /// The number of hosts of that stage.
    pub most_at: usize,
}

/// The result.
#[derive(Clone, Debug, Serialize)]
pub struct CheckOnHosts {
    /// The header.
    pub feedrate: Header,
    /// When it was begun, by RFC 3339.
    pub started_at: String,
    /// The folder, as given.
    pub folder: String,
    /// The launcher.
    pub launcher: String,
    /// The way that pages moved, as the check of the first host has it.
    pub setting: Value,
    /// The same in words.
    pub setting_text: String,
    /// The required rate, in 10^6 bytes a second for a physical core.
    pub require_mb_per_core: f64,
    /// True if all hosts at once meet that.
    pub meets: bool,
    /// True if they do not, but may fall short because of what others had of the processors.
    pub undecided: bool,
    /// The stages, by the number of hosts.
    pub stages: Vec<Stage>,
    /// The growth of the rate with the number of hosts.
    pub growth: Growth,
    /// By how many microseconds starts may have differed.
    pub start_within_microseconds: f64,
    /// Warnings.
    pub warnings: Vec<String>,
    /// The hosts.
    pub hosts: Vec<Host>,
    /// The check of the first host alone.
    pub first_host: Value,
    /// Every run, in its order, with the hosts that took part.
    pub rounds: Vec<CombinedRound>,
}

impl Stage {
    /// Returns the stages of the first 1, 2, 4 … `hosts` from all rounds, of which each is `None` if it has no figures.
    /// `ran` has the number of hosts of each round. Returns `None` if the first host alone has no figures.
    pub fn all(hosts: &[Host], ran: &[usize], rounds: &[Option<CombinedRound>]) -> Option<Vec<Self>> {
        let numbers: BTreeSet<usize> = ran.iter().copied().collect();
        let of_stage = |number: usize| -> Vec<_> {
            let of_stage = rounds.iter().zip(ran).filter(|(_, ran)| **ran == number);
            of_stage.filter_map(|(round, _)| round.as_ref()).collect()
        };
        let alone = Self::of(hosts.get(..1)?, &of_stage(1), None)?;
        let alone = alone.megabytes_per_second.median;
        let stages = numbers.into_iter().filter_map(|number| {
            let hosts = hosts.get(..number)?;
            Self::of(hosts, &of_stage(number), Some(alone))
        });
        Some(stages.collect())
    }

    /// Returns the stage of so many hosts from its rounds; `None` if there are none.
    fn of(hosts: &[Host], rounds: &[&CombinedRound], alone: Option<f64>) -> Option<Self> {
        let rates: Vec<f64> = rounds.iter().map(|round| round.megabytes_per_second).collect();
        let summary = Summary::of(&rates)?;
        let cores = cores_of(hosts);
        let linear = alone.unwrap_or(summary.median) * hosts.len() as f64;
        let shares: Option<Vec<f64>> = rounds.iter().map(|round| round.cache_share).collect();
        Some(Self {
            hosts: hosts.len(),
            cores,
            megabytes_per_second: summary,
            megabytes_per_second_per_core: summary.median / cores.max(1) as f64,
            share_of_linear: match linear > 0.0 {
                true => summary.median / linear,
                false => 0.0,
            },
            slowest: slowest(rounds),
            cores_busy: median(rounds.iter().map(|round| {
                let busy = round.hosts.iter().map(|host| host.cores_busy);
                busy.fold(0.0, f64::max)
            })),
            cache_share: shares.map(|shares| median(shares.into_iter())),
            processor_share_of_others: {
                let shares = rounds.iter().filter_map(|round| of_others(hosts, round));
                let shares: Vec<f64> = shares.collect();
                Summary::of(&shares).map(|summary| summary.median)
            },
        })
    }

    /// Returns whether others may be why a requirement is missed that this stage does not meet.
    pub fn is_hindered(&self) -> bool {
        let share = self.processor_share_of_others;
        share.is_some_and(|share| share > OtherLoad::HINDERS)
    }
}

/// Returns the share of the processors of all hosts that others had in a round; `None` if no host tells.
fn of_others(hosts: &[Host], round: &CombinedRound) -> Option<f64> {
    let (mut had, mut all) = (0.0, 0.0);
    for figures in &round.hosts {
        let host = hosts.iter().find(|host| host.name.as_str() == figures.name);
        if let (Some(host), Some(share)) = (host, figures.processor_share_of_others) {
            let cores = host.facts.cores.usable();
            had += share * cores;
            all += cores;
        }
    }
    (all > 0.0).then(|| had / all)
}

/// Returns the cores of hosts. Those of one machine under several names count once.
fn cores_of(hosts: &[Host]) -> usize {
    let mut known = Vec::new();
    let mut cores = 0usize;
    for host in hosts {
        let facts = &host.facts;
        if facts.boot.is_some() && known.contains(&&facts.boot) {
            continue;
        }
        known.push(&facts.boot);
        cores = cores.saturating_add(facts.cores.physical_available.max(1));
    }
    cores
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    Summary::of(&values).map_or(0.0, |summary| summary.median)
}

/// Returns the host with the lowest median rate.
fn slowest(rounds: &[&CombinedRound]) -> Option<(String, f64)> {
    let names = rounds.first()?.hosts.iter().map(|host| &host.name);
    let rates = names.map(|name| {
        let of_host = rounds
            .iter()
            .flat_map(|round| &round.hosts)
            .filter(|host| host.name == *name);
        (name.clone(), median(of_host.map(|host| host.megabytes_per_second)))
    });
    let rates: Vec<(String, f64)> = rates.collect();
    let slowest = rates.iter().min_by(|one, other| one.1.total_cmp(&other.1))?;
    (rates.len() > 1).then(|| slowest.clone())
}

impl Growth {
    /// Returns how the rate grows over stages, which are in order; `None` without stages.
    pub fn of(stages: &[Stage]) -> Option<Self> {
        let rate = |stage: &Stage| stage.megabytes_per_second.median;
        let most = stages.iter().max_by(|one, other| rate(one).total_cmp(&rate(other)))?;
        let last = stages.last()?;
        // The first stage that no later one exceeds by a real gain.
        let is_enough = |stage: &&Stage| rate(most) < REAL_GAIN * rate(stage);
        let first = stages.iter().find(is_enough)?;
        let held_by = match stages.len() {
            1 => HeldBy::Unknown,
            _ if last.cores_busy >= CPU_BOUND => HeldBy::Processors,
            _ if last.share_of_linear >= UNDISTURBED => HeldBy::EachHost,
            _ => HeldBy::Volume,
        };
        Some(Self {
            ends_at: (first.hosts < last.hosts).then_some(first.hosts),
            held_by,
            most_megabytes_per_second: rate(most),
            most_at: most.hosts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(rates: &[(usize, f64)], cores_busy: f64) -> Vec<Stage> {
        let alone = rates[0].1;
        rates
            .iter()
            .map(|&(hosts, rate)| Stage {
                hosts,
                cores: hosts,
                megabytes_per_second: Summary::of(&[rate]).unwrap(),
                megabytes_per_second_per_core: rate / hosts as f64,
                share_of_linear: rate / (alone * hosts as f64),
                slowest: None,
                cores_busy,
                cache_share: None,
                processor_share_of_others: None,
            })
            .collect()
    }

    #[test]
    fn growth_ends_where_more_hosts_get_no_more() {
        let growth = Growth::of(&stages(&[(1, 100.0), (2, 190.0), (4, 205.0), (8, 200.0)], 0.2));
        let growth = growth.unwrap();
        assert_eq!(growth.ends_at, Some(2));
        assert_eq!(growth.held_by, HeldBy::Volume);
        assert_eq!(growth.most_at, 4);
    }

    #[test]
    fn hosts_that_do_not_disturb_each_other_are_held_by_themselves() {
        let growth = Growth::of(&stages(&[(1, 100.0), (2, 199.0), (4, 395.0)], 0.2)).unwrap();
        assert_eq!((growth.ends_at, growth.held_by), (None, HeldBy::EachHost));
        let growth = Growth::of(&stages(&[(1, 100.0), (2, 199.0)], 0.97)).unwrap();
        assert_eq!(growth.held_by, HeldBy::Processors);
        let growth = Growth::of(&stages(&[(1, 100.0)], 0.5)).unwrap();
        assert_eq!((growth.ends_at, growth.held_by), (None, HeldBy::Unknown));
        assert!(Growth::of(&[]).is_none());
    }
}
