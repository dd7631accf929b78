//! The element `Results` with the results of a test.

use feedrate_machine::{Cores, ProcessorUse, System};
use feedrate_pageio::Latencies;
use feedrate_workload::load::LoadOutcome;

use super::super::figures::{FinishedSpan, NOTHING, Section, Sum, latency_deviation, milliseconds};
use super::super::profile::start_time;
use super::super::request::{Test, Threads};
use super::Elements;
use super::profile::profile;

/// The version of the original with this report.
const VERSION: &str = "2.2";

/// The machine, the arguments and the results of time spans.
pub(in super::super) struct Results {
    elements: Elements,
    processors: usize,
}

impl Results {
    /// Begins with the machine and the arguments.
    pub(in super::super) fn new(test: &Test, now: jiff::Timestamp) -> Self {
        let cores = Cores::host();
        let mut elements = Elements::default();
        elements.begin("Results");
        elements.group("System", |elements| system(elements, &cores, now));
        // Threads are bound where -a says so, and nowhere else.
        profile(&mut elements, test, |span| span.processors.is_empty());
        Self {
            elements,
            processors: cores.logical,
        }
    }

    /// Adds the results of a time span.
    pub(in super::super) fn add(&mut self, ran: &FinishedSpan<'_>) {
        let processors = self.processors;
        self.elements.group("TimeSpan", |elements| {
            time_span(elements, ran, processors);
        });
    }

    /// Returns the document.
    pub(in super::super) fn end(mut self) -> String {
        self.elements.end("Results");
        self.elements.text
    }
}

fn system(elements: &mut Elements, cores: &Cores, now: jiff::Timestamp) {
    let host = System::host().host_name().unwrap_or_default();
    elements.value("ComputerName", host);
    elements.group("Tool", |elements| elements.value("Version", VERSION));
    elements.value("RunTime", start_time(now));
    elements.group("ProcessorTopology", |elements| {
        elements.line(&format!(
            "<Group Group=\"0\" MaximumProcessors=\"{0}\" ActiveProcessors=\"{0}\"/>",
            cores.logical
        ));
    });
}

fn time_span(elements: &mut Elements, ran: &FinishedSpan<'_>, processors: usize) {
    let span = ran.span;
    let seconds = ran.run_time().as_secs_f64();
    if seconds < NOTHING {
        elements.value(
            "Error",
            "The test was interrupted before the measurements began. No results are displayed.",
        );
        return;
    }
    elements.value("TestTimeSeconds", format!("{seconds:.2}"));
    elements.value("ThreadCount", span.all_threads());
    let requests = match span.threads {
        Threads::Shared { depth, .. } => depth,
        _ => 0,
    };
    elements.value("RequestCount", requests);
    elements.value("ProcCount", processors);
    if let Some((before, after)) = ran.processors {
        let each = after.each_since(before);
        elements.group("CpuUtilization", |elements| utilization(elements, &each));
    }
    if span.latency {
        latency(elements, ran.loads);
    }
    if let Some(interval) = span.interval {
        iops(elements, ran.loads, interval);
    }
    let mut places = ran.places.iter().zip(ran.loads).peekable();
    while let Some((place, load)) = places.next() {
        elements.group("Thread", |elements| {
            elements.value("Id", place.thread);
            target(elements, ran, place.target, load);
            while let Some((place, load)) = places.next_if(|(next, _)| next.thread == place.thread) {
                target(elements, ran, place.target, load);
            }
        });
    }
}

fn utilization(elements: &mut Elements, each: &[(u32, ProcessorUse)]) {
    let percents = |elements: &mut Elements, figures: [f64; 4]| {
        for (name, figure) in ["UsagePercent", "UserPercent", "KernelPercent", "IdlePercent"]
            .iter()
            .zip(figures)
        {
            elements.value(name, format!("{figure:.2}"));
        }
    };
    let mut means = [0.0; 4];
    for (number, of) in each {
        let figures = [of.busy(), of.user, of.kernel, of.idle];
        elements.group("CPU", |elements| {
            elements.value("Group", 0);
            elements.value("Id", number);
            percents(elements, figures);
        });
        for (mean, figure) in means.iter_mut().zip(figures) {
            *mean += figure / each.len() as f64;
        }
    }
    elements.group("Average", |elements| percents(elements, means));
}

