//! Descriptions of tests.

use super::profile::size;
use super::request::{Cache, Content, Order, Queues, Test, Throttle};
use crate::rows::Rows;

/// Describes a test, with lines of at most 80 columns.
pub(super) fn explain(test: &Test) -> String {
    let mut rows = Rows::new("What diskspd would do:");
    let doing = match test.write_percent {
        0 => "reads blocks".to_owned(),
        100 => "writes blocks".to_owned(),
        percent => format!("of 100 blocks reads {} and writes {percent}", 100 - percent),
    };
    rows.row(
        "Work",
        &format!(
            "{doing} of {}, {}; {} s after {} s that are not counted{}",
            size(test.block),
            order(test),
            test.duration,
            test.warm_up,
            match test.cool_down {
                0 => String::new(),
                more => format!(", and {more} s more that are not"),
            }
        ),
    );
    rows.row("Threads", &threads(test));
    for target in &test.targets {
        rows.row(
            "Target",
            &format!("{}{}", target.path.display(), part(test)),
        );
    }
    rows.row("Caches", caches(test));
    if let Some(throttle) = test.throttle {
        rows.row(
            "Rate",
            &match throttle {
                Throttle::BytesPerMillisecond(most) => {
                    format!(
                        "at most {} bytes a second of each thread and target",
                        u128::from(most) * 1000
                    )
                }
                Throttle::BlocksPerSecond(most) => {
                    format!("at most {most} blocks a second of each thread and target")
                }
            },
        );
    }
    if let (Some(burst), Some(think)) = (test.burst, test.think) {
        rows.row("Pauses", &format!("{think} ms after each {burst} blocks"));
    }
    if test.write_percent > 0 {
        rows.row(
            "Contents",
            &match &test.content {
                Content::Counting => {
                    "the bytes 0 to 255 again and again, which storage may make small".to_owned()
                }
                Content::Zeros => "zeros, which storage may make small or leave out".to_owned(),
                Content::RandomEach => "random bytes, made for each block".to_owned(),
                Content::Source { bytes, file: None } => {
                    format!("each block a part of {} of random bytes", size(*bytes))
                }
                Content::Source {
                    bytes,
                    file: Some(file),
                } => format!(
                    "each block a part of {} from {}",
                    size(*bytes),
                    file.path.display()
                ),
            },
        );
        rows.safety("targets", test.overwrite_foreign);
    }
    rows.remarks(&test.remarks);
    rows.finish()
}

fn order(test: &Test) -> String {
    match &test.order {
        Order::Random {
            align,
            percent,
            distribution,
        } => {
            let places = match percent {
                100 => format!("at random multiples of {}", size(*align)),
                percent => format!(
                    "{percent} of 100 at random multiples of {}, the others after the one before",
                    size(*align)
                ),
            };
            if distribution.is_some() {
                format!("{places}, parts of the target more likely than others")
            } else {
                places
            }
        }
        Order::Sequential {
            stride,
            interlocked,
        } => {
            let step = if *stride == test.block {
                "one after the other".to_owned()
            } else {
                format!("{} from start to start", size(*stride))
            };
            let place = match (interlocked, test.thread_stride) {
                (true, _) => "threads share the place".to_owned(),
                (false, 0) => "each thread from the front".to_owned(),
                (false, apart) => {
                    format!("each thread {} further than the one before", size(apart))
                }
            };
            format!("{step}, {place}, from the end again from the front")
        }
    }
}

fn threads(test: &Test) -> String {
    let text = match test.queues {
        Queues::OfEachTarget { threads, depth } => {
            format!("{threads} for each target, each with {depth} blocks in flight")
        }
        Queues::OfAll { threads, depth } => {
            format!("{threads}, each with {depth} blocks in flight on each target")
        }
        Queues::Shared { threads, depth } => {
            format!("{threads}, each with {depth} blocks in flight")
        }
    };
    if test.processors.is_empty() {
        return text;
    }
    let numbers: Vec<String> = test
        .processors
        .iter()
        .map(|(_, number)| number.to_string())
        .collect();
    format!("{text}, in turn on the processors {}", numbers.join(", "))
}

fn part(test: &Test) -> String {
    let made = match test.create {
        Some(create) => format!(", made {} long if it is shorter", size(create)),
        None => ", as long as it is found".to_owned(),
    };
    match (test.from, test.end) {
        (0, None) => made,
        (from, None) => format!("{made}; from offset {from} on"),
        (from, Some(end)) => format!("{made}; from offset {from} to {end}"),
    }
}

fn caches(test: &Test) -> &'static str {
    match (test.cache, test.write_through && test.write_percent > 0) {
        (Cache::Cached, false) => "through the page cache",
        (Cache::Cached, true) => {
            "through the page cache, each write waiting for the device (O_DSYNC)"
        }
        (Cache::Direct, false) => "past the page cache (O_DIRECT)",
        (Cache::Direct, true) => {
            "past the page cache (O_DIRECT), each write waiting for the device (O_DSYNC)"
        }
        (Cache::Mapped, _) => "mapped memory, one block at a time",
    }
}
