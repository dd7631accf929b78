//! Queries of many tables, and of more rows than memory holds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_session::options::SystemOptions;

use super::ran;
use crate::log_and_listing::log_and_listing_until;

/// Queries of many tables, and views of views, end in one line and in no overflow of a stack.
#[test]
fn large_queries_fit_the_stack() {
    let tables: Vec<_> = (0..40).map(|index| format!("a as t{index}")).collect();
    let same: Vec<_> = (1..40).map(|index| format!("t0.x = t{index}.x")).collect();
    let unions = vec!["select x from a"; 200].join(" union ");
    let views: String = (0..60)
        .map(|index| format!("create view v{} as select * from v{index};", index + 1))
        .collect();
    let doubled: String = (0..9)
        .map(|index| {
            format!(
                "create view w{} as select * from w{index} union all select * from w{index};",
                index + 1
            )
        })
        .collect();
    let text = format!(
        "options nosyntaxcheck;
         data a; do x = 1 to 3; output; end; run;
         proc sql noerrorstop;
         create table joined as select t0.x from {} where {};
         create table united as {unions};
         create view v0 as select * from a; {views}
         create view w0 as select * from a; {doubled}
         quit;",
        tables.join(", "),
        same.join(" and ")
    );
    // The stack of the thread that runs a program.
    let thread = thread::Builder::new().stack_size(64 << 20);
    let log = thread.spawn(move || ran(&text)).unwrap().join().unwrap();
    assert!(log.contains("JOINED created, with 3 rows"), "{log}");
    assert!(log.contains("UNITED created, with 3 rows"), "{log}");
    assert!(log.contains("more than 50 views read one another"), "{log}");
    assert!(log.contains("more than 256 tables"), "{log}");
}

#[test]
fn queries_of_more_than_memsize_need_no_more_than_a_worker_does() {
    let log = ran("
        options memsize=16M;
        data a;
          length t $12;
          do i = 1 to 400000;
            k = mod(i * 7919, 1000); x = mod(i * 104729, 40009); t = put(mod(i * 31, 50021), 8.);
            output;
          end;
        run;
        proc sql;
        create table sorted as select * from a order by t, x;
        create table counted as select k, count(distinct t) as n from a group by k;
        create table remerged as select i, k, x - mean(x) as dx from a group by k;
        create table grouped as select t, x, count(*) as n from a group by t, x;
        create table joined as select a.i, b.i as i2 from a, a as b where a.i = b.i and b.x > 20;
        quit;");
    assert!(!log.contains("ERROR"), "{log}");
    assert!(log.contains("utility files  written"), "{log}");
    assert!(log.contains("WORK.REMERGED created, with 400000 rows"), "{log}");
}

#[test]
fn a_query_that_cannot_lay_down_its_rows_shows_none() {
    // No file can be made there, whoever tries.
    let log = ran("options memsize=16M;
         data a; do i = 1 to 1500000; k = mod(i * 7919, 1000003); output; end; run;
         options utilloc='/proc';
         proc sql; create table sorted as select * from a order by k; quit;");
    assert!(log.contains("could not be laid down"), "{log}");
    assert!(!log.contains("_ERROR_=1"), "{log}");
}

/// Workers that lay rows down do not wait for each other.
#[test]
fn several_workers_that_spill_come_to_an_end() {
    let log = ran("data wide; length t $ 400;
           do i = 1 to 200000; t = repeat(put(mod(i * 7919, 100003), z8.), 40); x = mod(i, 7); output; end;
         run;
         options memsize=64M cpucount=2;
         proc sql;
         create table groups as select t, count(*) as n, sum(x) as x from wide group by t;
         create table texts as select distinct t from wide;
         quit;
         options memsize=512M;
         proc sql;
         select count(*) into :groups from groups;
         select sum(n) into :rows from groups;
         select count(*) into :texts from texts;
         quit;
         data _null_; put \"FOUND &groups &rows &texts\"; run;");
    assert!(!log.contains("ERROR"), "{log}");
    assert!(log.contains("utility files"), "{log}");
    let found = log.lines().find_map(|line| line.strip_prefix("FOUND "));
    let found: Vec<&str> = found.unwrap_or(&log).split_whitespace().collect();
    assert_eq!(found, ["100003", "200000", "100003"]);
}

/// A join of a hundred milliard pairs, of which none is kept, ends when it is told to. Who waits for it would give up
/// after ten seconds.
#[test]
fn a_join_ends_soon_after_it_is_told_to() {
    let stop = Arc::new(AtomicBool::new(false));
    let program = "
        data a; do x = 1 to 300000; output; end; run;
        proc sql;
        create table pairs as select a.x from a, a as b where a.x + b.x < a.x - b.x;
        quit;";
    let (log, waited) = thread::scope(|scope| {
        let running = scope.spawn(|| log_and_listing_until(SystemOptions::default(), program, &stop).0);
        // It is at work by then, or has not begun: either way it must end.
        thread::sleep(Duration::from_secs(2));
        stop.store(true, Ordering::Relaxed);
        let told = Instant::now();
        (running.join().expect("it ends"), told.elapsed())
    });
    assert!(log.contains("was interrupted"), "{log}");
    assert!(waited < Duration::from_secs(8), "{waited:?}");
}

/// As in DATA steps, no more than ERRORS= rows are told of.
#[test]
fn rows_with_errors_are_told_of_up_to_a_limit() {
    let log = ran("
        data a; do x = -1 to -3000 by -1; output; end; run;
        proc sql; create table b as select log(x) as y from a; quit;
        data c; set a; where log(x) = 1; run;");
    assert_eq!(log.matches("Invalid argument to function LOG").count(), 40);
    assert_eq!(log.matches("Limit set by ERRORS= option reached").count(), 2);
}
