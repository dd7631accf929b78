//! PROC SQL gives what DATA steps and PROC MEANS give of the same values, and texts that are no statements are told of.

#![cfg(feature = "sql")]
#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use feedrate_session::options::SystemOptions;
use feedrate_session::{Session, Setup};
use proptest::prelude::*;

/// Observations of all kinds of numbers and texts.
const DATA: &str = "
    options nosyntaxcheck;
    data all;
      call streaminit(5);
      length a b c 8 s $ 6 t $ 9;
      array numbers{3} a b c;
      do i = 1 to 300;
        do j = 1 to 3;
          numbers{j} = int(12 * rand('uniform')) - 4;
          if numbers{j} = 4 then numbers{j} = .;
          if numbers{j} = 5 then numbers{j} = .a;
          if numbers{j} = 6 then numbers{j} = ._;
          if numbers{j} = 3 then numbers{j} = 1 / 3;
          if numbers{j} = -4 then numbers{j} = input('8000000000000000', hex16.);
          if numbers{j} = 7 then numbers{j} = 1e200 * rand('uniform');
        end;
        s = substr('   abcabAB  x y', 1 + int(9 * rand('uniform')), 1 + int(6 * rand('uniform')));
        t = substr('abcd   ab cd  x', 1 + int(7 * rand('uniform')), 1 + int(9 * rand('uniform')));
        output;
      end;
    run;";

/// The log of a program.
fn ran(text: &str) -> String {
    let work = tempfile::tempdir().unwrap();
    let (mut log, mut listing) = (Vec::new(), Vec::new());
    let stop = AtomicBool::new(false);
    let mut session = Session::new(Setup {
        log: Box::new(&mut log),
        listing: Box::new(&mut listing),
        work: Some(work.path().to_owned()),
        options: SystemOptions::default(),
        sysparm: String::new(),
        stop: &stop,
    });
    session.run("sql.sas", text).unwrap();
    drop(session);
    String::from_utf8_lossy(&log).into_owned()
}

/// Numbers that look as if drawn at random, the same each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        // Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn one<'t>(&mut self, among: &[&'t str]) -> &'t str {
        among[self.below(among.len())]
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(4) == 0 {
            let leaves = [
                "a", "b", "c", "a", "b", "c", "i", "0", "1", "2", "-1", "0.5", ".", ".a", "._",
                "3e300",
            ];
            return self.one(&leaves).to_owned();
        }
        let x = self.number(depth - 1);
        match self.below(12) {
            0..=4 => {
                let y = self.number(depth - 1);
                format!("({x} {} {y})", self.one(&["+", "-", "*", "/"]))
            }
            5 => format!("(-{x})"),
            6 => self.condition(depth - 1),
            7 => {
                let y = self.number(depth - 1);
                format!(
                    "{}({x}, {y})",
                    self.one(&["sum", "min", "max", "mean", "coalesce", "n"])
                )
            }
            8 => format!(
                "{}({x})",
                self.one(&["int", "abs", "sign", "missing", "floor"])
            ),
            9 => format!("length({})", self.text(depth - 1)),
            10 => {
                let (y, z) = (self.text(depth - 1), self.text(0));
                format!("index({y}, {z})")
            }
            _ => {
                let y = self.number(depth - 1);
                format!("round({x}, abs({y}))")
            }
        }
    }

    fn text(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(3) == 0 {
            let leaves = ["s", "t", "s", "t", "'a'", "'ab '", "' '", "'abc'", "' a'"];
            return self.one(&leaves).to_owned();
        }
        let x = self.text(depth - 1);
        match self.below(6) {
            0 | 1 => format!("({x} || {})", self.text(depth - 1)),
            2 => format!(
                "{}({x})",
                self.one(&["upcase", "trim", "left", "strip", "reverse"])
            ),
            3 => format!("substr({x}, 1, {})", 1 + self.below(3)),
            4 => format!("compress({x}, {})", self.text(0)),
            _ => format!("put({}, 8.3)", self.number(depth - 1)),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth > 0 {
            let inner = depth - 1;
            match self.below(6) {
                0 => {
                    let (x, y) = (self.condition(inner), self.condition(inner));
                    return format!("({x} {} {y})", self.one(&["and", "or"]));
                }
                1 => return format!("(not {})", self.condition(inner)),
                2 => {
                    let (x, y) = (self.text(inner), self.text(inner));
                    return format!("({x} {} {y})", self.comparison());
                }
                3 => {
                    // Conditions alone are numbers.
                    let x = self.text(inner);
                    return format!(
                        "({x} {}in ('a', 'ab  ', ' ', 'AB'))",
                        self.one(&["", "not "])
                    );
                }
                4 => {
                    let x = self.number(inner);
                    return format!("({x} {}in (1, ., .a, 0, 2.5))", self.one(&["", "not "]));
                }
                _ => {}
            }
        }
        let inner = depth.saturating_sub(1);
        let (x, y) = (self.number(inner), self.number(inner));
        format!("({x} {} {y})", self.comparison())
    }

    fn comparison(&mut self) -> &'static str {
        self.one(&[
            "=", "^=", "<", "<=", ">", ">=", "eq", "ne", "lt", "le", "gt", "ge",
        ])
    }
}

