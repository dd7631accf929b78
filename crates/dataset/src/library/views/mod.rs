//! Views: named queries and DATA steps in a library, which are read like data sets.
//!
//! A view is a [stored text](stored) of the statement or step that created it, which this module does not interpret.

pub(super) mod file;
mod stored;

use std::fs;

use feedrate_pageio::folder;

pub use file::StoredKind;
use file::has_capitals;

use super::Libraries;
use super::member::Member;
use super::storage::LibraryStorage;
use crate::drafts;
use crate::error::{Error, Result};
use crate::name::DataSetName;
use crate::name::{self, is_member};

impl Libraries {
    /// Returns the statement of a view; `None` if there is no view of that name.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or the file cannot be read.
    pub fn view(&self, name: &DataSetName) -> Result<Option<String>> {
        self.stored_text(name, StoredKind::View)
    }

    /// Creates a view, replacing one of the same name.
    ///
    /// # Errors
    ///
    /// Fails if a data set has that name, or if the file cannot be written.
    pub fn create_view(&mut self, name: &DataSetName, statement: &str) -> Result<()> {
        self.store_text(name, StoredKind::View, statement)
    }

    /// Copies a view to another library, replacing one of the same name. Names without a library in it then refer to
    /// that library.
    ///
    /// # Errors
    ///
    /// Fails if there is no such view, if a data set has the new name, or if the file cannot be written.
    pub fn copy_view(&mut self, from: &DataSetName, to: &DataSetName) -> Result<()> {
        let Some(statement) = self.view(from)? else {
            return Err(self.missing(from));
        };
        match self.path(to) {
            Ok(path) => Err(Error::Exists { name: to.clone(), path }),
            Err(error) if error.is_missing() => self.create_view(to, &statement),
            Err(error) => Err(error),
        }
    }

    /// Renames a view within its library.
    ///
    /// # Errors
    ///
    /// Fails if there is no such view, if the new name exists, or if the file cannot be renamed.
    pub fn rename_view(&mut self, name: &DataSetName, to: &str) -> Result<()> {
        let to = name.sibling(to)?;
        let folder = self.writable(name)?.path;
        let (from, path) = (
            StoredKind::View.file_of(folder, name),
            StoredKind::View.file_of(folder, &to),
        );
        let failed = |source| Error::file("rename the view in", &from, source);
        if file::read(&from, StoredKind::View).map_err(failed)?.is_none() {
            return Err(self.missing(name));
        }
        if to == *name {
            return Ok(());
        }
        let taken = |path| Error::Exists { name: to.clone(), path };
        if let Ok(path) = self.path(&to) {
            return Err(taken(path));
        }
        match drafts::rename(&from, &path)? {
            true => Ok(()),
            false => Err(taken(path)),
        }
    }

    /// Refuses a name for a data set that is that of a view.
    pub(super) fn check_no_view(&self, name: &DataSetName) -> Result<()> {
        let LibraryStorage::Folder(folder) = self.storage_of(name.library())? else {
            return Ok(());
        };
        let path = StoredKind::View.file_of(folder.path, name);
        match path.exists() {
            true => Err(Error::ViewExists {
                name: name.clone(),
                path,
            }),
            false => Ok(()),
        }
    }

    /// Removes a view. Returns `false` if there is none of that name.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be removed.
    pub fn delete_view(&mut self, name: &DataSetName) -> Result<bool> {
        let LibraryStorage::Folder(folder) = self.storage_of(name.library())? else {
            return Ok(false);
        };
        let path = StoredKind::View.file_of(folder.path, name);
        let failed = |source| Error::file("delete the view in", &path, source);
        if file::read(&path, StoredKind::View).map_err(failed)?.is_none() {
            return Ok(false);
        }
        self.writable(name)?;
        fs::remove_file(&path).map_err(failed)?;
        Ok(true)
    }

    /// Returns the names of a library's views, in order.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or cannot be read.
    pub fn views(&self, libref: &str) -> Result<Vec<String>> {
        let members = self.view_members(libref)?.into_iter();
        Ok(members.map(|member| member.name).collect())
    }

