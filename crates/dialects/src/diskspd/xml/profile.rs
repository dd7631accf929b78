//! The element `Profile` with the arguments.

use super::super::request::{
    Cache, Content, Distribution, Format, Order, Queues, Target, Test, Throttle,
};
use super::Elements;

/// Writes the element. `runs_unbound` says whether threads run on any processor, whatever was asked for.
pub(super) fn profile(elements: &mut Elements, test: &Test, runs_unbound: bool) {
    elements.group("Profile", |elements| {
        elements.value("Progress", 0);
        let format = match test.format {
            Format::Text => "text",
            Format::Xml => "xml",
        };
        elements.value("ResultFormat", format);
        elements.value("Verbose", test.verbose);
        elements.group("TimeSpans", |elements| {
            elements.group("TimeSpan", |elements| {
                time_span(elements, test, runs_unbound)
            });
        });
    });
}

fn time_span(elements: &mut Elements, test: &Test, runs_unbound: bool) {
    elements.value("CompletionRoutines", test.completion_routines);
    elements.value("MeasureLatency", test.latency);
    elements.value("CalculateIopsStdDev", test.interval.is_some());
    elements.value("DisableAffinity", runs_unbound);
    elements.value("Duration", test.duration);
    elements.value("Warmup", test.warm_up);
    elements.value("Cooldown", test.cool_down);
    let (threads, requests) = match test.queues {
        Queues::OfEachTarget { .. } => (0, 0),
        Queues::OfAll { threads, .. } => (threads, 0),
        Queues::Shared { threads, depth } => (threads, depth),
    };
    elements.value("ThreadCount", threads);
    elements.value("RequestCount", requests);
    elements.value("IoBucketDuration", test.interval.unwrap_or(1000));
    elements.value("RandSeed", test.seed);
    if test.content == Content::RandomEach {
        elements.value("RandomWriteData", true);
    }
    if !test.processors.is_empty() {
        elements.group("Affinity", |elements| {
            for (group, number) in &test.processors {
                elements.line(&format!(
                    "<AffinityGroupAssignment Group=\"{group}\" Processor=\"{number}\"/>"
                ));
            }
        });
    }
    elements.group("Targets", |elements| {
        for target in &test.targets {
            elements.group("Target", |elements| one(elements, test, target));
        }
    });
}

fn one(elements: &mut Elements, test: &Test, target: &Target) {
    elements.value("Path", &target.name);
    elements.value("BlockSize", test.block);
    elements.value("BaseFileOffset", test.from);
    elements.value("SequentialScan", test.sequential_hint);
    elements.value("RandomAccess", test.random_hint);
    elements.value("TemporaryFile", test.temporary_hint);
    elements.value("UseLargePages", test.large_pages);
    if test.cache == Cache::Direct {
        elements.value("DisableOSCache", true);
    }
    if test.write_through {
        elements.value("WriteThrough", true);
    }
    if test.cache == Cache::Mapped {
        elements.value("MemoryMappedIo", true);
    }
    elements.group("WriteBufferContent", |elements| content(elements, test));
    elements.value("ParallelAsyncIO", false);
    if let Some(blocks) = test.burst {
        elements.value("BurstSize", blocks);
    }
    if let Some(milliseconds) = test.think {
        elements.value("ThinkTime", milliseconds);
    }
    if let Some(bytes) = test.create {
        elements.value("FileSize", bytes);
    }
    order(elements, &test.order);
    elements.value("ThreadStride", test.thread_stride);
    elements.value("MaxFileSize", test.end.unwrap_or(0));
    let (threads, requests) = match test.queues {
        Queues::OfEachTarget { threads, depth } => (threads, depth),
        Queues::OfAll { depth, .. } => (1, depth),
        // With a depth for all targets their own is ignored, and is written as the default.
        Queues::Shared { .. } => (1, 2),
    };
    elements.value("RequestCount", requests);
    elements.value("WriteRatio", test.write_percent);
    match test.throttle {
        Some(Throttle::BlocksPerSecond(most)) => {
            elements.line(&format!("<Throughput unit=\"IOPS\">{most}</Throughput>"));
        }
        Some(Throttle::BytesPerMillisecond(most)) => elements.value("Throughput", most),
        None => elements.value("Throughput", 0),
    }
    elements.value("ThreadsPerFile", threads);
    elements.value("IOPriority", test.priority);
    elements.value("Weight", 1);
}

fn content(elements: &mut Elements, test: &Test) {
    match &test.content {
        Content::Zeros => elements.value("Pattern", "zero"),
        Content::Counting | Content::RandomEach => elements.value("Pattern", "sequential"),
        Content::Source { bytes, file } => {
            elements.value("Pattern", "random");
            elements.group("RandomDataSource", |elements| {
                elements.value("SizeInBytes", bytes);
                if let Some(file) = file {
                    elements.value("FilePath", &file.name);
                }
            });
        }
    }
}

fn order(elements: &mut Elements, order: &Order) {
    match order {
        Order::Random {
            align,
            percent,
            distribution,
        } => {
            elements.value("Random", align);
            if *percent < 100 {
                elements.value("RandomRatio", percent);
            }
            if let Some(shares) = distribution {
                elements.group("Distribution", |elements| parts(elements, shares));
            }
        }
        Order::Sequential {
            stride,
            interlocked,
        } => {
            elements.value("StrideSize", stride);
            elements.value("InterlockedSequential", interlocked);
        }
    }
}

fn parts(elements: &mut Elements, shares: &Distribution) {
    let kind = if shares.absolute {
        "Absolute"
    } else {
        "Percent"
    };
    elements.group(kind, |elements| {
        for (blocks, of) in &shares.parts {
            elements.line(&format!("<Range IO=\"{blocks}\">{of}</Range>"));
        }
    });
}
