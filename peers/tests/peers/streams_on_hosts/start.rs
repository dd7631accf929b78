//! The common start. The hosts of tests have one clock, so that the truth is known.

use std::fs;

use super::{on_hosts, result, shared};
use crate::hosts::slurm::Slurm;
use crate::hosts::{Hosts, ssh};

#[test]
fn clocks_are_known_within_what_is_said() {
    let Some(hosts) = Hosts::new("clocks of three hosts") else {
        return;
    };
    let folder = shared(&hosts);
    for host in hosts.all() {
        fs::write(folder.join(host.name()), vec![1; 1 << 20]).unwrap();
    }
    let file = folder.join("{host}").display().to_string();
    let ssh = ssh::start(&hosts);
    let slurm = Slurm::start(&hosts);
    for launcher in [hosts.enter(), &ssh, slurm.launcher()] {
        let words = ["measure", &file, "--time", "0.3", "--repeats", "2", "--json", "-"];
        let result = result(on_hosts(launcher, &words));
        let told = result["hosts"].as_array().expect("hosts").iter();
        let mut uncertainties = Vec::new();
        for clock in told.map(|host| &host["clock"]) {
            let offset = clock["offset_nanoseconds"].as_i64().expect("an offset");
            let uncertainty = clock["uncertainty_nanoseconds"].as_i64();
            let uncertainty = uncertainty.expect("an uncertainty");
            assert!(offset.abs() <= uncertainty, "{clock}");
            uncertainties.push(uncertainty as f64 / 1e3);
        }
        for round in result["rounds"].as_array().expect("rounds") {
            let within = round["start_within_microseconds"].as_f64();
            let within = within.expect("a bound");
            // It is never better known than the clocks.
            let least = uncertainties.iter().copied().fold(0.0, f64::max);
            assert!(within >= least, "{within} < {least}");
            println!(
                "{}: within {within:.0} us, clocks {uncertainties:.0?} us",
                launcher.template()
            );
        }
    }
    for host in hosts.all() {
        host.assert_nothing_left();
    }
}
