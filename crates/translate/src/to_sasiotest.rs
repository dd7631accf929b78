//! From the common form to command lines of SASIOTEST, which reads or writes one file once, a page at a time.

use crate::common::{Job, Order, Until, Workload, lose_eviction, lose_zones, same};
use crate::script::{quoted, script};

pub(crate) fn text(workload: &Workload, lost: &mut Vec<String>) -> String {
    script(workload, |_, job| lines(job, lost))
}

fn lines(job: &Job, lost: &mut Vec<String>) -> Vec<String> {
    lose_zones(job, lost);
    lose_eviction(job, lost);
    let mut lose = |what: String| lost.push(format!("{}: {what}", job.name));
    let random = match job.order {
        Order::Random { align, percent, .. } => {
            if align != job.block || percent < 100 {
                lose("random places other than multiples of the page, or only for some of the pages".to_owned());
            }
            true
        }
        Order::Sequential { stride, .. } => {
            if stride != job.block {
                lose(format!(
                    "{stride} bytes from start to start of blocks; pages follow on each other"
                ));
            }
            false
        }
        Order::Stripes { .. } => {
            lose("the order of stripes; pages follow on each other".to_owned());
            false
        }
    };
    if job.threads() > job.pools.len() as u32 {
        lose(format!("{} threads; a file has one", job.threads()));
    }
    if job.depth > 1 {
        lose(format!("{} blocks in flight; there is one", job.depth));
    }
    if !matches!(job.until, Until::Once(None)) {
        lose("how long it takes; each file is done once".to_owned());
    }
    if job.warm_up > 0.0 {
        lose(format!("{} s before anything is counted", job.warm_up));
    }
    if job.rate.is_some() {
        lose("the most that is moved in a second".to_owned());
    }
    if job.pools.iter().any(|pool| !pool.processors.is_empty()) {
        lose("the processors that threads run on".to_owned());
    }
    if same(&job.files(), |file| file.offset) != Some(0) {
        lose("where work begins in a file; it begins at the front".to_owned());
    }
    let mut options = String::new();
    let mut option = |text: &str| {
        options.push(' ');
        options.push_str(text);
    };
    match (job.reads(), job.writes()) {
        (true, true) => {
            option("-rw");
            lose(format!(
                "a mix of {} % reads; each page is read and written back",
                job.read_percent
            ));
            if !random {
                lose("the order of the mix, which is at random".to_owned());
            }
            if !job.each_way && matches!(job.until, Until::Once(_)) {
                lose("the bytes of the mix, of both directions together; as many are moved in each".to_owned());
            }
        }
        (true, false) => option(if random { "-r -ran" } else { "-r" }),
        (false, _) => {
            option("-w");
            if random {
                lose("random order of writes; pages follow on each other".to_owned());
            }
        }
    }
    match (job.direct, job.write_through && job.writes()) {
        (true, through) => {
            if through {
                lose("writes that wait until they are on the device".to_owned());
            }
            if random || (job.reads() && job.writes()) {
                lose("the way past the page cache, which random order has not".to_owned());
            } else {
                option("-unbuffered");
            }
        }
        (false, true) => option("-writethru"),
        (false, false) => {}
    }
    let files = job.files();
    files
        .into_iter()
        .map(|file| {
            let bytes = file.bytes.unwrap_or_else(|| {
                lose(format!("the size of {} as it is found; 1 GiB of it is used", file.name));
                1 << 30
            });
            // Only whole pages can be requested.
            let whole = (bytes / job.block * job.block).max(job.block);
            format!(
                "sasiotest {}{options} -filesize {whole} -pagesize {}",
                quoted(&file.name),
                job.block
            )
        })
        .collect()
}
