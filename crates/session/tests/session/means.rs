//! PROC MEANS gives the same with little memory and with much, on one thread and on several, through WHERE
//! and straight from the pages.

use crate::log_and_listing::{log_and_listing, log_and_listing_with};
use feedrate_session::options::SystemOptions;

/// Observations of all kinds: missing values, classes by number, text and format, weights.
const DATA: &str = "
    data all;
      call streaminit(3);
      do i = 1 to 30000;
        number = int(300 * rand('uniform') ** 2);
        if number < 3 then number = .;
        letter = substr('abc', 1 + int(3 * rand('uniform')), 1);
        if rand('uniform') < 0.01 then letter = ' ';
        x = int(1000 * rand('uniform'));
        if x < 50 then x = .a;
        y = int(30 * rand('uniform'));
        z = 1e6 + x / 7;
        often = int(4 * rand('uniform')) - 1;
        weight = rand('uniform') - 0.02;
        output;
      end;
    run;
    proc format;
      value tens 0-99='hundred' 100-199='more' 500-high='most';
    run;";

/// The statistics that are computed of them. `#` is what chooses among the observations.
const PROGRAM: &str = "
    proc summary data=all; #;
      var x y z;
      output out=plain n= nmiss= mean= std= skew= kurt= median= p1= p99= mode= min= max= sum= / autoname;
    run;
    proc summary data=all; #;
      class number letter;
      var x y;
      output out=classes n= mean= std= q1= q3= / autoname;
    run;
    proc summary data=all missing; #;
      class number / descending;
      class letter / order=data;
      format number tens.;
      var x;
      output out=formatted n= mean= median= css= / autoname;
    run;
    proc summary data=all nway; #;
      class letter;
      var x z;
      freq often;
      weight weight;
      output out=weighted n= sumwgt= mean= std= median= / autoname;
    run;";

const SHOWN: &str = "
    proc print data=plain; run;
    proc print data=classes; format _numeric_ 16.6; run;
    proc print data=formatted; run;
    proc print data=weighted; run;";

/// The listing of the program under some options.
fn listing(options: &str, chosen: &str) -> String {
    let program = PROGRAM.replace('#', chosen);
    let text = format!("{DATA}\noptions {options};\n{program}\n{SHOWN}");
    let (log, listing) = log_and_listing(&text);
    assert!(!log.contains("ERROR") && !log.contains("WARNING"), "{log}");
    let little = options.contains("memsize");
    assert_eq!(log.contains("utility files"), little, "{log}");
    listing
}

#[test]
fn classes_that_memory_does_not_hold_are_an_error() {
    let log = |memory: &str, order: &str, format: &str| {
        let text = format!(
            "data all; do i = 1 to 5000; j = mod(i, 7); output; end; run;
             options memsize={memory} nothreads;
             proc summary data=all nway; class j i / {order}; {format} output out=o; run;"
        );
        log_and_listing(&text).0
    };
    for (order, format) in [("order=data", ""), ("", "format i 8.2;")] {
        let little = log("400K", order, format);
        assert!(
            little.contains("ERROR: The classes of i stay in memory because of a format or ORDER=, and")
                && little.contains("100K"),
            "{little}"
        );
        // A class takes less than 200 bytes.
        let enough = log("4000K", order, format);
        assert!(!enough.contains("ERROR"), "{enough}");
        assert!(enough.contains("5000 observations"), "{enough}");
    }
    let spilled = log("400K", "", "");
    assert!(!spilled.contains("ERROR"), "{spilled}");
    // A few classes of many values stay within it, for values are forgotten.
    let few = log("400K", "", "format i 2.;");
    assert!(!few.contains("ERROR"), "{few}");
}

