//! PROC SORT against a stable sort in memory: with so little of SORTSIZE that most data sets are laid down
//! in runs, and merged more than once.

use std::cmp::Ordering;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::random::Random;
use feedrate_dataset::library::Assignment;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{Libraries, RequestedSettings, Schema, Variable};
use feedrate_session::options::SystemOptions;
use feedrate_session::record::Record;
use feedrate_session::{Session, Setup};
use feedrate_values::missing;
use proptest::prelude::*;

/// An observation.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// With missing values of all kinds, and both zeros.
    number: f64,
    /// Kept in three bytes.
    short: f64,
    /// Up to 40 bytes, many of which begin alike.
    text: String,
    /// Its place in the input.
    serial: usize,
}

/// A BY variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Number,
    Short,
    Text,
}

impl Column {
    fn compare(self, a: &Row, b: &Row) -> Ordering {
        match self {
            Self::Number => missing::compare(a.number, b.number),
            Self::Short => missing::compare(a.short, b.short),
            // Blanks behind a text are no part of it, and sort before all that is printed.
            Self::Text => {
                let padded = |row: &Row| format!("{:40}", row.text);
                padded(a).cmp(&padded(b))
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Short => "short",
            Self::Text => "text",
        }
    }
}

type By = Vec<(Column, bool)>;

fn compare(by: &By, a: &Row, b: &Row) -> Ordering {
    let orders = by.iter().map(|(column, descending)| {
        let order = column.compare(a, b);
        if *descending { order.reverse() } else { order }
    });
    orders.fold(Ordering::Equal, Ordering::then)
}

fn statement(by: &By) -> String {
    let words = by.iter().map(|(column, descending)| {
        let descending = if *descending { "descending " } else { "" };
        format!("{descending}{}", column.name())
    });
    words.collect::<Vec<_>>().join(" ")
}

impl Random {
    fn number(&mut self, spread: u64) -> f64 {
        match self.below(12) {
            0 => missing::MISSING,
            1 => missing::UNDERSCORE,
            2 => missing::special(b'A' + self.below(26) as u8).unwrap(),
            3 => [0.0, -0.0][self.below(2) as usize],
            _ => self.below(spread) as f64 - (spread / 2) as f64,
        }
    }

    fn row(&mut self, spread: u64, serial: usize) -> Row {
        let head = ["", "a", "the same long beginning of a text ", "é"];
        let head = head[self.below(4) as usize];
        Row {
            number: self.number(spread) * [1.0, 0.1][self.below(2) as usize],
            short: self.number(100),
            text: match self.below(8) {
                0 => String::new(),
                _ => format!("{head}{}", self.below(spread)),
            },
            serial,
        }
    }
}

const LIBRARY: &str = "T";

struct TestLibrary {
    folder: tempfile::TempDir,
    libraries: Libraries,
}

impl TestLibrary {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["t", "utility"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let mut libraries = Libraries::new(None);
        let assignment = Assignment::new(LIBRARY, None, &folder.path().join("t")).unwrap();
        libraries.assign(assignment).unwrap();
        Self { folder, libraries }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&mut self, rows: &[Row]) {
        let mut short = Variable::number("short");
        short.length = 3;
        let schema = Schema::lay_out(vec![
            Variable::number("number"),
            Variable::text("text", 40),
            short,
            Variable::number("serial"),
        ]);
        let name = feedrate_dataset::DataSetName::new(LIBRARY, "A").unwrap();
        let facts = NewDataSet {
            label: "What is sorted".into(),
            ..NewDataSet::default()
        };
        let requested = RequestedSettings {
            bufsize: Some(4096),
            ..RequestedSettings::default()
        };
        let mut writer = self
            .libraries
            .create(&name, schema.unwrap(), facts, &requested)
            .unwrap();
        let offsets: Vec<_> = writer.schema().variables().iter().map(Variable::span).collect();
        for row in rows {
            let bytes = writer.next_row().unwrap();
            bytes.fill(0);
            bytes[offsets[0].clone()].copy_from_slice(&row.number.to_le_bytes());
            bytes[offsets[1].clone()].copy_from_slice(
                format!("{:w$}", row.text, w = 40 - row.text.len() + row.text.chars().count()).as_bytes(),
            );
            bytes[offsets[2].clone()].copy_from_slice(&row.short.to_le_bytes()[5..]);
            bytes[offsets[3].clone()].copy_from_slice(&(row.serial as f64).to_le_bytes());
        }
        writer.commit().unwrap();
    }

