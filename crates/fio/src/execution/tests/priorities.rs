//! Tests of requests with priorities of their own.

use std::path::Path;

use super::*;

/// The lines of a log, each in its columns; `None` where single requests cannot have priorities.
fn logged(folder: &Path, options: &str) -> Option<(Vec<Vec<String>>, serde_json::Value, String)> {
    let prefix = folder.join("log").display().to_string();
    let common = format!(
        "--name=a --filename={} --write_lat_log={prefix} --log_prio=1",
        folder.join("f").display()
    );
    let all = common.split(' ').chain(options.split_whitespace());
    let all: Vec<&str> = all.chain(["--output-format=normal,json"]).collect();
    let (code, out, messages) = printed(&all);
    if messages.contains("with io_uring alone") {
        println!("skipped: there is no io_uring");
        return None;
    }
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let log = std::fs::read_to_string(format!("{prefix}_clat.1.log")).unwrap();
    let columns = |line: &str| line.split(", ").map(str::to_owned).collect();
    let begin = out.find("{\n").unwrap();
    let end = out.rfind("\n}").unwrap() + 2;
    let json = serde_json::from_str(&out[begin..end]).unwrap();
    Some((log.lines().map(columns).collect(), json, out))
}

/// The requests of the same job that fio 3.33 logs: the direction of each request, and `+` for a priority of its own.
const MIX: &str = "r+ r r+ w+ r r+ w w w r w r+ w r+ r+ r w w r+ r w w w+ w r+ w r w w+ w w r";

/// The same of lengths: KiB, and the priority in hexadecimal.
const LENGTHS: &str = "4:4001 8:0000 8:0000 4:4001 8:0000 4:6002 4:0000 4:6002 4:0000 4:0000 4:6002 4:6002 4:6002 \
4:6002 4:6002 8:0000 8:0000 8:0000 4:4001 8:0000 8:0000 8:0000 4:4001 8:0000 4:4001 4:6002 \
4:0000 4:0000 8:0000 4:0000 8:0000 4:0000 8:4005 4:4001 8:0000 8:0000 8:0000 4:6002 4:4001 \
4:0000 4:0000 4:6002 4:0000 8:0000 4:4001 4:6002 4:6002";

#[test]
fn the_requests_of_fio_have_priorities() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--rw=randrw --size=128k --bs=4k --ioengine=io_uring --cmdprio_percentage=50,20 \
               --cmdprio_class=2 --cmdprio=1";
    let Some((log, json, out)) = logged(folder.path(), job) else {
        return;
    };
    let told = log.iter().map(|columns| {
        let direction = if columns[2] == "0" { "r" } else { "w" };
        match columns[4].as_str() {
            "0x4001" => format!("{direction}+"),
            _ => direction.to_owned(),
        }
    });
    assert_eq!(told.collect::<Vec<_>>().join(" "), MIX);
    // Of fio's: 7 reads without and 8 with one, 14 writes without and 3 with one.
    for (direction, counts) in [("read", [7, 8]), ("write", [14, 3])] {
        let prios = json["jobs"][0][direction]["prios"].as_array().unwrap();
        let of = |index: usize, key: &str| prios[index][key].as_u64().unwrap();
        assert_eq!(prios.len(), 2);
        for (index, (class, level)) in [(0, 0), (2, 1)].into_iter().enumerate() {
            assert_eq!((of(index, "prioclass"), of(index, "prio")), (class, level));
            assert_eq!(prios[index]["clat_ns"]["N"].as_u64(), Some(counts[index]));
        }
    }
    assert!(out.contains("    clat prio 0/0 ("), "{out}");
    assert!(out.contains("    clat prio 2/1 (53.33% of IOs) percentiles ("), "{out}");
}

#[test]
fn lengths_have_shares_of_priorities() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--rw=randread --size=256k --bssplit=4k/50:8k/50 --ioengine=libaio --cmdprio_class=2 \
               --cmdprio=5 --cmdprio_bssplit=4k/25/2/1:4k/25/3/2:8k/10";
    let Some((log, json, _)) = logged(folder.path(), job) else {
        return;
    };
    let told = log.iter().map(|columns| {
        let bytes: u64 = columns[3].parse().unwrap();
        format!("{}:{}", bytes / 1024, columns[4].trim_start_matches("0x"))
    });
    assert_eq!(told.collect::<Vec<_>>().join(" "), LENGTHS);
    let prios = json["jobs"][0]["read"]["prios"].as_array().unwrap();
    let told = prios.iter().map(|of| (of["prioclass"].as_u64(), of["prio"].as_u64()));
    let expected = [(0, 0), (2, 1), (3, 2), (2, 5)];
    assert!(told.eq(expected.map(|(class, level)| (Some(class), Some(level)))));
}

#[test]
fn priorities_without_requests_for_them_are_refused() {
    for (options, part) in [
        ("--cmdprio_percentage=5", "take ioengine=io_uring or libaio"),
        ("--cmdprio_bssplit=4k/5", "take ioengine=io_uring or libaio"),
        (
            "--cmdprio_bssplit=4k/5 --cmdprio_percentage=5 --ioengine=libaio",
            "give one of them",
        ),
        ("--cmdprio_class=4", "a number from 0 to 3"),
        ("--cmdprio=8", "a number from 0 to 7"),
        ("--cmdprio_bssplit=4k/60:4k/50", "more than 100"),
        ("--cmdprio_bssplit=4k/5/1", "a part is SIZE/PERCENT"),
    ] {
        let all = ["--name=a", "--size=4k"].into_iter();
        let all: Vec<&str> = all.chain(options.split(' ')).collect();
        let message = printed(&all).0.unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    // Nothing is asked for.
    let none = ["--name=a", "--size=4k", "--cmdprio_percentage=0", "--parse-only"];
    assert!(printed(&none).0.is_ok());
}
