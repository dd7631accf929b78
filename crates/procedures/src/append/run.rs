//! PROC APPEND: adds the observations of one data set to the end of another.

use feedrate_dataset::appender::{Append as Base, Appender, Rewrite};
use feedrate_dataset::{DataSetName, Error, Reader, RequestedSettings, Schema, Updater};
use feedrate_steps::data::{
    DataSetMade, Fault, Loader, Outcome, Storer, Values, add_rows, all_read, attributes_of,
    check_row_memory, check_stop, copy, finish,
};
use feedrate_steps::environment::{Environment, Severity};
use feedrate_steps::index::{definitions, remake};
use feedrate_steps::ir::{Load, Store, Vector};

use super::unique::UniqueKeys;
use crate::intent::Action;

/// A PROC APPEND step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The data set to which observations are added; it is created if it does not exist.
    pub base: DataSetName,
    /// The data set whose observations are added.
    pub data: DataSetName,
    /// FORCE: whether variables of `data` that `base` lacks, or has with another kind or length, are dropped,
    /// truncated or set to missing, instead of being an error.
    pub force: bool,
}

/// Converts rows of one data set to those of another, through a vector of the latter's variables. Variables that the
/// former lacks are missing.
struct Mover {
    loader: Loader,
    storer: Storer,
    values: Values,
}

impl Mover {
    #[inline]
    fn move_row(&mut self, from: &[u8], to: &mut [u8]) {
        self.loader.load(from, &mut self.values);
        self.storer.store(&self.values, to);
    }
}

