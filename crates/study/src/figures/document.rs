//! Figures of the JSON that feedrate's commands and fio write.

use serde_json::Value;

use super::{CACHE_SHARE, CPU_SECONDS, Figure, READ_BYTES, SECONDS, THROUGHPUT, WAITED_SECONDS, WRITTEN_BYTES};

/// Returns the figures of a document, by its kind: that of `feedrate run`, `measure` or `profile -- COMMAND`, or of
/// fio. Of other documents there are none.
pub fn of_document(document: &Value) -> Vec<Figure> {
    match document["feedrate"]["format"].as_str() {
        Some("run") => of_run(document),
        Some("measure") => of_measure(document),
        Some("profile-command") => of_command(document),
        Some(_) => Vec::new(),
        None if document["jobs"].is_array() => of_fio(document),
        None => Vec::new(),
    }
}

/// Collects figures of one run or step, of which some are not known.
struct Figures {
    step: String,
    all: Vec<Figure>,
}

impl Figures {
    fn of(step: &str) -> Self {
        Self {
            step: step.to_owned(),
            all: Vec::new(),
        }
    }

    fn add(&mut self, name: &str, value: Option<f64>) -> &mut Self {
        self.all
            .extend(value.map(|value| Figure::new(self.step.as_str(), name, value)));
        self
    }

    /// Adds the times of the usage of a run or step.
    fn add_times(&mut self, usage: &Value) -> &mut Self {
        let cpu = sum([&usage["user_cpu_seconds"], &usage["system_cpu_seconds"]]);
        self.add(SECONDS, usage["real_seconds"].as_f64()).add(CPU_SECONDS, cpu)
    }
}

fn sum(values: [&Value; 2]) -> Option<f64> {
    Some(values[0].as_f64()? + values[1].as_f64()?)
}

/// Returns the elements of a member; none of what is no list.
fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn of_run(document: &Value) -> Vec<Figure> {
    let usage = &document["usage"];
    let steps = list(&document["steps"]);
    let moved: Vec<FileTransfers> = steps.iter().map(FileTransfers::of).collect();
    let elsewhere = list(&document["sessions"])
        .iter()
        .flat_map(|session| list(&session["steps"]));
    let total = moved
        .iter()
        .copied()
        .chain(elsewhere.map(FileTransfers::of))
        .fold(FileTransfers::default(), |sum, step| sum.plus(&step));
    let mut whole = Figures::of("");
    whole
        .add_times(usage)
        .add("peak_memory_bytes", usage["peak_memory_bytes"].as_f64());
    total.add_to(&mut whole, usage);
    let mut all = whole.all;
    for (number, (step, moved)) in steps.iter().zip(&moved).enumerate() {
        let usage = &step["usage"];
        let name = format!("{} {}", number + 1, step["name"].as_str().unwrap_or("step"));
        let mut figures = Figures::of(&name);
        figures
            .add_times(usage)
            .add(WAITED_SECONDS, step["waited_seconds"].as_f64());
        moved.add_to(&mut figures, usage);
        all.extend(figures.all);
    }
    all
}

/// The transfers of the files of a step.
#[derive(Clone, Copy, Debug, Default)]
struct FileTransfers {
    read: f64,
    written: f64,
    /// Of the bytes read, those that the page cache served; not a number if unknown.
    from_cache: f64,
}

impl FileTransfers {
    /// Returns what a step moved. Data sets that are read on several threads have a share together, that of the step.
    fn of(step: &Value) -> Self {
        let list = |name: &str| list(&step[name]).iter();
        let of_step = step["cache_share"].as_f64();
        let read = list("read").map(|of| (&of["file"], of_step));
        let files = list("made").chain(list("others")).map(|of| &of["file"]);
        let others = files
            .chain(list("utility"))
            .chain(std::iter::once(&step["updated"]["file"]));
        read.chain(others.map(|file| (file, None)))
            .fold(Self::default(), |moved, (file, share)| {
                moved.plus(&Self::of_file(file, share))
            })
    }

