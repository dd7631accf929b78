//! Tests that blocks come in fio's order.

use super::*;

/// Jobs, and the first 16 operations of each as fio 3.33 recorded them with `write_iolog`: where there are several the
/// file, then what was done, the offset in KiB, and the length if it is not 4 KiB.
const JOBS: &[(&str, &str, &str)] = &[
    (
        "a mix in order",
        "rw=rw size=64k",
        "r0 r4 r8 w0 r12 r16 w4 w8 w12 r20 w16 r24 w20 r28 r32 r36",
    ),
    (
        "a mix of other shares",
        "rw=rw size=64k rwmixread=80",
        "r0 r4 r8 r12 r16 r20 w0 r24 r28 r32 w4 r36 w8 r40 r44 r48",
    ),
    (
        "a random mix",
        "rw=randrw size=64k",
        "r0 r44 r52 w28 r24 r56 w32 w20 w60 r4 w8 r40 w12 r16 r36 r48",
    ),
    (
        "numbers of 64 bits",
        "rw=randread size=64k random_generator=tausworthe64",
        "r60 r0 r4 r8 r32 r12 r28 r20 r52 r48 r36 r16 r56 r24 r40 r44",
    ),
    (
        "a register",
        "rw=randread size=64k random_generator=lfsr",
        "r60 r44 r36 r56 r12 r32 r0 r16 r24 r28 r40 r4 r48 r8 r20 r52",
    ),
    (
        "no map",
        "rw=randread size=64k norandommap=1",
        "r0 r44 r52 r28 r24 r52 r24 r20 r56 r4 r52 r40 r56 r12 r24 r32",
    ),
    (
        "a seed",
        "rw=rw size=64k randseed=4711",
        "r0 r4 r8 r12 w0 w4 w8 w12 r16 w16 w20 r20 w24 w28 w32 w36",
    ),
    (
        "all seeds alike",
        "rw=randrw size=64k allrandrepeat=1",
        "w0 r44 w52 w28 w24 r56 r32 r20 r60 r4 r8 w40 w12 w16 r36 w48",
    ),
    (
        "lengths with shares",
        "rw=write size=128k bssplit=4k/50:8k/30:32k/20",
        "w0+32 w32+32 w64+8 w72 w76 w80+8 w88 w92+32 w124",
    ),
    (
        "lengths of a range",
        "rw=randrw size=128k bsrange=4k-16k",
        "r4 r92+12 r104+16 w60 r48+8 r120 w56 w44 w124 r8+16 w0 r80 w24+16 r40 r64 r68",
    ),
    (
        "lengths of directions",
        "rw=randrw size=128k bs=4k,16k",
        "r4 r92 r104 w48+16 r48 r108 w64+16 w32+16 w112+16 r20 w96+16 r80",
    ),
    (
        "some in order",
        "rw=randread size=64k percentage_random=50",
        "r0 r4 r8 r44 r48 r52 r56 r28 r24 r56 r32 r36 r40 r20 r24 r28",
    ),
    (
        "several in a row",
        "rw=randread:4 size=64k",
        "r0 r4 r8 r12 r44 r48 r52 r56 r52 r56 r60 r28 r24 r28 r32 r36",
    ),
    (
        "several at one place",
        "rw=randread:4 size=64k rw_sequencer=identical",
        "r0 r0 r0 r0 r44 r44 r44 r44 r52 r52 r52 r52 r28 r28 r28 r28",
    ),
    ("holes", "rw=read:8k size=64k", "r0 r12 r24 r36 r48 r60"),
    (
        "backwards",
        "rw=read:-8k size=64k",
        "r0 r56 r52 r48 r44 r40 r36 r32 r28 r24 r20 r16 r12 r8 r4 r0",
    ),
    (
        "Zipf",
        "rw=randread size=64k random_distribution=zipf:1.2",
        "r8 r24 r44 r12 r44 r48 r44 r44 r36 r8 r44 r44 r48 r48 r20 r44",
    ),
    (
        "Pareto",
        "rw=randread size=64k random_distribution=pareto:0.3",
        "r52 r44 r44 r56 r44 r28 r44 r44 r16 r52 r44 r44 r28 r28 r40 r44",
    ),
    (
        "normal",
        "rw=randread size=64k random_distribution=normal:20",
        "r8 r4 r48 r56 r8 r32 r52 r8 r8 r8 r56 r52 r52 r12 r52 r36",
    ),
    (
        "zones with shares",
        "rw=randread size=64k random_distribution=zoned:60/25:40/75",
        "r0 r8 r12 r36 r32 r12 r32 r4 r56 r16 r56 r8 r12 r0 r32 r8",
    ),
    (
        "files in turn",
        "rw=randrw size=64k nrfiles=3",
        "0r0 1r12 2r16 0w8 1r8 2r0 0w4 1w4 2w4 0r12 1w16 2r12 0w16 1r0 2r8",
    ),
    (
        "files at random",
        "rw=read size=64k nrfiles=3 file_service_type=random",
        "2r0 2r4 0r0 0r4 2r8 0r8 2r12 2r16 1r0 1r4 0r12 0r16 1r8 1r12 1r16",
    ),
    (
        "files by a law",
        "rw=read size=64k nrfiles=3 file_service_type=zipf:1.2",
        "0r0 0r4 0r8 0r12 0r16 1r0 0r0 1r4 0r4 0r8 0r12 0r16 0r0 0r4 0r8 0r12",
    ),
    (
        "two passes",
        "rw=randrw size=32k loops=2",
        "r0 r20 r24 w12 r16 r28 w4 w8 r0 r20 r24 w12 r16 r28 w4 w8",
    ),
    (
        "flushes",
        "rw=randrw size=64k fsync=3",
        "r0 r44 r52 w28 r24 r56 w32 w20 s20 w60 r4 w8 r40 w12 s12 r16",
    ),
    (
        "strides",
        "rw=read size=128k zonemode=strided zonesize=16k zonerange=16k zoneskip=16k",
        "r0 r4 r8 r12 r32 r36 r40 r44 r64 r68 r72 r76 r96 r100 r104 r108",
    ),
    (
        "trims and writes",
        "rw=randtrimwrite size=32k",
        "t0 w0 t20 w20 t24 w24 t12 w12 t16 w16 t28 w28 t4 w4 t8 w8",
    ),
];