/// Expressions of one step and one query.
const TOGETHER: usize = 100;

#[test]
fn expressions_come_to_what_they_come_to_in_data_steps() {
    let steps = 100;
    let mut draw = Draw(6);
    let mut program = DATA.to_owned();
    for step in 0..steps {
        let mut texts = Vec::new();
        let (mut data, mut sql, mut compared) = (String::new(), String::new(), String::new());
        for index in 0..TOGETHER {
            let depth = 1 + draw.below(3);
            let expression = match index % 4 {
                0 => draw.text(depth),
                1 => draw.condition(depth),
                _ => draw.number(depth),
            };
            if index % 4 == 0 {
                texts.push(index);
            }
            writeln!(data, "d{index} = {expression};").unwrap();
            let comma = if index == 0 { "" } else { "," };
            writeln!(sql, "{comma} {expression} as e{index}").unwrap();
            writeln!(
                compared,
                "if d{index} ^= e{index} then put 'DIFFERENT {step}.{index}: ' d{index}= e{index}= i= a= b= c= s= t= '{}';",
                expression.replace('\'', "''")
            )
            .unwrap();
        }
        let lengths: Vec<String> = texts.iter().map(|index| format!("d{index}")).collect();
        writeln!(
            program,
            "data steps; set all; length {} $ 200; {data} run;
             proc sql; create table queries as select {sql} from all; quit;
             data _null_; merge steps queries(in=there) end=last; {compared}
             if not there then put 'DIFFERENT: no row'; if last then put 'COMPARED ' _n_; run;",
            lengths.join(" ")
        )
        .unwrap();
    }
    let log = ran(&program);
    let told: Vec<&str> = log
        .lines()
        .filter(|line| line.starts_with("DIFFERENT") || line.starts_with("ERROR"))
        .collect();
    assert!(told.is_empty(), "{}", told[..told.len().min(20)].join("\n"));
    assert_eq!(log.matches("\nCOMPARED 300\n").count(), steps);
}

