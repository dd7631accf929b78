//! Queries over Parquet and Arrow files give the rows that they give over a `.sas7bdat` file.

use super::ran;

/// Draws the same table into the three libraries.
const TABLES: &str = "
  options ls=256;
  libname p parquet \"%sysfunc(pathname(work))\";
  libname a arrow \"%sysfunc(pathname(work))\";
  data work.t p.t a.t;
    call streaminit(#);
    length g $ 2 t $ 30;
    format d date9. m datetime20.;
    do n = 1 to 3000;
      x = int(20 * rand('uniform')) - 5; if rand('uniform') < 0.1 then x = .;
      y = int(40 * rand('uniform')) / 8; if rand('uniform') < 0.1 then y = .;
      if x = 0 then x = -x;
      d = '01jan2020'd + int(60 * rand('uniform')); if rand('uniform') < 0.1 then d = .;
      m = 86400 * d + int(86400 * rand('uniform'));
      g = substr('  abcabAB xy', 1 + int(9 * rand('uniform')), 1 + int(2 * rand('uniform')));
      t = repeat(g, int(14 * rand('uniform'))); if rand('uniform') < 0.1 then t = ' ';
      if rand('uniform') < 0.1 then t = cats(t, 'ä');
      output;
    end;
  run;
";

/// Conditions on its rows, of which `#` is a drawn number and `@` a drawn text.
const CONDITIONS: [&str; 22] = [
    "x > #",
    "x < #",
    "x = .",
    "x ne .",
    "x = 0",
    "not (x > #)",
    "x in (1, #, .)",
    "x between # and 9",
    "x + y > #",
    "y",
    "x and y",
    "sum(x, y) le #",
    "t = '@'",
    "t > '@'",
    "t like '@%'",
    "t contains '@'",
    "t eq: '@'",
    "missing(t) or g = '@'",
    "length(t) > #",
    "d > '20jan2020'd",
    "month(d) = 2 and hour(m) > #",
    "g in ('@', 'a', ' ')",
];

/// Queries with a condition `C` on a table `L`.
const QUERIES: [&str; 9] = [
    "select * from L.t where C order by n",
    "select n, t from L.t where C order by n",
    "select count(*) as c from L.t where C",
    "select g, count(*) as c, sum(x) as s, min(t) as lo, max(t) as hi from L.t where C group by g order by g",
    "select t, x, count(y) as c from L.t where C group by t, x having c > 1 order by t, x",
    "select distinct g, x from L.t where C order by g, x",
    "select u.n, v.y from L.t as u, L.t as v where u.n = v.n + 1 and u.t = v.t and u.C order by u.n",
    "select u.n, v.d from (select * from L.t where C) as u left join L.t as v on u.x = v.n order by u.n",
    "select n from L.t where C and n in (select x from L.t where y > 2) order by n",
];

/// A generator of numbers below a bound.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn condition(&mut self) -> String {
        let texts = ["a", "b", "ab", "A", " ", "abab", "xy"];
        let one = |draws: &mut Self| {
            let number = draws.below(14) as i64 - 4;
            let text = texts[draws.below(texts.len())];
            let condition = CONDITIONS[draws.below(CONDITIONS.len())];
            condition.replace('#', &number.to_string()).replace('@', text)
        };
        match self.below(3) {
            0 => one(self),
            1 => format!("({}) and ({})", one(self), one(self)),
            _ => format!("({}) or ({})", one(self), one(self)),
        }
    }
}

#[test]
fn queries_over_open_formats_give_the_same_rows() {
    let mut draws = Draws(42);
    let (mut all, mut queries) = (String::new(), Vec::new());
    for query in QUERIES {
        for _ in 0..6 {
            let condition = match query.contains("u.C") {
                true => format!("x > {}", draws.below(9)),
                false => draws.condition(),
            };
            let query = query.replace('C', &condition);
            queries.push(query.clone());
            for library in ["work", "p", "a"] {
                let query = query.replace('L', library);
                all += &format!("proc sql; create table {library}q as {query}; quit;\n");
            }
            all.push_str(
                "data _null_; set workq; put 'W ' (_all_) (=); run;
                 data _null_; set pq; put 'P ' (_all_) (=); run;
                 data _null_; set aq; put 'A ' (_all_) (=); run;
                 %put END;\n",
            );
        }
    }
    let log = ran(&format!("{}{all}", TABLES.replace('#', "7")));
    let (mut rows, mut told, mut all_rows) = ([const { Vec::new() }; 3], queries.iter(), 0);
    for line in log.lines() {
        assert!(!line.starts_with("ERROR"), "{line}");
        for (prefix, rows) in ["W ", "P ", "A "].iter().zip(&mut rows) {
            rows.extend(line.strip_prefix(prefix));
        }
        if line == "END" {
            let query = told.next().unwrap();
            let [native, parquet, arrow] = &rows;
            assert_eq!(native, parquet, "{query}");
            assert_eq!(native, arrow, "{query}");
            all_rows += native.len();
            rows = [const { Vec::new() }; 3];
        }
    }
    assert_eq!(told.next(), None);
    assert!(all_rows > 5000, "{all_rows}");
}

#[test]
fn what_counts_rows_counts_those_of_the_file() {
    let queries = [
        "select n from L.t where monotonic() <= 9 and n > 3",
        "select n from L.t where n > 3 and monotonic() <= 9",
        "select n from (select n from L.t where monotonic() <= 9) where n > 3",
        "select u.n from (select n from L.t where monotonic() <= 9) as u, L.t as v where u.n = v.n and u.n > 3",
        "select n from L.t where ranuni(7) < 0.5 and n < 20",
    ];
    for query in queries {
        let rows = ["work", "p", "a"].map(|library| {
            let query = query.replace("L.", &format!("{library}."));
            let step = format!("proc sql; create table q as {query}; quit; data _null_; set q; put 'ROW ' n; run;");
            let log = ran(&format!("{}{step}", TABLES.replace('#', "7")));
            let rows = log.lines().filter(|line| line.starts_with("ROW ")).map(str::to_owned);
            rows.collect::<Vec<_>>()
        });
        assert!(!rows[0].is_empty(), "{query}");
        assert_eq!(rows[0], rows[1], "{query}");
        assert_eq!(rows[0], rows[2], "{query}");
    }
}
