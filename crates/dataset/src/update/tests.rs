//! Updates against a model, and updates that are interrupted at every write.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::error::Error;
use crate::format::field::Order;
use crate::format::{Compression, Marks};
use crate::library::Assignment;
use crate::pages::fail_point;
use crate::settings::SettingScope;
use crate::writer::NewDataSet;
use crate::{Libraries, RequestedSettings, Variable};

/// The values of the observations by their numbers; `None` for deleted ones.
pub(super) type Model = Vec<Option<u32>>;

#[derive(Clone, Debug)]
pub(super) enum Change {
    Replace(usize, u32),
    Delete(usize),
    Add(u32),
}

pub(super) fn libraries(folder: &Path) -> Libraries {
    let mut libraries = Libraries::new(Some(folder.into()));
    libraries.assign(Assignment::new("a", None, folder).unwrap()).unwrap();
    libraries
}

pub(super) fn name(libref: &str) -> DataSetName {
    DataSetName::new(libref, "DATA").unwrap()
}

pub(super) fn options(text: &str) -> RequestedSettings {
    let mut requested = RequestedSettings::default();
    for option in text.split_whitespace() {
        let (word, value) = option.split_once('=').unwrap();
        requested.set(SettingScope::DataSet, word, Some(value)).unwrap();
    }
    requested
}

/// Returns a schema with rows of 48 bytes.
fn schema() -> Schema {
    Schema::lay_out(vec![Variable::text("t", 40), Variable::number("n")]).unwrap()
}

/// Returns a text; some do not get shorter.
fn text_of(value: u32) -> String {
    match value % 5 {
        0 => format!("value {value}, which is long"),
        _ => format!("value {value}"),
    }
}

fn set(row: &mut [u8], value: u32) {
    let schema = schema();
    let text = text_of(value);
    let variables = schema.variables();
    variables[0].text_field().unwrap().set(row, text.as_bytes());
    let number = variables[1].number_field(Order::Little).unwrap();
    number.set(row, value.into());
}

fn value(row: &[u8]) -> u32 {
    let schema = schema();
    let number = schema.variables()[1].number_field(Order::Little).unwrap();
    let value = number.get(row) as u32;
    let text = schema.variables()[0].text_field().unwrap().get(row);
    assert_eq!(text, format!("{:<40}", text_of(value)).as_bytes());
    value
}

pub(super) fn make(libraries: &mut Libraries, libref: &str, rows: u32, requested: &str) -> Model {
    let facts = NewDataSet {
        step: "DATASTEP".into(),
        ..NewDataSet::default()
    };
    let mut writer = libraries
        .create(&name(libref), schema(), facts, &options(requested))
        .unwrap();
    for row in 0..rows {
        set(writer.next_row().unwrap(), row);
    }
    writer.commit().unwrap();
    (0..rows).map(Some).collect()
}

/// Makes changes, and the same in the model.
pub(super) fn change(updater: &mut Updater, model: &mut Model, changes: &[Change]) -> Result<()> {
    for change in changes {
        match *change {
            Change::Replace(at, new) if !model.is_empty() => {
                let at = at % model.len();
                match (updater.row_mut(at as u64 + 1)?, &mut model[at]) {
                    (Some(row), Some(old)) => {
                        assert_eq!(value(row), *old);
                        set(row, new);
                        *old = new;
                    }
                    (row, old) => assert_eq!((row.is_some(), old.is_some()), (false, false)),
                }
            }
            Change::Delete(at) if !model.is_empty() => {
                let at = at % model.len();
                let was_there = updater.delete(at as u64 + 1)?;
                assert_eq!(was_there, model[at].take().is_some());
            }
            Change::Add(new) => {
                set(updater.next_row()?, new);
                updater.keep()?;
                // Where REUSE=YES, it may have the number of a deleted one.
                let at = updater.added() as usize - 1;
                if at == model.len() {
                    model.push(None);
                }
                assert_eq!(model[at].replace(new), None);
            }
            _ => {}
        }
        updater.keep()?;
        assert_eq!(updater.stored(), model.len() as u64);
        assert_eq!(updater.rows(), model.iter().flatten().count() as u64);
    }
    Ok(())
}

