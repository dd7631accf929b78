//! PROC REPORT shows what PROC MEANS computes and PROC SORT sorts, with little memory and with much, on one thread
//! and on several, through WHERE and straight from the pages.

use crate::drawn::{drawn, listing};
use crate::log_and_listing::log_and_listing;

/// Observations of all kinds: missing values, groups by number, text and format. `#` is the seed, `@` how many there
/// are.
const DATA: &str = "
    data all;
      call streaminit(#);
      do i = 1 to @;
        number = int(9 * rand('uniform') ** 2);
        if number < 1 then number = .;
        letter = substr('cab', 1 + int(3 * rand('uniform')), 1);
        if rand('uniform') < 0.05 then letter = ' ';
        day = int(400 * rand('uniform'));
        x = 100 * rand('normal');
        if rand('uniform') < 0.1 then x = .;
        y = int(50 * rand('uniform'));
        output;
      end;
    run;
    proc format;
      value months low-99='third' 100-299='second' 300-high='first';
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
fn groups_have_the_figures_of_means() {
    for seed in 1..7 {
        for (classes, missing, order) in [
            ("number letter", "", "internal"),
            ("number letter", "missing", "internal"),
            ("letter day", "", "formatted"),
            ("day letter number", "missing", "internal"),
        ] {
            let groups: String = classes
                .split(' ')
                .map(|class| format!("define {class} / group order={order};"))
                .collect();
            let program = format!(
                "{data}
                 options linesize=256;
                 proc means data=all nway noprint {missing} order={order};
                   class {classes}; var x y; format day months.;
                   output out=means sum(x)=sum mean(x)=mean median(y)=middle std(y)=std n(x)=n;
                 run;
                 proc report data=all nowd noprint out=report {missing};
                   column {classes} x=sum x=mean y=middle y=std x=n;
                   {groups}
                   define sum / sum; define mean / mean; define middle / median; define std / std;
                   define n / n; format day months.;
                 run;
                 proc print data=means noobs; var {classes} sum mean middle std n; run;
                 title 'second half';
                 proc print data=report noobs; var {classes} sum mean middle std n; run;",
                data = data(seed, 60 * seed),
            );
            let text = listing(&program);
            let (means, report) = halves(&text);
            assert!(means.lines().count() > 9, "{means}");
            assert_eq!(means, report, "{classes} {missing} with seed {seed}");
        }
    }
}

#[test]
fn summary_lines_have_the_figures_of_means() {
    for seed in 1..5 {
        // A report of observations in order has the same summary lines as one of groups, which are the types of MEANS.
        let report = |usage: &str, name: &str| {
            format!(
                "proc report data=all nowd noprint missing out={name};
                   column letter number x x=mean y;
                   define letter / {usage} order=internal; define number / {usage} order=internal;
                   define mean / mean;
                   break after number / summarize;
                   break before letter / summarize;
                   rbreak after / summarize;
                 run;
                 data {name}; set {name}; if _break_ ne ' '; run;"
            )
        };
        let program = format!(
            "{data}
             {groups} {detail}
             proc means data=all noprint missing;
               class letter number; types () letter letter*number; var x y;
               output out=means(drop=_freq_) sum(x y)=x y mean(x)=mean;
             run;
             proc sort data=means; by _type_ letter number; run;
             data groups; set groups; _type_ = 3;
               if _break_ = 'letter' then _type_ = 2; if _break_ = '_RBREAK_' then _type_ = 0;
             proc sort data=groups; by _type_ letter number; run;
             proc print data=groups noobs; var letter number x mean y; run;
             title 'second half';
             proc print data=means noobs; var letter number x mean y; run;
             title 'third part';
             proc print data=groups(drop=_type_) noobs; run;
             data detail; set detail; _type_ = 3;
               if _break_ = 'letter' then _type_ = 2; if _break_ = '_RBREAK_' then _type_ = 0;
             proc sort data=detail; by _type_ letter number; run;
             title 'fourth part';
             proc print data=detail(drop=_type_) noobs; run;",
            data = data(seed, 50 * seed),
            groups = report("group", "groups"),
            detail = report("order", "detail"),
        );
        let text = listing(&program);
        let (first, others) = text.split_once("third part").unwrap();
        let (groups, means) = halves(first);
        assert!(means.lines().count() > 9, "{means}");
        assert_eq!(groups, means, "with seed {seed}");
        let (groups, detail) = others.split_once("fourth part").unwrap();
        assert_eq!(groups.trim(), detail.trim(), "with seed {seed}");
    }
}

#[test]
fn observations_come_as_a_sort_has_them() {
    for seed in 1..5 {
        let program = format!(
            "{data}
             data all; set all; if number ne .; if letter ne ' '; keep letter number i x; run;
             proc report data=all nowd noprint out=report(drop=_break_);
               column letter number i x;
               define letter / order order=internal descending; define number / order order=internal;
               define i / display; define x / display;
             run;
             proc sort data=all; by descending letter number; run;
             proc print data=all noobs; var letter number i x; run;
             title 'second half';
             proc print data=report noobs; var letter number i x; run;",
            data = data(seed, 60 * seed),
        );
        let text = listing(&program);
        let (sorted, report) = halves(&text);
        assert!(sorted.lines().count() > 9, "{sorted}");
        assert_eq!(sorted, report, "with seed {seed}");
    }
}

/// `#` is what chooses among the observations.
const PROGRAM: &str = "
    proc report data=all nowd out=made; #;
      column number letter x (x y),mean ratio;
      define number / group; define letter / group order=freq;
      break after number / summarize ol skip;
      rbreak before / summarize;
      compute ratio; ratio = x.mean / y.mean; endcomp;
      compute after number; line 'so many: ' x.sum 12.2; endcomp;
    run;
    proc report data=all nowd; #;
      column day letter,(n y);
      define day / group; define letter / across order=data; define y / max;
      format day months.;
    run;
    proc report data=all nowd noprint out=sorted; #;
      column letter day i y; where also letter = 'a';
      define letter / order; define day / order order=internal; define i / display;
      break after letter / summarize;
    run;
    proc print data=made; run;
    proc print data=sorted; run;";

#[test]
fn memory_threads_and_where_change_nothing() {
    let of = |options: &str, chosen: &str| {
        let data = data(3, 60_000);
        let program = PROGRAM.replace('#', chosen);
        // Sums of other orders differ in their last digits.
        let data = data.replace("100 * rand('normal')", "int(100 * rand('normal'))");
        listing(&format!("{data} options {options}; {program}"))
    };
    let plain = of("cpucount=1", "where i > 0");
    assert!(plain.lines().count() > 200, "{plain}");
    assert_eq!(plain, of("cpucount=4", "where i > 0"));
    assert_eq!(plain, of("cpucount=4 memsize=1m", "where i > 0"));
}

#[test]
fn more_than_memory_is_one_clear_error() {
    let (log, _) = log_and_listing(
        "
        data wide; do i = 1 to 100000; x = i; output; end; run;
        options memsize=1m nosyntaxcheck;
        proc report data=wide nowd; column i x; define i / group order=freq; run;
        proc report data=wide nowd; column x i; define i / across; run;",
    );
    let says = "The tables have more cells than";
    assert_eq!(log.matches(says).count(), 2, "{log}");
}

#[test]
fn a_report_of_more_groups_than_memory_holds_is_the_same() {
    let data = "
        data many;
          do i = 1 to 12000;
            g = mod(i * 7919, 61); if g = 3 then g = .;
            length t $8; t = put(mod(i * 31, 997), z5.); s = mod(i, 5);
            x = mod(i, 101); y = i;
            output;
          end;
        run;";
    let reports = "
        proc report data=many nowd out=made;
          column g t s x n y,mean ratio;
          define g / group descending; define t / group; define s / group;
          define x / sum; define ratio / computed;
          break before g / summarize skip; break after t / summarize ol; rbreak after / summarize dol;
          rbreak before / summarize;
          compute ratio; ratio = x.sum / n; endcomp;
          compute after g; line 'of ' g 4. ': ' x.sum 12.; endcomp;
        run;
        proc report data=many nowd; by by; column t x; define t / group; define x / mean; run;
        proc report data=many nowd missing; column g t y; define t / group; define g / group; define y / max; run;
        data _null_; set made end=last; retain check;
          check = mod(31 * sum(check, 0) + 7 * sum(g, 0) + sum(x, 0) + n + ratio, 1000003);
          if last then put _n_= check=;
        run;";
    let of = |options: &str| {
        let data = data.replace("output;", "by = i > 6000; output;");
        let (log, text) = log_and_listing(&format!("{data} options {options}; {reports}"));
        assert!(!log.contains("ERROR"), "{log}");
        let check = log.lines().find(|line| line.starts_with("_N_="));
        (text, check.unwrap().to_owned(), log.contains("utility"))
    };
    let (much, check, is_spilled) = of("memsize=1g cpucount=1");
    assert!(much.lines().count() > 24_000 && !is_spilled, "{check}");
    for options in ["memsize=512k cpucount=1", "memsize=512k cpucount=3"] {
        let (little, same, is_spilled) = of(options);
        assert!(is_spilled, "{options}");
        assert_eq!(check, same);
        for (number, (a, b)) in much.lines().zip(little.lines()).enumerate() {
            assert_eq!(a, b, "line {} with {options}", number + 1);
        }
        assert_eq!(much.lines().count(), little.lines().count());
    }
}
