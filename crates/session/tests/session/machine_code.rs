//! Functions that are a few instructions in machine code give what the interpreter gives.

use crate::log_and_listing::log_and_listing;

/// Prints the functions of pairs of numbers, exactly; and how many rows satisfy conditions on them.
const STEPS: &str = "
  data pairs;
    array a{*} a1-a26 (., .z, 0, 1, -1, 2, -3, 7, 10, 0.1, -0.3, 1e300, 1e-300, 4503599627370495, 4503599627370496,
      4503599627370497, -4503599627370495, 9007199254740991, 9007199254740992, 9007199254740993, 18014398509481984,
      0.7, 2.5, 1234567.25, 3e15, 99991);
    call streaminit(5);
    do i = 1 to 26; do j = 1 to 26; x = a{i}; y = a{j}; output; end; end;
    do i = 1 to 500;
      x = int(2 ** (53 * rand('uniform'))); y = int(2 ** (53 * rand('uniform'))) - (mod(i, 2) * 1e6); output;
    end;
    keep x y;
  run;
  data _null_;
    set pairs;
    m = mod(x, y); n = abs(x); q = sqrt(x); z = 1 / mod(-0, 7);
    put 'ROW ' m hex16. n hex16. q hex16. z hex16.;
  run;
  data _null_; set pairs(where=(mod(x, y) > 2 and abs(y) < 1e15)) end=last; if last then put 'ROW ' _n_; run;
";

#[test]
fn functions_give_the_same_as_instructions() {
    let rows = |option: &str| {
        let (log, _) = log_and_listing(&format!("options ls=200 {option};{STEPS}"));
        assert!(!log.contains("ERROR:"), "{log}");
        let rows = log.lines().filter(|line| line.starts_with("ROW ")).map(str::to_owned);
        rows.collect::<Vec<_>>()
    };
    let compiled = rows("");
    assert_eq!(compiled.len(), 26 * 26 + 500 + 1);
    assert_eq!(compiled, rows("nomachinecode"));
}
