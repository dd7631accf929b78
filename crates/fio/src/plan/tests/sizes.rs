//! Tests how much of each file a load moves.

use super::*;

#[test]
fn size_is_divided_among_files() {
    let load = one("rw=write\nsize=1m\nbs=64k\nnrfiles=3\n");
    let third = 349_525;
    assert_eq!(
        parts(&load),
        [
            part("a.0.0", 0, third),
            part("a.0.1", 0, third),
            part("a.0.2", 0, third)
        ]
    );
    assert_eq!(load.limit.bytes, None);
    let load = one("rw=write\nsize=256k\nfilename=x:y:z\nnrfiles=2\n");
    assert_eq!(
        parts(&load),
        [part("x", 0, 87_381), part("y", 0, 87_381), part("z", 0, 87_381)]
    );
    assert_eq!(parts(&one("size=256k\nfilename=x\nnrfiles=3\n")).len(), 1);
}

#[test]
fn with_filesize_size_is_what_is_moved() {
    let load = one("rw=write\nfilesize=300k\nsize=512k\nbs=64k\nnrfiles=3\n");
    assert_eq!(parts(&load)[2], part("a.0.2", 0, 300 << 10));
    assert_eq!(load.limit.bytes, Some(512 << 10));
    // No more than the files have is moved.
    let load = one("rw=write\nfilesize=1m\nsize=2m\n");
    assert_eq!(load.limit.bytes, Some(1 << 20));
    let load = one("rw=write\nsize=1m\nio_size=3m\n");
    assert_eq!(load.limit.bytes, Some(3 << 20));
    let load = one("rw=write\nsize=1m\nio_size=50%\n");
    assert_eq!(load.limit.bytes, Some(512 << 10));
}

#[test]
fn filesize_is_the_whole_file_whatever_the_offset() {
    let clones = "[a]\nrw=write\nfilename=x\nfilesize=4m\nsize=1m\nnumjobs=2\noffset_increment=1m\n";
    let plan = planned(clones);
    let loads = loads(&plan);
    let m = 1 << 20;
    assert_eq!(parts(loads[0]), [part("x", 0, 4 * m)]);
    assert_eq!(parts(loads[1]), [part("x", m, 3 * m)]);
    assert!(
        loads
            .iter()
            .all(|load| { (load.files[0].file_bytes, load.limit.bytes) == (Some(4 * m), Some(m)) })
    );
    let load = one("rw=write\nfilename=x\nfilesize=4m\noffset=2m\nsize=25%\n");
    assert_eq!(parts(&load), [part("x", 2 * m, m)]);
    assert_eq!(load.files[0].file_bytes, Some(3 * m));
    let said = message("[a]\nrw=write\nfilename=x\nfilesize=1m\noffset=2m\n");
    assert!(said.contains("x ends before offset=2097152"), "{said}");
}

#[test]
fn what_is_longer_than_its_device_ends_with_it() {
    let m = 1 << 20;
    let files = [("/dev/disk", 4 * m)];
    let planned = |text: &str| planned_on(text, &files, &settings());
    let first = |text: &str| parts(loads(&planned(text).unwrap())[0])[0].clone();
    for (options, offset, bytes) in [
        ("size=16m", 0, 4 * m),
        ("size=16m\noffset=3m", 3 * m, m),
        ("filesize=16m\noffset=1m", m, 3 * m),
        ("size=1m\noffset=3m", 3 * m, m),
    ] {
        let text = format!("[a]\nfilename=/dev/disk\n{options}\n");
        assert_eq!(first(&text), part("/dev/disk", offset, bytes), "{options}");
    }
    assert!(planned("[a]\nfilename=/dev/disk\nsize=1m\noffset=4m\n").is_err());
}

#[test]
fn a_mix_moves_its_size_both_ways_together() {
    // As in fio, a last block is begun that goes beyond, where the file is longer.
    assert_eq!(one("rw=rw\nsize=1000k\nbs=64k\n").limit.bytes, Some(1_024_000));
    assert_eq!(one("rw=rw\nsize=1000k\nio_size=64k\n").limit.bytes, Some(65_536));
}