/// Returns the data set as a model, read in order and at random.
pub(super) fn read(libraries: &Libraries, libref: &str) -> Result<Model> {
    let mut reader = libraries.open(&name(libref), &options(""))?;
    let mut in_order = Vec::new();
    while reader.next_row()?.is_some() {
        in_order.push((reader.row_number(), value(reader.row())));
    }
    let metadata = reader.metadata().unwrap();
    assert_eq!(metadata.rows(), in_order.len() as u64);
    if metadata.compression != Compression::None {
        assert_eq!(rows_of_others(reader.path(), metadata), metadata.rows());
    }
    if metadata.compression != Compression::None && !metadata.is_addressable {
        let mut model = vec![None; metadata.rows_stored as usize];
        for (number, value) in in_order {
            model[number as usize - 1] = Some(value);
        }
        return Ok(model);
    }
    let mut random = libraries.open_random(&name(libref), &options(""))?;
    assert_eq!(random.rows(), in_order.len() as u64);
    let mut model = Model::new();
    for number in 1..=random.stored() {
        model.push(random.row(number)?.map(value));
    }
    let numbered = (1..).zip(&model);
    let there: Vec<(u64, u32)> = numbered.filter_map(|(n, it)| Some((n, (*it)?))).collect();
    assert_eq!(there, in_order);
    Ok(model)
}

/// Counts the rows of a compressed file as other readers do: every pointer of a page without its mark of nothing.
fn rows_of_others(path: &Path, metadata: &Metadata) -> u64 {
    let bytes = std::fs::read(path).unwrap();
    let header = &metadata.header;
    let pages = bytes[header.header_length as usize..].chunks(header.page_size as usize);
    let count = |page: &[u8]| {
        let word = |at: usize| u16::from_le_bytes([page[at], page[at + 1]]);
        let pointers = match word(32) {
            0 => word(36) as usize,
            _ => 0,
        };
        let pointers = page[40..40 + 24 * pointers].chunks(24);
        pointers
            .filter(|it| it[8..16] != [0; 8] && it[16] != 1 && it[17] == 1)
            .filter(|it| {
                let at = u64::from_le_bytes(*it.first_chunk().unwrap()) as usize;
                // Parts of the description have such a mark, too, and a signature.
                page[at + 4..at + 8] != [0xFF; 4]
            })
            .count() as u64
    };
    pages.take(header.page_count as usize).map(count).sum()
}

/// Makes an index of both variables and one of the number.
pub(super) fn make_indexes(libraries: &Libraries, libref: &str, model: &Model) {
    let index = |name: &str, variables: &[&str]| Index {
        name: name.into(),
        variables: variables.iter().map(|&it| it.into()).collect(),
        unique: false,
        no_missing: false,
    };
    let mut writer = libraries
        .make_indexes(&name(libref), &options("ibufsize=1024"))
        .unwrap();
    for index in [index("N", &["N"]), index("BOTH", &["T", "N"])] {
        let keys = writer.keys(&index).unwrap();
        let mut entries: Vec<(Vec<u8>, u64)> = Vec::new();
        for (at, there) in model.iter().enumerate() {
            if let Some(there) = there {
                let (mut row, mut key) = (vec![0; 48], vec![0; keys.length()]);
                set(&mut row, *there);
                assert!(keys.read(&row, &mut key));
                entries.push((key, at as u64 + 1));
            }
        }
        entries.sort();
        let count = entries.len() as u64;
        let made = writer.make(index, |push| -> Result<()> {
            entries.iter().try_for_each(|(key, number)| push(key, *number))
        });
        assert_eq!(made.unwrap().entries, count);
    }
    writer.commit().unwrap();
}