    /// Returns the views of a library, in the order of their names.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or cannot be read.
    pub fn view_members(&self, libref: &str) -> Result<Vec<Member>> {
        let LibraryStorage::Folder(folder) = self.storage_of(&name::libref(libref)?)? else {
            return Ok(Vec::new());
        };
        let failed = |source| Error::file("list the views in", folder.path, source);
        let mut names = Vec::new();
        for entry in folder::entries(folder.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let file = entry.file_name();
            let name = file
                .to_str()
                .and_then(|file| file.strip_suffix(StoredKind::View.extension()));
            // The file name of a view is in lower case.
            if let Some(name) = name.filter(|name| is_member(name) && !has_capitals(name)) {
                let metadata = entry.metadata().map_err(failed)?;
                names.push(Member {
                    name: name.to_ascii_uppercase(),
                    path: entry.path(),
                    bytes: metadata.len(),
                    modified: metadata.modified().ok(),
                });
            }
        }
        names.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::library::{Assignment, WORK};
    use crate::schema::{Schema, Variable};
    use crate::settings::RequestedSettings;
    use crate::writer::NewDataSet;

    fn libraries(folder: &Path) -> Libraries {
        let mut libraries = Libraries::new(Some(folder.to_owned()));
        libraries.assign(Assignment::new("lib", None, folder).unwrap()).unwrap();
        libraries
    }

    fn name(text: &str) -> DataSetName {
        DataSetName::parse(text, WORK).unwrap()
    }

    #[test]
    fn a_view_outlives_who_made_it_when_its_library_does() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = libraries(folder.path());
        for view in ["lib.b", "lib.a", "work.v"] {
            first.create_view(&name(view), "select 1").unwrap();
        }
        first.create_view(&name("lib.a"), "select 'ä'").unwrap();
        assert_eq!(first.views("lib").unwrap(), ["A", "B"]);
        assert_eq!(first.views("work").unwrap(), ["V"]);
        assert_eq!(first.view(&name("lib.c")).unwrap(), None);
        drop(first);
        let mut second = libraries(folder.path());
        let view = |libraries: &Libraries, of: &str| libraries.view(&name(of)).unwrap();
        assert_eq!(view(&second, "lib.a").as_deref(), Some("select 'ä'"));
        assert_eq!(view(&second, "work.v"), None);
        assert!(second.delete_view(&name("lib.a")).unwrap());
        assert!(!second.delete_view(&name("lib.a")).unwrap());
        assert_eq!(view(&second, "lib.a"), None);
    }

    #[test]
    fn a_data_set_is_read_in_the_place_of_a_view() {
        let folder = tempfile::tempdir().unwrap();
        let mut libraries = libraries(folder.path());
        let (view, stand_in) = (name("lib.v"), name("work.s"));
        let schema = Schema::lay_out(vec![Variable::number("x")]).unwrap();
        let made = libraries.create(&stand_in, schema, NewDataSet::default(), &RequestedSettings::default());
        made.unwrap().commit().unwrap();
        let opened = |libraries: &Libraries| libraries.open(&view, &RequestedSettings::default());
        assert!(opened(&libraries).is_err());
        libraries.stand_in(view.clone(), stand_in.clone());
        let variables = opened(&libraries).unwrap().schema().variables().len();
        assert_eq!(variables, 1);
        let location = libraries.locate(&view, &RequestedSettings::default()).unwrap();
        assert_eq!(*location.name(), view);
        libraries.end_stand_ins().unwrap();
        assert!(opened(&libraries).is_err());
        assert!(!libraries.exists(&stand_in).unwrap());
    }

    #[test]
    fn views_are_copied_and_renamed_and_no_data_set_gets_their_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut libraries = libraries(folder.path());
        libraries.create_view(&name("lib.v"), "select 1").unwrap();
        libraries.copy_view(&name("lib.v"), &name("work.w")).unwrap();
        libraries.rename_view(&name("lib.v"), "u").unwrap();
        assert_eq!(libraries.views("lib").unwrap(), ["U"]);
        let view = libraries.view(&name("work.w")).unwrap();
        assert_eq!(view.as_deref(), Some("select 1"));
        let schema = Schema::lay_out(vec![Variable::number("x")]).unwrap();
        let mut create = |data_set: &str| {
            let facts = NewDataSet::default();
            let begun = libraries.create(&name(data_set), schema.clone(), facts, &RequestedSettings::default());
            begun.and_then(|writer| writer.commit())
        };
        create("lib.t").unwrap();
        let refused = create("lib.u").unwrap_err().to_string();
        assert!(refused.contains("is a view"), "{refused}");
        for refused in [
            libraries.rename(&name("lib.t"), "u"),
            libraries.rename_view(&name("lib.u"), "t"),
            libraries.rename_view(&name("lib.v"), "w"),
            libraries.copy_view(&name("work.w"), &name("lib.t")),
            libraries.copy_view(&name("work.v"), &name("lib.x")),
        ] {
            assert!(refused.is_err());
        }
        let members = libraries.view_members("lib").unwrap();
        assert_eq!(members.len(), 1);
        assert!(members[0].bytes > 20);
    }

    #[test]
    fn what_is_no_view_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut libraries = libraries(folder.path());
        let path = folder.path().join("a.feedrate-view");
        for text in [&b"someone's own"[..], b"", b"\xff\xfe"] {
            fs::write(&path, text).unwrap();
            for refused in [
                libraries.create_view(&name("lib.a"), "select 1").err(),
                libraries.delete_view(&name("lib.a")).err(),
                libraries.view(&name("lib.a")).err(),
            ] {
                let refused = refused.unwrap().to_string();
                assert!(refused.contains("not one that feedrate has written"));
            }
            assert_eq!(fs::read(&path).unwrap(), text);
        }
    }
}
