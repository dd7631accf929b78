//! Programs that add, change, delete and look for observations, with and without indexes, against a model in memory.

use std::fmt::Write as _;

use crate::log_and_listing::log_and_listing;
use crate::random::Random;

/// An observation. Its identity never changes.
#[derive(Clone, Debug)]
struct Row {
    id: u64,
    k: u64,
    c: usize,
}

/// The values of C.
const TEXTS: [&str; 4] = ["Ada", "Ben", "Cleo", "Dora"];

/// The values of K are below it.
const KEYS: u64 = 12;

/// A program, and what the log is to say.
struct Model {
    random: Random,
    program: String,
    /// The observations in their order; `None` where one was deleted.
    rows: Vec<Option<Row>>,
    next_id: u64,
    /// Which indexes there are: K, and TWO of C and K.
    has_k: bool,
    has_two: bool,
    /// True if added observations take the space of deleted ones, so that their order is not known.
    reuses_space: bool,
    expected: Vec<String>,
}

/// A condition: its text, and whether it holds.
type Condition = (String, Box<dyn Fn(&Row) -> bool>);

impl Model {
    fn new(seed: u64, form: &str) -> Self {
        let mut model = Self {
            random: Random(seed),
            program: format!("options {form} msglevel=i;\n"),
            reuses_space: form.contains("reuse=yes"),
            rows: Vec::new(),
            next_id: 1,
            has_k: false,
            has_two: false,
            expected: Vec::new(),
        };
        model.add("a");
        model
    }

    /// Appends observations to a data set, or makes it.
    fn add(&mut self, data_set: &str) {
        let _ = writeln!(self.program, "data {data_set}; length id k 8 c $ 8;");
        for _ in 0..=self.random.below(30) {
            let row = self.row();
            let c = TEXTS[row.c];
            let _ = writeln!(self.program, "id = {}; k = {}; c = '{c}'; output;", row.id, row.k);
            self.rows.push(Some(row));
        }
        self.program.push_str("run;\n");
    }

    fn row(&mut self) -> Row {
        let id = self.next_id;
        self.next_id += 1;
        Row {
            id,
            k: self.random.below(KEYS),
            c: self.random.below(TEXTS.len() as u64) as usize,
        }
    }

    fn condition(&mut self) -> Condition {
        let (k, other) = (self.random.below(KEYS), self.random.below(KEYS));
        let c = self.random.below(TEXTS.len() as u64) as usize;
        let text = TEXTS[c];
        match self.random.below(6) {
            0 => (format!("k = {k}"), Box::new(move |row| row.k == k)),
            1 => (format!("c = '{text}'"), Box::new(move |row| row.c == c)),
            2 => (
                format!("c = '{text}' and k >= {k}"),
                Box::new(move |row| row.c == c && row.k >= k),
            ),
            3 => (
                format!("k in ({k}, {other})"),
                Box::new(move |row| row.k == k || row.k == other),
            ),
            4 => (
                format!("{k} <= k < {other}"),
                Box::new(move |row| (k..other).contains(&row.k)),
            ),
            _ => (
                format!("c =: '{}' or k = {k}", &text[..1]),
                Box::new(move |row| row.c == c || row.k == k),
            ),
        }
    }

    /// Does one thing.
    fn act(&mut self) {
        match self.random.below(9) {
            0 => {
                self.add("more");
                self.program.push_str("proc append base=a data=more; run;\n");
            }
            1 => self.change_those_with("k = mod(k + 1, 12); replace;", |row| {
                row.k = (row.k + 1) % KEYS;
                true
            }),
            2 => self.change_those_with("c = 'Ben'; replace;", |row| {
                row.c = 1;
                true
            }),
            3 => self.change_those_with("remove;", |_| false),
            4 if self.reuses_space => self.copy_those_with(),
            4 => self.change_by_number(),
            5 => self.change_indexes(),
            _ => self.find(),
        }
    }

    fn change_those_with(&mut self, statements: &str, change: impl Fn(&mut Row) -> bool) {
        let (text, holds) = self.condition();
        let _ = writeln!(self.program, "data a; modify a; where {text}; {statements} run;");
        for place in &mut self.rows {
            if place.as_ref().is_some_and(&holds) && !place.as_mut().is_none_or(&change) {
                *place = None;
            }
        }
    }

    /// Adds copies of some observations, and perhaps removes these.
    fn copy_those_with(&mut self) {
        let (text, holds) = self.condition();
        let distance = self.next_id;
        self.next_id *= 2;
        let removes = self.random.below(2) == 0;
        let remove = if removes { "remove;" } else { "" };
        let _ = writeln!(
            self.program,
            "data a; modify a; where {text}; {remove} id = id + {distance}; output; run;"
        );
        let mut copies = Vec::new();
        for place in &mut self.rows {
            if let Some(row) = place.as_ref().filter(|row| holds(row)) {
                let id = row.id + distance;
                copies.push(Some(Row { id, ..row.clone() }));
                if removes {
                    *place = None;
                }
            }
        }
        self.rows.append(&mut copies);
    }

