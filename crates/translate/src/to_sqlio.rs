//! From the common form to command lines of sqlio.

use crate::common::{Content, Job, Order, Pool, Until, Workload, lose_eviction, lose_zones, same, whole_seconds};
use crate::script::{quoted, script};

/// The time of a test without one.
const SECONDS: u64 = 30;

pub(crate) fn text(workload: &Workload, lost: &mut Vec<String>) -> String {
    script(workload, |number, job| lines(job, number, lost))
}

fn lines(job: &Job, number: usize, lost: &mut Vec<String>) -> Vec<String> {
    lose_zones(job, lost);
    lose_eviction(job, lost);
    let mut lose = |what: String| lost.push(format!("{}: {what}", job.name));
    let mut command = "sqlio".to_owned();
    let mut option = |text: String| {
        command.push(' ');
        command.push_str(&text);
    };
    if !matches!(job.read_percent, 0 | 100) {
        lose(format!("a mix of {} % reads; all blocks go one way", job.read_percent));
    }
    option(if job.read_percent >= 50 { "-kR" } else { "-kW" }.to_owned());
    let seconds = match job.until {
        Until::Time(seconds) | Until::Once(Some(seconds)) => whole_seconds(job, seconds, lost),
        Until::Once(None) => SECONDS,
    };
    let mut lose = |what: String| lost.push(format!("{}: {what}", job.name));
    if let Until::Once(_) = job.until {
        lose(format!("it ends when its files are done; it goes on for {seconds} s"));
    }
    option(format!("-s{seconds}"));
    let kilobytes = job.block.div_ceil(1024).max(1);
    if kilobytes * 1024 != job.block {
        lose(format!(
            "blocks of {} bytes, which are no whole KB; they are {kilobytes} KB",
            job.block
        ));
    }
    match job.order {
        Order::Random { align, percent, .. } => {
            option("-frandom".to_owned());
            if align != job.block || percent < 100 {
                lose("random places other than multiples of the block, or only for some of the blocks".to_owned());
            }
        }
        Order::Stripes { factor, ios } => option(format!("-f{factor} -i{ios}")),
        Order::Sequential { stride, shared } => {
            option("-fsequential".to_owned());
            if stride != job.block {
                lose(format!(
                    "{stride} bytes from start to start of blocks; they follow on each other"
                ));
            }
            if !shared && job.pools.iter().any(|pool| pool.threads > 1) {
                lose("each thread has its own place in a file; those of sqlio share it".to_owned());
            }
        }
    }
    option(format!("-b{kilobytes}"));
    if job.depth > 1 || job.queue_for_each_file {
        option(format!("-o{}", job.depth));
        if !job.queue_for_each_file && job.pools.iter().any(|pool| pool.files.len() > 1) {
            lose("one queue for all files of a thread; each file has its own".to_owned());
        }
    }
    option(
        match (job.direct, job.write_through) {
            (true, true) => "-BN",
            (true, false) => "-BH",
            (false, true) => "-BS",
            (false, false) => "-BY",
        }
        .to_owned(),
    );
    if job.latency {
        option("-LS".to_owned());
    }
    match same(&job.files(), |file| file.offset) {
        Some(0) => {}
        Some(offset) if offset % (kilobytes * 1024) == 0 => option(format!("-S{}", offset / (kilobytes * 1024))),
        _ => lose("where work begins in a file that is no whole number of blocks, or not the same in all".to_owned()),
    }
    if job.warm_up > 0.0 {
        lose(format!("{} s before anything is counted", job.warm_up));
    }
    if job.rate.is_some() {
        lose("the most that is moved in a second".to_owned());
    }
    if job.writes() && !matches!(job.content, Content::Scrambled | Content::RandomOnce) {
        lose("what is written".to_owned());
    }
    let is_striped = matches!(job.order, Order::Stripes { .. });
    let has_sizes = job.files().iter().any(|file| file.bytes.is_some()) && !is_striped;
    if has_sizes || job.pools.len() > 1 {
        parameter_lines(job, number, is_striped, &mut command, lost)
    } else {
        arguments(job, &mut command, lost);
        vec![command]
    }
}

/// Returns a parameter file, with a line for each file of each pool.
fn parameter_lines(
    job: &Job,
    number: usize,
    is_striped: bool,
    command: &mut String,
    lost: &mut Vec<String>,
) -> Vec<String> {
    let name = format!("param{}.txt", number + 1);
    let mut file = format!("cat > {name} <<'END'\n");
    for pool in &job.pools {
        if pool.files.len() > 1 {
            lost.push(format!(
                "{}: threads that work on several files; each file has as many of its own",
                job.name
            ));
        }
        if pool.one_each && pool.processors.len() > 1 && pool.threads > 1 {
            lost.push(format!(
                "{}: a processor for each thread; all run on any of them",
                job.name
            ));
        }
        for own in &pool.files {
            let path = if own.name.contains(char::is_whitespace) {
                format!("\"{}\"", own.name.replace('\n', " "))
            } else {
                own.name.clone()
            };
            file.push_str(&format!("{path} {} {:#x}", pool.threads, mask(job, pool, lost)));
            if let Some(bytes) = own.bytes.filter(|_| !is_striped) {
                let end = bytes.saturating_add(own.offset);
                let megabytes = end.div_ceil(1 << 20).max(1);
                if end != megabytes << 20 {
                    lost.push(format!("{}: {end} bytes become {megabytes} MB", job.name));
                }
                file.push_str(&format!(" {megabytes}"));
            }
            file.push('\n');
        }
    }
    file.push_str("END");
    command.push_str(&format!(" -F{name}"));
    vec![file, command.clone()]
}

fn arguments(job: &Job, command: &mut String, lost: &mut Vec<String>) {
    let Some(pool) = job.pools.first() else {
        return;
    };
    if pool.threads > 1 {
        command.push_str(&format!(" -t{}", pool.threads));
    }
    if !pool.processors.is_empty() {
        let each = if pool.one_each { "R" } else { "" };
        command.push_str(&format!(" -a{each}{:#x}", mask(job, pool, lost)));
    }
    for file in &pool.files {
        command.push(' ');
        command.push_str(&quoted(&file.name));
    }
}

fn mask(job: &Job, pool: &Pool, lost: &mut Vec<String>) -> u64 {
    let mut mask = 0;
    for &number in &pool.processors {
        match 1u64.checked_shl(number) {
            Some(bit) => mask |= bit,
            None => lost.push(format!("{}: processor {number}, which no mask reaches", job.name)),
        }
    }
    mask
}