    fn of_file(file: &Value, share: Option<f64>) -> Self {
        let bytes = file["bytes"].as_f64().unwrap_or(0.0);
        // Bytes through a pipe are not storage's.
        if bytes == 0.0 || !file["pipe"].is_null() {
            return Self::default();
        }
        match file["direction"].as_str() {
            Some("read") => Self {
                read: bytes,
                written: 0.0,
                from_cache: file["cache_share"].as_f64().or(share).unwrap_or(f64::NAN) * bytes,
            },
            _ => Self {
                written: bytes,
                ..Self::default()
            },
        }
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            read: self.read + other.read,
            written: self.written + other.written,
            from_cache: self.from_cache + other.from_cache,
        }
    }

    /// Adds them to the figures of a run or step with a usage.
    fn add_to(&self, figures: &mut Figures, usage: &Value) {
        let both = self.read + self.written;
        let rate = usage["real_seconds"]
            .as_f64()
            .filter(|&seconds| seconds > 0.0 && both > 0.0)
            .map(|seconds| both / seconds / 1e6);
        let share = (self.read > 0.0).then(|| self.from_cache / self.read);
        figures
            .add(READ_BYTES, Some(self.read))
            .add(WRITTEN_BYTES, Some(self.written))
            .add(THROUGHPUT, rate)
            .add(CACHE_SHARE, share.filter(|share| share.is_finite()));
    }
}

fn of_measure(document: &Value) -> Vec<Figure> {
    let summary = |name: &str| document["summary"][name]["median"].as_f64();
    let runs = list(&document["runs"]);
    let mut figures = Figures::of("");
    figures
        .add(THROUGHPUT, summary("megabytes_per_second"))
        .add("operations_per_second", summary("operations_per_second"))
        .add("cpu_seconds_per_gigabyte", summary("cpu_seconds_per_gigabyte"));
    let of_runs = |pointer: &str| {
        let values: Vec<f64> = runs.iter().filter_map(|run| run.pointer(pointer)?.as_f64()).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    figures
        .add(SECONDS, of_runs("/seconds"))
        .add(CACHE_SHARE, of_runs("/cache_share"))
        .add("read_megabytes_per_second", of_runs("/read/megabytes_per_second"))
        .add("write_megabytes_per_second", of_runs("/write/megabytes_per_second"));
    figures.all
}

fn of_command(document: &Value) -> Vec<Figure> {
    let totals = &document["totals"];
    let seconds = document["seconds"].as_f64();
    let moved = sum([&totals["read_bytes"], &totals["written_bytes"]]);
    let mut figures = Figures::of("");
    let cpu = sum([&document["user_cpu_seconds"], &document["system_cpu_seconds"]]);
    figures
        .add(SECONDS, seconds)
        .add(CPU_SECONDS, cpu)
        .add("peak_memory_bytes", document["peak_memory_bytes"].as_f64())
        .add(READ_BYTES, totals["read_bytes"].as_f64())
        .add(WRITTEN_BYTES, totals["written_bytes"].as_f64())
        .add(CACHE_SHARE, totals["cache_share"].as_f64())
        .add(
            "called_megabytes_per_second",
            moved.zip(seconds).filter(|(_, s)| *s > 0.0).map(|(b, s)| b / s / 1e6),
        );
    figures.all
}

/// Returns the figures of fio's JSON: sums over the jobs, and the longest run time.
fn of_fio(document: &Value) -> Vec<Figure> {
    let jobs = list(&document["jobs"]);
    let sum_of = |direction: &str, name: &str| {
        let values: Vec<f64> = jobs.iter().filter_map(|job| job[direction][name].as_f64()).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>())
    };
    let rate = |direction: &str| sum_of(direction, "bw_bytes").map(|rate| rate / 1e6);
    let both = |name: &str, unit: f64| {
        let values = [sum_of("read", name), sum_of("write", name)].into_iter().flatten();
        values.reduce(|a, b| a + b).map(|value| value / unit)
    };
    let runtime = jobs
        .iter()
        .filter_map(|job| job["job_runtime"].as_f64())
        .fold(f64::NAN, f64::max);
    let mut figures = Figures::of("");
    figures
        .add(THROUGHPUT, both("bw_bytes", 1e6))
        .add("read_megabytes_per_second", rate("read"))
        .add("write_megabytes_per_second", rate("write"))
        .add("operations_per_second", both("iops", 1.0))
        .add(READ_BYTES, sum_of("read", "io_bytes"))
        .add(WRITTEN_BYTES, sum_of("write", "io_bytes"))
        .add(SECONDS, Some(runtime / 1e3).filter(|seconds| seconds.is_finite()));
    figures.all
}
