//! DATASET: of a new hash table: reads a data set into it.

use feedrate_dataset::key::widen;
use feedrate_dataset::{DataSetName, Reader};
use feedrate_program::{ObjectDataSet, ObjectSource, SiteId};
use feedrate_values::{Kind, Severity};

use super::hash_object::{Duplicates, HashSettings, Items};
use super::layout::Field;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::outcome::DataSetRead;
use crate::outcome::data_set_notes::log_one_read;
use crate::sources::filter::RowFilter;

/// An opened data set that fills a hash table.
pub(super) struct OpenSource<'s> {
    source: &'s ObjectSource,
    name: DataSetName,
    reader: Reader,
    filter: Option<RowFilter<'s>>,
    /// The number of observations that satisfied the filter.
    passed: u64,
}

/// The copy of a column into a key or into data.
struct Move<'f> {
    field: &'f Field,
    from: usize,
    length: usize,
}

impl<'s> OpenSource<'s> {
    /// Returns the names that the variables have after RENAME=, without those that are left out.
    pub(super) fn names(&self) -> Vec<String> {
        let variables = self.reader.schema().variables().iter();
        let names = variables.filter_map(|variable| self.source.selection.selected(&variable.name));
        names.map(str::to_owned).collect()
    }

    /// Advances to the next observation that is read. Returns whether there is one.
    fn next(&mut self, core: &mut Core<'s, '_>) -> StepResult<bool> {
        let Some(filter) = &mut self.filter else {
            core.check_stop()?;
            return Ok(self.reader.next_row()?.is_some());
        };
        if self.source.last.is_some_and(|last| self.passed >= last) {
            return Ok(false);
        }
        while filter.find_next(&mut self.reader, core)? {
            self.passed += 1;
            if self.passed >= self.source.first {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the copies for fields, or the reason why a field has none.
    fn moves<'f>(&self, fields: &'f [Field]) -> Result<Vec<Move<'f>>, String> {
        let variables = self.reader.schema().variables();
        let moves = fields.iter().map(|field| {
            let variable = variables.iter().find(|variable| {
                let name = self.source.selection.selected(&variable.name);
                name.is_some_and(|name| name.eq_ignore_ascii_case(&field.name))
            });
            let Some(variable) = variable else {
                return Err(format!("Variable {} is not on file {},", field.name, self.name));
            };
            if variable.kind != field.slot.kind() {
                let name = &field.name;
                return Err(format!(
                    "Variable {name} of {} is of another kind than that of the step,",
                    self.name
                ));
            }
            Ok(Move {
                field,
                from: variable.offset as usize,
                length: variable.length as usize,
            })
        });
        moves.collect()
    }
}

impl Move<'_> {
    #[inline]
    fn copy(&self, row: &[u8], to: &mut [u8], is_key: bool) {
        let value = &row[self.from..self.from + self.length];
        match (self.field.slot.kind(), is_key) {
            (Kind::Number, true) => self.field.set_key_number(to, widen(value)),
            (Kind::Number, false) => self.field.set_number(to, widen(value)),
            (Kind::Text, _) => self.field.set_text(to, value),
        }
    }
}

impl<'s> Core<'s, '_> {
    /// Opens the data set of a hash table.
    pub(super) fn open_source(&mut self, source: &'s ObjectSource, site: SiteId) -> StepResult<OpenSource<'s>> {
        let name = self.name_of_data_set(&source.data_set, site)?;
        let Some(libraries) = self.libraries else {
            return Err(Box::new(Fault::NoDataSet));
        };
        let mut reader = libraries.locate(&name, &source.settings)?.open()?;
        self.take_rows(&name.to_string(), reader.schema().row_length())?;
        let changed = || Fault::changed(&name);
        let filter = source.filter.as_ref();
        let filter = filter.map(|filter| RowFilter::new(filter, reader.schema()).ok_or_else(changed));
        let filter = filter.transpose()?;
        if filter.is_none() {
            reader.set_window(source.first, source.last)?;
        }
        Ok(OpenSource {
            source,
            name,
            reader,
            filter,
            passed: 0,
        })
    }

    /// Returns the name of a data set that an object reads or makes.
    pub(super) fn name_of_data_set(&mut self, data_set: &'s ObjectDataSet, site: SiteId) -> StepResult<DataSetName> {
        match data_set {
            ObjectDataSet::Stated(name) => Ok(name.clone()),
            ObjectDataSet::Computed { text, library } => {
                let word = self.word(text)?;
                DataSetName::parse(&word, library).map_err(|_| {
                    let hint = match word.contains('(') {
                        true => " (options must be a text of their own at the end of DATASET:)",
                        false => "",
                    };
                    self.object_fault(site, &format!("`{word}` is no name of a data set{hint}"))
                })
            }
        }
    }

    /// Reads the observations of a data set into a hash table.
    pub(super) fn load(
        &mut self,
        source: &mut OpenSource<'s>,
        items: &mut Items,
        settings: &HashSettings,
        site: SiteId,
    ) -> StepResult<()> {
        let layout = std::rc::Rc::clone(&items.layout);
        let moves = source.moves(&layout.keys);
        let moves = moves.and_then(|keys| Ok((keys, source.moves(&layout.data)?)));
        let (keys, data) = moves.map_err(|why| self.object_fault(site, &why))?;
        let increment = settings.sum_increment.map(|slot| self.values.number(slot));
        let mut key = vec![0; layout.key_bytes()];
        let mut observations = 0;
        while source.next(self)? {
            observations += 1;
            let row = source.reader.row();
            keys.iter().for_each(|step| step.copy(row, &mut key, true));
            let search = items.table.search(&key);
            let before = search.head.filter(|_| !settings.has_lists);
            let item = match (before, settings.duplicates) {
                (None, _) => items.table.add_searched(search, &key, &mut self.memory)?,
                (Some(_), Duplicates::KeepFirst) => continue,
                (Some(before), Duplicates::Replace) => before,
                (Some(_), Duplicates::Refuse) => {
                    let what = format!("Duplicate key found when loading data set {}", source.name);
                    return Err(self.object_fault(site, &what));
                }
            };
            let bytes = items.table.data_mut(item);
            data.iter().for_each(|step| step.copy(row, bytes, false));
            if before.is_none() {
                items.table.add_to_sum(item, increment.unwrap_or(0.0));
            }
        }
        source.reader.release();
        let read = DataSetRead {
            name: source.name.clone(),
            observations,
            at_random: false,
            condition: source.source.filter.as_ref().map(|filter| filter.text.clone()),
            is_condition_compiled: source.filter.as_ref().is_some_and(RowFilter::is_compiled),
            lost: source.reader.lost(),
            account: Some(source.reader.account()),
            index: None,
        };
        log_one_read(&read, &mut |text| self.log.message(Severity::Note, text));
        self.objects.read.push(read);
        Ok(())
    }
}
