//! Compares plans with the files and bytes of fio 3.33 for the same jobs.

mod calls;
mod examples;
mod sizes;

use std::collections::HashMap;
use std::path::Path;

use feedrate_workload::load::{
    Blocks, Contents, Depths, Directions, Distribution, EndScope, FileLocking, IoClass, Load, LoadEngine, Order,
};

use super::*;
use crate::lint::tests::jobs;

#[derive(Default)]
struct Files(HashMap<&'static str, u64>);

impl HostFacts for Files {
    fn length(&self, path: &Path) -> Option<u64> {
        self.0.get(path.to_str()?).copied()
    }

    fn cannot_grow(&self, path: &Path) -> bool {
        path.starts_with("/dev")
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        (node < 2).then(|| vec![2 * node, 2 * node + 1])
    }

    fn highest_processor(&self) -> Option<u32> {
        Some(3)
    }

    fn is_folder(&self, path: &Path) -> bool {
        !path.ends_with("missing")
    }
}

fn settings() -> Settings {
    Settings {
        max_size: None,
        max_jobs: 64,
        readonly: false,
        overwrite_foreign: false,
        seed: 7,
        state_prefix: "local".into(),
    }
}

fn planned_on(text: &str, files: &[(&'static str, u64)], settings: &Settings) -> Result<Plan> {
    let host_facts = Files(files.iter().copied().collect());
    plan(&jobs(text, false), settings, &host_facts)
}

fn planned(text: &str) -> Plan {
    planned_on(text, &[], &settings()).unwrap()
}

fn loads(plan: &Plan) -> Vec<&Load> {
    plan.schedule.batches.iter().flatten().collect()
}

fn one(text: &str) -> Load {
    let plan = planned(&format!("[a]\n{text}"));
    plan.schedule.batches[0][0].clone()
}

fn message(text: &str) -> String {
    let error = planned_on(text, &[], &settings()).unwrap_err();
    error.to_string()
}

type FilePart = (String, u64, Option<u64>);

fn parts(load: &Load) -> Vec<FilePart> {
    let files = load.files.iter();
    files
        .map(|file| (file.path.display().to_string(), file.offset, file.bytes))
        .collect()
}

fn part(name: &str, offset: u64, bytes: u64) -> FilePart {
    (name.to_owned(), offset, Some(bytes))
}

#[test]
fn clones_have_files_or_parts_of_their_own() {
    let plan = planned("[a]\nsize=1m\nnumjobs=2\nnrfiles=2\nfilename_format=f.$jobname.$jobnum.$filenum\n");
    let all: Vec<_> = loads(&plan).into_iter().flat_map(parts).map(|part| part.0).collect();
    assert_eq!(all, ["f.a.0.0", "f.a.0.1", "f.a.1.0", "f.a.1.1"]);
    let plan =
        planned("[a]\nsize=1m\noffset_increment=256k\nnumjobs=2\noffset=64k\nbs=64k\nfilename=x\ndirectory=/d1:/d2\n");
    let all: Vec<_> = loads(&plan).into_iter().flat_map(parts).collect();
    assert_eq!(all, [part("/d1/x", 65_536, 1 << 20), part("/d1/x", 327_680, 1 << 20)]);
    let plan = planned("[a]\nsize=1m\nnumjobs=3\ndirectory=/d1:/d2\n");
    let all: Vec<_> = loads(&plan).into_iter().flat_map(parts).map(|part| part.0).collect();
    assert_eq!(all, ["/d1/a.0.0", "/d2/a.1.0", "/d1/a.2.0"]);
}

#[test]
fn files_are_called_by_their_section() {
    let load = one("name=other\nsize=1m\n");
    assert_eq!(load.name, "other");
    assert_eq!(parts(&load), [part("a.0.0", 0, 1 << 20)]);
}

#[test]
fn what_cannot_be_is_told_with_its_line() {
    for (text, starts) in [
        (
            "size=1m\noffset=9223372036854771712\n",
            "jobs.fio:3: job a: a.0.0 would be larger than any file can be",
        ),
        (
            "size=1m\noffset=9223372036854775807\noffset_increment=1\nnumjobs=2\n",
            "jobs.fio:3: job a: a.0.0 would be larger",
        ),
        (
            "size=1m\noffset_increment=9223372036854775807\nnumjobs=3\n",
            "jobs.fio:3: job a: ",
        ),
        (
            "size=1m\nverify=md5\nverify_interval=1\n",
            "jobs.fio:4: job a: verify_interval: an interval of 1 B is too short",
        ),
        ("size=1m\nbs=100\nverify=md5\n", "jobs.fio:4: job a: verify: "),
        (
            "size=1m\ncpus_allowed=1-4\n",
            "jobs.fio:3: job a: cpus_allowed: there is no processor 4 on this machine",
        ),
        (
            "size=1m\ncpumask=256\n",
            "jobs.fio:3: job a: cpumask: there is no processor 8 on this machine",
        ),
        (
            "size=1m\ndirectory=/data:/missing\n",
            "jobs.fio:3: job a: directory=/missing: there is no such folder",
        ),
        (
            "size=1m\nioengine=mmap\nuncached=1\n",
            "jobs.fio:4: job a: uncached=1 is nothing for ioengine=mmap",
        ),
        (
            "size=1m\nnowait=1\n",
            "jobs.fio:3: job a: nowait=1 is nothing for ioengine=psync",
        ),
    ] {
        let said = message(&format!("[a]\n{text}"));
        assert!(said.starts_with(starts), "{said}");
    }
}

#[test]
fn groups_and_batches() {
    let plan = planned(
        "[global]\nsize=1m\n[a]\nstonewall\n[b]\nnew_group\nnumjobs=2\n[c]\nstonewall=0\n[d]\nstonewall\nwait_for=a\n\
         [e]\nwait_for=d\n",
    );
    let groups: Vec<_> = plan.workers.iter().map(|worker| worker.group).collect();
    assert_eq!(groups, [0, 1, 1, 1, 2, 2]);
    let numbers: Vec<_> = plan
        .workers
        .iter()
        .map(|worker| (worker.number, worker.clone))
        .collect();
    assert_eq!(numbers, [(1, 0), (2, 0), (3, 1), (4, 0), (5, 0), (6, 0)]);
    let batches: Vec<_> = plan.schedule.batches.iter().map(Vec::len).collect();
    assert_eq!(batches, [4, 2]);
    let last = &plan.schedule.batches[1];
    assert_eq!(last[0].after, None);
    assert_eq!(last[1].after.as_deref(), Some("d"));
}

#[test]
fn options_become_those_of_loads() {
    let load = one(
        "rw=randrw\nsize=1m\nioengine=libaio\niodepth=32\nbs=4k,8k\nrandom_distribution=zipf:0.9\nrwmixread=70\n\
         direct=1\nfixedbufs\nexitall\nexit_what=stonewall\nflow=3\nzero_buffers\nthread\nnumber_ios=9\n",
    );
    assert_eq!(load.directions, Directions::Mixed { read_percent: 70 });
    assert_eq!(load.blocks.write, Blocks::Fixed(8192));
    assert_eq!(load.engine, LoadEngine::URING);
    assert_eq!(load.depth, Depths::of(32));
    assert_eq!(load.ends, EndScope::Batch);
    assert_eq!(load.flow, Some(3));
    assert_eq!(load.content, Contents::Zeros);
    assert_eq!(load.limit.operations, Some(9));
    assert!(load.direct && !load.as_process && load.invalidate);
    let Order::Random { distribution, .. } = load.order else {
        panic!("{:?}", load.order);
    };
    assert_eq!(distribution, Distribution::Zipf { theta: 0.9 });
    // One block at a time, whatever is requested.
    assert_eq!(one("size=1m\niodepth=32\n").depth, Depths::of(1));
    assert_eq!(one("size=1m\nrw=read:-8k\n").order, Order::Sequential { step: -8192 });
}

#[test]
fn orders_repeat_unless_told_otherwise() {
    let seeds = |text: &str, seed: u64| -> Vec<u64> {
        let settings = Settings { seed, ..settings() };
        let plan = planned_on(text, &[], &settings).unwrap();
        loads(&plan).iter().map(|load| load.seed).collect()
    };
    let repeated = "[a]\nrw=randread\nsize=1m\nnumjobs=2\n";
    assert_eq!(seeds(repeated, 1), seeds(repeated, 2));
    assert_ne!(seeds(repeated, 1)[0], seeds(repeated, 1)[1]);
    let other = "[a]\nrw=randread\nsize=1m\nrandrepeat=0\n";
    assert_ne!(seeds(other, 1), seeds(other, 2));
}

#[test]
fn processors_of_clones() {
    let plan = planned("[a]\nsize=1m\nnumjobs=3\ncpus_allowed=1,3\ncpus_allowed_policy=split\n");
    let processors: Vec<_> = loads(&plan).iter().map(|load| load.processors.clone()).collect();
    assert_eq!(processors, [Some(vec![1]), Some(vec![3]), Some(vec![1])]);
    assert_eq!(one("size=1m\nnuma_cpu_nodes=0-1\n").processors, Some(vec![0, 1, 2, 3]));
    assert!(message("[a]\nsize=1m\nnuma_cpu_nodes=5\n").contains("no node 5"));
}

#[test]
fn more_files_than_memory_holds_are_refused_before_they_are_named() {
    for text in [
        "[a]\nsize=1m\nnrfiles=4294967295\n",
        "[a]\nsize=1m\nnrfiles=1000000\nnumjobs=1000\n[b]\nsize=1m\n",
    ] {
        let said = message(text);
        assert!(said.contains("more than 4194304 files"), "{said}");
    }
    assert_eq!(parts(&one("size=1m\nfilename=x\nnrfiles=4294967295\n")).len(), 1);
}

#[test]
fn what_cannot_be_done_is_said() {
    let readonly = Settings {
        readonly: true,
        ..settings()
    };
    let error = planned_on("[a]\nrw=write\nsize=1m\n", &[], &readonly).unwrap_err();
    assert_eq!(
        error.to_string(),
        "jobs.fio:2: job a: rw=write writes, and --readonly forbids it; leave one of them out"
    );
    let repeats = |more: &str| {
        let text = format!("rw=randread\nsize=1m\nnorandommap\n{more}");
        matches!(one(&text).order, Order::Random { repeats: true, .. })
    };
    assert!(repeats("") && repeats("random_generator=tausworthe64\n"));
    // A shift register visits each block once, with a map and without.
    assert!(!repeats("random_generator=lfsr\n"));
    assert!(message("[a]\nsize=1m\nnumjobs=65\n").contains("--max-jobs"));
    let recorded = "[global]\nsize=1m\nwrite_iolog=log\n[a]\n[b]\n";
    assert!(message(recorded).contains("write_iolog=log in jobs that run together"));
    planned(&format!("{recorded}stonewall\n"));
    assert!(
        message("[a]\nrw=randread\nsize=1m\nioengine=libaio\niodepth=4\nnorandommap\nserialize_overlap=1\n")
            .contains("serialize_overlap=1 with an order in which blocks come again is not supported")
    );
}

#[test]
fn what_the_system_is_told_of_requests_and_what_is_done_when_it_refuses() {
    let of = |text: &str| one(&format!("size=1m\n{text}")).goes_on_after;
    assert_eq!(of("continue_on_error=verify\n").read, [0; 0]);
    let both = of("continue_on_error=all\nignore_error=,ENOSPC\n");
    assert_eq!((both.read, both.write), (vec![5, 84], vec![28]));
    assert_eq!(of("ignore_error=EAGAIN:5\n").read, [11, 5]);
    let call_options = one("size=1m\nioengine=pvsync2\nnowait=1\nuncached=1\n").call_options;
    assert!(call_options.no_wait && call_options.uncached);
    let of = |text: &str| one(&format!("size=1m\n{text}")).io_priority;
    let of = |text: &str| of(text).map(|rank| (rank.class, rank.level));
    assert_eq!(of(""), None);
    assert_eq!(of("prio=6\n"), Some((IoClass::BestEffort, 6)));
    assert_eq!(of("prioclass=3\n"), Some((IoClass::Idle, 0)));
    assert_eq!(of("prioclass=1\nprio=2\n"), Some((IoClass::RealTime, 2)));
}

#[test]
fn trims_have_lengths_and_rates_of_their_own() {
    let load = one("rw=randtrim\nsize=1m\nbs=4k,8k,64k\nrate_iops=1,2,3\n");
    assert_eq!(load.directions, Directions::Trim);
    assert_eq!(load.blocks.write, Blocks::Fixed(64 << 10));
    assert_eq!(load.pace.write.operations, Some(3));
    assert!(matches!(load.order, Order::Random { repeats: false, .. }));
    let both = one("rw=trimwrite\nsize=1m\nbs=8k\n");
    assert_eq!(both.directions, Directions::TrimWrite);
    assert!(message("[a]\nrw=trimwrite\nsize=1m\nbs=4k,4k,8k\n").contains("one length"));
    assert!(message("[a]\nrw=trim\nsize=1m\nverify=md5\n").contains("verify with rw=trim"));
    let readonly = Settings {
        readonly: true,
        ..settings()
    };
    assert!(planned_on("[a]\nrw=trim\nsize=1m\n", &[], &readonly).is_err());
}

#[test]
fn flows_are_told_apart_by_their_number() {
    let of = |text: &str| {
        let load = one(text);
        (load.flow, load.flow_id)
    };
    assert_eq!(of("size=4k\nflow=8\n"), (Some(8), 0));
    assert_eq!(of("size=4k\nflow=8\nflow_id=3\n"), (Some(8), 3));
}

#[test]
fn blocks_that_are_as_others_are_drawn_from_a_share_of_the_jobs_blocks() {
    let repeats = |text: &str| match one(text).content {
        Contents::Fresh { repeats, .. } => repeats,
        other => panic!("{other:?}"),
    };
    let last = repeats("rw=write\nsize=4m\ndedupe_percentage=30\n").unwrap();
    assert_eq!((last.percent, last.working_set), (30, None));
    let set = repeats(
        "rw=write\nsize=4m\nbs=4k\ndedupe_percentage=30\ndedupe_mode=working_set\ndedupe_working_set_percentage=50\n\
         dedupe_global=1\n",
    );
    let set = set.unwrap();
    assert_eq!((set.working_set, set.is_shared), (Some(512), true));
}

#[test]
fn what_was_written_is_only_checked_where_that_is_asked_for() {
    let load = one("rw=randwrite\nsize=1m\nbs=4k,8k\nverify=sha3-256\nverify_only\n");
    assert_eq!(load.directions, Directions::Read);
    assert_eq!(load.blocks.read, Blocks::Fixed(8 << 10));
    assert!(!load.layout.may_create && !load.layout.may_grow);
    let after = planned(
        "[a]\nfilename=f\nrw=write\nsize=1m\n[b]\nstonewall\nfilename=f\nrw=write\nsize=1m\nverify=md5\nverify_only\n",
    );
    assert!(loads(&after)[1].layout.may_grow);
    assert!(message("[a]\nrw=write\nsize=1m\nverify_only\n").contains("needs verify="));
    for unknown in ["rw=trimwrite", "rw=rw\nbs_is_seq_rand=1"] {
        let job = format!("[a]\n{unknown}\nsize=1m\nverify=md5\nverify_only\n");
        assert!(message(&job).contains("not known"), "{unknown}");
    }
    // Which of a mix with a rate is due first depends on time.
    for (rw, rate, is_known) in [
        ("randrw", "rate_iops=500", false),
        ("rw", "rate=1m", false),
        ("randrw", "rate=,1m", false),
        ("randrw\nrwmixread=0", "rate=1m", true),
        ("randwrite", "rate=1m", true),
    ] {
        for state in ["", "verify_state_load=1\n"] {
            let job = format!("[a]\nrw={rw}\n{rate}\nsize=1m\nverify=md5\nverify_only\n{state}");
            match is_known {
                true if state.is_empty() => assert_eq!(loads(&planned(&job)).len(), 1),
                true => {}
                false => assert!(message(&job).contains("depends on time"), "{job}"),
            }
        }
    }
    let load = one("rw=randrw\nrwmixread=30\nsize=1m\nbs=4k,8k\nverify=md5\nverify_only\n");
    assert_eq!(load.directions, Directions::Read);
    assert_eq!(load.blocks.read, Blocks::Fixed(8192));
    let mix = load.sequence.unwrap().written_of.unwrap();
    assert_eq!((mix.read_percent, mix.reads), (30, Blocks::Fixed(4096)));
    assert_eq!(load.verify.unwrap().interval, Some(4096));
}

#[test]
fn lengths_of_the_order_are_passed_on() {
    let load = one("rw=randread\nsize=1m\nbs=4k,64k\nbs_is_seq_rand=1\n");
    assert!(load.lengths_by_order);
    assert_eq!(load.blocks.write, Blocks::Fixed(64 << 10));
    assert!(message("[a]\nrw=trim\nsize=1m\nbs_is_seq_rand=1\n").contains("rw=trim"));
}

#[test]
fn files_are_locked_for_one_block_at_a_time() {
    assert_eq!(one("size=1m\nlockfile=exclusive\n").locking, FileLocking::Exclusive);
    let several = message("[a]\nsize=1m\nlockfile=readwrite\nioengine=io_uring\niodepth=2\n");
    assert!(several.contains("take iodepth=1"), "{several}");
}
