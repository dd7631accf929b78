//! SET and MERGE statements.

use feedrate_dataset::DataSetName;
use feedrate_dataset::settings::RequestedSettings;
use feedrate_language::Position;
use feedrate_language::tree::{DataSet, DataSetOption, Name, OptionValue};
use feedrate_steps::ir::{By, Load, NumberSlot, Read, ReadKind, Slot, Source, Statement};
use feedrate_values::Kind;

use super::catalog::DataSetFacts;
use super::columns::{Column, Columns};
use super::filter::Conditions;
use super::lowering::Lowering;
use super::variables::Origin;

/// A SET or MERGE statement.
pub(super) struct ReadFacts {
    pub merges: bool,
    pub sources: Vec<SourceFacts>,
    pub by: Vec<By>,
    /// Whether BY groups are runs of equal values (NOTSORTED).
    pub in_runs: bool,
    end: Option<NumberSlot>,
    nobs: Option<NumberSlot>,
    at: Position,
    /// Whether a WHERE statement applies to it.
    pub has_where: bool,
}

/// One of its data sets.
pub(super) struct SourceFacts {
    pub name: DataSetName,
    settings: RequestedSettings,
    first: u64,
    last: Option<u64>,
    /// Whether it has a WHERE= option, which takes precedence over the WHERE statement.
    pub has_own_where: bool,
    /// The conditions of WHERE= or WHERE.
    pub conditions: Conditions,
    loads: Vec<Load>,
    contributes: Option<NumberSlot>,
    pub columns: Columns,
    /// The length of each column of the data set.
    pub lengths: Vec<u32>,
}

