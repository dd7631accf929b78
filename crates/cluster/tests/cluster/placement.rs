//! The choice of where plans are executed: here or on the cluster, and why.

use crate::machines::Machines;
use crate::programs::{make_tables, on_cluster, run};

#[test]
fn what_cannot_travel_is_run_here_and_why_is_told() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let machines = Machines::start(1);
    let address = &machines.address;
    let shown = run(&format!(
        "{}
         proc format; value band 0-10='few' other='many'; run;
         data w; k = 3; run;
         %let least = 5;
         proc sql;
         select put(k, band.) as b from big.small where k = 3;
         select k from big.small where k = input(symget(ifc(k > 0, 'least', 'least')), 8.);
         select monotonic() as m, k from big.small where k < 2;
         select a.k from w a, big.small b where a.k = b.k;
         select k from big.small where k = &least;
         create table t as select k from big.small where k < 4;
         select count(*) as n from t;
         quit;
         proc means data=big.small n sum; var y; run;",
        on_cluster(address, data.path())
    ));
    assert_eq!(shown.errors(), [] as [&str; 0], "{}", shown.log);
    let places = shown.places();
    let reasons = [
        "here and not on the cluster",
        "here and not on the cluster",
        "here and not on the cluster: it counts rows or draws random numbers in their order.",
        "here and not on the cluster: WORK.W is not in a library of it.",
        "on the cluster",
        "on the cluster",
    ];
    assert_eq!(places.len(), reasons.len(), "{places:?}");
    for (place, reason) in places.iter().zip(reasons) {
        assert!(place.starts_with(reason), "{place}");
    }
    assert!(places[0].contains("PROC FORMAT"), "{}", places[0]);
    assert!(places[1].contains("macro variables"), "{}", places[1]);
    let of_means = format!("BIG.SMALL was summarized on the cluster {address}");
    assert!(shown.log.contains(&of_means), "{}", shown.log);
}

#[test]
fn a_library_of_a_cluster_is_listed_and_only_read() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let shown = run(&format!(
        "{} libname big list;
         proc sql; select memname from dictionary.tables where libname = 'BIG'; quit;
         data big.new; x = 1; run;",
        on_cluster("127.0.0.1:9", data.path())
    ));
    for member in ["BIG", "PARTS", "SMALL"] {
        assert!(shown.listing.contains(member), "{}", shown.listing);
    }
    let errors = shown.errors();
    assert_eq!(errors.len(), 1, "{}", shown.log);
    assert!(errors[0].contains("is only read"), "{errors:?}");
}

#[test]
fn what_libname_lacks_is_told() {
    for (statement, wanted) in [
        ("libname b cluster 'h:1';", "takes a folder"),
        ("libname b cluster 'h' path='/';", "host and port"),
        ("libname b cluster 'h:1' path='/' bufsize=4k;", "has PATH="),
        (
            "libname b cluster 'h:1' path='/no/such'; data a; set b.x; run;",
            "/no/such",
        ),
    ] {
        let shown = run(statement);
        // Up to the excerpt of the program, which has the words too.
        let lines = shown.log.lines().skip_while(|line| !line.starts_with("ERROR"));
        let said: Vec<&str> = lines.take_while(|line| !line.contains(" | ")).collect();
        assert!(shown.errors().len() == 1 && said.join(" ").contains(wanted), "{said:?}");
    }
}
