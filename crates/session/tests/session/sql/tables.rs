//! TABULATE, FREQ and GROUP BY count the same.

use super::ran;

/// Counts three class variables of drawn observations in the three ways, and tells the combinations of which they
/// differ. What FREQ leaves out of its table it writes without a percentage.
fn differing(seed: u32, missing: bool) -> (String, usize) {
    let is_missing = if missing { "missing" } else { "" };
    let kept = if missing {
        ""
    } else {
        "where not missing(a) and not missing(b) and not missing(c)"
    };
    let log = ran(&format!(
        "data all;
           call streaminit({seed});
           length b $ 3;
           do i = 1 to 2000;
             a = int({seed} * rand('uniform') ** 2) / 4; if rand('uniform') < 0.05 then a = .;
             if rand('uniform') < 0.02 then a = .z;
             b = substr('  abcabAB xy', 1 + int(9 * rand('uniform')), 1 + int(3 * rand('uniform')));
             c = int(3 * rand('uniform')); if rand('uniform') < 0.05 then c = .;
             output;
           end;
         run;
         proc freq data=all noprint; tables a*b*c / {is_missing} out=f; run;
         proc tabulate data=all {is_missing} out=t; class a b c; table a*b*c, n; run;
         proc sql; create table q as select a, b, c, count(*) as n from all {kept} group by a, b, c \
           order by a, b, c; quit;
         proc sort data=t; by a b c; run;
         data _null_;
           merge f(rename=(count=of_freq) where=(percent ne .)) t(rename=(n=of_tabulate)) q(rename=(n=of_sql)) end=last;
           by a b c;
           if not (of_freq = of_tabulate = of_sql) then put 'DIFFER ' (_all_) (=);
           if last then put 'COMBINATIONS ' _n_;
         run;"
    ));
    let lines = |prefix: &str| -> Vec<&str> { log.lines().filter_map(|line| line.strip_prefix(prefix)).collect() };
    let [combinations] = lines("COMBINATIONS ")[..] else {
        panic!("{log}");
    };
    (lines("DIFFER ").join("\n"), combinations.trim().parse().unwrap())
}

#[test]
fn tabulate_freq_and_group_by_count_the_same() {
    for (seed, missing) in [(5, true), (5, false), (40, true), (40, false), (300, true)] {
        let (differing, combinations) = differing(seed, missing);
        assert_eq!(differing, "", "seed {seed}, missing {missing}");
        assert!(combinations > 30, "{combinations}");
    }
}
