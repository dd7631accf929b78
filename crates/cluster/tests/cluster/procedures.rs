//! Procedures that need only counts, moments or an order have the cluster compute them.

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
    "proc freq data=big.big; tables name * k / chisq; format k kf.; tables k; run;",
    "proc tabulate data=big.big; class name; var x; table name all, x * (n mean std); run;",
    "proc means data=big.big mean; where k < 10 and name like '%5%'; var x; run;",
    "proc freq data=big.big(where=(name ne \"it's\" and x >= 0.25)); where also k > 3; tables name; run;",
];

/// Procedures that sort there.
const SORTED: &[&str] = &[
    "proc sort data=big.big out=a; by name descending k; run;",
    "proc sort data=big.big(where=(k > 5) drop=x) out=a nodupkey; by k; run;",
    "proc sort data=big.big(rename=(k=key) firstobs=1) out=a dupout=b nodupkey; by name; run;",
    "proc sort data=big.big out=a(keep=k x) force; by x; run;",
];

/// Procedures that rank values that were counted there.
const RANKED: &[&str] = &[
    "proc rank data=big.big out=a; var x; run;",
    "proc rank data=big.big out=a descending ties=low groups=7; where k < 400; var x k; ranks rx rk; run;",
    "proc rank data=big.big out=a normal=blom; var k; run;",
    "proc rank data=big.big out=a fraction ties=dense; var k; run;",
];

/// Procedures that need observations.
const OBSERVED: &[&str] = &[
    "proc means data=big.big median; var x; run;",
    "proc means data=big.big(obs=100) mean; var x; run;",
    "proc means data=big.big mean; where put(k, kf.) = 'low'; var x; run;",
    "proc freq data=big.big order=data; tables name; run;",
    "proc sort data=big.big(obs=50) out=a; by k; run;",
    "proc sort data=big.big(rename=(k=x x=k) where=(k < 0.5)) out=a; by x; run;",
];

/// Shows the observations that a step has made.
const SHOWN: &str = "proc print data=a(obs=40); run; proc means data=a n sum min max; run;
    proc sql; select name, type, length, label, format from dictionary.columns
    where libname='WORK' and memname='A'; quit;";

#[test]
fn the_cluster_gives_what_observations_give() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let machines = Machines::start(2);
    let folder = data.path().display();
    let mut steps = String::new();
    for step in SUMMARIZED {
        steps += &format!("{step}\n");
    }
    for step in SORTED.iter().chain(RANKED).chain(OBSERVED) {
        steps += &format!("{step} {}\n", if step.contains("out=a") { SHOWN } else { "" });
    }
    let program = |libname: &str| {
        run(&format!(
            "{libname} proc format; value kf 0-500='low' 501-high='high'; run; {steps}"
        ))
    };
    let there = program(&on_cluster(&machines.address, data.path()));
    assert_eq!(there.errors(), [] as [&str; 0], "{}", there.log);
    let here = program(&format!("libname big '{folder}';"));
    assert!(there.listing == here.listing, "{}\n{}", there.listing, here.listing);
    let log = &there.log;
    let count = |note: &str| log.lines().filter(|line| line.contains(note)).count();
    assert_eq!(count("was summarized on the cluster"), SUMMARIZED.len(), "{log}");
    assert_eq!(count("was sorted on the cluster"), SORTED.len(), "{log}");
    assert_eq!(count("were counted on the cluster"), RANKED.len(), "{log}");
    // Ranks are written as the observations are read.
    let read = RANKED.len() + OBSERVED.len();
    assert_eq!(count("was read here"), read, "{log}");
    assert_eq!(count("is not computed on the cluster"), 1, "{log}");
    assert!(!log.contains("_CLUSTER_"), "{log}");
    assert_eq!(machines.end(), [] as [PathBuf; 0]);
}

#[test]
fn without_a_cluster_procedures_do_their_work_here() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let nowhere = on_cluster("127.0.0.1:1", data.path());
    let step = "proc means data=big.big; var x; run;";
    let there = run(&format!("{nowhere} {step}"));
    let warning = "WARNING: The cluster 127.0.0.1:1 could not do its part of PROC MEANS";
    assert!(there.log.contains(warning), "{}", there.log);
    assert_eq!(there.errors(), [] as [&str; 0], "{}", there.log);
    let here = run(&format!("libname big '{}'; {step}", data.path().display()));
    assert_eq!(there.listing, here.listing);
}