impl Append {
    /// Returns what it would do.
    pub(crate) fn action(&self) -> Action<'_> {
        Action::Append {
            base: &self.base,
            data: &self.data,
        }
    }

    pub(crate) fn carry_out(
        &self,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        let log = |environment: &mut Environment<'_>, text: &str| {
            environment.log.message(Severity::Note, text);
        };
        if !environment.libraries.exists(&self.base)? {
            log(
                environment,
                "BASE data set does not exist. DATA file is being copied to BASE file.",
            );
            return copy(&self.data, &self.base, environment, outcome);
        }
        log(
            environment,
            &format!("Appending {} to {}.", self.data, self.base),
        );
        let now = environment.clock.datetime();
        let base = environment.libraries.append(&self.base, now)?;
        let mut new = environment
            .libraries
            .open(&self.data, &RequestedSettings::default())?;
        let rows = [(&self.data, new.schema()), (&self.base, base.schema())];
        check_row_memory(environment, rows)?;
        let mover = self.mover(base.schema(), new.schema(), environment)?;
        match base {
            Base::InPlace(appender) => {
                self.in_place(*appender, &mut new, mover, environment, outcome)
            }
            Base::Update(updater) => self.updated(*updater, &mut new, mover, environment, outcome),
            Base::Rewrite(anew) => self.anew(*anew, &mut new, mover, environment, outcome),
        }
    }

    /// Adds the rows after those of the file, whose pages are kept.
    fn in_place(
        &self,
        mut appender: Appender,
        new: &mut Reader,
        mut mover: Mover,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        // For a data set that is appended to itself, these are the rows before the step: reading ends where the file
        // ended when it was opened.
        while let Some(rows) = new.next_block()? {
            check_stop(environment.stop)?;
            for row in rows.iter() {
                mover.move_row(row, appender.next_row()?);
            }
        }
        outcome.read.push(all_read(&self.data, new));
        let (observations, variables) = (appender.rows(), appender.schema().variables().len());
        let account = appender.commit()?;
        log_added(new.rows(), environment);
        outcome.made.push(DataSetMade {
            name: self.base.clone(),
            observations,
            variables,
            is_there: true,
            account: Some(account),
        });
        Ok(())
    }

    /// Adds the rows after those of the file, which has deleted ones or indexes, and to these. Those whose key a unique
    /// index has already are left out.
    fn updated(
        &self,
        mut updater: Updater,
        new: &mut Reader,
        mut mover: Mover,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        let mut refused = 0_u64;
        updater.add_at_end();
        while let Some(rows) = new.next_block()? {
            check_stop(environment.stop)?;
            for row in rows.iter() {
                mover.move_row(row, updater.next_row()?);
                match updater.keep() {
                    Err(Error::DuplicateKey { .. }) => refused += 1,
                    kept => kept?,
                }
            }
        }
        outcome.read.push(all_read(&self.data, new));
        let added = updater.changes().added;
        let (observations, variables) = (updater.rows(), updater.schema().variables().len());
        let account = updater.commit()?;
        self.log_refused(refused, environment);
        log_added(added, environment);
        outcome.made.push(DataSetMade {
            name: self.base.clone(),
            observations,
            variables,
            is_there: true,
            account: Some(account),
        });
        Ok(())
    }

    /// Writes a new data set with the existing rows and the added ones.
    fn anew(
        &self,
        mut rewrite: Rewrite,
        new: &mut Reader,
        mut mover: Mover,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        let text = format!(
            "{} is written anew with all of its observations, because {}.",
            self.base, rewrite.reason
        );
        environment.log.message(Severity::Note, &text);
        let old = &mut rewrite.reader;
        let created = old
            .metadata()
            .map_or(0.0, |metadata| metadata.header.created);
        let (requested, facts) = attributes_of(old, "APPEND", created);
        let schema = old.schema().clone();
        let row_bytes = schema.row_length() as usize;
        let indexes = definitions(environment.libraries, &self.base)?;
        let mut writer = environment
            .libraries
            .create(&self.base, schema, facts, &requested)?;
        add_rows(old, &mut writer, environment.stop)?;
        let mut unique = UniqueKeys::open(environment.libraries, &self.base)?;
        let (mut moved, mut added, mut refused) = (vec![0; row_bytes], 0_u64, 0_u64);
        while let Some(rows) = new.next_block()? {
            check_stop(environment.stop)?;
            for row in rows.iter() {
                mover.move_row(row, &mut moved);
                if let Some(unique) = &mut unique
                    && !unique.take(&moved)?
                {
                    refused += 1;
                    continue;
                }
                writer.next_row()?.copy_from_slice(&moved);
                added += 1;
            }
        }
        drop(unique);
        outcome.read.push(all_read(&self.base, old));
        finish(&self.data, new, &self.base, writer, outcome)?;
        self.log_refused(refused, environment);
        log_added(added, environment);
        drop(rewrite);
        let remade = remake(&self.base, indexes, environment)?;
        outcome.others.extend(remade.others);
        outcome.utility.extend(remade.utility);
        Ok(())
    }

    /// Logs how many rows had a key that a unique index has already.
    fn log_refused(&self, refused: u64, environment: &mut Environment<'_>) {
        if refused > 0 {
            let text = format!(
                "Add/Update failed for data set {} because data value(s) do not comply with integrity constraint or \
                 unique index. (Occurred {refused} times.)",
                self.base
            );
            environment.log.message(Severity::Warning, &text);
        }
    }

    /// Returns the conversion of rows. Reports differences of variables: as warnings with FORCE, as an error without
    /// it.
    fn mover(
        &self,
        old: &Schema,
        new: &Schema,
        environment: &mut Environment<'_>,
    ) -> Result<Mover, Box<Fault>> {
        let mut complaints = Vec::new();
        let mut vector = Vector::default();
        let (mut loads, mut stores) = (Vec::new(), Vec::new());
        for (column, to) in (0..).zip(old.variables()) {
            let slot = vector.add(to.kind, to.length);
            stores.push(Store { slot, column });
            match new.position(&to.name) {
                Some(from) if new.variables()[from].kind == to.kind => {
                    let length = new.variables()[from].length;
                    if length > to.length {
                        complaints.push(format!(
                            "Variable {} has length {} on BASE file and {length} on DATA file.",
                            to.name, to.length
                        ));
                    }
                    let column = from as u32;
                    loads.push(Load { column, slot });
                }
                Some(_) => complaints.push(format!(
                    "Variable {} has not been appended because of type mismatch.",
                    to.name
                )),
                None => {
                    let text = format!("Variable {} was not found on DATA file.", to.name);
                    environment.log.message(Severity::Warning, &text);
                }
            }
        }
        for from in new.variables() {
            if old.find(&from.name).is_none() {
                complaints.push(format!(
                    "Variable {} was not found on BASE file.",
                    from.name
                ));
            }
        }
        let failed = !complaints.is_empty() && !self.force;
        for complaint in complaints {
            environment.log.message(Severity::Warning, &complaint);
        }
        if failed {
            return Err(Box::new(Fault::NotAppended));
        }
        let movers = Loader::new(&loads, new).zip(Storer::new(&stores, old));
        let (loader, storer) =
            movers.ok_or_else(|| Box::new(Fault::Changed(self.data.to_string())))?;
        Ok(Mover {
            loader,
            storer,
            values: Values::new(&vector),
        })
    }
}

fn log_added(added: u64, environment: &mut Environment<'_>) {
    let text = format!("There were {added} observations added.");
    environment.log.message(Severity::Note, &text);
}
