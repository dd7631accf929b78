//! From the common form to command lines of SASIOTEST, which reads or writes one file once, a page at a time.

use crate::common::{Job, JobLimit, Order, same};
use crate::losses::Losses;
use crate::script::quoted;

/// Returns a command for each file.
pub(crate) fn lines(job: &Job, lost: &mut Losses<'_>) -> Vec<String> {
    lost.add_zones(job);
    lost.add_eviction(job);
    add_order(job, lost);
    lost.add_if(
        job.threads() > job.pools.len() as u32,
        format_args!("{} threads; a file has one", job.threads()),
    );
    lost.add_if(
        job.depth > 1,
        format_args!("{} blocks in flight; there is one", job.depth),
    );
    lost.add_if(
        !matches!(job.until, JobLimit::Once(None)),
        "how long it takes; each file is done once",
    );
    lost.add_pace(job);
    lost.add_if(
        job.pools.iter().any(|pool| !pool.processors.is_empty()),
        "the processors that threads run on",
    );
    lost.add_if(
        same(&job.files(), |file| file.offset) != Some(0),
        "where work begins in a file; it begins at the front",
    );
    let random = matches!(job.order, Order::Random { .. });
    let options = format!("{}{}", operation(job, random, lost), buffering(job, random, lost));
    let files = job.files().into_iter().map(|file| {
        let bytes = file.bytes.unwrap_or_else(|| {
            lost.add(format_args!(
                "the size of {} as it is found; 1 GiB of it is used",
                file.name
            ));
            1 << 30
        });
        // Only whole pages can be requested.
        let whole = (bytes / job.block * job.block).max(job.block);
        let name = quoted(&file.name);
        format!("sasiotest {name}{options} -filesize {whole} -pagesize {}", job.block)
    });
    files.collect()
}

/// Adds what is lost of the order of blocks.
fn add_order(job: &Job, lost: &mut Losses<'_>) {
    match job.order {
        Order::Random { align, percent, .. } => lost.add_if(
            align != job.block || percent < 100,
            "random places other than multiples of the page, or only for some of the pages",
        ),
        Order::Sequential { stride, .. } => lost.add_if(
            stride != job.block,
            format_args!("{stride} bytes from start to start of blocks; pages follow on each other"),
        ),
        Order::Stripes { .. } => lost.add("the order of stripes; pages follow on each other"),
    }
}

/// Returns the option for the directions of blocks.
fn operation(job: &Job, random: bool, lost: &mut Losses<'_>) -> &'static str {
    match (job.reads(), job.writes()) {
        (true, true) => {
            lost.add(format_args!(
                "a mix of {} % reads; each page is read and written back",
                job.read_percent
            ));
            lost.add_if(!random, "the order of the mix, which is at random");
            lost.add_if(
                !job.each_way && matches!(job.until, JobLimit::Once(_)),
                "the bytes of the mix, of both directions together; as many are moved in each",
            );
            " -rw"
        }
        (true, false) if random => " -r -ran",
        (true, false) => " -r",
        (false, _) => {
            lost.add_if(random, "random order of writes; pages follow on each other");
            " -w"
        }
    }
}

/// Returns the option for the page cache.
fn buffering(job: &Job, random: bool, lost: &mut Losses<'_>) -> &'static str {
    let through = job.write_through && job.writes();
    if !job.direct {
        return if through { " -writethru" } else { "" };
    }
    let cached = random || job.is_mix();
    lost.add_if(through, "writes that wait until they are on the device");
    lost.add_if(cached, "the way past the page cache, which random order has not");
    if cached { "" } else { " -unbuffered" }
}
