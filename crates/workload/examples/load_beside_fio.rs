//! Runs the same loads here and in fio, in turn, and prints rates and processor time side by side.
//!
//! `cargo run --release --example load_beside_fio -- FOLDER [seconds] [turns] [part of a case's name]`

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use feedrate_workload::Control;
use feedrate_workload::load::{
    self, Blocks, Depths, Directions, Distribution, Load, LoadEngine, LoadFile, NullWatch, Order, PerDirection,
    Schedule,
};

/// The figures of one run.
#[derive(Clone, Copy, Debug)]
struct Run {
    operations_a_second: f64,
    /// Of the thread, for each block.
    cpu_micros: f64,
}

struct Case {
    name: &'static str,
    fio: &'static str,
    change: fn(&mut Load),
}

fn random(load: &mut Load) {
    load.order = Order::Random {
        distribution: Distribution::Even,
        repeats: true,
        hold: 1,
        identical: false,
        random_percent: 100,
    };
}

const CASES: [Case; 6] = [
    Case {
        name: "hot cached random 4K reads, psync",
        fio: "--rw=randread --norandommap --bs=4k --ioengine=psync --invalidate=0",
        change: |load| {
            random(load);
            load.invalidate = false;
        },
    },
    Case {
        name: "hot cached random 4K reads, each once, psync",
        fio: "--rw=randread --bs=4k --ioengine=psync --invalidate=0",
        change: |load| {
            random(load);
            if let Order::Random { repeats, .. } = &mut load.order {
                *repeats = false;
            }
            load.invalidate = false;
        },
    },
    Case {
        name: "hot cached sequential 4K writes, psync",
        fio: "--rw=write --bs=4k --ioengine=psync --overwrite=1 --invalidate=0",
        change: |load| {
            load.directions = Directions::Write;
            load.layout.overwrite = true;
            load.invalidate = false;
        },
    },
    Case {
        name: "direct random 4K reads, io_uring, depth 32",
        fio: "--rw=randread --norandommap --bs=4k --ioengine=io_uring --fixedbufs --direct=1 --iodepth=32",
        change: |load| {
            random(load);
            load.direct = true;
            load.engine = LoadEngine::URING;
            load.depth = Depths::of(32);
        },
    },
    Case {
        name: "direct sequential 1M reads, io_uring, depth 8",
        fio: "--rw=read --bs=1m --ioengine=io_uring --fixedbufs --direct=1 --iodepth=8",
        change: |load| {
            load.direct = true;
            load.engine = LoadEngine::URING;
            load.depth = Depths::of(8);
            load.blocks = PerDirection::both(Blocks::Fixed(1 << 20));
        },
    },
    Case {
        name: "direct sequential 1M writes, io_uring, depth 8",
        fio: "--rw=write --bs=1m --ioengine=io_uring --fixedbufs --direct=1 --iodepth=8 --overwrite=1",
        change: |load| {
            load.directions = Directions::Write;
            load.layout.overwrite = true;
            load.direct = true;
            load.engine = LoadEngine::URING;
            load.depth = Depths::of(8);
            load.blocks = PerDirection::both(Blocks::Fixed(1 << 20));
        },
    },
];

const BYTES: u64 = 256 << 20;

fn ours(case: &Case, file: &Path, seconds: u64) -> Result<Run, Box<dyn Error>> {
    let mut load = Load::new("ours", vec![LoadFile::new(file, BYTES)]);
    load.limit.time = Some(Duration::from_secs(seconds));
    load.limit.for_all_time = true;
    (case.change)(&mut load);
    // fio has written over the mark.
    load.overwrite_foreign = true;
    let schedule = Schedule {
        batches: vec![vec![load]],
    };
    let outcome = load::run(&schedule, &Control::default(), &mut NullWatch)?;
    let load = outcome.loads().next().ok_or("no load ran")?;
    if let Some(error) = &load.error {
        return Err(error.text.clone().into());
    }
    let operations = (load.flow.read.operations + load.flow.write.operations) as f64;
    Ok(Run {
        operations_a_second: operations / load.run_time.as_secs_f64(),
        cpu_micros: load.cpu.total().as_secs_f64() * 1e6 / operations,
    })
}

fn theirs(case: &Case, file: &Path, seconds: u64) -> Result<Run, Box<dyn Error>> {
    let output = Command::new("fio")
        .args(["--name=theirs", "--output-format=json", "--time_based", "--thread"])
        .arg(format!("--filename={}", file.display()))
        .arg(format!("--runtime={seconds}"))
        .arg(format!("--size={BYTES}"))
        .args(case.fio.split_whitespace())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let json = text
        .find('{')
        .map(|start| &text[start..])
        .ok_or("fio printed no JSON")?;
    let document: serde_json::Value = serde_json::from_str(json)?;
    let job = &document["jobs"][0];
    let number = |path: &str| job.pointer(path).and_then(serde_json::Value::as_f64).unwrap_or(0.0);
    let rate = number("/read/iops") + number("/write/iops");
    let share = (number("/usr_cpu") + number("/sys_cpu")) / 100.0;
    Ok(Run {
        operations_a_second: rate,
        cpu_micros: share * 1e6 / rate,
    })
}

/// Makes the file that both use.
fn make(file: &Path) -> Result<(), Box<dyn Error>> {
    let mut load = Load::new("make", vec![LoadFile::new(file, BYTES)]);
    load.limit.operations = Some(1);
    let schedule = Schedule {
        batches: vec![vec![load]],
    };
    load::run(&schedule, &Control::default(), &mut NullWatch)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name a folder")?);
    let seconds = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let turns: usize = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let part = arguments.next().unwrap_or_default();
    let file = folder.join("load-beside-fio");
    make(&file)?;
    for case in CASES.iter().filter(|case| case.name.contains(&part)) {
        let (mut best_ours, mut best_theirs) = (None, None);
        for _ in 0..turns {
            // Both find the whole file in the cache.
            std::fs::read(&file)?;
            let a = ours(case, &file, seconds)?;
            std::fs::read(&file)?;
            let b = theirs(case, &file, seconds)?;
            best_ours = Some(better(best_ours, a));
            best_theirs = Some(better(best_theirs, b));
        }
        if let (Some(ours), Some(theirs)) = (best_ours, best_theirs) {
            println!(
                "{:<48} rate {:>9.0} and {:>9.0} of fio: {:.2}; processor {:>7.2} us and {:>7.2} us: {:.2}",
                case.name,
                ours.operations_a_second,
                theirs.operations_a_second,
                ours.operations_a_second / theirs.operations_a_second,
                ours.cpu_micros,
                theirs.cpu_micros,
                ours.cpu_micros / theirs.cpu_micros,
            );
        }
    }
    Ok(())
}

/// The higher rate and the lower cost of two runs: what disturbs a run makes it slower.
fn better(before: Option<Run>, now: Run) -> Run {
    before.map_or(now, |before| Run {
        operations_a_second: before.operations_a_second.max(now.operations_a_second),
        cpu_micros: before.cpu_micros.min(now.cpu_micros),
    })
}
