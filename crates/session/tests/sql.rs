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
        // A value of a query without rows is missing.
        (
            "select x, (select y from a where x > 9) as v from a where x = 1",
            "1 .",
        ),
        (
            "select (select 'text' from a where x > 9) || '!' as v from a where x = 1",
            "!",
        ),
        (
            "select x from a where x = 1 and (select y from a where x > 9) = .",
            "1",
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
            "Summary functions such as SUM cannot stand in a summary function; the query in FROM can summarize first",
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
        // A query is the same wherever it is written the same, and no group otherwise.
        (
            "select x > (select avg(x) from a) as o, count(*) as n from a group by x > (select avg(x) from a)",
            "0 4 / 1 1",
        ),
        (
            "select (select max(y) from a where a.x = few.x) as m, (select max(y) from a where a.x = few.x) + 1 as n from few",
            "2 3 / 5 6",
        ),
        // COALESCE and LIKE of texts, as rows tell them.
        (
            "select coalesce(y, x, 9) as c, coalesce(g, 'none') as d from a where g like substr(g, 1, 1) || '%'",
            "2 p / 3 p / 4 q / -1 q / 5 r",
        ),
        // What is written without an order has one.
        (
            "select few.x, g from few left join a on few.x >= a.x and a.x > .z",
            "1 p / 1 q / 1 r / 0 q / 0 r",
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

/// Rows that several threads read and join come in the order that is told of them, although nobody asks for one.
#[test]
fn rows_come_in_an_order_also_without_order_by() {
    let log = ran(
        "options threads cpucount=4;
         data a; do id = 1 to 60000; g = mod(id * 7919, 1000); t = put(g, z32.); output; end; run;
         data b; do k = 60000 to 1 by -3; y = k * 2; t = put(k, z32.); output; end; run;
         proc sql;
         create view by_g as select g, max(id) as m from a group by g;
         create table joined as select id as key, y from a, b where a.id = b.k;
         create table outer as select coalesce(id, 200000 - k) as key from a(where=(id < 50000)) full join b on a.id = b.k;
         create table groups as select g as key, m from by_g where m > 59500;
         create table remerged as select g * 100000 + id as key, mean(id) as m from a group by g;
         create table sets as select g as key from a except select y from b where y < 500;
         quit;
         %macro check(table);
             data _null_;
                 set &table end=is_last;
                 retain wrong 0;
                 before = lag(key);
                 wrong + (_n_ > 1 and before > key);
                 if is_last then put \"ROW &table \" _n_ wrong;
             run;
         %mend;
         %check(joined) %check(outer) %check(groups) %check(remerged) %check(sets)",
    );
    let rows: Vec<_> = log
        .lines()
        .filter_map(|line| line.strip_prefix("ROW "))
        .collect();
    assert_eq!(
        rows,
        [
            "joined 20000 0",
            "outer 53333 0",
            "groups 500 0",
            "remerged 60000 0",
            "sets 917 0",
        ],
        "{log}"
    );
    let queries = ran("options threads cpucount=4;
         data a; do id = 1 to 60000; t = put(id, z32.); output; end; run;
         proc sql;
         create table queries as select id as key from a union all select 60000 + id from a
             outer union corr select 120000 + id as key from a;
         quit;
         data _null_; set queries; if key ne _n_ then put 'WRONG ' _n_= key=; run;");
    assert!(!queries.contains("\nWRONG"), "{queries}");
    assert!(
        queries.contains("QUERIES created, with 180000 rows"),
        "{queries}"
    );
}

/// Queries of many tables, and views of views, end in one line and in no overflow of a stack.
#[test]
fn large_queries_fit_the_stack() {
    let tables: Vec<_> = (0..40).map(|index| format!("a as t{index}")).collect();
    let same: Vec<_> = (1..40).map(|index| format!("t0.x = t{index}.x")).collect();
    let unions = vec!["select x from a"; 200].join(" union ");
    let views: String = (0..60)
        .map(|index| format!("create view v{} as select * from v{index};", index + 1))
        .collect();
    let doubled: String = (0..9)
        .map(|index| {
            format!(
                "create view w{} as select * from w{index} union all select * from w{index};",
                index + 1
            )
        })
        .collect();
    let text = format!(
        "options nosyntaxcheck;
         data a; do x = 1 to 3; output; end; run;
         proc sql noerrorstop;
         create table joined as select t0.x from {} where {};
         create table united as {unions};
         create view v0 as select * from a; {views}
         create view w0 as select * from a; {doubled}
         quit;",
        tables.join(", "),
        same.join(" and ")
    );
    // The stack of the thread that runs a program.
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let log = thread.spawn(move || ran(&text)).unwrap().join().unwrap();
    assert!(log.contains("JOINED created, with 3 rows"), "{log}");
    assert!(log.contains("UNITED created, with 3 rows"), "{log}");
    assert!(log.contains("more than 50 views read one another"), "{log}");
    assert!(log.contains("more than 256 tables"), "{log}");
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

#[test]
fn queries_of_more_than_memsize_need_no_more_than_a_worker_does() {
    let log = ran("
        options memsize=16M;
        data a;
          length t $12;
          do i = 1 to 400000;
            k = mod(i * 7919, 1000); x = mod(i * 104729, 40009); t = put(mod(i * 31, 50021), 8.);
            output;
          end;
        run;
        proc sql;
        create table sorted as select * from a order by t, x;
        create table counted as select k, count(distinct t) as n from a group by k;
        create table remerged as select i, k, x - mean(x) as dx from a group by k;
        create table grouped as select t, x, count(*) as n from a group by t, x;
        create table joined as select a.i, b.i as i2 from a, a as b where a.i = b.i and b.x > 20;
        quit;");
    assert!(!log.contains("ERROR"), "{log}");
    assert!(log.contains("utility files  written"), "{log}");
    assert!(
        log.contains("WORK.REMERGED created, with 400000 rows"),
        "{log}"
    );
}

#[test]
fn a_query_that_cannot_lay_down_its_rows_shows_none() {
    // No file can be made there, whoever tries.
    let log = ran("options memsize=16M;
         data a; do i = 1 to 1500000; k = mod(i * 7919, 1000003); output; end; run;
         options utilloc='/proc';
         proc sql; create table sorted as select * from a order by k; quit;");
    assert!(log.contains("could not be laid down"), "{log}");
    assert!(!log.contains("_ERROR_=1"), "{log}");
}
