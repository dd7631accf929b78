//! The element `Profile` with the arguments.

use super::super::request::{Format, Test, Threads, TimeSpan};
use super::super::target::{Cache, Content, Distribution, Order, Target, Throttle};
use super::Elements;

/// Writes the element. `runs_unbound` says whether threads of a time span run on any processor.
pub(super) fn profile(elements: &mut Elements, test: &Test, runs_unbound: fn(&TimeSpan) -> bool) {
    elements.group("Profile", |elements| {
        elements.value("Progress", 0);
        let format = match test.format {
            Format::Text => "text",
            Format::Xml => "xml",
        };
        elements.value("ResultFormat", format);
        elements.value("Verbose", test.verbose);
        elements.group("TimeSpans", |elements| {
            for span in &test.spans {
                elements.group("TimeSpan", |elements| {
                    time_span(elements, span, runs_unbound(span));
                });
            }
        });
    });
}

fn time_span(elements: &mut Elements, span: &TimeSpan, runs_unbound: bool) {
    elements.value("CompletionRoutines", span.completion_routines);
    elements.value("MeasureLatency", span.latency);
    elements.value("CalculateIopsStdDev", span.interval.is_some());
    elements.value("DisableAffinity", runs_unbound);
    elements.value("Duration", span.duration);
    elements.value("Warmup", span.warm_up);
    elements.value("Cooldown", span.cool_down);
    let (threads, requests) = match span.threads {
        Threads::OfEachTarget => (0, 0),
        Threads::OfAll { threads } => (threads, 0),
        Threads::Shared { threads, depth } => (threads, depth),
    };
    elements.value("ThreadCount", threads);
    elements.value("RequestCount", requests);
    elements.value("IoBucketDuration", span.interval.unwrap_or(1000));
    elements.value("RandSeed", span.seed);
    if span.random_writes {
        elements.value("RandomWriteData", true);
    }
    if !span.processors.is_empty() {
        elements.group("Affinity", |elements| {
            for (group, number) in &span.processors {
                elements.line(&format!(
                    "<AffinityGroupAssignment Group=\"{group}\" Processor=\"{number}\"/>"
                ));
            }
        });
    }
    elements.group("Targets", |elements| {
        for target in &span.targets {
            elements.group("Target", |elements| one(elements, target));
        }
    });
}

fn one(elements: &mut Elements, target: &Target) {
    elements.value("Path", &target.name);
    elements.value("BlockSize", target.block);
    elements.value("BaseFileOffset", target.from);
    elements.value("SequentialScan", target.sequential_hint);
    elements.value("RandomAccess", target.random_hint);
    elements.value("TemporaryFile", target.temporary_hint);
    elements.value("UseLargePages", target.large_pages);
    if target.cache == Cache::Direct {
        elements.value("DisableOSCache", true);
    }
    if target.write_through {
        elements.value("WriteThrough", true);
    }
    if target.cache == Cache::Mapped {
        elements.value("MemoryMappedIo", true);
    }
    elements.group("WriteBufferContent", |elements| content(elements, target));
    elements.value("ParallelAsyncIO", false);
    if let Some(blocks) = target.burst {
        elements.value("BurstSize", blocks);
    }
    if let Some(milliseconds) = target.think {
        elements.value("ThinkTime", milliseconds);
    }
    if let Some(bytes) = target.create {
        elements.value("FileSize", bytes);
    }
    order(elements, &target.order);
    elements.value("ThreadStride", target.thread_stride);
    elements.value("MaxFileSize", target.end.unwrap_or(0));
    elements.value("RequestCount", target.depth);
    elements.value("WriteRatio", target.write_percent);
    match target.throttle {
        Some(Throttle::BlocksPerSecond(most)) => {
            elements.line(&format!("<Throughput unit=\"IOPS\">{most}</Throughput>"));
        }
        Some(Throttle::BytesPerMillisecond(most)) => elements.value("Throughput", most),
        None => elements.value("Throughput", 0),
    }
    elements.value("ThreadsPerFile", target.threads);
    elements.value("IOPriority", target.priority);
    elements.value("Weight", 1);
}

fn content(elements: &mut Elements, target: &Target) {
    match &target.content {
        Content::Zeros => elements.value("Pattern", "zero"),
        Content::Counting => elements.value("Pattern", "sequential"),
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
        Order::Sequential { stride, interlocked } => {
            elements.value("StrideSize", stride);
            elements.value("InterlockedSequential", interlocked);
        }
    }
}

fn parts(elements: &mut Elements, shares: &Distribution) {
    let kind = if shares.absolute { "Absolute" } else { "Percent" };
    elements.group(kind, |elements| {
        for (blocks, of) in shares.whole() {
            elements.line(&format!("<Range IO=\"{blocks}\">{of}</Range>"));
        }
    });
}
