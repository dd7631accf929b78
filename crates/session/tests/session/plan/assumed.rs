//! Plans of steps in which data decide something.

use super::Folders;

const A: &str = "data p.a; do id = 1 to 10000; output; end; run;
    data p.b; do id = 1 to 500; y = 1; output; end; run;";

/// The observations of the outputs of a step, and whether they are assumed.
type Rows = Vec<(u64, bool)>;

/// Returns the outputs of each step, and the assumptions.
fn outputs(folders: &Folders, program: &str) -> Vec<(Rows, Vec<String>)> {
    let steps = folders.plan(program).steps.into_iter();
    steps
        .map(|step| {
            let makes = step.makes.iter();
            let makes = makes.map(|made| (made.observations, made.is_estimated));
            (makes.collect(), step.assumptions)
        })
        .collect()
}

#[test]
fn conditions_let_everything_pass() {
    let folders = Folders::new();
    folders.run(A);
    let program = "
        data one; set p.a; if mod(id, 2); run;
        data two three; set p.a; if id > 5 then output two; else output three; run;
        data four; set p.a(where=(id > 9000)); run;
        data five; set four; run;
        data six; merge p.a p.b; by id; run;
        data seven; update p.b p.a; by id; run;
        data eight; set p.a; if id < 10 then delete; run;
        data nine; set p.b; if id = 1 then set p.a; run;
        data ten; input x; datalines;
1
2
3
;
        data eleven; do while(x < 10); x + 1; output; end; run;
        data twelve; i = 2; do i = 1 to 10; do j = 1 to i; output; end; end; run;
        data thirteen; do i = 1 to 10; do while(y < i); y + 1; end; output; end; run;";
    let found = outputs(&folders, program);
    let rows: Vec<_> = found.iter().map(|(makes, _)| makes.clone()).collect();
    assert_eq!(
        rows,
        [
            vec![(10_000, true)],
            vec![(10_000, true), (10_000, true)],
            vec![(10_000, true)],
            vec![(10_000, true)],
            vec![(10_000, true)],
            vec![(500, true)],
            vec![(10_000, true)],
            vec![(500, false)],
            vec![(3, true)],
            vec![(1, true)],
            vec![(10, true)],
            vec![(10, false)],
        ]
    );
    for (_, assumptions) in found.iter().filter(|(makes, _)| makes[0].1) {
        assert!(!assumptions.is_empty(), "{found:#?}");
    }
    assert_eq!(found[2].1, ["all observations of P.A satisfy WHERE"]);
}

#[test]
fn lookups_and_changes_in_place_are_at_random_or_in_place() {
    let folders = Folders::new();
    folders.run(A);
    let program = "
        data one; do p = 1 to n by 10; set p.a point=p nobs=n; output; end; stop; run;
        data p.a; modify p.a; id = id + 1; run;
        proc append base=p.a data=p.b; run;
        proc contents data=p.a; run;";
    let steps = folders.plan(program).steps;
    assert!(steps[0].reads[0].at_random);
    assert_eq!(steps[0].reads[0].observations, 1000);
    assert_eq!(steps[0].makes[0].observations, 1000);
    let update = steps[1].updates.as_ref().unwrap();
    assert_eq!((update.observations, update.name.as_str()), (10_000, "P.A"));
    assert!(steps[1].makes.is_empty() && steps[1].reads.is_empty());
    let grown = steps[2].updates.as_ref().unwrap();
    assert!(grown.pages > update.pages - 1 && grown.pages_moved < 4);
    assert_eq!(steps[3].reads[0].pages_moved, 1);
    assert_eq!(steps[3].reads[0].pages, grown.pages);
}

#[test]
fn sizes_without_data_are_those_without_compression_and_of_few_rows() {
    let folders = Folders::new();
    folders.run(A);
    folders.run("data p.i(index=(id)); set p.a; run;");
    let program = "
        data p.c(compress=yes); length t $ 100; set p.a; run;
        proc means data=p.b; class id; var y; output out=p.m mean=m; run;
        proc sort data=p.a nodupkey dupout=p.d; by id; run;
        data p.s; set p.a p.m(keep=id); run;
        data p.k; set p.b; set p.i key=id; run;";
    let planned = folders.plan(program);
    let steps = &planned.steps;
    let packed = &steps[0].makes[0];
    assert!(packed.is_compressed && packed.is_estimated, "{packed:?}");
    assert_eq!(packed.pages, (10_000_u64 * 112).div_ceil(65_400));
    let means = &steps[1].makes[0];
    assert_eq!((means.observations, means.pages), (1, 1));
    assert!(means.is_estimated);
    let sorted = &steps[2].makes;
    assert_eq!((sorted[0].observations, sorted[1].observations), (10_000, 0));
    assert!(sorted.iter().all(|made| made.is_estimated), "{sorted:?}");
    assert_eq!(steps[3].makes[0].observations, 10_001);
    assert!(steps[3].makes[0].is_estimated);
    let text = "P.M has as many observations as an earlier step is assumed to make (1)";
    assert!(steps[3].assumptions.iter().any(|there| there == text));
    assert!(steps[4].reads[1].at_random);
    assert_eq!(steps[4].reads[1].observations, 500);
}

#[test]
fn what_is_not_planned_is_said_and_followed() {
    let folders = Folders::new();
    folders.run(A);
    let program = "
        data bad; set p.missing; run;
        proc transpose data=p.b out=work.t; by id; run;
        data after; set work.t; run;
        data fine; set p.b; run;
        proc datasets library=work nolist; delete fine; run; quit;
        data gone; set fine; run;
        data call; set p.b; call symputx('n', id); run;
        signon s;
        proc format; value f 1 = 'one'; run;";
    let (planned, log) = folders.plan_with_log(program);
    assert!(planned.errors >= 3, "{log}");
    let reasons: Vec<_> = planned
        .steps
        .iter()
        .map(|step| (step.name.as_str(), step.not_planned.is_some()))
        .collect();
    assert_eq!(
        reasons,
        [
            ("DATA", true),
            ("TRANSPOSE", true),
            ("DATA", true),
            ("DATA", false),
            ("DATASETS", false),
            ("DATA", true),
            ("DATA", false),
            ("SIGNON", true),
            ("FORMAT", false),
        ],
        "{log}"
    );
    assert_eq!(planned.assumptions.len(), 1, "{:?}", planned.assumptions);
    assert!(log.contains("This step was planned, and not run."));
    assert!(!log.contains("The steps that follow are checked"), "{log}");
}
