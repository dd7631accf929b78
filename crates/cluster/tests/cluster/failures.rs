//! Lost processes.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::machines::Machines;
use crate::programs::{make_tables, on_cluster, run};

/// A query of several stages.
const QUERY: &str = "select a.label, count(*) as n, sum(b.x) as s from big.small a, big.big b, big.big c \
                     where a.k = b.k and b.i = c.i group by a.label order by a.label";

#[test]
fn a_query_outlives_an_executor() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let mut machines = Machines::start(3);
    let program = format!(
        "{} proc sql; {QUERY}; quit;",
        on_cluster(&machines.address, data.path())
    );
    let whole = run(&program);
    assert_eq!(whole.errors(), [] as [&str; 0], "{}", whole.log);
    let running = thread::spawn(move || run(&program));
    thread::sleep(Duration::from_millis(400));
    let mut executor = machines.executors.remove(0);
    executor.kill().unwrap();
    executor.wait().unwrap();
    let shown = running.join().unwrap();
    // It may have kept the last rows, which nobody else can give.
    match shown.errors()[..] {
        [] => assert!(
            shown.listing == whole.listing,
            "{}\n{}\n{}",
            shown.log,
            shown.listing,
            whole.listing
        ),
        [error] => assert!(error.contains("run it again"), "{error}"),
        _ => panic!("{}", shown.log),
    }
    machines.add_executor();
    // The folders of those that were killed are removed by those that came after.
    assert_eq!(machines.end(), [] as [PathBuf; 0]);
}

#[test]
fn no_scheduler_is_an_error_and_no_executor_is_waited_for() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let program = |address: &str| {
        let libname = on_cluster(address, data.path());
        format!("{libname} proc sql; select count(*) as n from big.small; quit;")
    };
    let shown = run(&program("127.0.0.1:9"));
    let errors = shown.errors();
    assert!(
        errors.len() == 1 && errors[0].contains("there is no scheduler at 127.0.0.1:9"),
        "{errors:?}"
    );
    let mut machines = Machines::start(1);
    let shown = run(&program(&machines.address));
    assert_eq!(shown.errors(), [] as [&str; 0], "{}", shown.log);
    let mut executor = machines.executors.remove(0);
    executor.kill().unwrap();
    executor.wait().unwrap();
    // A query waits for another one.
    let waiting = program(&machines.address);
    let waiting = thread::spawn(move || run(&waiting));
    thread::sleep(Duration::from_millis(400));
    assert!(!waiting.is_finished());
    machines.add_executor();
    let shown = waiting.join().unwrap();
    assert_eq!(shown.errors(), [] as [&str; 0], "{}", shown.log);
}