/// Writes a figure for each direction that has latencies.
fn of_each(elements: &mut Elements, latencies: &[Latencies; 3], names: [&str; 3], figure: impl Fn(&Latencies) -> f64) {
    for (name, of) in names.iter().zip(latencies) {
        if of.count() > 0 {
            elements.value(name, format!("{:.3}", figure(of)));
        }
    }
}

/// Returns the latencies of reads, of writes, and of both.
fn latencies(loads: &[&LoadOutcome]) -> [Latencies; 3] {
    [Section::Read, Section::Write, Section::Total].map(|section| Sum::of_all(loads, section).latencies)
}

/// Writes means and deviations, whose names differ in a suffix.
fn means(elements: &mut Elements, latencies: &[Latencies; 3], names: [[&str; 2]; 3]) {
    for (names, of) in names.iter().zip(latencies) {
        if of.count() > 0 {
            elements.value(names[0], format!("{:.3}", milliseconds(of.mean())));
            elements.value(names[1], format!("{:.3}", latency_deviation(of)));
        }
    }
}

fn latency(elements: &mut Elements, loads: &[&LoadOutcome]) {
    let of = latencies(loads);
    let [read, write, total] = [0, 1, 2].map(|index| of[index].counts().count());
    let tag =
        format!("Latency ReadHistoBuckets=\"{read}\" WriteHistoBuckets=\"{write}\" TotalHistoBuckets=\"{total}\"");
    elements.group(&tag, |elements| {
        means(
            elements,
            &of,
            [
                ["AverageReadMilliseconds", "ReadLatencyStdev"],
                ["AverageWriteMilliseconds", "WriteLatencyStdev"],
                ["AverageTotalMilliseconds", "LatencyStdev"],
            ],
        );
        let names = ["ReadMilliseconds", "WriteMilliseconds", "TotalMilliseconds"];
        let mut bucket = |name: &str, figure: &dyn Fn(&Latencies) -> f64| {
            elements.group("Bucket", |elements| {
                elements.value("Percentile", name);
                of_each(elements, &of, names, figure);
            });
        };
        bucket("0", &|of| milliseconds(of.min()));
        let whole = (1..=99).map(|percent| percent.to_string());
        let nines = (1..=7).map(|nines| format!("99.{}", "9".repeat(nines)));
        for name in whole.chain(nines) {
            // The name was formatted from digits.
            let percent = name.parse().unwrap_or(0.0);
            bucket(&name, &|of| milliseconds(of.percentile(percent)));
        }
        bucket("100", &|of| milliseconds(of.max()));
    });
}

fn iops(elements: &mut Elements, loads: &[&LoadOutcome], interval: u64) {
    let [read, write, total] =
        [Section::Read, Section::Write, Section::Total].map(|section| Sum::of_all(loads, section));
    elements.group("Iops", |elements| {
        for (name, of) in [
            ("ReadIopsStdDev", &read),
            ("WriteIopsStdDev", &write),
            ("IopsStdDev", &total),
        ] {
            if !of.samples.is_empty() {
                elements.value(name, format!("{:.3}", of.deviation()));
            }
        }
        for (number, both) in (1..).zip(&total.samples) {
            let at = |of: &Sum| of.samples.get(number - 1).copied().unwrap_or(0.0);
            elements.line(&format!(
                "<Bucket SampleMillisecond=\"{}\" Read=\"{:.0}\" Write=\"{:.0}\" Total=\"{both:.0}\"/>",
                interval * number as u64,
                at(&read),
                at(&write)
            ));
        }
    });
}

fn target(elements: &mut Elements, ran: &FinishedSpan<'_>, number: usize, load: &LoadOutcome) {
    let both = Sum::of(load, Section::Total);
    let flow = &load.flow;
    elements.group("Target", |elements| {
        elements.value("Path", &ran.span.targets[number].name);
        elements.value("BytesCount", both.bytes);
        elements.value("FileSize", ran.sizes[number]);
        elements.value("IOCount", both.operations);
        elements.value("ReadBytes", flow.read.bytes);
        elements.value("ReadCount", flow.read.operations);
        elements.value("WriteBytes", flow.write.bytes);
        elements.value("WriteCount", flow.write.operations);
        if ran.span.latency {
            means(
                elements,
                &latencies(&[load]),
                [
                    ["AverageReadLatencyMilliseconds", "ReadLatencyStdev"],
                    ["AverageWriteLatencyMilliseconds", "WriteLatencyStdev"],
                    ["AverageLatencyMilliseconds", "LatencyStdev"],
                ],
            );
        }
        if let Some(interval) = ran.span.interval {
            iops(elements, &[load], interval);
        }
    });
}
