//! Puts complete data sets in place.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::drafts::Exchange;
use crate::drafts::{Draft, flush_names};
use crate::error::{Error, Result, not_written};
use crate::index;
use crate::name::DataSetName;
use crate::pages::{self, FileAccount};
use crate::pipe::SentDataSet;

/// A data set that is completely written but not put in place. Dropping it removes its file; a step that reads it from
/// a pipe then fails.
#[derive(Debug)]
pub struct CompletedDataSet {
    name: DataSetName,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    File(Box<CompletedFile>),
    /// All rows were piped, but not the tail.
    Sent(Box<SentDataSet>),
}

#[derive(Debug)]
struct CompletedFile {
    /// Declared before the draft, so that the file is closed when that is dropped.
    pages: pages::WrittenFile,
    draft: Draft,
    durable: bool,
}

impl CompletedDataSet {
    pub(crate) fn file(name: DataSetName, pages: pages::WrittenFile, draft: Draft, durable: bool) -> Self {
        let file = CompletedFile { pages, draft, durable };
        Self {
            name,
            kind: Kind::File(Box::new(file)),
        }
    }

    pub(crate) fn sent(name: DataSetName, sent: SentDataSet) -> Self {
        Self {
            name,
            kind: Kind::Sent(Box::new(sent)),
        }
    }

    /// Puts the data set in place, replacing an existing one. For a pipe, waits until its reader has everything.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be put in place, or if the reader of a pipe fails.
    pub fn put_in_place(self) -> Result<FileAccount> {
        let file = match self.kind {
            Kind::File(file) => *file,
            Kind::Sent(sent) => return sent.end()?.wait(),
        };
        let destination = file.draft.destination().to_owned();
        file.draft
            .put_in_place()
            .map_err(|error| not_written(&self.name, error))?;
        // Its indexes were those of the data set that was replaced.
        index::remove(&destination);
        let mut account = file.pages.close();
        if file.durable {
            flush_names(&destination);
        }
        account.path = destination;
        Ok(account)
    }
}

/// Puts all of these data sets in place, or none of them: if one fails, the previous ones are removed and the data sets
/// that they replaced are restored. If that is not possible either, as on a file system that cannot exchange names,
/// some stay, and the error names them.
///
/// Before the first is put in place, the readers of pipes have everything.
///
/// # Errors
///
/// Fails if one cannot be put in place, if two are the same file, or if the reader of a pipe fails.
pub fn put_all_in_place(mut all: Vec<CompletedDataSet>) -> Result<Vec<FileAccount>> {
    if all.len() == 1
        && let Some(one) = all.pop()
    {
        return Ok(vec![one.put_in_place()?]);
    }
    check_apart(&all)?;
    let mut accounts: Vec<Option<FileAccount>> = vec![None; all.len()];
    let (mut closing, mut files) = (Vec::new(), Vec::new());
    for (index, completed) in all.into_iter().enumerate() {
        match completed.kind {
            Kind::File(file) => files.push((index, completed.name, *file)),
            // A reader may need the end of one pipe before it reads another: all are ended before one is waited for.
            Kind::Sent(sent) => closing.push((index, sent.end()?)),
        }
    }
    for (index, closing) in closing {
        accounts[index] = Some(closing.wait()?);
    }
    let mut placed_data_sets: Vec<PlacedDataSet> = Vec::with_capacity(files.len());
    for (index, name, file) in files {
        let destination = file.draft.destination().to_owned();
        match file.draft.exchange() {
            Ok(placed) => placed_data_sets.push(PlacedDataSet {
                index,
                placed,
                name,
                pages: file.pages,
                destination,
                durable: file.durable,
            }),
            Err(error) => return Err(undo(placed_data_sets, &name, error)),
        }
    }
    for data_set in placed_data_sets {
        data_set.placed.keep();
        index::remove(&data_set.destination);
        if data_set.durable {
            flush_names(&data_set.destination);
        }
        let mut account = data_set.pages.close();
        account.path = data_set.destination;
        accounts[data_set.index] = Some(account);
    }
    Ok(accounts.into_iter().flatten().collect())
}

/// Refuses two names of one file, as in two libraries on one folder: the second would replace the first.
fn check_apart(all: &[CompletedDataSet]) -> Result<()> {
    let mut names = HashMap::with_capacity(all.len());
    for completed in all {
        let Kind::File(file) = &completed.kind else {
            continue;
        };
        let path = file.draft.destination();
        if let Some(other) = names.insert(path, &completed.name) {
            return Err(Error::SameFile {
                name: completed.name.to_string(),
                other: other.to_string(),
                path: path.into(),
            });
        }
    }
    Ok(())
}

/// A data set that was put in place and can be undone.
struct PlacedDataSet {
    /// Its index among all data sets.
    index: usize,
    placed: Exchange,
    name: DataSetName,
    pages: pages::WrittenFile,
    destination: PathBuf,
    durable: bool,
}

/// Undoes what was put in place, the last first, because of an error with the data set of that name.
fn undo(placed_data_sets: Vec<PlacedDataSet>, name: &DataSetName, error: Error) -> Error {
    let mut there: Vec<String> = placed_data_sets
        .into_iter()
        .rev()
        .filter_map(|data_set| (!data_set.placed.undo()).then(|| data_set.name.to_string()))
        .collect();
    if there.is_empty() {
        return not_written(name, error);
    }
    there.reverse();
    Error::PartlyWritten {
        name: name.to_string(),
        there,
        source: Box::new(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io;

    use std::time::Duration;

    use insta::assert_snapshot;

    use super::*;
    use crate::locks::Claim;
    use crate::schema::{Schema, Variable};
    use crate::settings::Settings;
    use crate::writer::{NewDataSet, Writer};

    #[test]
    fn what_cannot_be_taken_back_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.sas7bdat");
        let name = DataSetName::parse("a.x", "WORK").unwrap();
        fs::write(&path, "old").unwrap();
        let schema = Schema::lay_out(vec![Variable::number("n")]).unwrap();
        let facts = NewDataSet::default();
        let claim = Claim::new(&name, &path, Duration::ZERO).unwrap();
        let writer = Writer::create(claim, &name, schema, &facts, &Settings::default(), false);
        let completed = writer.unwrap().complete().unwrap();
        let Kind::File(file) = completed.kind else {
            panic!("it is a file");
        };
        let data_set = PlacedDataSet {
            index: 0,
            placed: file.draft.exchange().unwrap(),
            name: completed.name,
            pages: file.pages,
            destination: path.clone(),
            durable: false,
        };
        // The old file, which was set aside, is lost.
        for entry in fs::read_dir(folder.path()).unwrap() {
            let entry = entry.unwrap().path();
            if entry != path {
                assert_eq!(fs::read(&entry).unwrap(), b"old");
                fs::remove_file(entry).unwrap();
            }
        }
        let other = DataSetName::parse("a.y", "WORK").unwrap();
        let error = Error::file(
            "put the new data set in place as",
            "y.sas7bdat",
            io::ErrorKind::PermissionDenied.into(),
        );
        let error = undo(vec![data_set], &other, error);
        assert_snapshot!(error, @"data set A.Y is not written, and what was there before is unchanged, but of the same \
            step A.X could not be taken back and is there: cannot put the new data set in place as y.sas7bdat: \
            permission denied; ask its owner for the right, or name another");
        assert!(fs::read(&path).unwrap().len() > 3);
    }
}
