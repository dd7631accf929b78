//! From a test of sqlio to the common form.

use crate::common::{Content, File, Job, JobLimit, Order, Pool, Workload};
use feedrate_dialects::sqlio::{Affinity, Pattern, SubBlocks, Test};

pub(crate) fn common(test: &Test) -> Workload {
    let job = Job {
        name: "sqlio".to_owned(),
        waits: false,
        pools: pools(test),
        queue_for_each_file: test.outstanding.is_some(),
        read_percent: if test.writes { 0 } else { 100 },
        order: match test.pattern {
            Pattern::Random => Order::Random {
                align: test.block_bytes,
                percent: 100,
                repeats: true,
            },
            Pattern::Sequential => Order::Sequential {
                stride: test.block_bytes,
                shared: true,
            },
            Pattern::Stripes { factor, ios, .. } => Order::Stripes { factor, ios },
        },
        zones: Vec::new(),
        block: test.block_bytes,
        depth: test.outstanding.unwrap_or(1),
        direct: test.buffering.is_direct(),
        write_through: test.buffering.writes_through(),
        each_way: false,
        until: JobLimit::Time(test.seconds as f64),
        warm_up: 0.0,
        rate: None,
        content: Content::Scrambled,
        invalidate: false,
        latency: test.latency.is_some(),
    };
    Workload {
        jobs: vec![job],
        lost: lost(test),
    }
}

/// Returns the parts that the common form cannot express.
fn lost(test: &Test) -> Vec<String> {
    let mut lost = Vec::new();
    if let Pattern::Stripes { same_run: true, .. } = test.pattern {
        lost.push("-v1.1.1: each run visits the same blocks".to_owned());
    }
    match test.sub_blocks {
        Some(SubBlocks::Copied(count)) => lost.push(format!("-mC{count}: copies from and to {count} buffers a block")),
        Some(SubBlocks::Scattered(count)) => lost.push(format!("-mS{count}: blocks scattered over {count} buffers")),
        None => {}
    }
    if test.utilisation.is_some() {
        lost.push("-U: the table of what processors do".to_owned());
    }
    lost
}

fn pools(test: &Test) -> Vec<Pool> {
    let offset = test.start_blocks.saturating_mul(test.block_bytes);
    let bytes = |megabytes: Option<u64>| match test.pattern {
        Pattern::Stripes { factor, ios, .. } => Some(factor.saturating_mul(ios).saturating_mul(test.block_bytes)),
        _ => megabytes.map(|megabytes| (megabytes << 20).saturating_sub(offset)),
    };
    let pools = test.pools.iter().map(|pool| Pool {
        threads: pool.threads,
        processors: match &pool.affinity {
            Affinity::Any => Vec::new(),
            Affinity::All(numbers) | Affinity::RoundRobin(numbers) => numbers.clone(),
        },
        one_each: matches!(pool.affinity, Affinity::RoundRobin(_)),
        files: pool
            .files
            .iter()
            .map(|file| File {
                name: file.path.display().to_string(),
                offset,
                bytes: bytes(file.megabytes),
            })
            .collect(),
    });
    pools.collect()
}