/// Returns the operations of a recording in that form.
fn operations(recording: &str, names_files: bool) -> Vec<String> {
    let kib = |bytes: &str| {
        let bytes: u64 = bytes.parse().unwrap();
        match bytes.is_multiple_of(1024) {
            true => (bytes / 1024).to_string(),
            false => format!("{bytes}B"),
        }
    };
    let lines = recording.lines().skip(1);
    lines
        .filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [_, file, action, offset, bytes] => {
                let file = file.rsplit('.').next().filter(|_| names_files);
                let start = format!("{}{}{}", file.unwrap_or(""), &action[..1], kib(offset));
                Some(match bytes {
                    "4096" | "0" => start,
                    bytes => format!("{start}+{}", kib(bytes)),
                })
            }
            _ => None,
        })
        .take(16)
        .collect()
}

#[test]
fn the_same_blocks_come_in_the_same_order_as_in_fio() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (name, job, expected)) in JOBS.iter().enumerate() {
        let log = folder.path().join(number.to_string());
        // The name of the file is part of what the skewed distributions follow from.
        let mut arguments = vec!["--name=j".to_owned(), "--ioengine=null".to_owned()];
        arguments.extend(job.split(' ').map(|option| format!("--{option}")));
        arguments.push(format!("--write_iolog={}", log.display()));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (code, _, messages) = printed(&arguments);
        assert!(code.is_ok_and(|code| code == 0), "{name}: {messages}");
        let recording = std::fs::read_to_string(&log).unwrap();
        let came = operations(&recording, job.contains("nrfiles"));
        assert_eq!(came.join(" "), *expected, "{name}: {job}");
    }
}

/// fio reads verified blocks back in the order in which it wrote them where a map kept them apart, and else by offset.
#[test]
fn blocks_are_read_back_in_the_order_of_fio() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (order, options) in [("randwrite", ""), ("write", ""), ("randwrite", "--norandommap")] {
        let log = path(&format!("{order}{options}"));
        let mut arguments = vec![
            "--name=j".to_owned(),
            format!("--filename={}", path("file")),
            format!("--rw={order}"),
            "--size=64k".to_owned(),
            "--verify=crc32c".to_owned(),
            format!("--write_iolog={log}"),
        ];
        arguments.extend((!options.is_empty()).then(|| options.to_owned()));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (code, _, messages) = printed(&arguments);
        assert!(code.is_ok_and(|code| code == 0), "{messages}");
        let recording = std::fs::read_to_string(&log).unwrap();
        let offsets = |action: &str| -> Vec<u64> {
            let lines = recording.lines().filter(|line| line.contains(action));
            let offset = |line: &str| line.rsplit(' ').nth(1).and_then(|text| text.parse().ok());
            lines.filter_map(offset).collect()
        };
        let mut written = offsets(" write ");
        if options == "--norandommap" {
            written.sort_unstable();
            written.dedup();
        }
        assert_eq!(offsets(" read "), written, "{order} {options}");
        let files: Vec<&str> = recording
            .lines()
            .filter_map(|line| line.rsplit(' ').next())
            .filter(|word| word.chars().all(char::is_alphabetic))
            .collect();
        assert_eq!(files[1..], ["add", "open", "close", "open", "close"]);
    }
}