/// Checks that the indexes find what the model has.
fn check_indexes(libraries: &Libraries, libref: &str, model: &Model) {
    let mut indexes = libraries.open_indexes(&name(libref), &options("")).unwrap().unwrap();
    let mut in_order: Vec<(u32, u64)> = model
        .iter()
        .enumerate()
        .filter_map(|(at, there)| Some(((*there)?, at as u64 + 1)))
        .collect();
    in_order.sort();
    let mut position = indexes.position_of("n").unwrap();
    indexes.seek(&mut position, std::ops::Bound::Unbounded).unwrap();
    let mut found = Vec::new();
    while let Some((key, number)) = indexes.next(&mut position).unwrap() {
        let key = u64::from_be_bytes(*key.first_chunk().unwrap());
        found.push((crate::key::from_sortable(key) as u32, number));
    }
    assert_eq!(found, in_order);
    let mut position = indexes.position_of("BOTH").unwrap();
    let keys = indexes.keys(&position).clone();
    for &(there, number) in &in_order {
        let (mut row, mut key) = (vec![0; 48], vec![0; keys.length()]);
        set(&mut row, there);
        assert!(keys.read(&row, &mut key));
        let mut numbers = Vec::new();
        let mut next = indexes.first_with_key(&mut position, &key).unwrap();
        while let Some(number) = next {
            numbers.push(number);
            next = indexes.next_with_key(&mut position).unwrap();
        }
        assert!(numbers.contains(&number), "{there} {numbers:?}");
    }
    assert_eq!(indexes.entries(&position), in_order.len() as u64);
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let one = prop_oneof![
        4 => (any::<usize>(), any::<u32>()).prop_map(|(at, new)| Change::Replace(at, new)),
        2 => any::<usize>().prop_map(Change::Delete),
        2 => any::<u32>().prop_map(Change::Add),
    ];
    prop::collection::vec(one, 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn updates_equal_the_model(
        rows in 0u32..300,
        bufsize in prop::sample::select(vec!["1k", "4k", "8k"]),
        how in prop::sample::select(vec!["", "discipline=assas", "discipline=assas bufno=4"]),
        form in prop::sample::select(vec![
            "", "compress=char", "compress=binary", "compress=char reuse=yes", "compress=binary reuse=yes",
            "compress=char pointobs=no",
        ]),
        libref in prop::sample::select(vec!["A", "WORK"]),
        is_indexed: bool,
        steps in prop::collection::vec((changes(), any::<bool>()), 1..5),
    ) {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let mut libraries = libraries(folder.path());
        let mut model = make(&mut libraries, libref, rows, &format!("bufsize={bufsize} {form}"));
        if is_indexed {
            make_indexes(&libraries, libref, &model);
        }
        for (changes, commits) in steps {
            let mut changed = model.clone();
            let mut updater = libraries.update(&name(libref), &options(how), 2e9).unwrap();
            let before = model.clone();
            change(&mut updater, &mut changed, &changes).unwrap();
            for (at, expected) in changed.iter().enumerate() {
                let number = at as u64 + 1;
                prop_assert_eq!(updater.row(number).unwrap().map(value), *expected);
                let is_new = before.get(at).is_none_or(Option::is_none);
                if expected.is_some() {
                    prop_assert_eq!(updater.is_new(number), is_new);
                }
            }
            if commits {
                updater.commit().unwrap();
                model = changed;
            } else {
                drop(updater);
            }
            prop_assert_eq!(&read(&libraries, libref).unwrap(), &model);
            if is_indexed {
                check_indexes(&libraries, libref, &model);
            }
        }
    }
}

#[test]
fn an_update_is_made_as_a_whole_whenever_it_is_interrupted() {
    check_interrupted("bufsize=4k");
}

#[test]
fn an_update_of_compressed_rows_is_made_as_a_whole_whenever_it_is_interrupted() {
    check_interrupted("bufsize=4k compress=char");
}

#[test]
fn an_update_that_uses_the_space_of_deleted_rows_is_made_as_a_whole_whenever_it_is_interrupted() {
    check_interrupted("bufsize=4k compress=char reuse=yes");
}

/// Interrupts an update of a data set with these options, and some deleted rows, before each of its writes.
fn check_interrupted(form: &str) {
    let changes: Vec<Change> = (0..14)
        .flat_map(|at: u32| {
            let at = at as usize * 37;
            [
                Change::Replace(at, 1_000_000 + at as u32),
                Change::Delete(at + 11),
                Change::Add(2_000_000 + at as u32),
            ]
        })
        .collect();
    // One unit in memory, so that the journal is written during the step, too.
    let how = options("discipline=assas");
    let (mut before, mut after, mut kept) = (0, 0, 0);
    for writes in 0.. {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let mut libraries = libraries(folder.path());
        let mut old = make(&mut libraries, "A", 300, form);
        make_indexes(&libraries, "A", &old);
        let mut updater = libraries.update(&name("A"), &how, 2e9).unwrap();
        let deleted: Vec<Change> = (0..10).map(|at| Change::Delete(at * 29 + 3)).collect();
        change(&mut updater, &mut old, &deleted).unwrap();
        updater.commit().unwrap();
        let mut new = old.clone();
        let mut updater = libraries.update(&name("A"), &how, 2e9).unwrap();
        fail_point::after(Some(writes));
        let changed = change(&mut updater, &mut new, &changes);
        let committed = match changed {
            Ok(()) => updater.commit().map(drop),
            Err(error) => {
                drop(updater);
                Err(error)
            }
        };
        fail_point::after(None);
        let is_complete = committed.is_ok();
        let must_be_repaired = committed
            .as_ref()
            .is_err_and(|error| error.remains().is_some() && !error.to_string().contains("unchanged"));
        let left = || -> Vec<String> {
            std::fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| name.starts_with('.'))
                .collect()
        };
        let left_at_once = left();
        let mut libraries = self::libraries(folder.path());
        let first = read(&libraries, "A");
        let is_interrupted = matches!(first, Err(Error::Interrupted { .. }));
        assert_eq!(is_interrupted, must_be_repaired, "{writes}");
        let found = match first {
            Err(Error::Interrupted { .. }) if writes % 2 == 0 => {
                let repairing = options("dldmgaction=repair");
                if writes % 4 == 0 {
                    let mut reader = libraries.open(&name("A"), &repairing).unwrap();
                    assert!(reader.next_row().unwrap().is_some());
                } else {
                    drop(libraries.update(&name("A"), &repairing, 2e9).unwrap());
                }
                read(&libraries, "A").unwrap()
            }
            Err(Error::Interrupted { .. }) => {
                assert!(!is_complete);
                assert!(libraries.update(&name("A"), &how, 2e9).is_err());
                // The journal would not be found by another name.
                let renamed = libraries.rename(&name("A"), "OTHER");
                assert!(matches!(renamed, Err(Error::Interrupted { .. })));
                let described = libraries.describe(&name("A")).map(drop);
                assert!(matches!(described, Ok(()) | Err(Error::Interrupted { .. })));
                assert_eq!(libraries.repair(&name("A")).unwrap(), Repair::Completed);
                read(&libraries, "A").unwrap()
            }
            Ok(found) => found,
            Err(error) => panic!("{writes}: {error}"),
        };
        assert_eq!(libraries.repair(&name("A")).unwrap(), Repair::NotNeeded);
        check_indexes(&libraries, "A", &found);
        if found == old {
            assert!(!is_complete && after == 0, "{writes}");
            before += 1;
            kept += usize::from(!left_at_once.is_empty());
        } else {
            assert_eq!(found, new, "{writes}");
            let is_longer = found.len() == old.len() + 14;
            assert_eq!(is_longer, !form.contains("reuse"), "{writes}");
            after += 1;
        }
        assert_eq!(left(), Vec::<String>::new(), "{writes}");
        if is_complete {
            break;
        }
    }
    assert!(before > 10 && after > 10, "{before} {after}");
    // Where the mark could not be written, it may be there.
    assert!(kept <= 1, "{kept}");
}

