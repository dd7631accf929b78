//! A profile and its time spans.

use roxmltree::{Document, Node};

use super::super::checks;
use super::super::limits::{DEFAULT_SECONDS, DEFAULT_WARM_UP, LONGEST, LONGEST_INTERVAL, MOST_COUNT};
use super::super::names::ELEMENTS;
use super::super::parsed_options::ParsedOptions;
use super::super::request::{Format, Threads, TimeSpan};
use super::ParsedProfile;
use super::fields::{Fields, Result, Wrong, attribute, list, shortened, start, text};
use super::target;

const PROFILE: [&str; 8] = [
    "TimeSpans",
    "Verbose",
    "VerboseStats",
    "Progress",
    "ExperimentFlags",
    "ResultFormat",
    "ETW",
    "PrecreateFiles",
];

const TIME_SPAN: [&str; 15] = [
    "Targets",
    "Duration",
    "Warmup",
    "Cooldown",
    "RandSeed",
    "RandomWriteData",
    "ThreadCount",
    "RequestCount",
    "GroupAffinity",
    "Affinity",
    "DisableAffinity",
    "CompletionRoutines",
    "MeasureLatency",
    "CalculateIopsStdDev",
    "IoBucketDuration",
];

/// The events of the Windows kernel.
const EVENTS: [&str; 8] = [
    "Process",
    "Thread",
    "ImageLoad",
    "DiskIO",
    "MemoryPageFaults",
    "MemoryHardFaults",
    "Network",
    "Registry",
];

/// The ways to record events, which are without effect where none are.
const CLOCKS: [&str; 4] = ["UsePagedMemory", "UsePerfTimer", "UseSystemTimer", "UseCyclesCounter"];

/// Returns the profile of a document.
pub(super) fn profile(given: &ParsedOptions, document: &Document<'_>) -> Result<ParsedProfile> {
    let root = document.root_element();
    if root.tag_name().name() != "Profile" {
        let what = format!(
            "a profile is an element Profile, and this is {}",
            shortened(root.tag_name().name(), 40)
        );
        return Err(Wrong::new(start(root), what));
    }
    let fields = Fields::of(root, &PROFILE)?;
    // Both are without effect here, as -P and -vs.
    fields.small("Progress", 0, u32::MAX)?;
    fields.flag("VerboseStats")?;
    if fields.small("ExperimentFlags", 0, u32::MAX)? > Some(0) {
        return Err(fields.not_supported("ExperimentFlags", "they change how DiskSpd itself works"));
    }
    events(&fields)?;
    fields.one_of(
        "PrecreateFiles",
        &[
            "UseMaxSize",
            "CreateOnlyFilesWithConstantSizes",
            "CreateOnlyFilesWithConstantOrZeroSizes",
        ],
    )?;
    let format = fields.one_of("ResultFormat", &["text", "xml"])?;
    let mut parsed = ParsedProfile {
        spans: Vec::new(),
        verbose: fields.flag("Verbose")?,
        format: match format.as_deref() {
            Some("xml") => Format::Xml,
            _ => Format::Text,
        },
        templates: Vec::new(),
        remarks: Vec::new(),
    };
    let spans = fields.list("TimeSpans", "TimeSpan")?;
    if spans.is_empty() {
        let what = "it has no time spans; write TimeSpans with at least one TimeSpan";
        return Err(Wrong::new(fields.at, what));
    }
    for node in spans {
        let span = time_span(given, node, &mut parsed)?;
        parsed.spans.push(span);
    }
    Ok(parsed)
}

fn events(fields: &Fields<'_, '_>) -> Result<()> {
    let Some(node) = fields.get("ETW") else {
        return Ok(());
    };
    let names = [&EVENTS[..], &CLOCKS].concat();
    let of_windows = Fields::of(node, &names)?;
    for name in CLOCKS {
        of_windows.flag(name)?;
    }
    EVENTS
        .into_iter()
        .try_for_each(|name| of_windows.refuse(name, "it records events of the Windows kernel; write false"))
}

