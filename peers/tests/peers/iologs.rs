//! Of the same job, feedrate and fio record the same: files, directions, offsets and lengths, in the same order
//! (`write_iolog`). Times are left out.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::program::{feedrate, folder};

/// Where Debian's package fio-examples has job files.
const EXAMPLES: &str = "/usr/share/doc/fio/examples";

/// Options of a job each.
const JOBS: &[&str] = &[
    "rw=read size=64k",
    "rw=rw size=1m",
    "rw=rw size=8m bs=128k ioengine=sync invalidate=1",
    "rw=rw size=1m rwmixread=70",
    "rw=randread size=1m",
    "rw=randrw size=1m rwmixread=30",
    "rw=randwrite size=1m",
    "rw=randrw size=1m random_generator=tausworthe64 bsrange=4k-16k",
    "rw=randread size=1000k random_generator=lfsr",
    "rw=randwrite size=1000k random_generator=lfsr loops=3",
    "rw=randread size=1m norandommap",
    "rw=randrw size=1m bssplit=4k/50:8k/30:32k/20",
    "rw=randrw size=1m bssplit=4k/50:8k/30:32k/20,4k/10:64k/90",
    "rw=randrw size=1m bsrange=4k-32k",
    "rw=write size=1m bsrange=1000-9000",
    "rw=write size=1m bsrange=1000-9000 bs_unaligned",
    "rw=randrw size=1m bsrange=4k-16k bs_unaligned",
    "rw=randrw size=1m bs=4k,16k",
    "rw=randrw size=1m percentage_random=40",
    "rw=randrw size=1m percentage_random=40,80",
    "rw=randread:8 size=1m",
    "rw=randread:4 size=1m rw_sequencer=identical",
    "rw=read:8k size=1m",
    "rw=read:-8k size=256k",
    "rw=read:-8k size=256k offset=64k",
    "rw=read:8k size=256k offset=64k",
    "rw=randread size=1m random_distribution=zipf:1.2",
    "rw=randread size=1m random_distribution=zipf:1.2:0.25",
    "rw=randread size=1m random_distribution=pareto:0.3",
    "rw=randread size=1m random_distribution=normal:20",
    "rw=randread size=1m random_distribution=zoned:60/10:30/20:8/30:2/40",
    "rw=randread size=1m random_distribution=zoned_abs:60/100k:40/200k",
    "rw=randrw size=1m nrfiles=5",
    "rw=randrw size=1m nrfiles=5 file_service_type=random",
    "rw=read size=1m nrfiles=5 file_service_type=sequential",
    "rw=rw size=1m nrfiles=5 file_service_type=roundrobin:3",
    "rw=randread size=1m nrfiles=5 file_service_type=zipf:1.2",
    "rw=read size=1m nrfiles=5 file_service_type=pareto:0.4 io_size=256k",
    "rw=randread size=1m nrfiles=5 file_service_type=normal:10",
    "rw=randrw size=1m nrfiles=5 openfiles=2",
    "rw=randread filesize=16k-256k nrfiles=6",
    "rw=randrw size=128k loops=3",
    "rw=randrw size=128k loops=2 randseed=4711",
    "rw=randrw size=128k allrandrepeat=1 loops=2 nrfiles=2 file_service_type=random",
    "rw=randrw size=128k loops=2 randseed=4711 randrepeat=0",
    "rw=randread size=128k loops=2 randseed=4711 random_distribution=zipf:1.1",
    "rw=read size=10m nrfiles=7 bs=16k",
    "rw=randread:3 size=1m nrfiles=3 percentage_random=60",
    "rw=randrw size=1m random_generator=lfsr bsrange=4k-16k loops=2",
    "rw=randread size=1m bsrange=3000-10000",
    "rw=randrw size=1m nrfiles=3 random_distribution=zipf:1.1 directory=.",
    "rw=randrw size=1m ioengine=posixaio iodepth=4",
    "rw=rw size=1m ioengine=io_uring iodepth=4",
    "rw=randrw size=1m ioengine=mmap",
    "rw=rw size=1m ioengine=vsync iodepth=4",
    "rw=randrw size=128k allrandrepeat=1 bsrange=4k-16k",
    "rw=randwrite size=128k io_size=512k",
    "rw=rw size=512k io_size=128k",
    "rw=rw size=128k io_size=512k",
    "rw=rw size=128k io_size=512k ioengine=libaio iodepth=4",
    "rw=randrw size=1m ioengine=libaio iodepth=8 direct=1",
    "rw=randrw size=1m ioengine=libaio iodepth=8 iodepth_batch=4 iodepth_low=2 direct=1",
    "rw=randrw size=1m number_ios=37",
    "rw=randrw size=256k fsync=3",
    "rw=rw size=256k fdatasync=5",
    "rw=randrw size=64k nrfiles=3 loops=2 fsync=3",
    "rw=write size=64k end_fsync=1",
    "rw=write size=128k verify=crc32c",
    "rw=randwrite size=128k verify=crc32c",
    "rw=randwrite size=128k verify=crc32c bsrange=4k-16k",
    "rw=write size=128k verify=crc32c bsrange=4k-16k",
    "rw=randwrite size=128k verify=crc32c verify_backlog=4",
    "rw=rw size=256k verify=crc32c verify_backlog=1",
    "rw=write size=256k nrfiles=3 verify=crc32c verify_backlog=4",
    "rw=write filesize=64k nrfiles=3 openfiles=2 verify=crc32c verify_backlog=4",
    "rw=write filesize=64k nrfiles=4 verify=crc32c verify_backlog=8 verify_backlog_batch=3 fsync=5",
    "rw=randwrite filesize=64k nrfiles=3 norandommap verify=crc32c verify_backlog=8",
    "rw=randwrite size=64k verify=crc32c loops=2",
    "rw=read size=1m zonemode=strided zonesize=64k zonerange=128k zoneskip=64k",
    "rw=randread size=1m zonemode=strided zonesize=64k zonerange=128k zoneskip=64k io_size=512k",
    "rw=randwrite size=1m zonemode=strided zonesize=256k zonerange=128k zoneskip=0 io_size=1m",
    "rw=randread size=1m bs=4k blockalign=8k",
    "rw=randread size=1m bs=4k blockalign=512",
    "rw=randrw size=256k offset=128k",
    "rw=read size=1000001",
    "rw=randrw size=1000001",
    "rw=randrw size=1m bs=4k,16k bs_is_seq_rand=1 percentage_random=50",
    "rw=randtrimwrite filesize=1m ioengine=null bsrange=512-4k",
    "rw=trimwrite filesize=256k ioengine=null",
    "rw=randtrim filesize=256k ioengine=null",
];

