//! The bytes that processes move, and how a failure of one is told.

use std::fs;
use std::time::Duration;

use feedrate_workload::{Control, Work};

use crate::ground::*;
use crate::system::TELLING_OF_NO_SPACE;

pub fn processes_move_what_threads_would() -> Tested {
    let folder = folder()?;
    let path = |name: &str| folder.path().join(name);
    make(&path("read"))?;
    make(&path("back"))?;
    let mut durable = writer(&path("made"));
    durable.durable = true;
    let streams = vec![
        reader(&path("read")),
        durable,
        reader(&path("read")).overlapped(4),
        stream(
            "mixer",
            Work::Mixed {
                source: path("read"),
                target: path("mixed"),
                read_percent: 50,
            },
        ),
        stream("backer", Work::ReadWriteBack { file: path("back") }),
    ];
    let outcome = run(streams, &Control::default())?;
    let of: Vec<(&str, u64)> = outcome
        .streams
        .iter()
        .map(|stream| (stream.name.as_str(), stream.bytes()))
        .collect();
    assert_eq!(
        of,
        [
            ("reader", BYTES),
            ("writer", BYTES),
            ("reader", BYTES),
            ("mixer", 2 * BYTES),
            ("backer", BYTES)
        ]
    );
    assert_eq!(outcome.bytes, 6 * BYTES);
    assert!(!outcome.stopped && outcome.sync_time.is_some());
    assert_eq!(outcome.streams[2].depth_asked, 4);
    assert_eq!(fs::metadata(path("made"))?.len(), BYTES);
    assert_eq!(fs::metadata(path("mixed"))?.len(), BYTES);
    Ok(())
}

pub fn processor_time_and_storage_are_summed() -> Tested {
    let folder = folder()?;
    let path = folder.path().join("read");
    make(&path)?;
    let timed = || {
        let mut stream = reader(&path);
        stream.limit.time = Some(Duration::from_millis(200));
        stream
    };
    let outcome = run(vec![timed(), timed(), timed()], &Control::default())?;
    let of_threads: Duration = outcome.streams.iter().map(|stream| stream.thread_cpu.total()).sum();
    let cpu = outcome.cpu.total();
    // A process has little to do besides its stream.
    assert!(cpu >= Duration::from_millis(20) && cpu <= of_threads + Duration::from_millis(300));
    assert!(cpu + Duration::from_millis(30) >= of_threads);
    let mut durable = writer(&folder.path().join("made"));
    durable.durable = true;
    let mut other = durable.clone();
    other.work = Work::Write {
        file: folder.path().join("other"),
    };
    let written = run(vec![durable, other], &Control::default())?;
    match written.storage {
        Some(storage) if storage.write_bytes > 0 => assert!(storage.write_bytes >= 2 * BYTES),
        _ => println!("left out: this file system is none that the kernel counts"),
    }
    Ok(())
}

pub fn the_bytes_so_far_are_told() -> Tested {
    let folder = folder()?;
    let path = folder.path().join("read");
    make(&path)?;
    let control = Control::default();
    // Far shorter than the time between two reports.
    run(vec![reader(&path), reader(&path)], &control)?;
    assert_eq!(control.bytes(), 2 * BYTES);
    Ok(())
}

pub fn a_failure_to_start_is_told() -> Tested {
    let folder = folder()?;
    let missing = folder.path().join("missing");
    let control = Control::default();
    let streams = vec![endless(writer(&folder.path().join("made"))), reader(&missing)];
    let Err(error) = run(streams, &control) else {
        return Err("a missing file was read".into());
    };
    let text = error.to_string();
    assert!(text.starts_with("stream reader: cannot open"), "{text}");
    assert!(text.ends_with("missing: no such file or folder"), "{text}");
    assert_eq!(control.bytes(), 0);
    assert!(names(folder.path())?.is_empty());
    Ok(())
}

pub fn a_failure_says_its_kind() -> Tested {
    let folder = folder()?;
    let path = folder.path().join("made");
    let mut huge = writer(&path);
    huge.geometry.page = 1 << 50;
    huge.range.bytes = 1 << 50;
    let Err(error) = run(vec![huge], &Control::default()) else {
        return Err("there was memory".into());
    };
    assert!(error.is_unfit_setting() && !error.is_no_space(), "{error}");
    for target in TELLING_OF_NO_SPACE {
        let mut crammed = writer(&path);
        crammed.range.offset = i64::MAX as u64 - BYTES;
        crammed.target = target;
        let Err(error) = run(vec![crammed], &Control::default()) else {
            return Err("a file was that large".into());
        };
        assert!(!error.is_unfit_setting() && error.is_no_space(), "{error}");
    }
    assert!(names(folder.path())?.is_empty());
    Ok(())
}
