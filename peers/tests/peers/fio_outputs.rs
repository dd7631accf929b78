//! The output of `feedrate fio`, beside what fio prints of the same job file: the same keys, columns and lines, and
//! programs that read fio's outputs read ours.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::program::{feedrate, folder, peer_succeeds};

/// Small jobs of all kinds that outputs differ by: a group in one report, flushes, a queue, percentiles of all
/// latencies, samples, a description, a wait, nothing moved at all.
const JOBS: &str = "
[global]
directory=FOLDER
size=1m
bs=4k
bwavgtime=10
iopsavgtime=10

[writers]
description=two of them
rw=write
fsync=64
numjobs=2
group_reporting

[mixed]
stonewall
rw=randrw
ioengine=io_uring
direct=1
iodepth=4
bssplit=4k/50:16k/50
lat_percentiles=1
slat_percentiles=1
rate=2m

[steady]
stonewall
ioengine=null
rw=read
time_based
runtime=4
steadystate=iops:100%
steadystate_duration=2
";

/// The job file in a new folder.
fn jobs(folder: &Path) -> PathBuf {
    let file = folder.join("jobs.fio");
    fs::write(&file, JOBS.replace("FOLDER", &folder.display().to_string())).expect("a job file");
    file
}

/// Returns what feedrate and fio print of a job file, each in a folder of its own, in some formats.
fn both(formats: &str) -> [String; 2] {
    let (ours, theirs) = (folder(), folder());
    let format = format!("--output-format={formats}");
    [
        feedrate_fio(&[&format, &jobs(ours.path()).display().to_string()]),
        peer_succeeds("fio", [&format, &jobs(theirs.path()).display().to_string()]),
    ]
}

/// Returns what `feedrate fio` prints, on standard output alone.
fn feedrate_fio(arguments: &[&str]) -> String {
    let output = Command::new(feedrate())
        .arg("fio")
        .args(arguments)
        .output()
        .expect("feedrate runs");
    assert!(
        output.status.success(),
        "feedrate fio {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Paths of all keys but those that are figures or the job's own words.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let is_class = ["percentile", "bins"].iter().any(|name| path.ends_with(name));
                let key = if is_class { "N" } else { key };
                let path = format!("{path}/{key}");
                keys(member, &path, found);
                found.insert(path);
            }
        }
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                keys(value, &format!("{path}/{number}"), found);
            }
        }
        _ => {}
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in: {text}"))
}

#[test]
fn json_has_all_keys_of_fio() {
    for format in ["json", "json+"] {
        let [ours, theirs] = both(format).map(|text| {
            // fio itself may print lines before its JSON.
            let json = json(&text[text.find("{\n").expect("JSON")..]);
            let mut found = BTreeSet::new();
            keys(&json, "", &mut found);
            found
        });
        let missing: Vec<_> = theirs.difference(&ours).collect();
        assert!(missing.is_empty(), "{format}: {missing:#?}");
        let more: Vec<_> = ours
            .difference(&theirs)
            .filter(|path| !path.contains("/feedrate"))
            .collect();
        assert!(more.is_empty(), "{format}: not of fio: {more:#?}");
    }
}

#[test]
fn json_is_alone_on_standard_output() {
    let folder = folder();
    let text = feedrate_fio(&["--output-format=json", &jobs(folder.path()).display().to_string()]);
    assert_eq!(json(&text)["fio version"], "fio-3.33");
}

/// Reads that devices completed, by what is told of them.
fn device_reads(document: &Value) -> u64 {
    let disks = document["disk_util"].as_array();
    let reads = disks.into_iter().flatten().map(|disk| disk["read_ios"].as_u64());
    reads.flatten().sum()
}

