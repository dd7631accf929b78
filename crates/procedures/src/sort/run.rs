//! Runs PROC SORT: takes in the rows, and writes them in order.

use std::path::Path;

use feedrate_dataset::writer::put_all_in_place;
use feedrate_dataset::{Libraries, Writer};
use feedrate_pageio::file_facts;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::index::{check_defined, definitions, make_defined};
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{Core, DataSetMade, Fault, Outcome, SortFacts, StepResult, log_static_notes};
use feedrate_values::function::Context;

use super::context::SortContext;
use super::gather::gather;
use super::input::Input;
use super::intake::take_in;
use super::output::Target;
use super::plan::CREATOR;
use super::recorded::KnownOrder;
use super::request::{Duplicates, Sort, source};
use super::work::SortWork;

/// The note about a data set that needs no sort.
const ALREADY_SORTED: &str = "Input data set is already sorted, no sorting done.";

impl Sort {
    pub(super) fn run(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
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
    fn check_indexes(&self, libraries: &Libraries) -> StepResult<()> {
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

    fn sort(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
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
        self.check_indexes(libraries)?;
        log_static_notes(&self.step, *log);
        let functions = Context::new(*clock, &mut **symbols, formats);
        let core = Core::new(&self.step, functions, &mut **log, *options, stop);
        let mut input = Input::open(&self.step, libraries, core)?;
        let work = SortWork::new(self, input.schema(), input.is_pipe())?;
        let limits = self.limits(options, &work, input.most_rows());
        let mut room = SpillRoom::new(utility_folder);
        if let Some(bytes) = limits.transfer_bytes {
            input.hold_at_most(bytes);
            room.hold_at_most(bytes);
        }
        let is_sorted_elsewhere = libraries.is_sorted_elsewhere(&source(&self.step)?.data_set);
        let known = self.known_order(input.order().filter(|_| !is_sorted_elsewhere))?;
        if known == KnownOrder::Recorded && self.replaces && work.is_as_read && input.most_rows() > 0 {
            input.finish(outcome);
            log.message(Severity::Note, ALREADY_SORTED);
            outcome.sort = Some(SortFacts::of_no_sort(limits.memory_bytes, limits.threads));
            return Ok(());
        }
        let context = SortContext {
            sort: self,
            work: &work,
            limits,
            room: &room,
            stop,
            known,
        };
        let new = input.facts(CREATOR, clock.datetime());
        let attributes = input.attributes();
        let mut target = Target::connected(self, &work, new, (attributes, limits.transfer_bytes), libraries)?;
        let taken = take_in(context, &mut input, &mut target);
        let (mut read, reader) = input.finish(outcome);
        let input_path = reader.path().to_owned();
        let mut taken = taken?;
        let mut facts = taken.facts(context, is_sorted_elsewhere);
        let mut writers = Vec::new();
        if !taken.is_unchanged {
            let mut output = taken.output.take().map_or_else(|| target.begin(), Ok)?;
            let gathered = gather(&mut taken, context, reader, &mut output)?;
            facts.merges_before = gathered.merges_before;
            output.end()?;
            facts.duplicates = output.left_out();
            read.account = gathered.read_in_all.or(read.account);
            writers = output.finish();
        }
        // Memory and runs are freed before the data sets are committed.
        drop(taken);
        outcome.utility = room.accounts();
        self.check_input_stays(&input_path, read.lost.values(), &writers)?;
        outcome.read.push(read);
        outcome.made = self.commit(writers)?;
        for text in self.notes(&facts, known, outcome, room.folder()) {
            log.message(Severity::Note, &text);
        }
        outcome.sort = Some(facts);
        Ok(())
    }

    /// Returns an error if the sort would replace the input by its duplicates, which is possible with two libraries
    /// of one folder, or by truncated character values: no complete copy would remain.
    fn check_input_stays(&self, input: &Path, lost: u64, writers: &[Writer]) -> StepResult<()> {
        let input = file_facts::without_links(input).unwrap_or_else(|_| input.into());
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
    fn commit(&self, writers: Vec<Writer>) -> StepResult<Vec<DataSetMade>> {
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
    fn notes(&self, facts: &SortFacts, known: KnownOrder, outcome: &Outcome, folder: &Path) -> Vec<String> {
        let is_unchanged = outcome.made.is_empty();
        let mut notes = Vec::new();
        if facts.sorted_bytes == 0 {
            notes.push("Input data set is empty.".to_owned());
        } else if facts.presorted && known != KnownOrder::Unknown {
            if known == KnownOrder::Told {
                notes.push("Sort order of input data set has been verified.".to_owned());
            }
            notes.push(match is_unchanged {
                true => ALREADY_SORTED.to_owned(),
                false => "Input data set is already sorted; it has been copied to the output data set.".into(),
            });
        }
        let count = facts.duplicates;
        notes.extend(match self.duplicates {
            Duplicates::Stay => None,
            Duplicates::OfKeys => Some(format!("{count} observations with duplicate key values were deleted.")),
            Duplicates::OfRecords => Some(format!("{count} duplicate observations were deleted.")),
            Duplicates::UniqueKeys => Some(format!("{count} observations with unique key values were deleted.")),
        });
        notes.extend(self.details.then(|| facts.details(&outcome.utility, folder)));
        notes
    }
}
