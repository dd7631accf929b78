//! Runs and merges compared with sorting in memory.

use std::fs;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::Direction;
use proptest::prelude::*;

use super::*;

/// Returns a record of `key` and its number.
fn record(key: &[u8], number: usize) -> Vec<u8> {
    let mut record = key.to_vec();
    record.extend((number as u32).to_be_bytes());
    record
}

/// Spills records in runs of `in_run`, by one writer each or by one for all, and merges at most `at_once` of them at a
/// time.
fn merged(keys: &[Vec<u8>], in_run: usize, at_once: usize, of_all: Option<u64>) -> (Vec<Vec<u8>>, u32) {
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(folder.path());
    let key = LeadingBytes(keys.first().map_or(1, Vec::len));
    let layout = Layout::new(key.0 + 4, 1, 0);
    let mut runs = Vec::new();
    let all: Vec<_> = keys.iter().enumerate().collect();
    let mut of_all = of_all.map(|runs| room.writer_of_runs(layout, runs).unwrap());
    for part in all.chunks(in_run) {
        let mut records: Vec<_> = part.iter().map(|(number, key)| record(key, *number)).collect();
        records.sort();
        let count = records.len() as u64;
        if let Some(writer) = &mut of_all {
            writer.reserve(count).unwrap();
            records.iter().for_each(|record| writer.append(record).unwrap());
            assert_eq!(writer.records(), count);
            writer.end_run().unwrap();
            continue;
        }
        let mut writer = room.writer(layout, Some(count)).unwrap();
        records.iter().for_each(|record| writer.append(record).unwrap());
        runs.extend(writer.finish().unwrap());
    }
    if let Some(writer) = of_all {
        runs = writer.finish().unwrap();
        assert_eq!(runs.len(), all.len().div_ceil(in_run).max(1));
    }
    let stop = AtomicBool::new(false);
    let (runs, passes) = reduce(&room, layout, runs, at_once, &key, &stop).unwrap();
    assert!(runs.len() <= at_once.max(2));
    let count = runs.len();
    let mut merge = Merge::new(RunReaders::open(&room, runs).unwrap(), count, key);
    let mut records = Vec::new();
    while let Some(record) = merge.next().unwrap() {
        records.push(record.to_vec());
    }
    assert!(merge.next().unwrap().is_none() && merge.record().is_empty());
    drop(merge);
    let accounts = room.accounts();
    if !keys.is_empty() {
        let bytes = |direction| {
            let of = accounts.iter().find(|account| account.direction == direction);
            of.unwrap().moved.bytes
        };
        assert_eq!(bytes(Direction::Read), bytes(Direction::Write));
    }
    drop(room);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    (records, passes)
}

#[test]
fn a_run_of_many_blocks_comes_back_as_it_was() {
    for most_on_their_way in [None, Some(2 << 20), Some(200_000), Some(0)] {
        many_blocks_come_back(most_on_their_way);
    }
}