#[test]
fn summaries_are_those_of_means() {
    let statistics = [
        "n", "nmiss", "sum", "mean", "std", "min", "max", "var", "cv", "uss", "css", "range",
        "stderr", "t", "prt",
    ];
    let (mut output, mut select, mut compared) = (String::new(), String::new(), String::new());
    for statistic in statistics {
        write!(output, " {statistic}(x)=m_{statistic}").unwrap();
        write!(select, ", {statistic}(x) as q_{statistic}").unwrap();
        writeln!(
            compared,
            "if m_{statistic} ^= q_{statistic} and not (abs(m_{statistic} - q_{statistic})
               <= 1e-12 * abs(m_{statistic})) then put 'DIFFERENT ' g= m_{statistic}= q_{statistic}=;"
        )
        .unwrap();
    }
    let program = format!(
        "options nosyntaxcheck;
         data all;
           call streaminit(9);
           do i = 1 to 20000;
             g = int(400 * rand('uniform') ** 3);
             if g = 2 then g = .;
             if g = 3 then g = .z;
             x = 3 + rand('normal');
             if g = 4 then x = 7;
             if rand('uniform') < 0.1 or g = 5 then x = .b;
             if g = 6 and rand('uniform') < 0.9 then x = .;
             output;
           end;
         run;
         proc summary data=all missing nway; class g; var x; output out=means {output}; run;
         proc sql; create table queries as select g, count(*) as rows {select} from all group by g; quit;
         data _null_; merge means queries; by g; {compared}
           if rows ^= _freq_ then put 'DIFFERENT ' rows= _freq_=; run;
         proc summary data=all; var x; output out=means {output}; run;
         proc sql; create table queries as select count(*) as rows {select} from all; quit;
         data _null_; merge means queries; g = 'all'; {compared} put 'COMPARED ' _n_; run;"
    );
    let log = ran(&program);
    let told: Vec<&str> = log
        .lines()
        .filter(|line| line.starts_with("DIFFERENT") || line.starts_with("ERROR"))
        .collect();
    assert!(told.is_empty(), "{}", told[..told.len().min(20)].join("\n"));
    assert!(log.contains("\nCOMPARED 1\n"), "{log}");
}

/// The values that a query gives, those of a row with blanks and rows with slashes between them; or what was wrong.
fn given(query: &str) -> String {
    let log = ran(&format!(
        "data a; input x y g $; cards;
         1 2 p
         . 3 p
         .a 4 q
         -1 . q
         0 5 r
         ;
         data few; x = 1; output; x = 0; output; run;
         proc sql; create table given as {query}; quit;
         data _null_; set given; put 'ROW ' (_all_) (:); run;"
    ));
    let wrong = log.lines().find_map(|line| line.strip_prefix("ERROR: "));
    let rows = log.lines().filter_map(|line| line.strip_prefix("ROW "));
    match wrong {
        Some(wrong) => wrong.split(" (line").next().unwrap_or_default().to_owned(),
        None => rows.map(str::trim).collect::<Vec<_>>().join(" / "),
    }
}

