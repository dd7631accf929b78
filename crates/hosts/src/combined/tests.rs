use std::time::Duration;

use feedrate_connect::{Clocks, HostName};
use feedrate_workload::{Round, RoundFlow};

use super::*;
use crate::clock::HostClock;
use crate::gate::HostFacts;
use crate::group::{Host, HostRound};

fn outcome(name: &str, megabytes: u64, seconds: f64, cache_share: Option<f64>) -> HostOutcome {
    let bytes = megabytes * 1_000_000;
    let clocks = |at| Clocks {
        monotonic: at,
        real: at,
        since_boot: at,
    };
    let mut read = RoundFlow {
        bytes,
        operations: 10,
        ..RoundFlow::default()
    };
    read.latencies.record(Duration::from_micros(100));
    HostOutcome {
        host: Host {
            name: HostName::new(name).unwrap(),
            facts: HostFacts::here(),
            clock: HostClock::of(clocks(0), clocks(500), clocks(1_000)),
        },
        code: 0,
        output: Vec::new(),
        messages: Vec::new(),
        rounds: vec![HostRound {
            start: 1_000,
            late: 0,
            moved: vec![(1_000, 0), (1_000 + (seconds * 1e9) as u64, bytes)],
            others: None,
            round: Some(Round {
                read,
                write: RoundFlow::default(),
                ramped: Duration::ZERO,
                elapsed: Duration::from_secs_f64(seconds),
                cpu: Default::default(),
                cache_share,
                storage: None,
                durable: false,
                stopped: false,
                errors: Vec::new(),
            }),
        }],
    }
}

#[test]
fn all_hosts_together() {
    let outcomes = [outcome("n1", 100, 1.0, Some(0.0)), outcome("n2", 100, 2.0, Some(0.5))];
    let [round] = rounds(&outcomes).try_into().unwrap();
    assert_eq!(round.bytes, 200_000_000);
    assert!((round.megabytes_per_second - 100.0).abs() < 1e-9);
    let together = round.while_all_ran.unwrap();
    assert!((together.megabytes_per_second - 150.0).abs() < 1e-6);
    assert_eq!(round.cache_share, Some(0.25));
    assert_eq!(round.read.as_ref().unwrap().operations, 20);
    assert_eq!(round.slowest.as_deref(), Some("n2"));
    assert!((round.start_within_microseconds - 0.5).abs() < 1e-9);
    assert!(
        on_the_slowest(&round)
            .unwrap()
            .starts_with("n2 is the slowest host: 50")
    );
}

#[test]
fn an_unknown_share_makes_that_of_all_unknown() {
    let outcomes = [outcome("n1", 1, 1.0, Some(0.0)), outcome("n2", 1, 1.0, None)];
    assert_eq!(rounds(&outcomes)[0].cache_share, None);
    assert_eq!(on_the_slowest(&rounds(&outcomes)[0]), None);
}

#[test]
fn of_a_run_that_did_not_end_everywhere_the_others_are_shown() {
    let mut outcomes = [outcome("n1", 1, 1.0, None), outcome("n2", 1, 1.0, None)];
    outcomes[1].rounds[0].round = None;
    let [round] = rounds(&outcomes).try_into().unwrap();
    assert_eq!(round.hosts.len(), 1);
    outcomes[0].rounds[0].round = None;
    assert!(rounds(&outcomes).is_empty());
    assert_eq!(all_rounds(&outcomes).len(), 1);
}

#[test]
fn all_together_are_no_faster_than_the_sum_of_the_hosts() {
    let mut outcomes = [outcome("n1", 100, 1.0, None), outcome("n2", 100, 1.0, None)];
    outcomes[0].rounds[0].round.as_mut().unwrap().ramped = Duration::from_millis(500);
    let [round] = rounds(&outcomes).try_into().unwrap();
    assert!((round.seconds - 1.5).abs() < 1e-9, "{}", round.seconds);
    assert!(round.megabytes_per_second < 200.0);
    // One that began late ended as much later.
    outcomes[1].rounds[0].late = 2_000_000_000;
    let [round] = rounds(&outcomes).try_into().unwrap();
    assert!((round.seconds - 2.5).abs() < 1e-9, "{}", round.seconds);
    assert_eq!(round.while_all_ran, None);
}

#[test]
fn hosts_that_are_one_machine_are_no_others_to_each_other() {
    let mut outcomes = [outcome("n1", 1, 1.0, None), outcome("n2", 1, 1.0, None)];
    for (outcome, seconds) in outcomes.iter_mut().zip([0.5, 0.75]) {
        outcome.host.facts.cores.quota = None;
        outcome.rounds[0].others = Some(feedrate_machine::OtherLoad {
            programs_seconds: 1.0,
            stolen_seconds: 0.0,
            processors_seconds: 2.0,
            elapsed_seconds: 1.0,
        });
        let round = outcome.rounds[0].round.as_mut().unwrap();
        round.cpu.user = Duration::from_secs_f64(seconds);
    }
    let shares = |outcomes: &[HostOutcome]| {
        let [round] = rounds(outcomes).try_into().unwrap();
        let shares = round.hosts.iter().map(|host| host.processor_share_of_others.unwrap());
        shares.collect::<Vec<_>>()
    };
    outcomes[0].host.facts.boot = Some("one".to_owned());
    outcomes[1].host.facts.boot = Some("other".to_owned());
    assert_eq!(shares(&outcomes), [0.5, 0.5]);
    outcomes[1].host.facts.boot = Some("one".to_owned());
    assert_eq!(shares(&outcomes), [0.125, 0.25]);
}