fn time_span(given: &ParsedOptions, node: Node<'_, '_>, parsed: &mut ParsedProfile) -> Result<TimeSpan> {
    let fields = Fields::of(node, &TIME_SPAN)?;
    let seconds = |name, default| Ok(fields.number(name, 0, LONGEST)?.unwrap_or(default));
    let count = |name| Ok(fields.small(name, 0, MOST_COUNT)?.unwrap_or(0));
    let bucket = fields.number("IoBucketDuration", 1, LONGEST_INTERVAL)?;
    fields.flag("GroupAffinity")?;
    let mut span = TimeSpan {
        targets: Vec::new(),
        warm_up: seconds("Warmup", DEFAULT_WARM_UP)?,
        duration: seconds("Duration", DEFAULT_SECONDS)?,
        cool_down: seconds("Cooldown", 0)?,
        threads: match (count("ThreadCount")?, count("RequestCount")?) {
            (0, 0) => Threads::OfEachTarget,
            (0, _) => {
                let at = fields.get("RequestCount").map_or(fields.at, start);
                let what = "RequestCount of a time span is for threads of all targets together; add ThreadCount";
                return Err(Wrong::new(at, what));
            }
            (threads, 0) => Threads::OfAll { threads },
            (threads, depth) => Threads::Shared { threads, depth },
        },
        seed: fields.small("RandSeed", 0, u32::MAX)?.unwrap_or(0),
        random_writes: fields.flag("RandomWriteData")?,
        affinity_disabled: fields.flag("DisableAffinity")?,
        processors: fields.get("Affinity").map_or_else(|| Ok(Vec::new()), affinity)?,
        latency: fields.flag("MeasureLatency")?,
        interval: fields.flag("CalculateIopsStdDev")?.then(|| bucket.unwrap_or(1000)),
        completion_routines: fields.flag("CompletionRoutines")?,
    };
    let mut places = Vec::new();
    for node in fields.list("Targets", "Target")? {
        places.push(start(node));
        span.targets.push(target::target(given, node, parsed)?);
    }
    if span.targets.is_empty() {
        let what = "the time span has no targets; write Targets with at least one Target";
        return Err(Wrong::new(fields.at, what));
    }
    for (target, at) in span.targets.iter().zip(places) {
        checks::target(&ELEMENTS, &span, target)
            .map_err(|error| Wrong::new(at, format!("{}: {error}", target.name)))?;
    }
    // -d is for each time span, whatever the profile says.
    let counted = TimeSpan {
        duration: given.duration.unwrap_or(span.duration),
        ..span
    };
    checks::span(&ELEMENTS, &counted).map_err(|error| Wrong::new(fields.at, format!("the time span: {error}")))?;
    Ok(counted)
}

/// Returns groups and numbers of processors; earlier profiles have numbers alone.
fn affinity(node: Node<'_, '_>) -> Result<Vec<(u32, u32)>> {
    let is_alone = |node: &Node<'_, '_>| node.tag_name().name() == "AffinityAssignment";
    if node.children().any(|child| is_alone(&child)) {
        let numbers = list(node, "AffinityAssignment")?.into_iter();
        return numbers
            .map(|node| {
                let number = text(node)?;
                let number = crate::argument::number(&number).filter(|&number| number < 256);
                let what = "AffinityAssignment: write the number of a processor, 0 to 255";
                let number = number.ok_or_else(|| Wrong::new(start(node), what))?;
                Ok((0, number as u32))
            })
            .collect();
    }
    let pairs = list(node, "AffinityGroupAssignment")?.into_iter();
    pairs
        .map(|node| {
            let group = attribute(node, "Group", 0, 65_535)?;
            let number = attribute(node, "Processor", 0, 255)?;
            Ok((group as u32, number as u32))
        })
        .collect()
}
