//! Warnings about figures that may be misleading.

use feedrate_document::format;
use feedrate_pageio::Method;
use feedrate_workload::figures::StreamFigures;

use crate::options::Options;
use crate::repeat::Repeat;
use crate::volumes::Volumes;

/// The share of the bytes read from which on the page cache is mentioned: less may be a file's last pages or its
/// metadata.
const NOTABLE_CACHE_SHARE: f64 = 0.01;

/// The share of the run's own I/O from which on others' I/O is mentioned: less may be the file system's journal.
const NOTABLE_OTHERS: f64 = 0.05;

/// Returns all warnings about a repeat, as sentences.
pub(crate) fn of(options: &Options, run: &Repeat, beneath: &Volumes) -> Vec<String> {
    if let Some(volume) = beneath.in_memory() {
        return vec![format!(
            "{} lies in memory ({}): no figure here is that of a storage device.",
            volume.mount_point.as_ref().unwrap_or(&volume.path).display(),
            volume.fs_type
        )];
    }
    [cache(options, run), durability(options), depth(run), others(run)]
        .into_iter()
        .flatten()
        .collect()
}

fn cache(options: &Options, run: &Repeat) -> Option<String> {
    run.figures.read.as_ref()?;
    let Some(share) = run.figures.cache_share else {
        return Some(
            "What share of the bytes came from memory is unknown here, so the figure may be \
             the cache's and not the storage's."
                .into(),
        );
    };
    if share < NOTABLE_CACHE_SHARE {
        return None;
    }
    let direct = matches!(options.method, Method::Direct { .. } | Method::Unbuffered);
    let passes = run.figures.streams.iter().map(|stream| stream.passes).max();
    let share = format::percent(share);
    Some(match passes {
        _ if direct => format!(
            "{share} of the bytes read came from memory, although the transfers asked to go past \
             the page cache: the file system went back to cached ones."
        ),
        Some(passes) if passes > 0 => format!(
            "The page cache served {share} of the bytes read: each file was gone over more than \
             once ({passes} times begun again). Use a larger file, less --time, or --method direct."
        ),
        _ => format!(
            "The page cache served {share} of the bytes read, so this is not the speed of the \
             storage. Use --cold, or --method direct."
        ),
    })
}

fn durability(options: &Options) -> Option<String> {
    let waits = options.durable || options.method == Method::WriteThrough;
    (options.action.writes() && !waits).then(|| {
        "The figure does not include reaching the device: what was written may still be in a \
         cache. Use --durable to count that."
            .into()
    })
}

fn depth(run: &Repeat) -> Option<String> {
    let lacking = |stream: &&StreamFigures| stream.engine.depth < stream.depth_asked;
    let stream = run.figures.streams.iter().find(lacking)?;
    Some(format!(
        "{} of the {} transfers asked for were kept in flight.",
        stream.engine.depth, stream.depth_asked
    ))
}

fn others(run: &Repeat) -> Option<String> {
    let device = run.device.as_ref()?;
    let others = device.others?;
    let moved = others.read_bytes + others.write_bytes;
    let notable = moved as f64 >= NOTABLE_OTHERS * run.figures.bytes as f64;
    notable.then(|| {
        format!(
            "Others moved {} on {} meanwhile, which makes the figure lower than the device's own.",
            format::amount(moved),
            device.name
        )
    })
}
