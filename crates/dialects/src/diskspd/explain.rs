//! Descriptions of tests.

use super::profile::size;
use super::request::{Test, Threads, TimeSpan};
use super::target::{Cache, Content, Order, Target, Throttle};
use crate::rows::Rows;

/// Describes a test, with lines of at most 80 columns.
pub(super) fn explain(test: &Test) -> String {
    let mut text = String::new();
    for (number, span) in (1..).zip(&test.spans) {
        let mut rows = Rows::new(&match test.spans.len() {
            1 => "What diskspd would do:".to_owned(),
            _ => format!("What diskspd would do in time span {number}:"),
        });
        for group in span.groups() {
            targets(&mut rows, span, group);
        }
        if number == test.spans.len() {
            if test.writes() {
                rows.safety("targets", test.overwrite_foreign);
            }
            rows.remarks(&test.remarks);
        }
        text.push_str(&rows.finish());
    }
    text
}

/// Describes what is done to targets with the same settings.
fn targets(rows: &mut Rows, span: &TimeSpan, group: &[Target]) {
    let Some(first) = group.first() else {
        return;
    };
    let doing = match first.write_percent {
        0 => "reads blocks".to_owned(),
        100 => "writes blocks".to_owned(),
        percent => format!("of 100 blocks reads {} and writes {percent}", 100 - percent),
    };
    rows.row(
        "Work",
        &format!(
            "{doing} of {}, {}; {} s after {} s that are not counted{}",
            size(first.block),
            order(first),
            span.duration,
            span.warm_up,
            match span.cool_down {
                0 => String::new(),
                more => format!(", and {more} s more that are not"),
            }
        ),
    );
    rows.row("Threads", &threads(span, first));
    for target in group {
        rows.row("Target", &format!("{}{}", target.path.display(), part(target)));
    }
    rows.row("Caches", caches(first));
    if let Some(throttle) = first.throttle {
        rows.row("Rate", &rate(throttle));
    }
    if let (Some(burst), Some(think)) = (first.burst, first.think) {
        rows.row("Pauses", &format!("{think} ms after each {burst} blocks"));
    }
    if first.write_percent > 0 {
        rows.row("Contents", &contents(span, first));
    }
}

fn rate(throttle: Throttle) -> String {
    match throttle {
        Throttle::BytesPerMillisecond(most) => format!(
            "at most {} bytes a second of each thread and target",
            u128::from(most) * 1000
        ),
        Throttle::BlocksPerSecond(most) => {
            format!("at most {most} blocks a second of each thread and target")
        }
    }
}

fn contents(span: &TimeSpan, target: &Target) -> String {
    if span.random_writes {
        return "random bytes, made for each block".to_owned();
    }
    match &target.content {
        Content::Counting => "the bytes 0 to 255 again and again, which storage may make small".to_owned(),
        Content::Zeros => "zeros, which storage may make small or leave out".to_owned(),
        Content::Source { bytes, file: None } => {
            format!("each block a part of {} of random bytes", size(*bytes))
        }
        Content::Source {
            bytes,
            file: Some(file),
        } => format!("each block a part of {} from {}", size(*bytes), file.path.display()),
    }
}

fn order(target: &Target) -> String {
    match &target.order {
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
        Order::Sequential { stride, interlocked } => {
            let step = if *stride == target.block {
                "one after the other".to_owned()
            } else {
                format!("{} from start to start", size(*stride))
            };
            let place = match (interlocked, target.thread_stride) {
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

fn threads(span: &TimeSpan, target: &Target) -> String {
    let depth = span.depth(target);
    let text = match span.threads {
        Threads::OfEachTarget => format!("{} for each target, each with {depth} blocks in flight", target.threads),
        Threads::OfAll { threads } => {
            format!("{threads}, each with {depth} blocks in flight on each target")
        }
        Threads::Shared { threads, .. } => {
            format!("{threads}, each with {depth} blocks in flight")
        }
    };
    if span.processors.is_empty() {
        return text;
    }
    let numbers: Vec<String> = span.processors.iter().map(|(_, number)| number.to_string()).collect();
    format!("{text}, in turn on the processors {}", numbers.join(", "))
}

fn part(target: &Target) -> String {
    let made = match target.create {
        Some(create) => format!(", made {} long if it is shorter", size(create)),
        None => ", as long as it is found".to_owned(),
    };
    match (target.from, target.end) {
        (0, None) => made,
        (from, None) => format!("{made}; from offset {from} on"),
        (from, Some(end)) => format!("{made}; from offset {from} to {end}"),
    }
}

fn caches(target: &Target) -> &'static str {
    match (target.cache, target.write_through && target.write_percent > 0) {
        (Cache::Cached, false) => "through the page cache",
        (Cache::Cached, true) => "through the page cache, each write waiting for the device (O_DSYNC)",
        (Cache::Direct, false) => "past the page cache (O_DIRECT)",
        (Cache::Direct, true) => "past the page cache (O_DIRECT), each write waiting for the device (O_DSYNC)",
        (Cache::Mapped, _) => "mapped memory, one block at a time",
    }
}
