//! The times that users feel: of a step, and until it had its first row, by classes of programs.

use feedrate_document::{Column, Table, format};
use feedrate_stats::quantile::Definition;
use serde::Serialize;
use serde_json::Value;

/// Percentiles of times, in seconds: each the least of the times within which so many of a hundred are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Percentiles {
    /// The number of times.
    pub count: usize,
    /// The 50th percentile.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The longest time.
    pub max: f64,
}

impl Percentiles {
    /// Returns those of times; `None` if there are none.
    pub fn of(times: &[f64]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            count: sorted.len(),
            p50: nearest_rank(&sorted, 50)?,
            p95: nearest_rank(&sorted, 95)?,
            p99: nearest_rank(&sorted, 99)?,
            max: *sorted.last()?,
        })
    }
}

/// Returns the least of sorted times within which a number of percent of them are; `None` if there are none.
pub fn nearest_rank(sorted: &[f64], percent: usize) -> Option<f64> {
    Definition::Empirical.percentile(percent as f64, sorted.len(), |index| sorted[index])
}

/// The times of the steps of programs.
#[derive(Clone, Debug, Default)]
pub struct StepTimes {
    steps: Vec<f64>,
    first_rows: Vec<f64>,
}

impl StepTimes {
    /// Adds a step.
    pub fn add_step(&mut self, seconds: f64, first_row_seconds: Option<f64>) {
        self.steps.push(seconds);
        self.first_rows.extend(first_row_seconds);
    }

    /// Adds the steps of other programs.
    pub(crate) fn extend(&mut self, others: &Self) {
        self.steps.extend(&others.steps);
        self.first_rows.extend(&others.first_rows);
    }

    /// Adds those of the steps of a program that completed, and of its sessions, from its record.
    pub fn add(&mut self, record: &Value) {
        let completed = steps_of(record).filter(|step| step["completed"] == true);
        for step in completed {
            self.steps.extend(step["usage"]["real_seconds"].as_f64());
            self.first_rows.extend(step["first_row_seconds"].as_f64());
        }
    }
}

/// The latencies of a class of programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassLatencies {
    /// The name of the class: that of its programs, without their numbers.
    pub class: String,
    /// The number of programs.
    pub programs: usize,
    /// MB (10^6 bytes) that a program of it read and wrote a second: all of them, by all of their seconds.
    pub megabytes_per_second: Option<f64>,
    /// Seconds of its steps; absent if none completed.
    pub step_seconds: Option<Percentiles>,
    /// Seconds until a step had the first page of its input; absent if none read a data set.
    pub first_row_seconds: Option<Percentiles>,
}

impl ClassLatencies {
    /// Returns those of programs that took so many seconds together and moved so many bytes, if that is known.
    pub(crate) fn of(class: String, programs: usize, seconds: f64, bytes: Option<u64>, times: &StepTimes) -> Self {
        let rate = |bytes: u64| bytes as f64 / 1e6 / seconds;
        Self {
            class,
            programs,
            megabytes_per_second: bytes.filter(|_| seconds > 0.0).map(rate),
            step_seconds: Percentiles::of(&times.steps),
            first_row_seconds: Percentiles::of(&times.first_rows),
        }
    }
}

/// The figures of a class, of which programs are added.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassFigures {
    name: String,
    programs: usize,
    seconds: f64,
    /// `None` once what a program has moved is not known.
    bytes: Option<u64>,
    times: StepTimes,
}

impl ClassFigures {
    /// Adds a program of a class to those of its class, which come in the order of their first programs.
    pub(crate) fn add(classes: &mut Vec<Self>, class: &str, seconds: f64, bytes: Option<u64>, record: &Value) {
        let place = classes.iter().position(|known| known.name == class);
        let place = place.unwrap_or_else(|| {
            classes.push(Self {
                name: class.to_owned(),
                bytes: Some(0),
                ..Self::default()
            });
            classes.len() - 1
        });
        let known = &mut classes[place];
        known.programs += 1;
        known.seconds += seconds;
        known.bytes = known.bytes.zip(bytes).map(|(sum, more)| sum.saturating_add(more));
        known.times.add(record);
    }

    /// Returns the latencies of the class.
    pub(crate) fn latencies(self) -> ClassLatencies {
        ClassLatencies::of(self.name, self.programs, self.seconds, self.bytes, &self.times)
    }
}