    /// Changes one observation, and adds a copy of it.
    fn change_by_number(&mut self) {
        let number = self.random.below(self.rows.len() as u64);
        let (k, copy) = (self.random.below(KEYS), self.next_id);
        self.next_id += 1;
        let _ = writeln!(
            self.program,
            "data a; n = {}; modify a point=n; if _iorc_ = 0 then do; k = {k}; replace; id = {copy}; output; end; \
             else _error_ = 0; stop; run;",
            number + 1
        );
        if let Some(row) = &mut self.rows[number as usize] {
            row.k = k;
            let added = Row {
                id: copy,
                ..row.clone()
            };
            self.rows.push(Some(added));
        }
    }

    fn change_indexes(&mut self) {
        let (name, definition, has) = match self.random.below(2) {
            0 => ("k", "k", &mut self.has_k),
            _ => ("two", "two=(c k)", &mut self.has_two),
        };
        let change = match *has {
            true => format!("delete {name}"),
            false => format!("create {definition}"),
        };
        *has = !*has;
        let _ = writeln!(
            self.program,
            "proc datasets library=work nolist; modify a; index {change}; quit;"
        );
    }

    /// Looks for observations, in their order or in that of BY.
    fn find(&mut self) {
        let (text, holds) = self.condition();
        let mut found: Vec<&Row> = self.rows.iter().flatten().filter(|row| holds(row)).collect();
        let mut by = "";
        match self.random.below(4) {
            // Without numbers, they are not read in the order of an index.
            _ if self.reuses_space => found.sort_by_key(|row| row.id),
            0 if self.has_k => {
                by = "by k;";
                found.sort_by_key(|row| row.k);
            }
            1 if self.has_two => {
                by = "by c k;";
                found.sort_by_key(|row| (row.c, row.k));
            }
            _ => {}
        }
        let option = ["", "(idxwhere=yes)", "(idxwhere=no)"][self.random.below(3) as usize];
        let found: Vec<String> = found.iter().map(|row| row.id.to_string()).collect();
        let number = self.expected.len() + 1;
        self.expected
            .push(format!("{number}: {}", found.join(" ")).trim_end().to_owned());
        // A list may be longer than a line.
        let _ = writeln!(
            self.program,
            "data _null_; length all $ 20000; retain all; set a{option} end=last; {by} where {text}; \
             all = catx(' ', all, id); if last then call symputx('all', all); run;\n\
             %put {number}: &all;\n%let all=;"
        );
    }
}

/// Sorts the numbers of an answer.
fn in_order(answer: &str) -> String {
    let (number, found) = answer.split_once(':').unwrap();
    let mut found: Vec<u64> = found.split_whitespace().map(|id| id.parse().unwrap()).collect();
    found.sort_unstable();
    let found: Vec<String> = found.iter().map(u64::to_string).collect();
    format!("{number}: {}", found.join(" ")).trim_end().to_owned()
}

#[test]
fn changes_leave_what_a_model_has() {
    let mut selected = 0;
    const FORMS: [&str; 4] = [
        "compress=no",
        "compress=char",
        "compress=binary",
        "compress=char reuse=yes",
    ];
    for seed in 0..16 {
        let mut model = Model::new(seed, FORMS[seed as usize % 4]);
        model.program.push_str("%let all=;\n");
        for _ in 0..25 {
            model.act();
        }
        let (log, _) = log_and_listing(&model.program);
        assert!(!log.contains("ERROR"), "{seed}: {log}");
        let is_answer = |line: &&str| {
            let number = line.split(':').next().unwrap_or_default();
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        };
        let answers = log.lines().filter(is_answer).map(str::trim_end);
        let answers: Vec<String> = match model.reuses_space {
            true => answers.map(in_order).collect(),
            false => answers.map(str::to_owned).collect(),
        };
        assert_eq!(answers, model.expected, "{seed}:\n{}", model.program);
        selected += log.matches("selected for WHERE clause optimization").count();
    }
    assert!(selected > 5, "an index was used {selected} times");
}

#[test]
fn where_does_without_an_index_that_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let library = format!("libname a '{}';\n", folder.path().display());
    let (log, _) = log_and_listing(&format!(
        "{library}data a.a(index=(k)); do k = 5 to 1 by -1; output; end; run;"
    ));
    assert!(!log.contains("ERROR"), "{log}");
    std::fs::remove_file(folder.path().join("a.sas7bdat.index")).unwrap();
    let (log, _) = log_and_listing(&format!(
        "{library}data _null_; set a.a; where k = 2; put 'found ' k=; run;"
    ));
    assert!(log.contains("found k=2"), "{log}");
    assert!(
        log.contains("NOTE: No index of A.A is used: the indexes of A.A do not agree"),
        "{log}"
    );
    let (log, _) = log_and_listing(&format!("{library}data _null_; set a.a; by k; run;"));
    assert!(log.contains("ERROR"), "{log}");
}
