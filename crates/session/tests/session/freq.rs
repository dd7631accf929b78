//! PROC FREQ counts what PROC MEANS does, with little memory and with much, on one thread and on several, through
//! WHERE and straight from the pages; PROC TRANSPOSE and RANK undo what they did.

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
        weight = int(8 * rand('uniform')) / 4;
        if weight = 1 then weight = .;
        output;
      end;
    run;
    proc format;
      value months low-99='first' 100-299='second' 300-high='third';
    run;";

fn data(seed: u32, observations: u32) -> String {
    drawn(DATA, seed, observations)
}

/// The two halves of a listing, of which a line `second half` is between them.
fn halves(listing: &str) -> (&str, &str) {
    let (first, second) = listing.split_once("second half").unwrap();
    (first.trim(), second.trim())
}

#[test]
fn frequencies_are_what_means_counts() {
    for seed in 1..7 {
        for (classes, missing, weight) in [
            ("number letter", "", false),
            ("number letter", "missing", false),
            ("letter day", "", false),
            ("number letter day", "missing", true),
        ] {
            let (of_means, of_freq) = match weight {
                true => ("where weight > 0; freq hundred;", "where weight > 0; weight hundred;"),
                false => ("", ""),
            };
            let program = format!(
                "{data}
                 data all; set all; hundred = 100 * weight; run;
                 options linesize=256;
                 proc means data=all nway noprint {missing};
                   class {classes}; {of_means} format day months.;
                   output out=means(drop=_type_ rename=(_freq_=n));
                 run;
                 proc freq data=all noprint;
                   tables {stars} / out=counts {missing}; {of_freq} format day months.;
                 run;
                 data counts; set counts; if percent ne .; n = count; run;
                 data means; set means; if _stat_ = 'N'; run;
                 proc print data=means noobs; var {classes} n; run;
                 title 'second half';
                 proc print data=counts noobs; var {classes} n; run;",
                data = data(seed, 60 * seed),
                stars = classes.replace(' ', "*"),
            );
            let text = listing(&program);
            let (means, counts) = halves(&text);
            assert!(means.lines().count() > 9, "{means}");
            assert_eq!(means, counts, "{classes} {missing} with seed {seed}");
        }
    }
}

/// `#` is what chooses among the observations.
const PROGRAM: &str = "
    proc freq data=all; #;
      tables number*letter letter day / chisq missing out=last outcum;
      tables letter*day*number / norow nocol;
      format day months.;
    run;
    proc freq data=all order=freq; #; tables number*letter / list sparse; weight weight; run;
    proc freq data=all order=data; #; tables letter number; run;
    proc print data=last; run;";

#[test]
fn memory_threads_and_where_change_nothing() {
    let of = |options: &str, chosen: &str| {
        let data = data(3, 60_000);
        let program = PROGRAM.replace('#', chosen);
        listing(&format!("{data} options {options}; {program}"))
    };
    let plain = of("cpucount=1", "");
    assert!(plain.lines().count() > 200, "{plain}");
    assert_eq!(plain, of("cpucount=4", ""));
    assert_eq!(plain, of("cpucount=4 memsize=1m", ""));
    for threads in ["cpucount=1", "cpucount=4"] {
        assert_eq!(plain, of(threads, "where i > 0"));
    }
}

#[test]
fn transposing_twice_gives_the_same() {
    for seed in 1..5 {
        let program = format!(
            "{data}
             data all; set all; keep i number day weight; run;
             proc print data=all noobs; var i number day weight; run;
             proc transpose data=all out=wide; run;
             proc transpose data=wide out=back; id _name_; run;
             title 'second half';
             proc print data=back noobs; var i number day weight; run;",
            data = data(seed, 20 * seed),
        );
        let text = listing(&program);
        let (before, after) = halves(&text);
        assert!(before.lines().count() > 20, "{before}");
        assert_eq!(before, after);
    }
}

#[test]
fn ranks_are_those_of_a_sort() {
    for seed in 1..5 {
        let program = format!(
            "{data}
             proc rank data=all ties=low out=ranked; var day; ranks r; run;
             proc sort data=ranked; by i; run;
             proc print data=ranked noobs; var i day r; run;
             proc sort data=all; by day; run;
             data sorted; set all; by day; retain r; if first.day then r = _n_; run;
             proc sort data=sorted; by i; run;
             title 'second half';
             proc print data=sorted noobs; var i day r; run;",
            data = data(seed, 50 * seed),
        );
        let text = listing(&program);
        let (ranked, sorted) = halves(&text);
        assert!(ranked.lines().count() > 20, "{ranked}");
        assert_eq!(ranked, sorted);
    }
}