#[test]
fn devices_are_counted_in_runs_of_a_moment() {
    let (ours, theirs) = (folder(), folder());
    let job = "--name=short --rw=read --bs=4k --size=1m --direct=1 --output-format=json";
    let arguments = |folder: &Path| {
        let words = job.split_whitespace().map(str::to_owned);
        words
            .chain([format!("--directory={}", folder.display())])
            .collect::<Vec<_>>()
    };
    let text = peer_succeeds("fio", arguments(theirs.path()));
    let theirs = device_reads(&json(&text[text.find("{\n").expect("JSON")..]));
    let arguments = arguments(ours.path());
    let text = feedrate_fio(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let ours = device_reads(&json(&text));
    // Where fio sees no device there is none to be seen; where it sees one, each read must have reached it.
    assert!(theirs == 0 || ours >= 256, "{ours} of 256, fio {theirs}");
}

#[test]
fn terse_has_as_many_columns() {
    let [ours, theirs] = both("terse").map(|text| {
        let lines = text.lines().filter(|line| line.starts_with("3;"));
        lines.map(|line| line.split(';').count()).collect::<Vec<_>>()
    });
    assert_eq!(ours, theirs);
}

/// Returns what is left of a line when its figures are taken out: its name, and the names of what stands in it. `None`
/// for lines that are there or not by chance.
fn shape(line: &str) -> Option<String> {
    let label = line.trim_start();
    let by_chance = ["lat (", "|", "Jobs:", "vda", "Starting"];
    // Classes of latencies, percentiles, devices; and what fio says of files that it lays out.
    if by_chance.iter().any(|start| label.starts_with(start)) || line.contains("Laying out") {
        return None;
    }
    let is_samples = label.starts_with("bw (") || label.starts_with("iops   ");
    let has_time = label.contains("pid=");
    if is_samples || label.is_empty() {
        return None;
    }
    let words = line.split([' ', ',', '(', ')', '/', ';', '-', ':', '[', ']']);
    let names = words.filter_map(|word| match word.split_once('=') {
        Some((name, _)) => Some(name.to_owned() + "="),
        None if has_time => None,
        None => Some(word.to_owned()),
    });
    // Numbers, with or without units, and units of latencies are figures.
    let names: Vec<_> = names
        .filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()))
        .filter(|name| !["nsec", "usec", "msec", ""].contains(&name.as_str()))
        .collect();
    Some(names.join(" "))
}

#[test]
fn normal_has_the_same_lines() {
    let [ours, theirs] = both("normal").map(|text| {
        let text = text.split("\nDisk stats").next().expect("a part");
        text.lines().filter_map(shape).collect::<Vec<_>>()
    });
    assert_eq!(ours, theirs);
}

/// A program of fio's package or of the readers' environment, whatever its first line says.
fn python_script(script: &Path, arguments: &[&str]) -> String {
    let python = env::var("FEEDRATE_PEERS_PYTHON").expect("FEEDRATE_PEERS_PYTHON; .ci/run sets it");
    let script = script.to_str().expect("UTF-8");
    peer_succeeds(&python, [&[script], arguments].concat())
}

/// Where a program lies.
fn in_path(name: &str) -> PathBuf {
    let path = env::var_os("PATH").expect("a PATH");
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
        .unwrap_or_else(|| panic!("{name} is needed here; it comes with fio"))
}

#[test]
fn fio_itself_reads_our_classes_of_latencies() {
    let folder = folder();
    let document = folder.path().join("out.json");
    let text = feedrate_fio(&["--output-format=json+", &jobs(folder.path()).display().to_string()]);
    fs::write(&document, text).expect("a file");
    let document = document.to_str().expect("UTF-8");
    let table = folder.path().join("out.csv");
    let table = table.to_str().expect("UTF-8");
    let program = in_path("fio_jsonplus_clat2csv");
    python_script(&program, &[document, table]);
    let said = python_script(&program, &["--validate", document, table]);
    assert_eq!(said.matches("validated").count(), 3, "{said}");
}

#[test]
fn fio_plot_draws_from_our_figures_and_logs() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let prefix = path("randread-iodepth-4-numjobs-1");
    let text = feedrate_fio(&[
        "--output-format=json",
        "--name=plot",
        "--rw=randread",
        "--bs=4k",
        "--size=8m",
        "--time_based",
        "--runtime=2",
        "--ioengine=io_uring",
        "--direct=1",
        "--iodepth=4",
        "--numjobs=1",
        "--log_avg_msec=100",
        &format!("--filename={}", path("data")),
        &format!("--write_bw_log={prefix}"),
        &format!("--write_iops_log={prefix}"),
        &format!("--write_lat_log={prefix}"),
    ]);
    fs::write(path("out.json"), text).expect("a file");
    let python = env::var("FEEDRATE_PEERS_PYTHON").expect("FEEDRATE_PEERS_PYTHON; .ci/run sets it");
    let program = Path::new(&python).with_file_name("fio-plot");
    let input = folder.path().display().to_string();
    let common = ["-i", &input, "-T", "t", "-r", "randread", "-d", "4", "-n", "1"];
    for (name, kind) in [
        ("bars.png", &["-l"][..]),
        ("histogram.png", &["-H"]),
        ("bandwidth.png", &["-g", "-t", "bw"]),
        ("latency.png", &["-g", "-t", "lat"]),
        ("operations.png", &["-g", "-t", "iops"]),
    ] {
        let image = path(name);
        python_script(&program, &[&common[..], kind, &["-o", &image]].concat());
        assert!(fs::metadata(&image).is_ok_and(|file| file.len() > 1000), "{name}");
    }
}
