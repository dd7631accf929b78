//! PROC UNIVARIATE and PROC LOGISTIC give the same with little memory and with much, on one thread and on
//! several, through WHERE and straight from the pages.

use crate::log_and_listing::log_and_listing;

/// More than two MiB of observations of all kinds: missing values, classes by text and format, frequencies.
const DATA: &str = "
    data all;
      call streaminit(3);
      length arm $ 5;
      do part = 1 to 3;
        do i = 1 to 20000;
          arm = scan('a bb c', 1 + int(3 * rand('uniform')));
          x = int(1000 * rand('uniform')) - 300;
          if x > 650 then x = .a;
          z = int(7 * rand('uniform'));
          often = int(3 * rand('uniform'));
          y = rand('uniform') < 1 / (1 + exp(0.5 - 0.002 * x - 0.2 * z));
          if i = 77 then y = .;
          output;
        end;
      end;
    run;
    proc format; value few 0-3='few' 4-high='many'; run;";

/// The analyses of them. `#` is what chooses among the observations.
const PROGRAM: &str = "
    proc univariate data=all nextrobs=3 normal; #;
      class arm; var x; id i z; freq often;
      output out=figures n=n mean=mean median=median msign=m signrank=s pctlpts=2.5 pctlpre=p;
    run;
    proc print data=figures; run;
    proc logistic data=all; #; class arm z; format z few.; model y(event='1') = x arm|z; run;
    proc logistic data=all noprint outest=parts; #; by part; model y(event='1') = x; run;
    proc print data=parts; run;
    proc logistic data=all(obs=25000 firstobs=101) noprint outest=some; #; model y(event='1') = x; run;
    proc print data=some; run;";

/// Under system options, of what is chosen so.
fn with(options: &str, chosen: &str) -> (String, String) {
    let program = PROGRAM.replace('#', chosen);
    let (log, listing) = log_and_listing(&format!("options {options}; {DATA} {program}"));
    assert!(!log.contains("ERROR"), "{log}");
    (log, listing)
}

#[test]
fn memory_threads_and_where_change_nothing() {
    let (log, alone) = with("cpucount=1", "label x='x'");
    assert!(log.contains("WORK.ALL was read in"), "{log}");
    assert!(alone.contains("Analysis of Maximum Likelihood Estimates"), "{alone}");
    assert!(alone.contains("Extreme Observations"), "{alone}");
    let (log, together) = with("cpucount=4 memsize=4M", "label x='x'");
    assert!(!log.contains("WARNING"), "{log}");
    assert_eq!(alone, together);
    // Observations that are chosen one by one count as those that are read by page ranges.
    let (_, chosen) = with("cpucount=4", "label x='x'; where part > 0");
    assert_eq!(alone, chosen);
}

#[test]
fn levels_that_memory_does_not_hold_are_an_error() {
    let (log, _) = log_and_listing(
        "options memsize=4M;
         data all; do i = 1 to 60000; y = mod(i, 2); output; end; run;
         proc logistic data=all; class i; model y = i; run;",
    );
    let error = "ERROR: The levels and the parameters of the model take more than the 1024K that MEMSIZE= leaves";
    assert!(log.contains(error), "{log}");
}
