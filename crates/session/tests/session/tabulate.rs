//! PROC TABULATE counts and sums what PROC MEANS does, with little memory and with much, on one thread and on
//! several, through WHERE and straight from the pages.

use crate::drawn::{drawn, listing};
use crate::log_and_listing::log_and_listing;

/// Observations of all kinds: missing values, classes by number, text and format, weights. `#` is the seed, `@`
/// how many there are.
const DATA: &str = "
    data all;
      call streaminit(#);
      do i = 1 to @;
        number = int(9 * rand('uniform') ** 2);
        if number < 1 then number = .;
        letter = substr('abc', 1 + int(3 * rand('uniform')), 1);
        if rand('uniform') < 0.05 then letter = ' ';
        day = int(400 * rand('uniform'));
        x = int(1000 * rand('uniform'));
        if x < 50 then x = .a;
        y = int(30 * rand('uniform'));
        often = int(4 * rand('uniform')) - 1;
        weight = int(8 * rand('uniform')) / 4;
        output;
      end;
    run;
    proc format;
      value months low-99='first' 100-299='second' 300-high='third';
    run;";

fn data(seed: u32, observations: u32) -> String {
    drawn(DATA, seed, observations)
}

/// Statements of both procedures, and the statistics with the names that TABULATE gives them.
const STATEMENTS: [&str; 4] = [
    "class number letter;",
    "class number letter / missing;",
    "class day letter; format day months.; freq often;",
    "class number letter; weight weight;",
];

#[test]
fn tables_have_what_means_computes() {
    for seed in 1..7 {
        for statements in STATEMENTS {
            let first = match statements.contains("day") {
                true => "day",
                false => "number",
            };
            let program = format!(
                "{data}
                 proc summary data=all;
                   {statements}
                   var x y;
                   output out=means(rename=(_freq_=n)) n=x_n y_n nmiss=x_nmiss y_nmiss sum=x_sum y_sum mean=x_mean
                     y_mean std=x_std y_std min=x_min y_min max=x_max y_max median=x_median y_median;
                 run;
                 proc tabulate data=all out=tables(drop=_table_ _page_);
                   {statements}
                   var x y;
                   table {first} all, (letter all) * (n (x y)*(n nmiss sum mean std min max median));
                 run;
                 data types;
                   set means;
                   type = _type_;
                   drop _type_;
                 run;
                 data cells;
                   set tables;
                   type = 2 * (substr(_type_, 1, 1) = '1') + (substr(_type_, 2, 1) = '1');
                   drop _type_;
                 run;
                 proc sort data=types; by type {first} letter; run;
                 proc sort data=cells; by type {first} letter; run;
                 options linesize=256;
                 proc print data=types; var type {first} letter {names}; format _numeric_ 20.8; run;
                 title 'b';
                 proc print data=cells; var type {first} letter {names}; format _numeric_ 20.8; run;",
                data = data(seed, 40 * seed),
                names = "n x_n y_n x_nmiss y_nmiss x_sum y_sum x_mean y_mean x_std y_std x_min y_min x_max y_max \
                         x_median y_median",
            );
            let text = listing(&program);
            let printed = text.find("Obs  ").unwrap();
            let (means, tables) = text[printed..].split_once("b\n\n").unwrap();
            assert!(means.lines().count() > 12, "{means}");
            // The names differ in their case.
            let (means, tables) = (means.trim().to_lowercase(), tables.trim().to_lowercase());
            for (number, (a, b)) in means.lines().zip(tables.lines()).enumerate() {
                assert_eq!(a, b, "line {number} of {statements} with seed {seed}");
            }
            assert_eq!(means.lines().count(), tables.lines().count());
        }
    }
}

#[test]
fn many_levels_stand_where_observations_have_them() {
    // The last column of both: how many observations there are of each pair.
    let counts = |text: &str| {
        let last = text.lines().filter_map(|line| {
            let line = line.trim_end().trim_end_matches('|');
            line.split([' ', '|']).next_back()?.parse().ok()
        });
        last.collect::<Vec<u32>>()
    };
    for (order, seed) in [("", 1), ("descending", 2)] {
        let program = format!(
            "{data}
             proc tabulate data=all noseps;
               class day y / {order};
               table day=' '*y=' ', n=' '*f=8.;
             run;
             title 'second half';
             proc summary data=all nway;
               class day y / {order};
               output out=pairs;
             run;
             proc print data=pairs noobs; var _freq_; run;",
            data = data(seed, 9000),
        );
        let text = listing(&program);
        let (table, pairs) = text.split_once("second half").unwrap();
        assert!(counts(pairs).len() > 5000);
        assert_eq!(counts(table), counts(pairs));
    }
}

/// `#` is what chooses among the observations.
const PROGRAM: &str = "
    proc tabulate data=all out=first; #;
      class number letter;
      var x y;
      table number all, (letter all)*(n x*(sum mean p90)) y*pctsum<letter*number number letter all>;
    run;
    proc tabulate data=all order=freq missing; #;
      class number letter day;
      format day months.;
      table letter, number*day all, n pctn<number*day all> rowpctn;
    run;
    proc tabulate data=all order=data; #;
      class letter;
      var x y / weight=weight;
      freq often;
      table letter, (x y)*(n sumwgt mean std);
    run;
    proc print data=first; run;";

#[test]
fn memory_threads_and_where_change_nothing() {
    let of = |options: &str, chosen: &str| {
        let program = PROGRAM.replace('#', chosen);
        let text = format!("{}\noptions {options};\n{program}", data(3, 30_000));
        listing(&text)
    };
    let much = of("nothreads", "");
    assert!(much.lines().count() > 150, "{much}");
    for (options, chosen) in [
        ("cpucount=3", ""),
        ("nothreads memsize=400K", ""),
        ("cpucount=2 memsize=400K", ""),
        ("cpucount=2", "where i > 0"),
    ] {
        let other = of(options, chosen);
        for (number, (a, b)) in much.lines().zip(other.lines()).enumerate() {
            assert_eq!(a, b, "line {} with {options} {chosen}", number + 1);
        }
        assert_eq!(much.lines().count(), other.lines().count());
    }
}

#[test]
fn a_table_is_drawn_with_little_memory() {
    // Its 40,000 cells take 9 MB while they are drawn, and what is known of them 1 MB.
    let listing = |options: &str| {
        let (log, listing) = log_and_listing(&format!(
            "data all; do i = 1 to 200; do j = 1 to 200; output; end; end; run;
             options {options} nothreads;
             proc tabulate data=all; class i j; table i, j=' '*n=' '*f=2.; run;"
        ));
        assert!(!log.contains("ERROR"), "{log}");
        listing
    };
    let (much, little) = (listing("memsize=1g"), listing("memsize=3m"));
    assert!(much.lines().count() > 200, "{much}");
    assert!(much == little);
}

#[test]
fn cells_spill() {
    // The 12,000 combinations take 400 KB, and those in memory an eighth of as much. Of class variables in another
    // order than that of the statement, cells lie apart.
    let of = |options: &str, order: &str| {
        log_and_listing(&format!(
            "data all; do i = 1 to 120; do j = 1 to 120; x = i * j; output; end; end; run;
             options {options} iotable=all nothreads ls=200;
             proc tabulate data=all out=cells; class i j {order}; var x;
               table j, i=' '*x=' '*(sum mean)*f=9.;
               table j, i*pctn;
               where i > 115 or j < 100;
             run;
             proc means data=cells n sum; run;"
        ))
    };
    for order in ["", "/ order=freq"] {
        let (log, much) = of("memsize=1g", order);
        assert!(!log.contains("ERROR") && !log.contains("utility files"), "{log}");
        let (log, little) = of("memsize=400k", order);
        assert!(!log.contains("ERROR") && log.contains("utility files"), "{log}");
        assert!(much.lines().count() > 1000, "{much}");
        let lines = much.lines().zip(little.lines());
        let first = lines.clone().find(|(one, other)| one != other);
        assert_eq!(first, None);
        assert_eq!(much.lines().count(), little.lines().count());
    }
}

#[test]
fn tables_that_memory_does_not_hold_are_an_error() {
    let text = "data all; do i = 1 to 20000; output; end; run;
        options memsize=600K nothreads;
        proc tabulate data=all out=counts;
          class i;
          table i, n;
        run;";
    let (log, listing) = log_and_listing(text);
    let error = log.lines().find(|line| line.starts_with("ERROR"));
    let error = error.unwrap_or_else(|| panic!("no error: {log}"));
    assert!(
        error.contains("The titles of the tables' pages, rows and columns take more than the 300K"),
        "{log}"
    );
    assert!(log.contains("\n       at line 3 column 9\n"), "{log}");
    assert!(listing.is_empty(), "{listing}");
}
