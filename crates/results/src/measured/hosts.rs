//! The samples of results of several hosts: of all together, and of each.

use feedrate_study::figures::{CACHE_SHARE, Figure, SECONDS, THROUGHPUT};
use serde_json::Value;

use super::samples::Samples;
use super::{Better, Levels, Sample, list};

/// The name of the factor that is the host.
const HOST: &str = "host";

/// Returns the samples of a command with `--hosts`. Its runs are repeats if it is `measure`, and else the groups of
/// jobs.
pub(super) fn of_command(document: &Value) -> Vec<Sample> {
    let are_repeats = document["command"][0].as_str() == Some("measure");
    let mut samples = Samples::default();
    for (number, round) in list(&document["rounds"]).iter().enumerate() {
        let mut cell = Levels::new();
        if !are_repeats {
            cell.insert("group".to_owned(), (number + 1).to_string());
        }
        add(&mut samples, &cell, round);
        for host in list(&round["hosts"]) {
            let name = host["name"].as_str().unwrap_or("?");
            cell.insert(HOST.to_owned(), name.to_owned());
            add(&mut samples, &cell, host);
        }
    }
    finish(samples)
}

/// Returns the samples of a check with `--hosts`, by the number of hosts.
pub(super) fn of_check(document: &Value) -> Vec<Sample> {
    let mut samples = Samples::default();
    for round in list(&document["rounds"]) {
        let hosts = list(&round["hosts"]).len().to_string();
        let cell = Levels::from([("hosts".to_owned(), hosts)]);
        add(&mut samples, &cell, round);
    }
    finish(samples)
}

fn add(samples: &mut Samples, cell: &Levels, of: &Value) {
    let known = [
        THROUGHPUT,
        "operations_per_second",
        "cpu_seconds_per_gigabyte",
        SECONDS,
        CACHE_SHARE,
    ];
    let figures = known
        .into_iter()
        .filter_map(|name| Some(Figure::new("", name, of[name].as_f64()?)));
    samples.add(cell, figures);
}

fn finish(samples: Samples) -> Vec<Sample> {
    samples.finish(|sample| (sample.figure == THROUGHPUT).then_some((Better::Higher, None)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(command: &str) -> Value {
        let round = |all: f64, one: f64| {
            json!({
                "megabytes_per_second": all,
                "hosts": [{"name": "n1", "megabytes_per_second": one}],
            })
        };
        json!({"command": [command], "rounds": [round(10.0, 4.0), round(12.0, 5.0)]})
    }

    fn values(samples: &[Sample], cell: &[(&str, &str)]) -> Vec<f64> {
        let cell = cell
            .iter()
            .map(|(name, level)| ((*name).to_owned(), (*level).to_owned()));
        let cell: Levels = cell.collect();
        let found = samples.iter().find(|sample| sample.cell == cell);
        found.map_or_else(Vec::new, |sample| sample.values.clone())
    }

    #[test]
    fn repeats_are_of_one_cell_and_groups_of_jobs_are_not() {
        let samples = of_command(&document("measure"));
        assert_eq!(values(&samples, &[]), [10.0, 12.0]);
        assert_eq!(values(&samples, &[("host", "n1")]), [4.0, 5.0]);
        let samples = of_command(&document("fio"));
        assert_eq!(values(&samples, &[("group", "2")]), [12.0]);
        assert_eq!(values(&of_check(&document("")), &[("hosts", "1")]), [10.0, 12.0]);
    }
}