impl Lowering<'_> {
    /// Lowers SET and MERGE. Declares the variables of the data sets at this point of the step.
    pub fn read(
        &mut self,
        merges: bool,
        data_sets: &[DataSet],
        options: &[DataSetOption],
        at: Position,
        out: &mut Vec<Statement>,
    ) {
        let default = [DataSet {
            library: None,
            member: Name {
                text: "_LAST_".into(),
                at,
            },
            is_prefix: false,
            options: Vec::new(),
        }];
        let data_sets = if data_sets.is_empty() {
            &default[..]
        } else {
            data_sets
        };
        let mut sources = Vec::with_capacity(data_sets.len());
        for data_set in data_sets {
            if data_set.is_prefix {
                for one in self.beginning_with(data_set) {
                    sources.extend(self.source(&one));
                }
            } else {
                sources.extend(self.source(data_set));
            }
        }
        let mut facts = ReadFacts {
            merges,
            sources,
            by: Vec::new(),
            in_runs: false,
            end: None,
            nobs: None,
            at,
            has_where: false,
        };
        for option in options {
            self.read_option(option, &mut facts);
        }
        out.push(Statement::Read(self.reads.len() as u32));
        self.reads.push(facts);
    }

    fn read_option(&mut self, option: &DataSetOption, facts: &mut ReadFacts) {
        let statement = if facts.merges { "MERGE" } else { "SET" };
        let place = match option.name.as_str() {
            "END" => &mut facts.end,
            "NOBS" if !facts.merges => &mut facts.nobs,
            "POINT" | "KEY" => {
                let message = format!(
                    "{}= of {statement} is not supported yet; data sets are read in order",
                    option.name
                );
                self.error(option.at, message);
                return;
            }
            _ => {
                self.error(
                    option.at,
                    format!("{}= of {statement} is not supported", option.name),
                );
                return;
            }
        };
        if let OptionValue::Word(name) = &option.value {
            *place = self.automatic(name, option.at);
        }
    }

    /// Declares an automatic numeric variable, such as that of END=.
    pub fn automatic(&mut self, name: &str, at: Position) -> Option<NumberSlot> {
        if !self.is_name(name, at) {
            return None;
        }
        let id = self.variables.declare(name);
        let entry = self.variables.entry_mut(id);
        entry.origin = Origin::Automatic;
        entry.assigned = true;
        self.define_number(id, at)
    }

    fn source(&mut self, data_set: &DataSet) -> Option<SourceFacts> {
        let at = data_set.member.at;
        let name = self.source_name(data_set)?;
        let facts = match self.catalog.data_set(&name) {
            Ok(facts) => facts,
            Err(refusal) => {
                self.error(at, refusal);
                self.is_incomplete = true;
                return None;
            }
        };
        let variables = facts.schema.variables();
        let all = variables
            .iter()
            .enumerate()
            .map(|(origin, variable)| Column {
                name: variable.name.clone(),
                kind: variable.kind,
                origin,
            });
        let all = Columns::new(all.collect());
        let lengths: Vec<u32> = variables.iter().map(|variable| variable.length).collect();
        let columns = self.choose(all, &data_set.options, self.options.strangers_read);
        let loads = self.enter(&columns, &facts, at);
        self.fits(0, at);
        let options = self.source_options(&data_set.options);
        let contributes = match &options.contributes {
            Some((variable, at)) => self.automatic(variable, *at),
            None => None,
        };
        let mut conditions = Conditions::default();
        let mut has_own_where = false;
        for option in &data_set.options {
            if let OptionValue::Condition(condition) = &option.value {
                has_own_where = true;
                conditions = Conditions::default();
                self.add_condition(&mut conditions, &name, &columns, &lengths, condition);
            }
        }
        Some(SourceFacts {
            settings: options.settings,
            first: options.first.unwrap_or(self.options.first_observation),
            last: options.last.unwrap_or(self.options.last_observation),
            has_own_where,
            conditions,
            loads,
            contributes,
            columns,
            lengths,
            name,
        })
    }

    /// Declares the variables of a data set unless they exist; of existing ones, the length and attributes that were
    /// set first are kept.
    fn enter(&mut self, columns: &Columns, facts: &DataSetFacts, at: Position) -> Vec<Load> {
        let mut loads = Vec::new();
        for column in columns.iter() {
            let variable = &facts.schema.variables()[column.origin];
            let id = self.variables.declare(&column.name);
            let is_new = self.variables.entry(id).slot.is_none();
            let slot = match column.kind {
                Kind::Number => self.variables.number(id).map(Slot::Number),
                Kind::Text => self.define_text(id, variable.length, at).map(Slot::Text),
            };
            let Some(slot) = slot else {
                self.report_both_kinds(id, at);
                continue;
            };
            if let Slot::Text(slot) = slot
                && slot.length < variable.length
            {
                let message = format!(
                    "Multiple lengths were specified for the variable {} by input data set(s). This can \
                     cause truncation of data.",
                    column.name
                );
                self.react(self.options.shorter_texts, at, message);
            }
            let entry = self.variables.entry_mut(id);
            if entry.origin == Origin::Step {
                entry.origin = Origin::DataSet;
            }
            entry.assigned = true;
            if column.kind == Kind::Number && is_new {
                entry.stored_length.get_or_insert(variable.length);
            }
            if entry.label.is_none() && !variable.label.is_empty() {
                entry.label = Some(variable.label.clone());
            }
            if entry.format.is_none() && variable.format.is_some() {
                entry.format = Some(variable.format.clone());
            }
            if entry.informat.is_none() && variable.informat.is_some() {
                entry.informat = Some(variable.informat.clone());
            }
            loads.push(Load {
                column: column.origin as u32,
                slot,
            });
        }
        loads.sort_unstable_by_key(|load| load.column);
        loads
    }

    /// Returns the SET and MERGE statements in the form of the executors.
    pub fn finish_reads(&mut self) -> Vec<Read> {
        let reads = std::mem::take(&mut self.reads);
        for facts in &reads {
            if facts.merges && facts.by.is_empty() && facts.sources.len() > 1 {
                let message = "No BY statement was specified for a MERGE statement.".to_owned();
                self.react(self.options.merge_without_by, facts.at, message);
            }
        }
        let finished = reads.into_iter().map(|facts| {
            let kind = match (facts.merges, facts.by.is_empty()) {
                (false, true) => ReadKind::Concatenate,
                (false, false) if facts.in_runs => ReadKind::Runs,
                (false, false) => ReadKind::Interleave,
                (true, true) => ReadKind::OneToOne,
                (true, false) => ReadKind::Match,
            };
            let sources = facts.sources.into_iter().map(|source| Source {
                data_set: source.name,
                settings: source.settings,
                first: source.first,
                last: source.last,
                filter: source.conditions.into_filter(),
                loads: source.loads,
                contributes: source.contributes,
            });
            Read {
                kind,
                sources: sources.collect(),
                by: facts.by,
                end: facts.end,
                nobs: facts.nobs,
                site: self.site(facts.at),
            }
        });
        finished.collect()
    }
}
