//! Plans that need no assumption about data: they have the pages and the bytes of the run.

use feedrate_session::plan::sort_plan;

use super::{Folders, assert_same};

/// Plans and runs a program after one that prepares its data sets, and compares the steps.
fn compare(prepared: &str, program: &str) {
    let folders = Folders::new();
    folders.run(prepared);
    let planned = folders.plan(program);
    let ran = folders.run(program);
    assert_eq!(planned.steps.len(), ran.steps.len());
    for (planned, ran) in planned.steps.iter().zip(&ran.steps) {
        assert_same(planned, ran);
    }
}

const TWO: &str = "
    data p.a p.b; length name $ 30; do id = 1 to 10000; name = 'one'; x = mod(id * 7919, 10007); output; end; run;
    data p.wide; length t $ 20000; array y{200}; do i = 1 to 40; output; end; run;
    data p.none; x = 1; stop; run;
";

#[test]
fn generated_copied_and_interleaved_data_sets_have_their_pages() {
    compare(
        TWO,
        "data work.made; do i = 1 to 100; do j = 1 to 100 by 1; k = i * j; output; end; end; run;
         data work.copy(drop=k); set work.made; if k > 0; run;
         data p.both; set p.a p.b; by id; run;
         data p.more; set p.a p.b work.made p.none; run;
         data work.widest; set p.wide; run;
         data work.part; set p.a(firstobs=200 obs=7000 keep=id x); y = x; run;
         data work.merged; merge p.a p.wide; run;
         data one two; set p.wide; run;",
    );
}

#[test]
fn procedures_read_and_make_their_pages() {
    compare(
        TWO,
        "proc sort data=p.a out=work.sorted; by x; run;
         proc sort data=p.b; by descending id; run;
         proc print data=p.wide(keep=i); run;
         proc means data=p.a; var x; output out=work.m mean=m; run;
         proc tabulate data=p.a; class name; table name, n; run;
         proc freq data=p.b; tables name; run;
         proc corr data=p.a; var id x; run;
         proc rank data=p.a out=work.ranks; var x; ranks r; run;
         proc copy in=p out=work; run;",
    );
}

#[test]
fn settings_are_those_of_the_data_set_the_library_and_the_system() {
    compare(
        TWO,
        "options bufsize=8k bufno=3 discipline=assas;
         data p.c; set p.a; run;
         data p.d(bufsize=20k bufno=5 sgio=yes); set p.a(sgio=yes); run;
         options noalignsasiofiles;
         data work.e(sgio=yes); set p.d(discipline=overlapped); run;
         options sgio bufno=16 bufsize=0;
         data p.f; set p.c; run;
         proc sort data=p.d; by x; run;",
    );
}

#[test]
fn many_variables_take_pages_of_their_own() {
    compare(
        "data p.many; array column_with_a_long_name_{3000}; do i = 1 to 50; output; end; run;",
        "data work.many(bufsize=8k); set p.many; run;
         data work.again; set work.many; run;
         data work.none; set work.many(obs=0); run;
         data work.still(bufsize=4k); set work.none; run;
         data work.third; set work.still; run;",
    );
}

#[test]
fn compressed_data_sets_are_read_by_their_own_pages() {
    compare(
        "data p.packed(compress=yes); length t $ 400; do i = 1 to 5000; t = repeat('x', mod(i, 300)); output; end; run;
         data p.deleted; do i = 1 to 9000; output; end; run;
         data p.deleted; modify p.deleted; if mod(i, 3) = 0 then remove; run;",
        "data work.plain(compress=no); set p.packed; run;
         data work.some; set p.packed(firstobs=1000 obs=1200 keep=i); run;
         proc means data=p.packed; var i; run;
         data work.left; set p.deleted; run;
         proc means data=p.deleted; run;",
    );
}

#[test]
fn macros_and_counted_loops_are_known() {
    compare(
        TWO,
        "%macro make(n); %do i = 1 %to &n; data work.t&i; do k = 1 to &i * 1000; output; end; run; %end;
         %if %sysfunc(exist(work.t2)) %then %do; data all; set t1-t&n; run; %end; %mend;
         %make(3)
         data work.points; do i = 1 to 50; n = 7; do j = n to 0 by -2; output; output; end; end; stop; run;
         data work.reads; do until(last); set p.a end=last; output; end; stop; run;",
    );
}

#[test]
fn several_cores_read_the_pages_between_them_twice() {
    let folders = Folders::new();
    folders.run("data p.large; do i = 1 to 600000; x = i; output; end; run;");
    let program = "options threads cpucount=4; proc means data=p.large; run;";
    let planned = folders.plan(program);
    assert_eq!(planned.steps[0].threads, 4);
    assert_same(&planned.steps[0], &folders.run(program).steps[0]);
}

#[test]
fn a_sort_that_spills_is_planned_as_it_runs() {
    let folders = Folders::new();
    folders.run("data p.large; length t $ 100; do i = 1 to 60000; x = mod(i * 7919, 60013); output; end; run;");
    for memory in ["2m", "4m", "512k"] {
        let program = format!("options sortsize={memory}; proc sort data=p.large out=work.sorted; by x; run;");
        let planned = &folders.plan(&program).steps[0];
        let ran = &folders.run(&program).steps[0];
        assert_same(planned, ran);
        let (sort, facts) = (planned.sort.unwrap(), ran.sort.as_ref().unwrap());
        assert!(sort.runs > 0, "{sort:?}");
        assert_eq!(
            (sort.memory_bytes, sort.threads, sort.sorted_bytes),
            (facts.memory_bytes, facts.threads, facts.sorted_bytes)
        );
        assert_eq!((sort.runs, sort.merges_before), (facts.runs, facts.merges_before));
        let spilled: Vec<u64> = ran.utility.iter().map(|file| file.bytes).collect();
        let mut both = [sort.spilled_written_bytes, sort.spilled_read_bytes];
        both.sort();
        let mut spilled_both = spilled.clone();
        spilled_both.sort();
        assert_eq!(spilled_both, both, "{memory}");
        let law = sort_plan(
            60_000,
            60_000,
            sort.record_bytes as usize,
            sort.memory_bytes,
            sort.threads,
        );
        assert_eq!(law, sort);
    }
}
