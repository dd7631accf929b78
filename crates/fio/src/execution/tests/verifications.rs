//! Tests that jobs that verify what they wrote read back what fio reads back.

use super::*;

/// Jobs, and the numbers of their reads and writes with fio 3.33, which finds nothing wrong.
const JOBS: &[(&str, u64, u64)] = &[
    ("--rw=write:4k --bs=8k --size=64k", 5, 5),
    ("--rw=write:2k --bs=4k --size=64k", 11, 11),
    ("--rw=write:12k --bs=8k --size=256k", 13, 32),
    ("--rw=rw:4k --bs=8k --size=256k", 32, 17),
    ("--rw=write:4k --bs=1536 --size=64k", 12, 43),
    ("--rw=write:4k --bs=4k,8k --size=128k", 11, 11),
    ("--rw=write:-4k --bs=8k --size=64k", 1, 8),
    ("--rw=write:4k --bs=8k --size=64k --verify_backlog=3", 5, 5),
    ("--rw=write --size=64k --verify_backlog=4 --do_verify=0", 0, 16),
    (
        "--rw=write --filesize=512k --nrfiles=3 --openfiles=2 --ioengine=libaio --iodepth=32 --verify_backlog=16",
        384,
        384,
    ),
];

#[test]
fn what_is_read_back_is_what_fio_reads_back() {
    for &(job, reads, writes) in JOBS {
        let folder = tempfile::tempdir().unwrap();
        let directory = format!("--directory={}", folder.path().display());
        let mut arguments = vec!["--name=j", "--verify=crc32c", "--output-format=json"];
        arguments.push(&directory);
        arguments.extend(job.split(' '));
        let (code, out, messages) = printed(&arguments);
        assert!(code.is_ok_and(|code| code == 0), "{job}: {messages}");
        let result: serde_json::Value = serde_json::from_str(&out).unwrap();
        let ios = |direction: &str| result["jobs"][0][direction]["total_ios"].as_u64();
        let found = (ios("read"), ios("write"));
        assert_eq!(found, (Some(reads), Some(writes)), "{job}");
    }
}