/// fio's examples of files and devices whose order does not depend on time. `fsx` has many loops, `surface-scan` fills
/// the volume.
const IN_ORDER: [&str; 27] = [
    "aio-read",
    "backwards-read",
    "basic-verify",
    "butterfly",
    "cmdprio-bssplit",
    "cmdprio-percentage",
    "cross-stripe-verify",
    "dedupe-global",
    "disk-zone-profile",
    "fio-rand-RW",
    "fio-rand-read",
    "fio-rand-write",
    "fio-seq-RW",
    "fio-seq-read",
    "fio-seq-write",
    "flow",
    "fsx",
    "iometer-file-access-server",
    "jesd219",
    "null",
    "numa",
    "rand-zones",
    "ssd-steadystate",
    "ssd-test",
    "steadystate",
    "tiobench-example",
    "waitfor",
];

/// So many run at once.
const AT_ONCE: usize = 2;

/// Bytes of a file that stands for a device.
const DEVICE_BYTES: u64 = 16 << 20;

/// An example made small, without limits of time and with a recording of each job. Returns the number of its jobs too.
fn adapted(text: &str) -> (String, usize) {
    let mut adapted = String::new();
    let mut jobs = 0;
    for line in text.lines() {
        let (option, value) = line.split_once('=').unwrap_or((line, ""));
        let (option, value) = (option.trim(), value.trim());
        let is_share = value.ends_with('%');
        let line = match option {
            "runtime" | "timeout" | "time_based" | "startdelay" | "ramp_time" | "thinktime" => {
                continue;
            }
            // Recordings of runs that differ cannot be compared.
            "randrepeat" | "randseed" | "group_reporting" => continue,
            "directory" => format!("{option}=."),
            "filename" if value.starts_with("/tmp/") => {
                format!("{option}={}", &value["/tmp/".len()..])
            }
            "filename" if value.starts_with("/dev/") && !["/dev/null", "/dev/zero"].contains(&value) => {
                format!("{option}=device")
            }
            "size" | "filesize" if !is_share => format!("{option}=2m"),
            "io_size" if !is_share => format!("{option}=1m"),
            "numjobs" => format!("{option}=1"),
            "loops" => format!("{option}=2"),
            // A machine of two nodes.
            "numa_cpu_nodes" | "numa_mem_policy" => {
                format!("{option}={}", value.replace("0-1", "0"))
            }
            _ => line.to_owned(),
        };
        adapted += &line;
        adapted.push('\n');
        let section = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if section.is_some_and(|name| name != "global") {
            adapted += &format!("write_iolog=log.{jobs}\n");
            jobs += 1;
        }
    }
    (adapted, jobs)
}