#[test]
fn what_cannot_be_laid_down_is_told_with_the_line_of_the_procedure() {
    let gone = tempfile::tempdir().unwrap().path().join("gone");
    let mut options = SystemOptions::default();
    options.program.utility_folder = Some(gone);
    let text = "data all; do i = 1 to 20000; output; end; run;
        options memsize=256K nothreads;
        proc summary data=all nway;
          class i;
          output out=o;
        run;";
    for chosen in ["nway", "nway; where i > 0"] {
        let (log, _) = log_and_listing_with(options.clone(), &text.replace("nway", chosen));
        let error = log.lines().find(|line| line.starts_with("ERROR"));
        let error = error.unwrap_or_else(|| panic!("no error: {log}"));
        assert!(error.contains("utility files"), "{log}");
        assert!(log.contains("\n       at line 3 column 9\n"), "{log}");
        assert!(log.contains("3 |         proc summary"), "{log}");
    }
}

#[test]
fn memory_threads_and_where_change_nothing() {
    let much = listing("nothreads", "");
    assert!(much.lines().count() > 1500, "{much}");
    for (options, chosen) in [
        ("cpucount=3", ""),
        ("nothreads memsize=256K", ""),
        ("cpucount=2 memsize=300K", ""),
        ("cpucount=2", "where i > 0"),
        ("memsize=256K", "where i > 0"),
    ] {
        let other = listing(options, chosen);
        for (number, (a, b)) in much.lines().zip(other.lines()).enumerate() {
            assert_eq!(a, b, "line {} with {options} {chosen}", number + 1);
        }
        assert_eq!(much.lines().count(), other.lines().count());
    }
}

/// Of what WHERE meets, ERRORS= observations are told, which are the first ones; and FIRSTOBS= and OBS= count what
/// comes through it.
#[test]
fn what_where_meets_is_told_alike_on_one_thread_and_on_several() {
    let of = |threads: u32, options: &str, condition: &str| {
        let text = format!(
            "data all; length pad $ 60;
               do i = 1 to 30000;
                 zero = mod(i, 6000) > 3; part = mod(i, 7); if part = 3 then part = .;
                 output;
               end;
             run;
             options cpucount={threads} errors=5;
             proc means data=all({options}) n sum min max; where {condition}; var i; run;"
        );
        let (log, listing) = log_and_listing(&text);
        assert!(!log.contains("ERROR:"), "{log}");
        let step = log.rsplit_once("proc means").unwrap().1;
        let told = step.lines().take_while(|line| !line.contains("PROCEDURE MEANS used"));
        (told.collect::<Vec<_>>().join("\n"), listing)
    };
    for (options, condition, told) in [
        ("", "part + 1 > 2", "Missing values were generated"),
        ("", "1 / zero > 0", "Limit set by ERRORS= option reached"),
        ("", "i > 100", "There were 29900 observations"),
        ("firstobs=50 obs=20000", "i > 100", "There were 19951 observations"),
        ("obs=20000", "ranuni(5) < 0.9", "There were 20000 observations"),
    ] {
        let alone = of(1, options, condition);
        assert!(alone.0.contains(told), "{condition}: {}", alone.0);
        assert_eq!(alone, of(3, options, condition), "{condition}");
    }
}

/// OBS=0 looks at no observation, also where WHERE could not be evaluated for the first one.
#[test]
fn of_no_observations_none_is_looked_at() {
    let (log, _) = log_and_listing(
        "data all; do i = 1 to 10; zero = i ne 1; output; end; run;
         proc means data=all(obs=0); where 1 / zero > 0; var i; run;",
    );
    let step = log.rsplit_once("proc means").unwrap().1;
    assert!(!step.contains("Division by zero"), "{log}");
    assert!(step.contains("There were 0 observations read"), "{log}");
}

/// A run group without a model, which is an error, keeps the models of a further one from no OUTEST=.
#[test]
fn estimates_are_those_of_the_first_run_group_with_models() {
    let (log, _) = log_and_listing(
        "data all; do x = 1 to 9; y = x + mod(x, 3); output; end; run;
         options nosyntaxcheck;
         proc reg data=all outest=estimates; run; model y = x; run; quit;",
    );
    assert_eq!(log.matches("ERROR:").count(), 1, "{log}");
    assert!(log.contains("WORK.ESTIMATES has 1 observations"), "{log}");
}
