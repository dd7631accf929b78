//! Tables of one PROC FREQ, which are counted while the data set is read once, are those that each has in a step of
//! its own: any number of variables, whatever they share, by groups, with weights, with little memory and much, on
//! one thread and on several.

use crate::log_and_listing::log_and_listing;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Observations with missing values of numbers and texts. `#` is the seed, `@` how many there are.
const DATA: &str = "
    data all;
      call streaminit(#);
      length letter $ 1 word $ 9;
      do i = 1 to @;
        group = int(3 * rand('uniform'));
        number = int(9 * rand('uniform') ** 2);
        if number < 1 then number = .;
        letter = substr('abc', 1 + int(3 * rand('uniform')), 1);
        if rand('uniform') < 0.1 then letter = ' ';
        word = 'word ' || put(int(20 * rand('uniform')), z2.);
        if rand('uniform') < 0.05 then word = ' ';
        day = int(400 * rand('uniform'));
        if day > 390 then day = .a;
        amount = int(8 * rand('uniform')) / 4;
        if amount = 1 then amount = .;
        output;
      end;
    run;
    proc sort data=all; by group; run;
    proc format;
      value months low-99='first' 100-299='second' 300-high='third';
    run;";

/// The log and the listing of a program that has nothing to complain of.
fn told(text: &str) -> (String, String) {
    let (log, listing) = log_and_listing(text);
    let complaints = log
        .lines()
        .filter(|line| line.starts_with("ERROR") || line.starts_with("WARNING"));
    assert_eq!(complaints.collect::<Vec<_>>(), [""; 0], "{text}");
    (log, listing)
}

/// The variables of a table in any order.
fn table() -> impl Strategy<Value = String> {
    subsequence(vec!["number", "letter", "word", "day"], 1..=3)
        .prop_shuffle()
        .prop_map(|variables| variables.join("*"))
}

/// A TABLES statement, but for its OUT=.
fn statement() -> impl Strategy<Value = String> {
    let options = vec!["missing", "list", "chisq", "outpct", "sparse", "nocol"];
    (table(), subsequence(options, 0..=3)).prop_map(|(table, options)| {
        // All that there is of combinations of three variables would be much.
        let is_long = table.matches('*').count() > 1;
        let options = options.into_iter();
        let options: Vec<_> = options.filter(|own| !is_long || *own != "sparse").collect();
        format!("tables {table} / {}", options.join(" "))
    })
}

/// The statements as steps, and then what they have put into data sets.
fn program(statements: &[String], at_once: bool, options: &str, of_step: &str, order: &str) -> String {
    let number = statements.len();
    let statements = statements.iter().enumerate();
    let statements: Vec<String> = statements
        .map(|(number, own)| format!("{own} out=out{number};"))
        .collect();
    let steps = match at_once {
        true => vec![statements.join(" ")],
        false => statements,
    };
    let steps: String = steps
        .iter()
        .map(|own| format!("proc freq data=all {order}; {of_step} {own} format day months.; run; "))
        .collect();
    let prints: String = (0..number)
        .map(|number| format!("proc print data=out{number}; run; "))
        .collect();
    format!(
        "options {options}; {steps} title 'second half'; data mark; x = 1; run; proc print data=mark; run; {prints}"
    )
}

/// A listing without what stands once in each step, and under BY without the tables: they come group by group
/// from one step, and table by table from several.
fn compared(listing: &str, is_by: bool) -> String {
    let (tables, printed) = listing.split_once("second half").unwrap();
    let tables = tables.lines().filter(|line| {
        let line = line.trim();
        !line.is_empty() && line != "The FREQ Procedure"
    });
    let tables: Vec<&str> = tables.collect();
    match is_by {
        true => printed.to_owned(),
        false => format!("{}\n{printed}", tables.join("\n")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn tables_of_a_step_are_those_of_steps_of_their_own(
        seed in 1..1000_u32,
        observations in prop_oneof![0..200_u32, Just(3000)],
        statements in prop::collection::vec(statement(), 1..6),
        options in select(vec!["cpucount=1", "cpucount=4", "cpucount=4 memsize=2m"]),
        of_step in select(vec!["", "weight amount;", "by group;", "by group; weight amount / zeros;", "where i > 9;"]),
        order in select(vec!["", "order=freq", "order=formatted", "order=data"]),
    ) {
        let data = DATA.replace('#', &seed.to_string()).replace('@', &observations.to_string());
        let is_by = of_step.starts_with("by");
        let of = |at_once: bool, options: &str| {
            let steps = program(&statements, at_once, options, of_step, order);
            compared(&told(&format!("{data} {steps}")).1, is_by)
        };
        prop_assert_eq!(of(true, options), of(false, "cpucount=1"));
    }
}

/// Statements of a DATA step that give forty numbers v1-v40 few levels each.
const FORTY: &str = "
    array v{40};
    do i = 1 to 40; v{i} = mod(int(n / i) + i, 3); if v{i} = 2 and mod(n, i + 1) = 0 then v{i} = .; end;";

#[test]
fn forty_tables_of_a_wide_data_set_are_counted_in_one_pass() {
    let data = format!("data wide; do n = 1 to 500; {FORTY} output; end; drop i n; run;");
    let all = told(&format!("{data} proc freq data=wide; run;"));
    // Without TABLES and with a list of all it is the same.
    let named = told(&format!("{data} proc freq data=wide; tables _all_; run;"));
    assert_eq!(all.1, named.1);
    let each: String = (1..=40)
        .map(|number| format!("proc freq data=wide; tables v{number}; run; "))
        .collect();
    let each = told(&format!("{data} {each}")).1;
    let titled = |text: &str| {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.filter(|line| line.trim() != "The FREQ Procedure");
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(titled(&each).len() > 40 * 4, "{each}");
    assert_eq!(titled(&all.1), titled(&each));
    let reads = all.0.matches("There were 500 observations read");
    assert_eq!(reads.count(), 1, "{}", all.0);
}

#[test]
fn many_tables_of_many_levels_stay_within_a_small_memsize() {
    // Each of 24 variables has about eight thousand levels. One fits into memory, all together do not.
    let data = "
        data wide;
          array v{24};
          do n = 1 to 20000;
            do i = 1 to 24; v{i} = mod(n * (2 * i + 7919) + int(n / (i + 1)), 8009); end;
            output;
          end;
          drop i n;
        run;";
    let tables: String = (1..=24)
        .map(|number| format!("tables v{number} / noprint out=out{number} outcum; "))
        .collect();
    let found = |options: &str| {
        let prints: String = (1..=24)
            .map(|number| {
                format!(
                    "data _null_; set out{number} end=last; retain check levels; levels + 1;
                       check = mod(31 * sum(check, 0) + v{number} * 7 + count, 1000003);
                       if last then put '{number}:' levels= check= cum_freq=;
                     run; "
                )
            })
            .collect();
        let text = format!("{data} options {options}; proc freq data=wide; {tables} run; {prints}");
        let (log, _) = told(&text);
        let lines = log.lines().filter(|line| line.contains("levels="));
        let lines: Vec<String> = lines.filter(|line| !line.contains("put")).map(str::to_owned).collect();
        assert_eq!(lines.len(), 24, "{log}");
        (lines, log.contains("utility"))
    };
    let (much, is_spilled) = found("cpucount=1");
    assert!(!is_spilled);
    for options in ["cpucount=1 memsize=8m", "cpucount=4 memsize=8m"] {
        let (little, is_spilled) = found(options);
        assert!(is_spilled, "{options}");
        assert_eq!(much, little, "{options}");
    }
}