#[test]
fn more_than_memory_is_one_clear_error() {
    let data = "data wide; do i = 1 to 400000; x = i; y = mod(i * 7919, 1000003); output; end; run;
                options memsize=1m nosyntaxcheck;";
    for (program, says) in [
        (
            "proc freq data=wide; tables x / out=z; run;",
            "A table that is listed has more cells than",
        ),
        (
            "proc freq data=wide noprint; tables x*y / out=z outpct; run;",
            "The tables have more cells than",
        ),
        (
            "proc transpose data=wide out=z; run;",
            "The observations make no data set",
        ),
    ] {
        let (log, _) = log_and_listing(&format!("{data} {program}"));
        let errors = log.lines().filter(|line| line.starts_with("ERROR"));
        let errors: Vec<_> = errors.collect();
        assert_eq!(errors.len(), 1, "{log}");
        assert!(errors[0].contains(says), "{errors:?}");
    }
}

/// Observations whose combinations are far more than 512K hold a part of, and what compares two data sets row by row.
const MANY: &str = "
    data many;
      do i = 1 to 20000;
        x = mod(i * 7919, 6007); if x < 9 then x = .;
        y = mod(i, 37); if y = 5 then y = .a;
        length t $12; t = put(mod(i * 31, 4001), z6.); if t = '000700' then t = ' ';
        s = mod(i, 3); z = mod(i, 541); w = mod(i, 11) / 7; g = int(i / 10001);
        output;
      end;
    run;
    %macro same(names);
      data _null_;
        merge little(in=a rename=(%do k = 1 %to %sysfunc(countw(&names));
          %scan(&names, &k)=_&k %end;)) much(in=b) end=last;
        differ + (a ne b %do k = 1 %to %sysfunc(countw(&names)); or %scan(&names, &k) ne _&k %end;);
        rows + 1;
        if last then put rows= differ=;
      run;
    %mend;";

#[test]
fn out_of_more_combinations_than_memory_holds_is_the_same() {
    let mut program = String::from(MANY);
    let cases = [
        ("", "x", "outcum", "", "x count percent cum_freq cum_pct"),
        ("order=freq", "x", "outcum", "", "x count percent cum_freq cum_pct"),
        ("", "t", "missing", "weight w;", "t count percent"),
        (
            "",
            "x*y",
            "outpct outexpect",
            "",
            "x y count percent expected pct_row pct_col",
        ),
        (
            "order=freq",
            "z*y",
            "outpct outexpect missing",
            "weight w / zeros;",
            "z y count percent expected pct_row pct_col",
        ),
        (
            "",
            "s*t*y",
            "outpct outexpect",
            "weight w;",
            "s t y count percent expected pct_tabl pct_row pct_col",
        ),
        (
            "order=freq",
            "y*z*s",
            "outpct",
            "by g;",
            "g y z s count percent pct_row pct_col",
        ),
    ];
    for (option, tables, options, others, names) in cases {
        for (memory, out) in [("1g", "much"), ("512k", "little")] {
            program += &format!(
                "options memsize={memory} cpucount=1;
                 proc freq data=many noprint {option}; {others} tables {tables} / out={out} {options}; run;"
            );
        }
        program += &format!("%same({names})");
    }
    // Two tables of one crossing, of which each has an order of its own.
    program += "options memsize=512k;
        proc freq data=many noprint; tables x*y / out=one; tables y*x / out=other; run;
        proc sort data=one; by y x; run;
        data little; set one; if percent = . then delete; run;
        data much; set other; if percent = . then delete; run;
        %same(y x count percent)";
    let (log, _) = log_and_listing(&program);
    assert!(!log.contains("ERROR"), "{log}");
    let compared = log.lines().filter(|line| line.starts_with("rows="));
    let compared: Vec<_> = compared.collect();
    assert_eq!(compared.len(), cases.len() + 1, "{log}");
    for (number, line) in compared.iter().enumerate() {
        assert!(line.ends_with("differ=0"), "case {number}: {line}");
        assert!(!line.starts_with("rows=0 "), "case {number}: {line}");
    }
    assert!(compared[0].starts_with("rows=5999 "), "{compared:?}");
}