    /// The serials of a data set.
    fn serials(&self, member: &str) -> Vec<usize> {
        let name = feedrate_dataset::DataSetName::new(LIBRARY, member).unwrap();
        let mut reader = self.libraries.open(&name, &RequestedSettings::default()).unwrap();
        let column = reader.schema().find("serial").unwrap().span();
        let mut serials = Vec::new();
        while let Some(row) = reader.next_row().unwrap() {
            let bytes = row[column.clone()].try_into().unwrap();
            serials.push(f64::from_le_bytes(bytes) as usize);
        }
        serials
    }

    /// Runs a program; gives its log and its record.
    fn run(&self, program: &str) -> (String, Record) {
        let mut log = Vec::new();
        let mut session = Session::new(Setup {
            log: Box::new(&mut log),
            listing: Box::new(std::io::sink()),
            work: Some(self.folder.path().to_owned()),
            options: SystemOptions::default(),
            sysparm: String::new(),
            stop: Arc::default(),
        });
        let program = format!(
            "libname t '{}';\noptions utilloc='{}' cpucount=3 iotable=all;\n{program}\n",
            self.path("t"),
            self.path("utility")
        );
        let record = session.run("sort.sas", &program).unwrap();
        drop(session);
        let left: Vec<_> = fs::read_dir(self.path("utility")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
        (String::from_utf8(log).unwrap(), record)
    }
}

/// Returns the bytes of a data set of the library.
fn bytes(place: &TestLibrary, member: &str) -> Vec<u8> {
    let path = place.path("t") + "/" + member + ".sas7bdat";
    fs::read(Path::new(&path)).unwrap()
}

fn serials(rows: &[Row]) -> Vec<usize> {
    rows.iter().map(|row| row.serial).collect()
}

fn rows(count: usize, spread: u64, seed: u64) -> Vec<Row> {
    let mut random = Random(seed);
    (0..count).map(|serial| random.row(spread, serial)).collect()
}

/// BY variables in any order, each at most once.
fn by() -> impl Strategy<Value = By> {
    let columns = vec![Column::Number, Column::Short, Column::Text];
    let chosen = prop::sample::subsequence(columns, 1..=3).prop_shuffle();
    (chosen, prop::collection::vec(any::<bool>(), 3))
        .prop_map(|(columns, descending)| columns.into_iter().zip(descending).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn sorts_are_stable_and_lose_nothing(
        by in by(),
        count in prop_oneof![0usize..4, 4usize..400, 1500usize..2500],
        spread in prop::sample::select(vec![1u64, 6, 1000, 1_000_000]),
        seed: u64,
        size in prop::sample::select(vec!["1", "40k", "1m"]),
        threads in prop::sample::select(vec!["threads", "nothreads"]),
        // The number of observations at the beginning that are in order already.
        sorted in prop::sample::select(vec![0usize, 300, 1400, 10_000]),
        out in prop::sample::select(vec!["", "out=t.b", "out=t.b(keep=serial)"]),
        filter in prop::sample::select(vec![None, None, Some(7usize)]),
        told in prop::sample::select(vec!["", "presorted"]),
    ) {
        let mut place = TestLibrary::new();
        let mut rows = rows(count, spread, seed);
        let in_order = sorted.min(count);
        rows[..in_order].sort_by(|a, b| compare(&by, a, b));
        for (serial, row) in rows.iter_mut().enumerate() {
            row.serial = serial;
        }
        place.write(&rows);
        let before = bytes(&place, "a");
        let where_ = match filter {
            Some(least) => format!("where serial >= {least};"),
            None => String::new(),
        };
        let (log, record) = place.run(&format!(
            "proc sort data=t.a {out} sortsize={size} {threads} {told} details; by {}; {where_} run;",
            statement(&by)
        ));
        prop_assert!(!log.contains("ERROR") && !log.contains("WARNING"), "{log}");
        let mut expected: Vec<_> = rows.iter().skip(filter.unwrap_or(0)).cloned().collect();
        let was_sorted = expected.is_sorted_by(|a, b| compare(&by, a, b) != Ordering::Greater);
        expected.sort_by(|a, b| compare(&by, a, b));
        let made = if out.is_empty() { "A" } else { "B" };
        prop_assert_eq!(place.serials(made), serials(&expected));
        let facts = record.steps.last().unwrap().sort.clone().unwrap();
        if filter.is_none() {
            prop_assert_eq!(facts.presorted, was_sorted, "{}", log);
            let is_as_it_was = out.is_empty() && was_sorted && !told.is_empty();
            prop_assert_eq!(before == bytes(&place, "a"), is_as_it_was || !out.is_empty());
        }
        if count == 0 {
            prop_assert!(log.contains("Input data set is empty."), "{}", log);
        } else if facts.presorted && out.is_empty() && filter.is_none() && !told.is_empty() {
            prop_assert!(log.contains("no sorting done"), "{}", log);
        }
        // The order is recorded, so that a second sort does nothing.
        if count > 0 && out.is_empty() && filter.is_none() && told.is_empty() {
            let sorted = bytes(&place, "a");
            let (log, _) = place.run(&format!("proc sort data=t.a; by {}; run;", statement(&by)));
            prop_assert!(log.contains("already sorted, no sorting done") && !log.contains("verified"), "{}", log);
            prop_assert_eq!(sorted, bytes(&place, "a"));
        }
    }

    #[test]
    fn of_each_key_the_first_stays_and_the_others_are_left_out(
        by in by(),
        count in 0usize..1800,
        spread in prop::sample::select(vec![1u64, 6, 1000]),
        seed: u64,
        size in prop::sample::select(vec!["1", "1m"]),
        in_place: bool,
    ) {
        let mut place = TestLibrary::new();
        let rows = rows(count, spread, seed);
        place.write(&rows);
        let out = if in_place { "" } else { "out=t.b" };
        let (log, _) = place.run(&format!(
            "proc sort data=t.a {out} nodupkey dupout=t.d(keep=serial) sortsize={size};\n\
             by {}; run;",
            statement(&by)
        ));
        prop_assert!(!log.contains("ERROR"), "{log}");
        let mut sorted = rows;
        sorted.sort_by(|a, b| compare(&by, a, b));
        let (mut stay, mut left_out): (Vec<Row>, Vec<Row>) = Default::default();
        for row in sorted {
            match stay.last() {
                Some(last) if compare(&by, last, &row) == Ordering::Equal => left_out.push(row),
                _ => stay.push(row),
            }
        }
        prop_assert_eq!(place.serials(if in_place { "A" } else { "B" }), serials(&stay));
        prop_assert_eq!(place.serials("D"), serials(&left_out));
        let said = format!("{} observations with duplicate key values were deleted", left_out.len());
        prop_assert!(log.contains(&said), "{}", log);
    }
}

#[test]
fn what_was_in_order_and_more_than_memory_is_read_from_where_it_is() {
    let by = vec![(Column::Number, false)];
    let mut place = TestLibrary::new();
    let mut rows = rows(5000, 1_000_000, 3);
    rows[..4000].sort_by(|a, b| compare(&by, a, b));
    for (serial, row) in rows.iter_mut().enumerate() {
        row.serial = serial;
    }
    place.write(&rows);
    let (log, record) = place.run("proc sort data=t.a out=t.b sortsize=100k; by number; run;");
    let facts = record.steps.last().unwrap().sort.clone().unwrap();
    assert!((4000..4010).contains(&facts.rows_in_place), "{facts:?}");
    rows.sort_by(|a, b| compare(&by, a, b));
    assert_eq!(place.serials("B"), serials(&rows), "{log}");
    // The bytes that were laid down are far fewer than those of the data.
    let step = record.steps.last().unwrap();
    let laid_down: u64 = step.utility.iter().map(|file| file.bytes).sum();
    assert!(laid_down < 1000 * 100 * 4, "{laid_down}");
}

#[test]
fn a_data_set_that_takes_the_place_of_the_input_meanwhile_is_not_read() {
    let by = vec![(Column::Number, false)];
    let mut place = TestLibrary::new();
    // Other observations of the same variables, which are to come in between.
    place.write(&rows(500, 1_000_000, 9));
    let input = place.path("t") + "/a.sas7bdat";
    let other = place.path("other");
    fs::rename(&input, &other).unwrap();
    let mut rows = rows(30_000, 1_000_000, 3);
    rows[..4000].sort_by(|a, b| compare(&by, a, b));
    for (serial, row) in rows.iter_mut().enumerate() {
        row.serial = serial;
    }
    place.write(&rows);
    let utility = place.path("utility");
    let (log, record) = std::thread::scope(|scope| {
        let replacing = scope.spawn(|| {
            // Once a run is laid down, what is read of the input from where it is lies behind.
            let has_run = || {
                let folders = fs::read_dir(&utility).unwrap().flatten();
                let mut files = folders.filter_map(|folder| fs::read_dir(folder.path()).ok());
                files.any(|mut files| files.next().is_some())
            };
            let began = std::time::Instant::now();
            while !has_run() {
                assert!(began.elapsed().as_secs() < 60, "no run came");
                std::thread::yield_now();
            }
            fs::rename(&other, &input).unwrap();
        });
        let ran = place.run("proc sort data=t.a out=t.b sortsize=100k; by number; run;");
        replacing.join().unwrap();
        ran
    });
    let facts = record.steps.last().unwrap().sort.clone().unwrap();
    assert!(facts.rows_in_place >= 4000, "{facts:?}");
    rows.sort_by(|a, b| compare(&by, a, b));
    assert!(place.serials("B") == serials(&rows), "{log}");
    assert_eq!(place.serials("A").len(), 500);
}

#[test]
fn little_memory_takes_more_merges_and_is_told() {
    let mut place = TestLibrary::new();
    place.write(&rows(6000, 1_000_000, 5));
    let (log, record) = place.run("proc sort data=t.a out=t.b sortsize=1 details; by text number; run;");
    let facts = record.steps.last().unwrap().sort.clone().unwrap();
    assert!(facts.runs > 30 && facts.merges_before > 1, "{facts:?}");
    assert!(log.contains("runs in "), "{log}");
    assert!(log.contains("merges were needed, one after the other"), "{log}");
    assert!(log.contains("utility files  written"), "{log}");
    assert!(log.contains("utility files  read"), "{log}");
}

#[test]
fn the_page_size_and_the_label_stay() {
    let mut place = TestLibrary::new();
    place.write(&rows(500, 1000, 7));
    place.run("proc sort data=t.a; by text; run;");
    let name = feedrate_dataset::DataSetName::new(LIBRARY, "A").unwrap();
    let reader = place.libraries.open(&name, &RequestedSettings::default()).unwrap();
    assert_eq!(reader.label(), "What is sorted");
    assert_eq!(reader.metadata().unwrap().header.page_size, 4096);
}

#[test]
fn what_is_left_out_never_takes_the_place_of_the_input() {
    let mut place = TestLibrary::new();
    place.write(&rows(500, 10, 7));
    let before = bytes(&place, "a");
    // Another library of the same folder.
    let (log, _) = place.run(&format!(
        "libname u '{}';\nproc sort data=t.a nodupkey out=t.b dupout=u.a; by number; run;",
        place.path("t")
    ));
    assert!(log.contains("T.A and U.A are the same file"), "{log}");
    assert!(bytes(&place, "a") == before);
    let b = feedrate_dataset::DataSetName::new(LIBRARY, "B").unwrap();
    assert!(!place.libraries.exists(&b).unwrap());
}

/// A data set of another encoding, two of whose letters take two bytes in UTF-8 and fill their variable.
#[test]
fn text_that_would_be_cut_stays_where_it_is() {
    let mut place = TestLibrary::new();
    let mut short = rows(3, 10, 7);
    for row in &mut short {
        row.text = "x".repeat(40);
    }
    place.write(&short);
    let path = place.path("t") + "/a.sas7bdat";
    let mut file = bytes(&place, "a");
    // The header's byte for the encoding, as that of Latin 1.
    file[70] = 29;
    for byte in &mut file {
        if *byte == b'x' {
            *byte = 0xE4;
        }
    }
    fs::write(&path, &file).unwrap();
    let (log, _) = place.run("proc sort data=t.a; by descending serial; run;");
    assert!(log.contains("Data set T.A is not replaced"), "{log}");
    assert!(bytes(&place, "a") == file, "{log}");
}