/// Steps with names and values that a query could take for others.
const ODD: &[&str] = &[
    "proc rank data=big.odd out=a; var n; ranks r; run;",
    "proc rank data=big.odd(where=(v > 1)) out=a ties=low; var short v; ranks r s; run;",
    "proc sort data=big.odd out=_cluster_1 nodupkey dupout=_cluster_2; by v; run;
     proc print data=_cluster_1; run; data a; set _cluster_2; run;",
    "proc sort data=big.odd out=a; where text < 'a' or text = 'b'; by descending text n; run;",
    "proc sort data=big.odd out=a; where text <= 'a'; by text; run;",
    "proc rank data=big.odd out=a; where text between ' ' and 'a'; var n; run;",
    "proc sort data=big.odd out=a; where n max v > 40; by n; run;",
    "proc sort data=big.odd out=a; where n <> v; by n; run;",
    "proc sort data=big.odd out=a; where sum(n) > 3; by n; run;",
    "proc sort data=big.odd out=a; where (v = 1) = 0; by n; run;",
    "proc sort data=big.odd out=a; where (-1) ** n = 1 and (i ** 2) ** 2 > 100; by n; run;",
    "proc sort data=big.odd out=a; where (not v) = 1; by n; run;",
    "proc sort data=big.odd out=a; where not (v = 1 or text = 'b') and n / 2 > 5; by n; run;",
    "proc means data=big.odd; where (v = 1) = 0; var n; run; data a; q = 1; run;",
    "proc means data=big.odd; where n < 0; var n; run;",
];

/// The numbers of them that are summarized, sorted and ranked with the cluster.
const THERE: [usize; 3] = [1, 4, 2];

#[test]
fn odd_names_and_values_mean_what_they_mean_here() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let folder = data.path().display();
    let made = run(&format!(
        "libname d '{folder}'; data d.odd; length text $5 short 3;
           do n = 50 to 1 by -1;
             v = mod(n, 7); short = mod(n, 3); i = -n;
             text = choosec(mod(n, 4) + 1, 'a', 'a' || '01'x, 'b', 'a' || '01'x || 'b');
             output;
           end;
         run;"
    ));
    assert_eq!(made.errors(), [] as [&str; 0], "{}", made.log);
    let machines = Machines::start(1);
    let steps = ODD.iter().map(|step| format!("{step} proc print data=a; run;\n"));
    let steps: String = steps.collect();
    let there = run(&format!("{} {steps}", on_cluster(&machines.address, data.path())));
    assert_eq!(there.errors(), [] as [&str; 0], "{}", there.log);
    let here = run(&format!("libname big '{folder}'; {steps}"));
    let (listing, log) = (&there.listing, &there.log);
    assert!(*listing == here.listing, "{log}\n{listing}\n{}", here.listing);
    assert!(!log.contains("Sort order of input"), "{log}");
    let count = |note: &str| log.lines().filter(|line| line.contains(note)).count();
    let done = [
        "was summarized on the cluster",
        "was sorted on the cluster",
        "were counted on the cluster",
    ];
    assert_eq!(done.map(count), THERE, "{log}");
    // It would replace its input, with or without a cluster.
    let same = format!("libname same '{folder}'; proc sort data=big.odd out=o nodupkey dupout=same.odd; by v; run;");
    for libname in [
        on_cluster(&machines.address, data.path()),
        format!("libname big '{folder}';"),
    ] {
        let refused = run(&format!("{libname} {same}"));
        assert!(refused.log.contains("are the same file"), "{}", refused.log);
    }
    assert_eq!(machines.end(), [] as [PathBuf; 0]);
}

#[test]
fn rows_that_are_wide_are_sorted_and_brought() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().display();
    let made = run(&format!(
        "libname d '{folder}'; data d.wide; length text $9000;
           do n = 1 to 4000;
             key = mod(n * 7919, 4001);
             text = repeat(byte(97 + mod(n, 26)), 8999);
             output;
           end;
         run;"
    ));
    assert_eq!(made.errors(), [] as [&str; 0], "{}", made.log);
    let machines = Machines::start(2);
    let libname = on_cluster(&machines.address, data.path());
    let shown = run(&format!(
        "{libname} proc sort data=big.wide out=a; by key; run;
         data _null_; set a end=end; by key;
           retain wrong 0;
           wrong + (text ne repeat(byte(97 + mod(n, 26)), 8999));
           if end then put 'wrong: ' wrong +(-1) ', rows: ' _n_;
         run;"
    ));
    let log = &shown.log;
    assert!(log.contains("BIG.WIDE was sorted on the cluster"), "{log}");
    assert!(log.contains("wrong: 0, rows: 4000"), "{log}");
    assert_eq!(machines.end(), [] as [PathBuf; 0]);
}