/// Returns the table of the latencies of classes: two rows for each.
pub(crate) fn table(title: &str, classes: &[ClassLatencies]) -> Table {
    let mut table = Table::new([
        Column::left("Class"),
        Column::left("Seconds of"),
        Column::right("Number"),
        Column::right("p50").unit("s"),
        Column::right("p95").unit("s"),
        Column::right("p99").unit("s"),
        Column::right("Max").unit("s"),
        Column::right("Each").unit("MB/s"),
    ])
    .title(title)
    .caption(
        "Of the steps that completed. First row: until a step had the first page of the data sets that it reads. Each: \
         what one program of the class read and wrote a second.",
    );
    // Predictions have none.
    let has_first_rows = classes.iter().any(|class| class.first_row_seconds.is_some());
    for class in classes {
        let rate = class.megabytes_per_second.map_or_else(missing, format::number);
        table.push(row(class.class.clone(), "a step", class.step_seconds, rate), false);
        if has_first_rows {
            let first = class.first_row_seconds;
            table.push(row(String::new(), "first row", first, String::new()), false);
        }
    }
    table
}

fn row(class: String, of: &str, times: Option<Percentiles>, rate: String) -> [String; 8] {
    let shown = |of: fn(Percentiles) -> f64| times.map(of).map_or_else(missing, format::number);
    [
        class,
        of.to_owned(),
        times.map_or_else(|| "0".to_owned(), |times| times.count.to_string()),
        shown(|times| times.p50),
        shown(|times| times.p95),
        shown(|times| times.p99),
        shown(|times| times.max),
        rate,
    ]
}

fn missing() -> String {
    format::NOT_AVAILABLE.to_owned()
}

/// Returns the records of all steps of a program, also those of its sessions.
pub(crate) fn steps_of(record: &Value) -> impl Iterator<Item = &Value> {
    let of_sessions = list(&record["sessions"])
        .iter()
        .flat_map(|session| list(&session["steps"]));
    list(&record["steps"]).iter().chain(of_sessions)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use feedrate_document::Document;
    use feedrate_document::text::{self, TextOptions};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_times() {
        let times: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        let found = Percentiles::of(&times).unwrap();
        assert_eq!(
            (found.p50, found.p95, found.p99, found.max),
            (100.0, 190.0, 198.0, 200.0)
        );
        let one = Percentiles::of(&[3.0]).unwrap();
        assert_eq!((one.p50, one.p99, one.max), (3.0, 3.0, 3.0));
        assert_eq!(Percentiles::of(&[]), None);
    }

    fn record(seconds: &[f64]) -> Value {
        let step = |seconds: &f64| {
            let first = seconds / 10.0;
            json!({"completed": true, "usage": {"real_seconds": seconds}, "first_row_seconds": first})
        };
        let mut steps: Vec<Value> = seconds.iter().map(step).collect();
        for (completed, seconds, first) in [(false, 99.0, Some(99.0)), (true, 0.5, None)] {
            let usage = json!({"real_seconds": seconds});
            steps.push(json!({"completed": completed, "usage": usage, "first_row_seconds": first}));
        }
        json!({"steps": steps, "sessions": [{"steps": [step(&7.0)]}]})
    }

    #[test]
    fn programs_of_a_name_are_a_class_and_failed_steps_do_not_count() {
        let mut classes = Vec::new();
        ClassFigures::add(&mut classes, "sort", 4.0, Some(10_000_000), &record(&[1.0, 2.0]));
        ClassFigures::add(&mut classes, "means", 1.0, None, &json!({"steps": []}));
        ClassFigures::add(&mut classes, "sort", 6.0, Some(30_000_000), &record(&[3.0]));
        let classes: Vec<_> = classes.into_iter().map(ClassFigures::latencies).collect();
        let sort = &classes[0];
        assert_eq!((sort.programs, sort.megabytes_per_second), (2, Some(4.0)));
        let steps = sort.step_seconds.unwrap();
        assert_eq!((steps.count, steps.p50, steps.max), (7, 2.0, 7.0));
        let first = sort.first_row_seconds.unwrap();
        assert_eq!((first.count, first.max), (5, 0.7));
        assert_eq!((&*classes[1].class, classes[1].step_seconds), ("means", None));
        let shown = text::render(
            &Document::new("Jobs").with(table("Latencies", &classes)),
            &TextOptions::default(),
        );
        assert!(shown.lines().all(|line| line.chars().count() <= 80));
        insta::assert_snapshot!(shown);
    }
}
