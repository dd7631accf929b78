//! Runs PROC SORT: takes in the rows, and writes them in order.

use std::fs;
use std::path::Path;

use feedrate_dataset::writer::put_all_in_place;
use feedrate_dataset::{Libraries, Writer};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::index::{check_defined, definitions, make_defined};
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{DataSetMade, Fault, Outcome, SortFacts};

use super::gather::gather;
use super::input::{Input, Lent};
use super::intake::Intake;
use super::output::Target;
use super::plan::CREATOR;
use super::request::{Duplicates, Sort, source};
use super::work::SortWork;

impl Sort {
    pub(super) fn carry_out(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> Result<(), Box<Fault>> {
        let ended = check_defined(&self.step, environment.libraries).and_then(|()| self.sort(environment, outcome));
        if ended.is_err() {
            // A failed step reports the data sets that were not created, and that existing ones are unchanged.
            let committed = outcome.made.len();
            for write in self.step.writes.iter().skip(committed) {
                let is_there = environment.libraries.exists(&write.data_set);
                outcome.made.push(DataSetMade {
                    name: write.data_set.clone(),
                    observations: 0,
                    variables: write.schema.variables().len(),
                    is_there: is_there.unwrap_or(false),
                    account: None,
                });
            }
        }
        ended?;
        make_defined(&self.step, environment, outcome)
    }

    /// Refuses to sort a data set with indexes in its own place, unless FORCE is specified.
    fn check_indexes(&self, libraries: &Libraries) -> Result<(), Box<Fault>> {
        let mut writes = self.step.writes.iter();
        let own = source(&self.step)?;
        let is_own = writes.any(|write| write.data_set == own.data_set);
        let is_pipe = libraries.is_pipe(own.data_set.library());
        match is_own && !self.force && !is_pipe {
            true if !definitions(libraries, &own.data_set)?.is_empty() => Err(Fault::of_procedure(format!(
                "{} has indexes, which sorting it in its own place would remove; name another data set with OUT=, \
                     or write FORCE",
                own.data_set
            ))),
            _ => Ok(()),
        }
    }

    fn sort(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> Result<(), Box<Fault>> {
        let Environment {
            libraries,
            formats,
            symbols,
            clock,
            log,
            options,
            utility_folder,
            stop,
            ..
        } = environment;
        let lent = Lent {
            formats,
            symbols: &mut **symbols,
            clock: *clock,
            log: &mut **log,
            options: *options,
            stop,
        };
        self.check_indexes(libraries)?;
        let mut input = Input::open(&self.step, libraries, lent)?;
        let work = SortWork::new(self, input.schema(), input.is_pipe())?;
        let limits = self.limits(options, &work, input.most_rows());
        let mut room = SpillRoom::new(utility_folder);
        if let Some(bytes) = limits.transfer_bytes {
            input.hold_at_most(bytes);
            room.hold_at_most(bytes);
        }
        let intake = Intake {
            sort: self,
            work: &work,
            limits,
            room: &room,
            stop,
        };
        let facts = input.facts(CREATOR, clock.datetime());
        let attributes = input.attributes();
        let is_sorted_elsewhere = libraries.is_sorted_elsewhere(&source(&self.step)?.data_set);
        let mut target = Target::new(self, &work, facts, attributes, libraries)?;
        target.hold_at_most(limits.transfer_bytes);
        target.connect()?;
        let taken = intake.take(&mut input, &mut target);
        let (mut read, reader) = input.finish(outcome);
        let input_path = reader.path().to_owned();
        let mut taken = taken?;
        let mut facts = SortFacts {
            // The order of rows that were sorted elsewhere is not that of the data set.
            presorted: taken.in_order && !is_sorted_elsewhere,
            memory_bytes: limits.memory_bytes,
            threads: limits.threads,
            sorted_bytes: taken.rows * work.record_bytes() as u64,
            runs: taken.runs.len() as u64,
            rows_in_place: taken.in_place,
            memory_was_slow: taken.memory_was_slow,
            ..SortFacts::default()
        };
        let mut writers = Vec::new();
        if !taken.is_unchanged {
            let mut output = match taken.output.take() {
                Some(output) => output,
                None => target.begin()?,
            };
            let gathered = gather(&mut taken, intake, reader, &mut output)?;
            facts.merges_before = gathered.merges_before;
            facts.duplicates = output.duplicates();
            if let (Some(read), Some(account)) = (&mut read, gathered.read_in_all) {
                read.account = Some(account);
            }
            writers = output.finish();
        }
        // Memory and runs are freed before the data sets are committed.
        drop(taken);
        outcome.utility = room.accounts();
        let lost = read.as_ref().map_or(0, |read| read.lost.values());
        outcome.read.extend(read);
        self.check_input_stays(&input_path, lost, &writers)?;
        outcome.made = self.commit(writers)?;
        for text in self.notes(&facts, outcome.made.is_empty()) {
            log.message(Severity::Note, &text);
        }
        if self.details {
            let text = facts.details(&outcome.utility, room.folder());
            log.message(Severity::Note, &text);
        }
        outcome.sort = Some(facts);
        Ok(())
    }

    /// Returns an error if the sort would replace the input by its duplicates, which is possible with two libraries
    /// of one folder, or by truncated character values: no complete copy would remain.
    fn check_input_stays(&self, input: &Path, lost: u64, writers: &[Writer]) -> Result<(), Box<Fault>> {
        let input = fs::canonicalize(input).unwrap_or_else(|_| input.into());
        let source = source(&self.step)?;
        for (position, writer) in writers.iter().enumerate() {
            if writer.path() != input {
                continue;
            }
            if position > 0 {
                let same = feedrate_dataset::Error::SameFile {
                    name: writer.name().to_string(),
                    other: source.data_set.to_string(),
                    path: input,
                };
                return Err(same.into());
            }
            if lost > 0 {
                return Err(Box::new(Fault::LostInPlace {
                    name: source.data_set.to_string(),
                    lost,
                }));
            }
        }
        Ok(())
    }

    /// Commits the data sets under their names, after all of them are complete.
    fn commit(&self, writers: Vec<Writer>) -> Result<Vec<DataSetMade>, Box<Fault>> {
        let observations: Vec<_> = writers.iter().map(Writer::rows).collect();
        let complete = writers.into_iter().map(Writer::complete);
        let accounts = put_all_in_place(complete.collect::<feedrate_dataset::Result<_>>()?)?;
        let made = self.step.writes.iter().zip(observations).zip(accounts);
        let made = made.map(|((write, observations), account)| DataSetMade {
            name: write.data_set.clone(),
            observations,
            variables: write.schema.variables().len(),
            is_there: true,
            account: Some(account),
        });
        Ok(made.collect())
    }

    /// Returns the notes for the log.
    fn notes(&self, facts: &SortFacts, is_unchanged: bool) -> Vec<String> {
        let mut notes = Vec::new();
        if facts.sorted_bytes == 0 {
            notes.push("Input data set is empty.".to_owned());
        } else if facts.presorted {
            notes.push("Sort order of input data set has been verified.".to_owned());
            notes.push(match is_unchanged {
                true => "Input data set is already sorted, no sorting done.".to_owned(),
                false => "Input data set is already sorted; it has been written in its order.".into(),
            });
        }
        let count = facts.duplicates;
        match self.duplicates {
            Duplicates::Stay => {}
            Duplicates::OfKeys => notes.push(format!("{count} observations with duplicate key values were deleted.")),
            Duplicates::OfRecords => {
                notes.push(format!("{count} duplicate observations were deleted."));
            }
        }
        notes
    }
}
