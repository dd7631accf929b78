//! PROC RANK and PROC CORR give the same with little memory, where their values spill, and with much. What they give
//! with much is held by the tests of the procedures and by those that compare with R.

use crate::log_and_listing::log_and_listing;

/// Observations with ties, both zeros, and missing values of two kinds.
const DATA: &str = "
    data all;
      call streaminit(3);
      do g = 1 to 4;
        do i = 1 to 40 * g * g;
          x = int(40 * rand('uniform')) - 20;
          y = rand('uniform');
          if mod(i, 9) = 0 then y = .;
          if mod(i, 31) = 0 then y = .b;
          z = round(x + 10 * rand('uniform'), 0.5);
          if x = 0 and mod(i, 2) then x = -0.0;
          n = 0;
          output;
        end;
      end;
    run;";

const RANKS: [&str; 12] = [
    "",
    "descending",
    "ties=low",
    "ties=high descending",
    "ties=dense",
    "groups=7",
    "groups=5 ties=dense",
    "percent",
    "fraction ties=dense descending",
    "nplus1 ties=low",
    "normal=blom",
    "savage",
];

/// The log and the listing of the steps of a program under some options.
fn of_steps(steps: &str, options: &str) -> (String, String) {
    let (log, listing) = log_and_listing(&format!("{DATA}\noptions {options};\n{steps}"));
    assert!(!log.contains("ERROR") && !log.contains("WARNING"), "{log}");
    (log, listing)
}

#[track_caller]
fn expect_the_same(steps: &str) {
    let (log, listing) = of_steps(steps, "ls=200 iotable=all");
    assert!(!log.contains("utility files"), "{log}");
    let (log, spilled) = of_steps(steps, "ls=200 iotable=all memsize=64k");
    assert!(log.contains("utility files"), "{log}");
    let lines = listing.lines().zip(spilled.lines());
    let first = lines.clone().find(|(one, other)| one != other);
    assert!(listing == spilled, "{first:?}");
    assert!(lines.count() > 20, "{listing}");
}

#[test]
fn ranks_are_the_same_with_little_memory() {
    let ranked = |options: &str, by: &str| {
        format!("proc rank data=all out=r {options}; var x y z n; ranks a b c d; {by}; run; proc print data=r; run;")
    };
    let mut steps = String::from("options nodate; ");
    for options in RANKS {
        steps += &ranked(options, "");
    }
    for options in [RANKS[0], RANKS[6], RANKS[10]] {
        steps += &ranked(options, "by g");
    }
    // They replace the values, and missing ones stay as they are.
    steps += "proc rank data=all out=r ties=low; run; proc print data=r; run;";
    expect_the_same(&steps);
}

#[test]
fn correlations_of_ranks_are_the_same_with_little_memory() {
    expect_the_same(
        "proc corr data=all spearman outs=s; var x y z; run;
         proc corr data=all spearman nomiss; var x y z; with g y; run;
         proc corr data=all spearman pearson; var x z; by g; run;
         proc print data=s; format _numeric_ 20.17; run;",
    );
}
