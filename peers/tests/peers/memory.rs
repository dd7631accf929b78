//! Queries of several times what MEMSIZE lets them hold.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::program::{feedrate, folder, number};

/// The memory that the queries may hold; their tables have 192 and 48 MB.
const MEMSIZE: u64 = 64 << 20;

/// The memory that the process has beside that: code (50 MB in a build for debugging), stacks, blocks of files, rows on
/// their way. Without a limit the same queries hold 390 MB.
const BESIDE: u64 = 144 << 20;

/// A sort and a join, which DATA steps check.
const PROGRAM: &str = "
options memsize=64M;
data big;
  do i = 1 to 3000000; k = mod(i * 7919, 3000017); a = i; b = -i; c = 1; d = 2; e = 3; f = 4; output; end;
run;
data other;
  do i = 1 to 1500000; k = mod(i * 104729, 3000017); w = k; y = i; z = -i; output; end;
run;
proc sql;
  create table sorted as select * from big order by k;
  create table joined as select big.i, big.k, a, b, y, w from big, other where big.k = other.k;
quit;
data _null_;
  set sorted end=last; retain before -1;
  if k <= before then wrong + 1;
  before = k; n + 1;
  if last then put 'sorted ' n= wrong=;
run;
data _null_;
  set joined end=last;
  if w ne k then wrong + 1;
  n + 1;
  if last then put 'joined ' n= wrong=;
run;
";

#[test]
fn queries_of_several_times_memsize_keep_within_it() {
    let folder = folder();
    let of = |name: &str| folder.path().join(name);
    fs::write(of("queries.sas"), PROGRAM).expect("a program is written");
    let output = Command::new(feedrate())
        .arg("run")
        .arg(of("queries.sas"))
        .arg("--log")
        .arg(of("log"))
        .arg("--json")
        .arg(of("json"))
        .arg("--work")
        .arg(folder.path())
        .output()
        .expect("feedrate runs");
    let log = fs::read_to_string(of("log")).expect("a log");
    assert!(output.status.success(), "{log}");
    for line in ["sorted n=3000000 wrong=0", "joined n=1499993 wrong=0"] {
        assert!(log.contains(line), "no {line:?} in {log}");
    }
    let json = fs::read(of("json")).expect("a record");
    let record: Value = serde_json::from_slice(&json).expect("the record is JSON");
    let steps = record["steps"].as_array().expect("steps");
    let peaks = steps.iter().map(|step| number(step, "/usage/peak_memory_bytes"));
    let peak = peaks.max().expect("a step");
    assert!(peak <= MEMSIZE + BESIDE, "{peak} bytes were held: {log}");
}