#[test]
fn what_is_there_gives_lengths_and_shares() {
    let files = [("x", 1_u64 << 20)];
    let first = |text: &str| {
        let plan = planned_on(text, &files, &settings()).unwrap();
        parts(loads(&plan)[0])[0].clone()
    };
    assert_eq!(
        first("[a]\nfilename=x\nsize=50%\noffset=25%\n"),
        part("x", 256 << 10, 512 << 10)
    );
    // A percentage never extends a file.
    assert_eq!(
        first("[a]\nfilename=x\nsize=50%\noffset=75%\n"),
        part("x", 768 << 10, 256 << 10)
    );
    assert_eq!(first("[a]\nfilename=x\n"), ("x".to_owned(), 0, None));
    assert_eq!(
        message("[a]\nfilename=y\n"),
        "jobs.fio:2: job a: there is no y whose length could be taken; give size=, the bytes of the job"
    );
    assert!(message("[a]\nfilename=y\nsize=10%\n").contains("give the size in bytes"));
    // An earlier job creates it.
    let plan = planned("[a]\nfilename=y\nrw=write\nsize=1m\n[b]\nstonewall\nfilename=y\n");
    assert_eq!(parts(loads(&plan)[1]), [("y".to_owned(), 0, None)]);
    let plan = planned("[a]\nfilename=x\nrw=write\nsize=3m\noffset=1m\n[b]\nfilename=x\nsize=25%\noffset=50%\n");
    assert_eq!(parts(loads(&plan)[1]), [part("x", 2 << 20, 1 << 20)]);
    // As in fio, a percentage of a missing file is 0.
    let plan = planned("[a]\nfilename=y\nrw=write\nsize=1m\noffset=50%\n");
    assert_eq!(parts(loads(&plan)[0]), [part("y", 0, 1 << 20)]);
}

#[test]
fn a_device_of_no_bytes_is_said_to_be_one() {
    for size in ["", "size=1m\n"] {
        let files = [("/dev/empty", 0)];
        let text = format!("[a]\nfilename=/dev/empty\n{size}");
        let said = planned_on(&text, &files, &settings()).unwrap_err().to_string();
        assert!(said.contains("/dev/empty is a device of 0 bytes"), "{said}");
    }
}

#[test]
fn sizes_are_capped() {
    let capped = Settings {
        max_size: Some(1 << 20),
        ..settings()
    };
    let text = "[a]\nrw=write\nsize=10g\nbs=64k\nnrfiles=2\nio_size=20g\noffset_increment=124g\nnumjobs=2\n";
    let plan = planned_on(text, &[], &capped).unwrap();
    assert_eq!(parts(loads(&plan)[1])[0], part("a.1.0", 1 << 20, 512 << 10));
    assert_eq!(loads(&plan)[0].limit.bytes, Some(1 << 20));
    // There is always room for a block.
    let plan = planned_on("[a]\nsize=1g\nbs=4m\n", &[], &capped).unwrap();
    assert_eq!(parts(loads(&plan)[0])[0].2, Some(4 << 20));
    let plan = planned_on("[a]\nrw=write\nfill_device=1\nbs=64k\n", &[], &capped).unwrap();
    assert_eq!(parts(loads(&plan)[0])[0].2, Some(1 << 20));
}

#[test]
fn a_size_of_nothing_is_all_that_there_is() {
    let plan = planned_on(
        "[a]\nfilename=/dev/sdx\nsize=0\n",
        &[("/dev/sdx", 1 << 30)],
        &settings(),
    );
    let plan = plan.unwrap();
    assert_eq!(parts(loads(&plan)[0]), [("/dev/sdx".to_owned(), 0, None)]);
    assert!(message("[a]\nfilename=none\nsize=0\n").contains("give size="));
    // As in fio, 0% is as if not given.
    let text = "[a]\nfilename=f\nsize=0%\nio_size=0%\n";
    let plan = planned_on(text, &[("f", 1 << 20)], &settings()).unwrap();
    assert_eq!(parts(loads(&plan)[0]), [("f".to_owned(), 0, None)]);
    assert_eq!(loads(&plan)[0].limit.bytes, None);
}

#[test]
fn an_offset_in_percent_is_at_a_whole_block() {
    let of = |text: &str| {
        let text = format!("[a]\nrw=write\nfilename=x\n{text}");
        let plan = planned_on(&text, &[("x", 1_000_000)], &settings()).unwrap();
        loads(&plan)
            .into_iter()
            .map(|load| parts(load)[0].clone())
            .collect::<Vec<_>>()
    };
    // fio 3.33 begins at 303104 and writes 24 blocks.
    assert_eq!(of("bs=4k\noffset=30%\nsize=10%\n"), [part("x", 303_104, 98_304)]);
    // The shortest block of any direction counts: here trims have blocks of 4 KiB.
    assert_eq!(of("bs=64k,64k,\noffset=30%\nsize=10%\n")[0].1, 303_104);
    assert_eq!(of("bs=64k\noffset=30%\nsize=10%\n")[0].1, 5 * 65_536);
    assert_eq!(of("bs=4k\noffset=30%\noffset_align=1000\nsize=10%\n")[0].1, 300_000);
    let clones = of("bs=4k\noffset=1\noffset_increment=10%\nnumjobs=2\nsize=10%\n");
    assert_eq!((clones[0].1, clones[1].1), (4096, 102_400));
    // Offsets in bytes stay as they are.
    assert_eq!(of("bs=4k\noffset=1000\noffset_align=4k\nsize=10%\n")[0].1, 1000);
}
