//! Data sets come through pipes as they come through files.

use crate::sessions::{alone, at_once, port};

/// Observations of all kinds, some more than a frame holds.
const MADE: &str = "length name $ 13 short 4; label x='some number';
    do i = 1 to 30000;
      x = mod(i * 7919, 1009) / 8;
      if mod(i, 50) = 0 then x = .b;
      short = mod(i, 100);
      name = cats('n', mod(i * 31, 17));
      output;
    end; drop i;";

/// Few pages go together, so that there are many transfers.
fn library(port: u16) -> String {
    format!("libname p sasesock ':{port}' timeout=60 bufsize=8k bufno=4;")
}

/// The listing of what a program prints, with the data set made before it in the same session.
fn through_a_file(made: &str, read: &str) -> String {
    let told = alone(&format!("data t; {made} run; {}", read.replace("p.t", "t")));
    assert!(told.is_clean(), "{}", told.log);
    told.listing
}

/// The same with the data set made in another session.
fn through_a_pipe(made: &str, read: &str) -> String {
    let library = library(port());
    let [writer, reader] = at_once([format!("{library} data p.t; {made} run;"), format!("{library} {read}")]);
    assert!(writer.is_clean(), "{}", writer.log);
    assert!(reader.is_clean(), "{}", reader.log);
    reader.listing
}

#[track_caller]
fn same(made: &str, read: &str) {
    assert_eq!(through_a_pipe(made, read), through_a_file(made, read), "{read}");
}

#[test]
fn a_data_step_reads_what_another_writes() {
    same(
        MADE,
        "data all; set p.t end=last; total + x; if last or mod(_n_, 997) = 0; run;
         proc contents data=all out=c noprint; run; proc print data=c(keep=name type length label); run; \
         proc print data=all; run;",
    );
}

#[test]
fn options_of_the_data_set_hold_at_both_ends() {
    for options in [
        "obs=100",
        "firstobs=29990",
        "firstobs=20000 obs=20010",
        "obs=0",
        "where=(x > 125)",
        "where=(x > 100) firstobs=7 obs=20",
        "keep=x name rename=(x=y) obs=30",
        "drop=x obs=5",
    ] {
        same(
            MADE,
            &format!("data some; set p.t({options}); run; proc print data=some(obs=300); run;"),
        );
    }
    let written = "data p.t(keep=x name rename=(x=y) where=(y > 120) label='made'); ";
    let library = library(port());
    let [writer, reader] = at_once([
        format!("{library} {written} {MADE} run;"),
        format!("{library} data got; set p.t; run; proc print data=got; run;"),
    ]);
    assert!(writer.is_clean() && reader.is_clean(), "{}", reader.log);
    let file = alone(&format!(
        "{} {MADE} run; data got; set t; run; proc print data=got; run;",
        written.replace("p.t", "t")
    ));
    assert_eq!(reader.listing, file.listing);
}

#[test]
fn a_sort_reads_a_pipe_and_writes_one() {
    let (first, second) = (port(), port());
    for options in ["", "options sortsize=200K;"] {
        let [writer, sorter, reader] = at_once([
            format!("{} data p.t; {MADE} run;", library(first)),
            format!(
                "{options} libname a sasesock ':{first}' timeout=60; libname b sasesock ':{second}' timeout=60;
                 proc sort data=a.t out=b.t; by name descending x; run;"
            ),
            format!(
                "{} data got; set p.t; by name descending x; if mod(_n_, 501) = 0; run; proc print data=got; run;",
                library(second)
            ),
        ]);
        for told in [&writer, &sorter, &reader] {
            assert!(told.is_clean(), "{}", told.log);
        }
        let file = alone(&format!(
            "data t; {MADE} run; proc sort data=t; by name descending x; run;
             data got; set t; by name descending x; if mod(_n_, 501) = 0; run; proc print data=got; run;"
        ));
        assert_eq!(reader.listing, file.listing);
    }
}

#[test]
fn tables_are_the_same_on_one_thread_and_on_several() {
    for threads in [1, 4] {
        for read in [
            "proc tabulate data=p.t; class name; var x short; table name all, (x short)*(n mean min max); run;",
            "proc means data=p.t n nmiss mean std min median max; class name; var x short; run;",
            "proc means data=p.t(firstobs=1000 obs=25000) n sum; class name / order=data; var short; run;",
            "proc summary data=p.t nway; class short; var x; output out=o mean=m n=n; run; proc print data=o; run;",
            "proc freq data=p.t; tables name*short / norow nocol; run;",
            "proc univariate data=p.t; var x; id name; run;",
            "proc means data=p.t(where=(x > 60)) n mean; class name; var x; run;",
            "proc corr data=p.t; var x short; run;",
        ] {
            same(MADE, &format!("options cpucount={threads} threads; {read}"));
        }
    }
}

