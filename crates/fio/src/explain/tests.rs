//! Tests descriptions of jobs.

use std::path::Path;

use super::*;
use crate::lint::tests::jobs;
use crate::plan::{HostFacts, Settings, plan};

struct FakeMachine;

impl HostFacts for FakeMachine {
    fn length(&self, path: &Path) -> Option<u64> {
        (path == Path::new("/data/there")).then_some(1 << 30)
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        (node == 0).then(|| vec![0, 1])
    }
}

fn settings() -> Settings {
    Settings {
        max_size: None,
        max_jobs: 4096,
        readonly: false,
        overwrite_foreign: false,
        seed: 1,
        state_prefix: "local".into(),
    }
}

fn explained(text: &str) -> String {
    let jobs = jobs(text, false);
    let settings = settings();
    explain(&jobs, &plan(&jobs, &settings, &FakeMachine).unwrap(), &FakeMachine)
}

#[test]
fn a_sas_like_pair() {
    let text = "[global]\ndirectory=/data\nbs=128k\n[merge]\ndescription=interleaves two data sets\nrw=rw\nsize=3335m\n\
                [scan]\nstonewall\nrw=read\nnumjobs=4\nsize=1g\ndirect=1\nioengine=libaio\niodepth=8\nruntime=30\n\
                time_based\nramp_time=5\n";
    insta::assert_snapshot!(explained(text));
}

#[test]
fn most_of_what_can_be_said() {
    let text = "[first]\nfilename=/data/there\nrw=randrw\nrwmixread=70\nbssplit=4k/60:64k/40,16k/100\n\
                random_distribution=zipf:1.2\nio_size=100m\nrate=10m,5m\nthinktime=2ms\nthinktime_blocks=8\n\
                fdatasync=32\nverify=crc32c\nverify_fatal=1\nwait_for=first\n"
        .replace("wait_for=first\n", "");
    let text = format!(
        "{text}[second]\nwait_for=first\nnumjobs=2\nnrfiles=3\nfilesize=1m\nrw=write:-16k\nbs=8k\nzero_buffers\n\
         sync=dsync\nstartdelay=2\nnuma_cpu_nodes=0\nexitall\nexit_what=all\nss=bw_slope:0.3%\nss_dur=10s\n\
         write_bw_log=x\nloops=3\ncontinue_on_error=read\nignore_error=,ENOSPC:EDQUOT\nprio=2\nioengine=pvsync2\n\
         nowait=1\nuncached=1\ninvalidate=0\n"
    );
    let text = explained(&text);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!(text);
}

#[test]
fn engines_that_move_no_bytes() {
    let text = "[space]\nioengine=falloc\nfilename=/data/x\nsize=1m\nrw=write\n[made]\nioengine=filecreate\n\
                directory=/data\nnrfiles=9\n[asked]\nioengine=dirstat\nstat_type=statx\ndirectory=/data\nfilesize=8k\n\
                numjobs=2\n[busy]\nioengine=cpuio\ncpuload=40\nexit_on_io_done=1\nruntime=30\n[sorts]\nioengine=cpuio\n\
                cpuload=100\ncpumode=qsort\n";
    insta::assert_snapshot!(explained(text));
}

/// A machine that has none of the folders and files of a job.
struct EmptyMachine;

impl HostFacts for EmptyMachine {
    fn length(&self, _: &Path) -> Option<u64> {
        None
    }

    fn processors(&self, _: u32) -> Option<Vec<u32>> {
        Some(Vec::new())
    }

    fn is_folder(&self, _: &Path) -> bool {
        false
    }

    fn takes_any_file(&self) -> bool {
        true
    }
}

#[test]
fn jobs_for_another_machine_are_described_without_their_files() {
    // As in fio's examples butterfly, ssd-test and numa.
    let text = "[global]\nfilename=/dev/XXX\nnuma_cpu_nodes=7\n[forward]\nrw=read:4k\n[backward]\nrw=read:-8k\n\
                offset=100%\n[share]\nrw=randread\nsize=25%\n[there]\nfilename=x\ndirectory=/mount-point\nrw=write\n\
                size=1m\n";
    let jobs = jobs(text, false);
    let settings = settings();
    let planned = plan(&jobs, &settings, &EmptyMachine).unwrap();
    insta::assert_snapshot!(explain(&jobs, &planned, &EmptyMachine));
}
