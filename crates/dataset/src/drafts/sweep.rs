//! Removes files that killed processes have left.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use feedrate_pageio::{at_offset, folder, open_file};

use super::name::{DIGITS, END, MIDDLE, number_of};
use crate::format::{self, Header};
use crate::pages::{Identity, is_journal};
use crate::system;

/// Returns whether a file name may be that of a draft.
pub(crate) fn is_draft_name(file_name: &str) -> bool {
    let digits = file_name
        .strip_prefix('.')
        .and_then(|rest| rest.strip_suffix(END))
        .and_then(|rest| rest.rsplit_once(MIDDLE))
        .map(|(_, digits)| digits);
    let is_digit = |letter: u8| matches!(letter, b'0'..=b'9' | b'a'..=b'f');
    digits.is_some_and(|digits| digits.len() == DIGITS && digits.bytes().all(is_digit))
}

/// Removes the drafts that killed processes of this user left in a folder. Returns their number.
pub(crate) fn sweep(folder: &Path) -> u64 {
    let Ok(entries) = folder::entries(folder) else {
        return 0;
    };
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(is_draft_name) && sweep_file(&entry.path()))
        .count() as u64
}

/// Removes a file if it is a draft of this user that no process writes, or the journal of an update that was not begun
/// or is complete.
fn sweep_file(path: &Path) -> bool {
    // Checked before it is opened, too, because opening something else may block.
    if !system::is_own_draft_at(path) {
        return false;
    }
    let Ok(file) = system::open_to_lock(path, true) else {
        return false;
    };
    system::is_own_draft(&file)
        && open_file::try_lock(&file, true).is_ok_and(|is_locked| is_locked)
        && match is_journal(&file) {
            // After a power cut it can have the mark of a draft again, which is removed before a header names it: the
            // header alone decides.
            true => !is_needed(path),
            // It may have been put in place just before it was locked here.
            false => is_at(&file, path),
        }
        && fs::remove_file(path).is_ok()
}

/// Returns whether the data set of a journal may need it.
fn is_needed(journal: &Path) -> bool {
    let name = journal.file_name().and_then(|name| name.to_str());
    let stem = name.and_then(|name| Some(name.strip_prefix('.')?.rsplit_once(MIDDLE)?.0));
    let (Some(stem), Some(number)) = (stem, number_of(journal)) else {
        return true;
    };
    // The stem of an index file is the name of the data set's file.
    let data_set = match stem.ends_with(format::EXTENSION) {
        true => journal.with_file_name(stem),
        false => journal.with_file_name(format!("{stem}{}", format::EXTENSION)),
    };
    let mut prefix = [0; Header::PREFIX];
    let read = File::open(data_set).and_then(|file| at_offset::read_exact(&file, &mut prefix, 0));
    match read.map(|()| Header::parse(&prefix)) {
        Ok(Ok(header)) => {
            let marks = header.marks.unwrap_or_default();
            let needed = [marks.update, marks.index_update];
            needed.into_iter().flatten().any(|it| it.get() == number)
        }
        Err(error) => error.kind() != io::ErrorKind::NotFound,
        Ok(Err(_)) => true,
    }
}

/// Returns whether an open file still has its mark and is at a path that is not a link.
fn is_at(file: &File, path: &Path) -> bool {
    let there = Identity::at(path);
    system::is_marked(file)
        && Identity::of_file(file).is_some_and(|file| there.is_some_and(|there| file.is_same_file(there)))
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::num::NonZeroU64;
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::super::draft::Draft;
    use super::super::name::path_of;
    use super::*;
    use crate::format::Marks;
    use crate::library::{Assignment, Libraries};
    use crate::name::DataSetName;
    use crate::schema::{Schema, Variable};
    use crate::settings::RequestedSettings;
    use crate::writer::NewDataSet;

    fn begin(destination: &Path) -> Draft {
        Draft::begin_unclaimed(destination, |_, _| Ok(())).unwrap().0
    }

    fn mark(path: &Path) {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        system::set_permissions(&file, system::PRIVATE, true).unwrap();
    }

    /// Leaves a draft as a killed process does: the file without the lock.
    fn abandon(mut draft: Draft) -> PathBuf {
        draft.is_there = false;
        draft.temporary.clone()
    }

    #[test]
    fn other_names_are_no_drafts() {
        for name in [
            "sales.sas7bdat",
            ".sales.sas7bdat",
            ".sales.feedrate-12.tmp",
            ".sales.feedrate-12-1.tmp",
            ".sales.feedrate-0123456789abcdeg.tmp",
            "sales.feedrate-0123456789abcdef.tmp",
            ".sales.feedrate-0123456789abcdef.tmp.old",
        ] {
            assert!(!is_draft_name(name), "{name}");
        }
        assert!(is_draft_name(".a.feedrate-1.feedrate-0123456789abcdef.tmp"));
    }

    #[test]
    fn what_is_abandoned_is_swept_and_what_is_at_work_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let abandoned = abandon(begin(&folder.path().join("a.sas7bdat")));
        let at_work = begin(&folder.path().join("b.sas7bdat"));
        assert_eq!(sweep(folder.path()), 1);
        assert!(!abandoned.exists());
        assert!(at_work.temporary.exists());
    }

    #[test]
    fn a_journal_that_a_header_names_stays_with_the_mark_of_a_draft() {
        let folder = tempfile::tempdir().unwrap();
        let mut libraries = Libraries::new(Some(folder.path().into()));
        let assignment = Assignment::new("a", None, folder.path()).unwrap();
        libraries.assign(assignment).unwrap();
        let name = DataSetName::new("A", "B").unwrap();
        let schema = Schema::lay_out(vec![Variable::number("x")]).unwrap();
        let none = RequestedSettings::default();
        let writer = libraries.create(&name, schema, NewDataSet::default(), &none);
        writer.unwrap().commit().unwrap();
        let data_set = folder.path().join("b.sas7bdat");
        let [needed, other] = [7, 8].map(|number| {
            let path = path_of(&data_set, number);
            fs::write(&path, b"FRREDO01 and changes").unwrap();
            mark(&path);
            path
        });
        let marks = Marks {
            update: NonZeroU64::new(7),
            ..Marks::default()
        };
        let (at, bytes) = marks.encode();
        let file = OpenOptions::new().write(true).open(&data_set).unwrap();
        at_offset::write_all(&file, &bytes, at).unwrap();
        assert_eq!(sweep(folder.path()), 1);
        assert!(needed.exists() && !other.exists());
        // Without it the update is complete, or was never begun.
        at_offset::write_all(&file, &[0; 64], at).unwrap();
        assert_eq!(sweep(folder.path()), 1);
        assert!(!needed.exists());
    }

    #[test]
    fn what_is_only_named_like_a_draft_is_not_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let named = path(".thesis.feedrate-0123456789abcdef.tmp");
        fs::write(&named, "years of work").unwrap();
        // The mark or a second name alone does not make a draft.
        let marked = path("thesis.tmp");
        fs::write(&marked, "years of work").unwrap();
        mark(&marked);
        let linked = abandon(begin(&path("c.sas7bdat")));
        fs::hard_link(&linked, path("kept")).unwrap();
        assert_eq!(sweep(folder.path()), 0);
        assert!(named.exists() && marked.exists() && linked.exists());
    }

    proptest! {
        #[test]
        fn no_name_panics(name in ".{0,40}") {
            let _ = is_draft_name(&name);
        }
    }
}
