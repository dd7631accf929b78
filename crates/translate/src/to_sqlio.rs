//! From the common form to command lines of sqlio.

use crate::common::{Content, Job, Order, Pool, same};
use crate::losses::Losses;
use crate::script::quoted;

/// The time of a test without one.
const SECONDS: u64 = 30;

/// Returns the command of a job, after its parameter file if it needs one.
pub(crate) fn lines(job: &Job, number: usize, lost: &mut Losses<'_>) -> Vec<String> {
    lost.add_zones(job);
    lost.add_eviction(job);
    lost.add_if(
        job.is_mix(),
        format_args!("a mix of {} % reads; all blocks go one way", job.read_percent),
    );
    let direction = if job.read_percent >= 50 { "R" } else { "W" };
    let mut command = format!("sqlio -k{direction} -s{}", lost.seconds(job, SECONDS));
    let kilobytes = job.block.div_ceil(1024).max(1);
    lost.add_if(
        kilobytes * 1024 != job.block,
        format_args!(
            "blocks of {} bytes, which are no whole KB; they are {kilobytes} KB",
            job.block
        ),
    );
    command.push_str(&format!("{} -b{kilobytes}", order(job, lost)));
    if job.depth > 1 || job.queue_for_each_file {
        command.push_str(&format!(" -o{}", job.depth));
        lost.add_if(
            !job.queue_for_each_file && job.pools.iter().any(|pool| pool.files.len() > 1),
            "one queue for all files of a thread; each file has its own",
        );
    }
    command.push_str(match (job.direct, job.write_through) {
        (true, true) => " -BN",
        (true, false) => " -BH",
        (false, true) => " -BS",
        (false, false) => " -BY",
    });
    if job.latency {
        command.push_str(" -LS");
    }
    match same(&job.files(), |file| file.offset) {
        Some(0) => {}
        Some(offset) if offset % (kilobytes * 1024) == 0 => {
            command.push_str(&format!(" -S{}", offset / (kilobytes * 1024)));
        }
        _ => lost.add("where work begins in a file that is no whole number of blocks, or not the same in all"),
    }
    lost.add_pace(job);
    let is_its_own = matches!(job.content, Content::Scrambled | Content::RandomOnce);
    lost.add_if(job.writes() && !is_its_own, "what is written");
    let is_striped = matches!(job.order, Order::Stripes { .. });
    let has_sizes = job.files().iter().any(|file| file.bytes.is_some()) && !is_striped;
    if has_sizes || job.pools.len() > 1 {
        parameter_lines(job, number, is_striped, command, lost)
    } else {
        vec![with_arguments(job, command, lost)]
    }
}

/// Returns the options for the order of blocks.
fn order(job: &Job, lost: &mut Losses<'_>) -> String {
    match job.order {
        Order::Random { align, percent, .. } => {
            lost.add_if(
                align != job.block || percent < 100,
                "random places other than multiples of the block, or only for some of the blocks",
            );
            " -frandom".to_owned()
        }
        Order::Stripes { factor, ios } => format!(" -f{factor} -i{ios}"),
        Order::Sequential { stride, shared } => {
            lost.add_if(
                stride != job.block,
                format_args!("{stride} bytes from start to start of blocks; they follow on each other"),
            );
            lost.add_if(
                !shared && job.pools.iter().any(|pool| pool.threads > 1),
                "each thread has its own place in a file; those of sqlio share it",
            );
            " -fsequential".to_owned()
        }
    }
}

/// Returns a parameter file, with a line for each file of each pool.
fn parameter_lines(job: &Job, number: usize, is_striped: bool, command: String, lost: &mut Losses<'_>) -> Vec<String> {
    let name = format!("param{}.txt", number + 1);
    let mut file = format!("cat > {name} <<'END'\n");
    for pool in &job.pools {
        if pool.files.len() > 1 {
            lost.add("threads that work on several files; each file has as many of its own");
        }
        if pool.one_each && pool.processors.len() > 1 && pool.threads > 1 {
            lost.add("a processor for each thread; all run on any of them");
        }
        for own in &pool.files {
            let path = if own.name.contains(char::is_whitespace) {
                format!("\"{}\"", own.name.replace('\n', " "))
            } else {
                own.name.clone()
            };
            file.push_str(&format!("{path} {} {:#x}", pool.threads, mask(pool, lost)));
            if let Some(bytes) = own.bytes.filter(|_| !is_striped) {
                let end = bytes.saturating_add(own.offset);
                let megabytes = end.div_ceil(1 << 20).max(1);
                if end != megabytes << 20 {
                    lost.add(format_args!("{end} bytes become {megabytes} MB"));
                }
                file.push_str(&format!(" {megabytes}"));
            }
            file.push('\n');
        }
    }
    file.push_str("END");
    vec![file, format!("{command} -F{name}")]
}

/// Returns the command with the threads, processors and files of the only pool.
fn with_arguments(job: &Job, mut command: String, lost: &mut Losses<'_>) -> String {
    let Some(pool) = job.pools.first() else {
        return command;
    };
    if pool.threads > 1 {
        command.push_str(&format!(" -t{}", pool.threads));
    }
    if !pool.processors.is_empty() {
        let each = if pool.one_each { "R" } else { "" };
        command.push_str(&format!(" -a{each}{:#x}", mask(pool, lost)));
    }
    for file in &pool.files {
        command.push(' ');
        command.push_str(&quoted(&file.name));
    }
    command
}

/// Returns the mask of the processors of a pool.
fn mask(pool: &Pool, lost: &mut Losses<'_>) -> u64 {
    let mut mask = 0;
    for &number in &pool.processors {
        match 1u64.checked_shl(number) {
            Some(bit) => mask |= bit,
            None => lost.add(format_args!("processor {number}, which no mask reaches")),
        }
    }
    mask
}
