//! Procedures that need only counts and moments have the cluster compute them.

use crate::machines::Machines;
use crate::programs::{make_tables, on_cluster, run};
use std::path::PathBuf;

/// Procedures that a summary is enough for.
const SUMMARIZED: &[&str] = &[
    "proc means data=big.big; run;",
    "proc means data=big.big n nmiss mean std min max sum css var stderr cv range uss t prt;
       class name; var x k; run;",
    "proc summary data=big.big print mean maxdec=3; class k name; var x; types name (); run;",
    "proc freq data=big.big; tables name k / list; run;",
    "proc freq data=big.big; tables name * band / chisq; format k kf.; tables k; run;",
    "proc tabulate data=big.big; class name; var x; table name all, x * (n mean std); run;",
];

/// Procedures that need observations.
const OBSERVED: &[&str] = &[
    "proc means data=big.big median; var x; run;",
    "proc means data=big.big(obs=100) mean; var x; run;",
    "proc means data=big.big mean; where k < 10; var x; run;",
    "proc freq data=big.big order=data; tables name; run;",
];

#[test]
fn summaries_of_the_cluster_give_what_observations_give() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let machines = Machines::start(2);
    let folder = data.path().display();
    let steps = SUMMARIZED.iter().chain(OBSERVED).copied();
    let steps: Vec<&str> = steps.collect();
    let steps = steps.join("\n").replace("band", "k");
    let program = |libname: &str| {
        run(&format!(
            "{libname} proc format; value kf 0-500='low' 501-high='high'; run; {steps}"
        ))
    };
    let there = program(&on_cluster(&machines.address, data.path()));
    assert_eq!(there.errors(), [] as [&str; 0], "{}", there.log);
    let here = program(&format!("libname big '{folder}';"));
    assert!(
        there.listing == here.listing,
        "{}\n{}",
        there.listing,
        here.listing
    );
    let count = |note: &str| there.log.lines().filter(|line| line.contains(note)).count();
    assert_eq!(
        count("was summarized on the cluster"),
        SUMMARIZED.len(),
        "{}",
        there.log
    );
    assert_eq!(count("was read here"), OBSERVED.len(), "{}", there.log);
    assert!(!there.log.contains("_FEEDRATE_SUMMARY"), "{}", there.log);
    assert_eq!(machines.end(), [] as [PathBuf; 0]);
}