#[test]
fn a_unique_index_refuses_a_second_observation_with_a_key() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let mut model = make(&mut libraries, "A", 10, "");
    let unique = Index {
        name: "N".into(),
        variables: vec!["N".into()],
        unique: true,
        no_missing: true,
    };
    let mut writer = libraries.make_indexes(&name("A"), &options("")).unwrap();
    let keys = writer.keys(&unique).unwrap();
    let key_of = |number: u32| {
        let (mut row, mut key) = (vec![0; 48], vec![0; keys.length()]);
        set(&mut row, number);
        keys.read(&row, &mut key);
        key
    };
    let made = writer.make(unique, |push| -> Result<()> {
        (0..10).try_for_each(|it| push(&key_of(it), u64::from(it) + 1))
    });
    assert_eq!(made.unwrap().keys, 10);
    writer.commit().unwrap();
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    set(updater.row_mut(3).unwrap().unwrap(), 7);
    let refused = updater.keep().unwrap_err();
    insta::assert_snapshot!(refused, @"the index N of A.DATA is unique, and observation 8 has the key already");
    assert_eq!(value(updater.row(3).unwrap().unwrap()), 2);
    set(updater.next_row().unwrap(), 9);
    assert!(matches!(updater.keep(), Err(Error::DuplicateKey { other: 10, .. })));
    assert_eq!(updater.stored(), 10);
    // The key is free once the observation with it is deleted.
    assert!(updater.delete(10).unwrap());
    set(updater.next_row().unwrap(), 9);
    updater.keep().unwrap();
    let mut position = updater.position_of("n").unwrap();
    let found = updater.next_with_key(&mut position, &key_of(9), 0).unwrap();
    assert_eq!(found, Some(11));
    updater.commit().unwrap();
    model[9] = None;
    model.push(Some(9));
    assert_eq!(read(&libraries, "A").unwrap(), model);
}

#[test]
#[cfg(unix)]
fn who_may_not_read_a_data_set_may_not_read_its_keys() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let model = make(&mut libraries, "A", 10, "");
    let path = |name: &str| folder.path().join(name);
    std::fs::set_permissions(path("data.sas7bdat"), PermissionsExt::from_mode(0o640)).unwrap();
    make_indexes(&libraries, "A", &model);
    let permissions = std::fs::metadata(path("data.sas7bdat.index")).unwrap().permissions();
    assert_eq!(permissions.mode() & 0o777, 0o640);
}