#[test]
fn other_procedures_read_pipes_once() {
    for read in [
        "proc print data=p.t(obs=20); run;",
        "data b; length name $ 13; x = 1; short = 4; name = 'b'; run;
         proc append base=b data=p.t force; run; proc print data=b(firstobs=29000); run;",
        "proc append base=b data=p.t; run; proc print data=b(firstobs=29000); run;",
        "proc reg data=p.t; model x = short; run;",
        "proc glm data=p.t; class name; model x = short name; run;",
        "proc report data=p.t; column name x; define name / group; define x / sum; run;",
    ] {
        same(MADE, read);
    }
}

#[test]
fn chains_of_four_give_what_their_steps_give_through_files() {
    let [a, b, c] = [port(), port(), port()];
    let lib = |name: &str, port| format!("libname {name} sasesock ':{port}' timeout=60;");
    let told = at_once([
        format!(
            "{} {} {} {}",
            lib("c", c),
            "proc tabulate data=c.t; class name; var x y; table name, (x y)*(n sum);",
            "run;",
            ""
        ),
        format!("{} {} proc sort data=b.u out=c.t; by y; run;", lib("b", b), lib("c", c)),
        format!(
            "{} {} data b.t; set a.t; y = x * short; if y > 10; run;",
            lib("a", a),
            lib("b", b)
        ),
        format!("{} data a.t; {MADE} run;", lib("a", a)),
    ]);
    for told in &told {
        assert!(told.is_clean(), "{}", told.log);
    }
    let file = alone(&format!(
        "data a; {MADE} run; data b; set a; y = x * short; if y > 10; run; proc sort data=b out=c; by y; run;
         proc tabulate data=c; class name; var x y; table name, (x y)*(n sum); run;"
    ));
    assert_eq!(told[0].listing, file.listing);
}

#[test]
fn one_step_writes_to_several_and_another_reads_several() {
    let ports = [port(), port(), port(), port()];
    let lib = |index: usize| format!("libname p{index} sasesock ':{}' timeout=60;", ports[index]);
    let sort = |from: usize, to: usize| {
        format!(
            "{} {} proc sort data=p{from}.t out=p{to}.t; by name; run;",
            lib(from),
            lib(to)
        )
    };
    for read in ["set p2.t p3.t; by name;", "merge p2.t p3.t; by name;", "set p2.t p3.t;"] {
        let told = at_once([
            format!(
                "{} {} data p0.t p1.t kept; {MADE} if 0 then output; run;",
                lib(0),
                lib(1)
            )
            .replace(
                "output;\n",
                "if short < 30 then output p0.t kept; else if short < 50 then output p1.t; \n",
            ),
            sort(0, 2),
            sort(1, 3),
            format!(
                "{} {} data got; {read} run; proc print data=got(obs=40); run; proc means data=got; run;",
                lib(2),
                lib(3)
            ),
        ]);
        for told in &told {
            assert!(told.is_clean(), "{}", told.log);
        }
        let program = format!("data t0 t1; {MADE} run;").replace(
            "output;\n",
            "if short < 30 then output t0; else if short < 50 then output t1; \n",
        );
        let file = alone(&format!(
            "{program} proc sort data=t0; by name; run; proc sort data=t1; by name; run;
             data got; {} run; proc print data=got(obs=40); run; proc means data=got; run;",
            read.replace("p2.t", "t0").replace("p3.t", "t1")
        ));
        assert_eq!(told[3].listing, file.listing, "{read}");
    }
}

#[test]
fn rows_of_all_lengths_and_pages_of_all_sizes_come_through() {
    for made in [
        "stop; x = 1;",
        "x = 1;",
        "length x 3; do x = 1 to 5; output; end;",
        "length wide $ 32767 wider $ 32767; \
         do i = 1 to 50; wide = repeat('a', i); wider = repeat('b', 2 * i); output; end;",
    ] {
        for settings in ["bufsize=4k", "bufsize=64k bufno=3", "bufsize=1m", "bufno=100"] {
            let library = format!("libname p sasesock ':{}' timeout=60 {settings};", port());
            let made = if made.contains("wide") && settings.contains("4k") {
                made.replace("32767", "900")
            } else {
                made.to_owned()
            };
            let read = "data got; set p.t; run; proc means data=got; run; proc print data=got(obs=3); run;";
            let [writer, reader] = at_once([format!("{library} data p.t; {made} run;"), format!("{library} {read}")]);
            assert!(writer.is_clean(), "{}", writer.log);
            assert!(reader.log.contains("WORK.GOT"), "{}", reader.log);
            assert_eq!(reader.errors(), [""; 0], "{}", reader.log);
            let file = alone(&format!("data t; {made} run; {}", read.replace("p.t", "t")));
            assert_eq!(reader.listing, file.listing, "{made} {settings}");
        }
    }
}