fn many_blocks_come_back(most_on_their_way: Option<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let mut room = SpillRoom::new(folder.path());
    if let Some(bytes) = most_on_their_way {
        room.hold_at_most(bytes);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    for (length, records) in [(7usize, 200_000u32), (300_000, 9), (5000, 0), (4096, 1)] {
        for known in [None, Some(u64::from(records))] {
            let layout = Layout::new(length, u64::MAX, 1);
            let mut writer = room.writer(layout, known).unwrap();
            let most = most_on_their_way.unwrap_or(u64::MAX);
            assert!(writer.buffer_bytes() <= most.max(layout.block_bytes() as u64));
            for number in 0..records {
                let mut record = number.to_le_bytes().to_vec();
                record.resize(length, number as u8);
                writer.append(&record).unwrap();
            }
            let run = writer.finish().unwrap().pop().unwrap();
            assert_eq!(run.records(), u64::from(records));
            let mut reader = RunReaders::open(&room, vec![run]).unwrap();
            for number in 0..records {
                let record = next(&mut reader).unwrap();
                assert_eq!(record.len(), length);
                assert_eq!(record[..4], number.to_le_bytes());
                assert!(record[4..].iter().all(|&byte| byte == number as u8));
            }
            assert!(next(&mut reader).is_none());
        }
    }
}

/// Returns the next record of the only run.
fn next<'a>(readers: &'a mut RunReaders<'_>) -> Option<&'a [u8]> {
    readers.advance(0).unwrap().then(|| readers.head(0))
}

#[test]
fn a_run_that_is_not_finished_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(folder.path());
    let layout = Layout::new(100, 1, 1 << 20);
    let mut writer = room.writer(layout, None).unwrap();
    for _ in 0..100_000 {
        writer.append(&[1; 100]).unwrap();
    }
    let own = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
    assert_eq!(fs::read_dir(own.path()).unwrap().count(), 2);
    drop(writer);
    assert_eq!(fs::read_dir(own.path()).unwrap().count(), 1);
    drop(room);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_is_not_there_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(&folder.path().join("gone"));
    let error = room.writer(Layout::new(8, 1, 1), None).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("gone") && text.contains("UTILLOC="), "{text}");
}

#[test]
fn only_as_many_runs_are_merged_twice_as_must_be() {
    let keys: Vec<_> = (0..90u8).rev().map(|number| vec![number]).collect();
    // Of nine runs with eight at once, two are merged first.
    let (records, passes) = merged(&keys, 10, 8, None);
    assert_eq!((records.len(), passes), (90, 1));
    assert_eq!(merged(&keys, 1, 9, Some(4)).1, 2);
    assert_eq!(merged(&keys, 10, 9, None).1, 0);
}

#[test]
#[cfg(unix)]
fn the_space_of_what_was_read_is_given_back_before_the_file_goes() {
    use std::os::unix::fs::MetadataExt;
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(folder.path());
    let layout = Layout::new(1 << 20, 1, 1);
    let mut writer = room.writer_of_runs(layout, 1).unwrap();
    for number in 0..24u8 {
        writer.append(&vec![number.wrapping_add(1); 1 << 20]).unwrap();
        if number == 11 {
            writer.end_run().unwrap();
        }
    }
    let runs = writer.finish().unwrap();
    let (first, second) = match <[Run; 2]>::try_from(runs) {
        Ok([first, second]) => (first, second),
        Err(runs) => panic!("{} runs", runs.len()),
    };
    assert_eq!(first.path(), second.path());
    let path = first.path().to_owned();
    let allocated = || fs::metadata(&path).unwrap().blocks() * 512;
    let before = allocated();
    let mut reader = RunReaders::open(&room, vec![first]).unwrap();
    while next(&mut reader).is_some() {}
    drop(reader);
    // The file system may have allocated blocks for the file's metadata meanwhile.
    let given_back = before.saturating_sub(allocated());
    assert!(given_back >= 11 << 20, "{given_back} of {before}");
    let mut reader = RunReaders::open(&room, vec![second]).unwrap();
    for number in 12..24u8 {
        let record = next(&mut reader).unwrap();
        assert!(record.iter().all(|&byte| byte == number + 1));
    }
    drop(reader);
    assert!(!path.exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn merges_are_stable_sorts(
        length in prop::sample::select(vec![1usize, 3, 8, 9, 20]),
        seeds in prop::collection::vec(0u8..6, 0..300),
        in_run in 1usize..60,
        at_once in 2usize..12,
        of_all in prop::option::of(0u64..9),
    ) {
        // Few different keys, which differ at their ends or beyond eight bytes.
        let keys: Vec<Vec<u8>> = seeds.iter().map(|seed| {
            let mut key = vec![b'x'; length];
            key[length - 1] = *seed % 3;
            key[0] = if *seed > 3 { 255 } else { key[0] };
            key
        }).collect();
        let mut expected: Vec<_> = keys.iter().enumerate()
            .map(|(number, key)| record(key, number)).collect();
        expected.sort();
        prop_assert_eq!(merged(&keys, in_run, at_once, of_all).0, expected);
    }
}