#[test]
fn indexes_follow_their_data_set() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let model = make(&mut libraries, "A", 10, "");
    make_indexes(&libraries, "A", &model);
    let index_file = folder.path().join("data.sas7bdat.index");
    libraries.rename(&name("A"), "OTHER").unwrap();
    let other = DataSetName::new("A", "OTHER").unwrap();
    let indexes = libraries.open_indexes(&other, &options("")).unwrap();
    assert_eq!(indexes.unwrap().iter().count(), 2);
    libraries.rename(&other, "DATA").unwrap();
    check_indexes(&libraries, "A", &model);
    // Another program appends to the data set.
    let kept = std::fs::read(&index_file).unwrap();
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    updater.delete(1).unwrap();
    updater.commit().unwrap();
    std::fs::write(&index_file, &kept).unwrap();
    let disagrees = libraries.open_indexes(&name("A"), &options("")).unwrap_err();
    insta::assert_snapshot!(disagrees, @"the indexes of A.DATA do not agree with its observations: the data set was \
        changed without them; make them again by `proc datasets; rebuild …;`");
    std::fs::remove_file(&index_file).unwrap();
    let disagrees = libraries.open_indexes(&name("A"), &options("")).unwrap_err();
    insta::assert_snapshot!(disagrees, @"the indexes of A.DATA do not agree with its observations: their file is not \
        there; make them again by `proc datasets; rebuild …;`");
    // A new data set has no indexes, and a deleted one leaves none behind.
    std::fs::write(&index_file, kept).unwrap();
    let model = make(&mut libraries, "A", 5, "");
    assert!(!index_file.exists());
    make_indexes(&libraries, "A", &model);
    libraries.delete(&name("A")).unwrap();
    assert!(!index_file.exists());
}

#[test]
fn indexes_that_are_made_again_belong_to_their_data_set_at_once() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let model = make(&mut libraries, "A", 10, "");
    make_indexes(&libraries, "A", &model);
    let path = folder.path().join("data.sas7bdat");
    let before = std::fs::read(&path).unwrap();
    make_indexes(&libraries, "A", &model);
    // A program that is killed before it writes to the data set leaves it like this.
    std::fs::write(&path, before).unwrap();
    check_indexes(&libraries, "A", &model);
}

#[test]
fn a_data_set_is_repaired_by_the_step_that_has_claimed_it() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let repairing = options("dldmgaction=repair");
    let interrupt = |libraries: &Libraries| {
        // The first writes are those of the journal.
        for writes in 0.. {
            let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
            updater.delete(1).unwrap();
            fail_point::after(Some(writes));
            let committed = updater.commit();
            fail_point::after(None);
            committed.unwrap_err();
            let opened = libraries.open(&name("A"), &options(""));
            if matches!(opened, Err(Error::Interrupted { .. })) {
                return;
            }
        }
    };
    make(&mut libraries, "A", 10, "");
    interrupt(&libraries);
    drop(libraries.make_indexes(&name("A"), &repairing).unwrap());
    make(&mut libraries, "A", 10, "");
    interrupt(&libraries);
    libraries.begin_step(None);
    libraries.describe(&name("A")).unwrap();
    assert!(libraries.claim([&name("A")]).unwrap());
    let reader = libraries.open(&name("A"), &repairing).unwrap();
    assert_eq!(reader.rows(), 9);
}

#[test]
fn a_missing_journal_is_told() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "A", 10, "");
    let path = folder.path().join("data.sas7bdat");
    let mut changer = crate::pages::Changer::open(&path, 4096).unwrap();
    let marks = Marks {
        update: std::num::NonZeroU64::new(7),
        ..Marks::default()
    };
    let (at, bytes) = marks.encode();
    changer.write(at, &bytes).unwrap();
    drop(changer);
    assert!(matches!(
        libraries.open(&name("A"), &options("")).unwrap_err(),
        Error::Interrupted { .. }
    ));
    assert!(matches!(
        libraries.repair(&name("A")).unwrap_err(),
        Error::JournalDamaged { .. }
    ));
}

#[test]
fn readers_and_an_update_exclude_each_other() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "A", 10, "");
    let reader = libraries.open(&name("A"), &options("")).unwrap();
    // The reader counts as one of another process: the update has not begun.
    let refused = libraries.update(&name("A"), &options(""), 2e9).unwrap_err();
    insta::assert_snapshot!(refused, @"A lock is not available for A.DATA.DATA: another process reads it; run the step \
        when that has ended, or let it wait so many seconds by `options filelockwait=60;`");
    drop(reader);
    let updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    // This process itself reads what was there before.
    assert_eq!(read(&libraries, "A").unwrap().len(), 10);
    drop(updater);
}