#[test]
fn what_the_language_has_otherwise_than_others() {
    let mut wrong = String::new();
    for (query, rows) in [
        // The bounds of BETWEEN are a range in whichever order.
        ("select x from a where x between 1 and -1", "1 / -1 / 0"),
        (
            "select x from a where x between y and 1 order by x",
            "-1 / 1",
        ),
        // Another name of a column can be used in WHERE, and what is computed with CALCULATED.
        ("select x as z from a where z = 1", "1"),
        ("select x + 1 as z from a where calculated z = 2", "2"),
        // ORDER BY means what is selected, GROUP BY the column.
        (
            "select -x as x, y from a where x > . order by x",
            ". 4 / -1 2 / 0 5 / 1 .",
        ),
        (
            "select 0 * x as x, count(*) as n from a where x > .z group by x",
            "0 1 / 0 1 / 0 1",
        ),
        // Rows are told once each with what they are ordered by.
        ("select distinct g from a order by y", "q / p / p / q / r"),
        ("select distinct g from a order by g desc", "r / q / p"),
        // Summaries beside rows.
        ("select * from a having y = max(y)", "0 5 r"),
        (
            "select g, y from a group by g having y = max(y)",
            "p 3 / q 4 / r 5",
        ),
        (
            "select g, sum(y) as s from a group by g having calculated s > 4",
            "p 5 / r 5",
        ),
        // No rows are one row of a summary, and none of groups.
        (
            "select count(*) as n, sum(x) as s from a where x > 9",
            "0 .",
        ),
        ("select count(*) as n from a where x > 9 group by g", ""),
        ("select sum(1) as s, count(1) as n from a", "5 5"),
        // Of several arguments it is a function of the row.
        (
            "select sum(x, y) as s, max(x, y) as m from few, a where few.x and a.x = 1",
            "Ambiguous reference, column x is in more than one table; write the table or its alias and a dot before it",
        ),
        (
            "select sum(a.x, y) as s, max(a.x, y) as m from few, a where few.x and a.x = 1",
            "3 2",
        ),
        (
            "select sum(sum(x)) as s from a",
            "Summary functions such as SUM cannot stand in a summary function; HAVING chooses among groups",
        ),
        // One row at most where a value stands; none is a missing value.
        (
            "select x, (select y from a) as y from few",
            "The query could not be carried out: Subquery evaluated to more than one row.",
        ),
        (
            "select x, (select y from a where a.x <= few.x and a.x > .z) as y from few",
            "The query could not be carried out: Subquery evaluated to more than one row.",
        ),
        (
            "select x, (select y from a where a.x = few.x + 1) as y from few",
            "1 . / 0 2",
        ),
        // Queries within summaries and branches, with values from outside.
        (
            "select x, case when exists (select * from a where a.x < few.x and g = 'q') then 1 else 2 end as e from few",
            "1 1 / 0 1",
        ),
        (
            "select sum(x in (select y - 1 from a where a.x >= few.x)) as s from few",
            "1",
        ),
        (
            "select x from few where x < (select max(y) from a where a.x ne few.x)",
            "1 / 0",
        ),
        // A condition without columns does not go below a summary of all rows.
        (
            "select count(*) as n from (select count(*) as c from a) where 9 < (select max(y) from a)",
            "0",
        ),
        (
            "select count(*) as n from a having 9 < (select max(y) from a)",
            "",
        ),
        // The same column twice in a part of a union.
        (
            "select x, x as y, 1 as z from few union all select 5, x, 7 from few where x order by z, 2, x",
            "0 0 1 / 1 1 1 / 5 1 7",
        ),
    ] {
        let given = given(query);
        if given != rows {
            writeln!(wrong, "{query}\n    {given}\n    and not {rows}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_statement_ends_the_session(words in prop::collection::vec(prop::sample::select(WORDS), 1..40)) {
        let text = format!(
            "options nosyntaxcheck; data a; x=1; t='a'; run; data b; x=1; y=2; t='b'; run;
             proc sql; {} ; quit; data _null_; put 'STILL HERE'; run;",
            words.join(" ")
        );
        let log = ran(&text);
        // An open quote or comment takes all that follows with it, and none is among the words.
        prop_assert!(log.contains("\nSTILL HERE"), "{text}\n{log}");
    }
}

/// What statements are made of.
const WORDS: &[&str] = &[
    "select",
    "select",
    "select",
    "from",
    "from a",
    "from b",
    "from a, b",
    "where",
    "group by",
    "order by",
    "having",
    "union",
    "except all",
    "intersect corr",
    "outer union",
    "a",
    "b",
    "x",
    "y",
    "t",
    "a.x",
    "b.x",
    "a.*",
    "*",
    "count(*)",
    "sum(x)",
    "max(t)",
    "count(distinct x)",
    "1",
    "0",
    "2.5",
    ".",
    "'a'",
    "'x'n",
    "(",
    ")",
    "(",
    ")",
    ",",
    ",",
    "+",
    "-",
    "/",
    "||",
    "**",
    "=",
    "<",
    "ne",
    "and",
    "or",
    "not",
    "in",
    "(1, 2)",
    "between",
    "exists",
    "any",
    "all",
    "is missing",
    "like 'a%'",
    "case",
    "when",
    "then",
    "else",
    "end",
    "as",
    "as z",
    "calculated",
    "z",
    "join",
    "left join",
    "full join",
    "natural",
    "on",
    "a.x = b.x",
    "distinct",
    "create table c as",
    "into :m",
    "label='l'",
    "format=8.2",
    "length=3",
    "put(x, 8.)",
    "upcase(t)",
    "monotonic()",
    "(select",
    "max(x) from a)",
    "validate",
    "desc",
];
