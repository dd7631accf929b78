//! The plots over time.

use feedrate_document::{Axis, Kind, Plot, Point, Quantity, Series};

use crate::counters::StorageBytes;
use crate::device_seen::DeviceMoved;
use crate::observation::Observation;
use crate::series::Sample;

/// Returns the plots of an observation with at least two samples; those without any value are left out.
pub(super) fn of(observation: &Observation) -> Vec<Plot> {
    if observation.samples.len() < 2 {
        return Vec::new();
    }
    let mut plots = vec![
        rates(observation, "Read and written by calls")
            .caption("Files, pipes and terminals together, of all processes of the command.")
            .series(rate(observation, "read", |sample| sample.moved.read_bytes))
            .series(rate(observation, "written", |sample| sample.moved.written_bytes)),
    ];
    if observation.totals.counters.storage.is_some() {
        let of = |bytes: fn(StorageBytes) -> u64| {
            move |sample: &Sample| sample.moved.storage.map(|storage| bytes(storage) as f64)
        };
        plots.push(
            rates(observation, "Read from and written to storage")
                .caption(
                    "Written: made to be written, when the command writes to the page cache; the device follows later.",
                )
                .series(line(observation, "read", of(|storage| storage.read)))
                .series(line(observation, "written", of(|storage| storage.written))),
        );
    }
    if !observation.devices.is_empty() {
        plots.push(devices(observation));
        plots.push(queues(observation));
    }
    plots.push(cores(observation));
    plots
}

fn time() -> Axis {
    Axis::linear("Time", Quantity::Unit("s".to_owned()))
}

fn rates(_: &Observation, title: &str) -> Plot {
    Plot::new(title, time(), Axis::linear("Throughput", Quantity::Rate))
}

/// Returns a value of each sample over time.
fn line(observation: &Observation, name: impl Into<String>, value: impl Fn(&Sample) -> Option<f64>) -> Series {
    let points = observation.samples.iter().map(|sample| {
        let value = value(sample).filter(|_| sample.seconds > 0.0);
        let per_second = value.map_or(f64::NAN, |value| value / sample.seconds);
        Point::new(sample.until_seconds - sample.seconds / 2.0, per_second)
    });
    Series::new(name, Kind::Line, points)
}

fn rate(observation: &Observation, name: &str, bytes: impl Fn(&Sample) -> u64) -> Series {
    line(observation, name, |sample| Some(bytes(sample) as f64))
}

fn devices(observation: &Observation) -> Plot {
    let mut plot = rates(observation, "Devices").caption("For all programs.");
    for (index, device) in observation.devices.iter().enumerate() {
        let of = |bytes: fn(&DeviceMoved) -> u64| {
            move |sample: &Sample| sample.devices.get(index).map(|moved| bytes(moved) as f64)
        };
        let name = &device.name;
        plot = plot
            .series(line(observation, format!("{name} read"), of(|moved| moved.read_bytes)))
            .series(line(
                observation,
                format!("{name} written"),
                of(|moved| moved.written_bytes),
            ));
    }
    plot
}

fn queues(observation: &Observation) -> Plot {
    let mut plot = Plot::new(
        "Requests with the devices",
        time(),
        Axis::linear("Mean requests", Quantity::Number),
    );
    for (index, device) in observation.devices.iter().enumerate() {
        plot = plot.series(line(observation, &device.name, |sample| {
            sample.devices.get(index).map(|moved| moved.request_seconds)
        }));
    }
    plot
}

fn cores(observation: &Observation) -> Plot {
    Plot::new("Processor", time(), Axis::linear("Cores used", Quantity::Number))
        .series(line(observation, "user", |sample| Some(sample.user_cpu_seconds)))
        .series(line(observation, "system", |sample| Some(sample.system_cpu_seconds)))
}
