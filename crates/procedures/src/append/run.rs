//! PROC APPEND: adds the observations of one data set to the end of another.

use feedrate_dataset::appender::{Append as Base, Appender, Rewrite};
use feedrate_dataset::{DataSetName, Error, FileAccount, RequestedSettings, Updater};
use feedrate_procedure::Action;
use feedrate_program::DataStep;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::index::{definitions, remake};
use feedrate_rows::{
    DataSetMade, Outcome, StepResult, add_rows, all_read, attributes_of, check_row_memory, copy, run_procedure,
};

use super::rows::{Mover, Source, joined};
use super::unique::UniqueKeys;

/// A PROC APPEND step.
#[derive(Clone, Debug)]
pub struct Append {
    /// The data set to which observations are added; it is created if it does not exist.
    pub base: DataSetName,
    /// The data set whose observations are added.
    pub data: DataSetName,
    /// FORCE: whether variables of `data` that `base` lacks, or has with another kind or length, are dropped,
    /// truncated or set to missing, instead of being an error.
    pub force: bool,
    /// The step that reads `data` where it has options, and makes `base` if it does not exist.
    pub chosen: Option<Box<DataStep>>,
}

impl Append {
    /// Returns what it would do.
    pub(crate) fn action(&self) -> Action<'_> {
        Action::Append {
            base: &self.base,
            data: &self.data,
        }
    }

    /// Adds the observations. An error of the step that chooses them was logged, and is that of the outcome.
    pub(crate) fn run(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
        if !environment.libraries.exists(&self.base)? {
            let text = "BASE data set does not exist. DATA file is being copied to BASE file.";
            environment.log.message(Severity::Note, text);
            return match &self.chosen {
                None => copy(&self.data, &self.base, environment, outcome),
                Some(step) => self.make(step, environment, outcome),
            };
        }
        let text = format!("Appending {} to {}.", self.data, self.base);
        environment.log.message(Severity::Note, &text);
        let now = environment.clock.datetime();
        let base = environment.libraries.append(&self.base, now)?;
        let mut new = self.source(environment)?;
        let mut rows = vec![(&self.base, base.schema())];
        if let Source::Stored(reader) = &new {
            rows.insert(0, (&self.data, reader.schema()));
        }
        check_row_memory(environment, rows)?;
        let how = (&self.data, self.force);
        let mover = Mover::new(base.schema(), &mut new, how, environment)?;
        match base {
            Base::InPlace(appender) => self.in_place(*appender, new, mover, environment, outcome),
            Base::Update(updater) => self.updated(*updater, new, mover, environment, outcome),
            Base::Rewrite(anew) => self.anew(*anew, new, mover, environment, outcome),
        }
    }

    /// Returns the source of the rows that are added.
    fn source(&self, environment: &Environment<'_>) -> StepResult<Source> {
        Ok(match &self.chosen {
            None => {
                let requested = RequestedSettings::default();
                Source::Stored(Box::new(environment.libraries.open(&self.data, &requested)?))
            }
            Some(step) => {
                let mut step = step.clone();
                step.writes.clear();
                Source::Chosen(step)
            }
        })
    }

    /// Makes the base of the chosen observations, with the attributes of the data set that they are of.
    fn make(&self, step: &DataStep, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
        let requested = RequestedSettings::default();
        let reader = environment.libraries.open(&self.data, &requested)?;
        let (settings, mut facts) = attributes_of(&reader, "APPEND", 0.0);
        facts.order = None;
        drop(reader);
        let mut step = step.clone();
        for write in &mut step.writes {
            write.settings = settings.clone();
            write.label.clone_from(&facts.label);
        }
        let made = run_procedure(&step, environment, &mut |runtime, _| {
            while runtime.read(0)? {
                runtime.core.check_stop()?;
                runtime.output(&[0])?;
            }
            Ok(())
        });
        joined(made, outcome);
        Ok(())
    }

    /// Adds the rows after those of the file, whose pages are kept.
    fn in_place(
        &self,
        mut appender: Appender,
        new: Source,
        mut mover: Mover,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> StepResult<()> {
        let added = new.each(&self.data, environment, outcome, |row| {
            mover.move_row(row, appender.next_row()?);
            Ok(())
        })?;
        let Some(added) = added else {
            return Ok(());
        };
        outcome.cut_texts.extend(mover.cut_texts());
        let (observations, variables) = (appender.rows(), appender.schema().variables().len());
        let account = appender.commit()?;
        log_added(added, environment);
        outcome.made.push(self.made(observations, variables, account));
        Ok(())
    }

    /// Adds the rows after those of the file, which has deleted ones or indexes, and to these. Those whose key a unique
    /// index has already are left out.
    fn updated(
        &self,
        mut updater: Updater,
        new: Source,
        mut mover: Mover,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> StepResult<()> {
        let mut refused = 0_u64;
        updater.add_at_end();
        let read = new.each(&self.data, environment, outcome, |row| {
            mover.move_row(row, updater.next_row()?);
            match updater.keep() {
                Err(Error::DuplicateKey { .. }) => refused += 1,
                kept => kept?,
            }
            Ok(())
        })?;
        if read.is_none() {
            return Ok(());
        }
        outcome.cut_texts.extend(mover.cut_texts());
        let added = updater.changes().added;
        let (observations, variables) = (updater.rows(), updater.schema().variables().len());
        let account = updater.commit()?;
        self.log_refused(refused, environment);
        log_added(added, environment);
        outcome.made.push(self.made(observations, variables, account));
        Ok(())
    }

    /// Writes a new data set with the existing rows and the added ones.
    fn anew(
        &self,
        mut rewrite: Rewrite,
        new: Source,
        mut mover: Mover,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> StepResult<()> {
        let text = format!(
            "{} is written anew with all of its observations, because {}.",
            self.base, rewrite.reason
        );
        environment.log.message(Severity::Note, &text);
        let old = &mut rewrite.reader;
        let created = old.metadata().map_or(0.0, |metadata| metadata.header.created);
        let (requested, mut facts) = attributes_of(old, "APPEND", created);
        facts.order = None;
        let schema = old.schema().clone();
        let row_bytes = schema.row_length() as usize;
        let indexes = definitions(environment.libraries, &self.base)?;
        let mut writer = environment.libraries.create(&self.base, schema, facts, &requested)?;
        add_rows(old, &mut writer, environment.stop)?;
        outcome.read.push(all_read(&self.base, old));
        let mut unique = UniqueKeys::open(environment.libraries, &self.base)?;
        let (mut moved, mut added, mut refused) = (vec![0; row_bytes], 0_u64, 0_u64);
        let read = new.each(&self.data, environment, outcome, |row| {
            mover.move_row(row, &mut moved);
            if let Some(unique) = &mut unique
                && !unique.take(&moved)?
            {
                refused += 1;
                return Ok(());
            }
            writer.next_row()?.copy_from_slice(&moved);
            added += 1;
            Ok(())
        })?;
        if read.is_none() {
            return Ok(());
        }
        outcome.cut_texts.extend(mover.cut_texts());
        drop(unique);
        let (observations, variables) = (writer.rows(), writer.schema().variables().len());
        let account = writer.commit()?;
        outcome.made.push(self.made(observations, variables, account));
        self.log_refused(refused, environment);
        log_added(added, environment);
        drop(rewrite);
        let remade = remake(&self.base, indexes, environment)?;
        outcome.others.extend(remade.others);
        outcome.utility.extend(remade.utility);
        Ok(())
    }

    /// Returns what was made of the base.
    fn made(&self, observations: u64, variables: usize, account: FileAccount) -> DataSetMade {
        DataSetMade {
            name: self.base.clone(),
            observations,
            variables,
            is_there: true,
            account: Some(account),
        }
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
}

fn log_added(added: u64, environment: &mut Environment<'_>) {
    let text = format!("{added} observations added.");
    environment.log.message(Severity::Note, &text);
}