/// Runs a job file in a folder of its own, and returns the recordings without their times.
fn recorded(program: &Path, first: &[&str], job_file: &str, jobs: usize) -> Vec<Vec<String>> {
    let folder = folder();
    let here = |name: &str| folder.path().join(name);
    fs::write(here("job.fio"), job_file).expect("a job file");
    for there in ["device", "testfile"] {
        let file = File::create(here(there)).expect("a file");
        file.set_len(DEVICE_BYTES).expect("a long file");
    }
    let output = Command::new(program)
        .args(first)
        .args(["--output-format=terse", "job.fio"])
        .current_dir(folder.path())
        .output()
        .unwrap_or_else(|error| panic!("{} is needed here ({error})", program.display()));
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{}: {job_file}: {said}", program.display());
    let recording = |job| {
        let text = fs::read_to_string(here(&format!("log.{job}"))).expect("a recording");
        let lines = text.lines().skip(1);
        // Each begins with its time.
        lines
            .map(|line| line.split_once(' ').map_or(line, |parts| parts.1).to_owned())
            .collect()
    };
    (0..jobs).map(recording).collect()
}

/// Asserts that both programs record the same.
fn assert_same(job_file: &str, jobs: usize) {
    let ours = recorded(feedrate(), &["fio", "--overwrite-foreign"], job_file, jobs);
    let theirs = recorded(Path::new("fio"), &[], job_file, jobs);
    for (number, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        let differs = ours.iter().zip(theirs).position(|(our, their)| our != their);
        let at = differs.unwrap_or(ours.len().min(theirs.len()));
        let near = |lines: &[String]| lines[at.saturating_sub(2)..lines.len().min(at + 3)].join(", ");
        assert!(
            ours == theirs,
            "job {number} from line {at} on, {} and {} lines: feedrate: {}; fio: {}; {job_file}",
            ours.len(),
            theirs.len(),
            near(ours),
            near(theirs)
        );
    }
}

/// Calls something for each of several, some at once.
fn for_each(all: &[&str], call: impl Fn(&str) + Sync) {
    feedrate();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    call(one);
                }
            });
        }
    });
}

#[test]
fn jobs_make_the_same_blocks_in_the_same_order_as_in_fio() {
    for_each(JOBS, |options| {
        let options = options.replace(' ', "\n");
        assert_same(&format!("[j]\n{options}\nwrite_iolog=log.0\n"), 1);
    });
    // Seeds follow from the number of a job.
    assert_same(
        "[global]\nsize=256k\n[i]\nrw=rw\nwrite_iolog=log.0\n[j]\nrw=randrw\nwrite_iolog=log.1\n",
        2,
    );
}

#[test]
fn examples_make_the_same_blocks_in_the_same_order_as_in_fio() {
    for_each(&IN_ORDER, |name| {
        let path = Path::new(EXAMPLES).join(format!("{name}.fio"));
        let text = fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}; .ci/run installs fio-examples"));
        let (text, jobs) = adapted(&String::from_utf8_lossy(&text));
        assert_same(&text, jobs);
    });
}
