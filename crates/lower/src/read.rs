//! SET, MERGE, UPDATE and MODIFY statements.

use feedrate_language::tree::{DataSet, DataSetOption, Name, OptionValue};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{KeyLookup, Load, ReadKind, ReadStatement, Slot, Source, Statement};
use feedrate_values::Kind;

use super::catalog::DataSetFacts;
use super::column::{Column, Columns};
use super::facts::{Conditions, ReadFacts, ReadVerb, SourceFacts};
use super::lowering::StepLowering;
use super::variables::Origin;

impl StepLowering<'_> {
    /// Lowers SET, MERGE, UPDATE and MODIFY. Declares the variables of the data sets at this point of the step.
    pub fn read(
        &mut self,
        statement: ReadVerb,
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
        let data_sets = if data_sets.is_empty() { &default[..] } else { data_sets };
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
            statement,
            sources,
            by: Vec::new(),
            has_by: false,
            in_runs: false,
            end: None,
            nobs: None,
            current: None,
            source_name: None,
            by_format: false,
            point: None,
            key: None,
            unique: false,
            checks_missing: true,
            at,
            has_where: false,
        };
        for option in options {
            self.read_option(option, &mut facts);
        }
        match statement {
            ReadVerb::Update => self.check_update(&facts),
            ReadVerb::Modify => self.check_modify(&facts),
            ReadVerb::Set | ReadVerb::Merge => {}
        }
        match facts.point {
            Some((_, at)) if facts.key.is_some() => {
                self.error(at, "POINT= and KEY= exclude each other: each chooses the observation");
            }
            Some((_, at)) => self.check_point("POINT=", &mut facts, data_sets, at),
            None if facts.key.is_some() => self.check_key(&mut facts, data_sets),
            None => self.can_end = true,
        }
        out.push(Statement::Read(self.reads.len() as u32));
        self.tell_source(&mut facts, out);
        self.reads.push(facts);
    }

    fn source(&mut self, data_set: &DataSet) -> Option<SourceFacts> {
        let at = data_set.member.at;
        let name = self.source_name(data_set)?;
        // The variables of one that is half changed may not be known.
        let is_repaired = data_set.options.iter().rev().find_map(|option| {
            let is_it = option.name == "DLDMGACTION";
            let OptionValue::Word(word) = &option.value else {
                return None;
            };
            is_it.then(|| word.eq_ignore_ascii_case("repair"))
        });
        let repaired = match is_repaired {
            Some(true) => self.catalog.repair(&name),
            _ => Ok(()),
        };
        let facts = match repaired.and_then(|()| self.catalog.data_set(&name)) {
            Ok(facts) => facts,
            Err(refusal) => {
                self.refuse_data_set(Diagnostic::error(at, refusal));
                self.is_incomplete = true;
                return None;
            }
        };
        let variables = facts.schema.variables();
        let all = variables.iter().enumerate().map(|(origin, variable)| Column {
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
            Some((variable, at)) => self.flag(variable, false, *at),
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
            has_own_window: options.first.is_some() || options.last.is_some(),
            conditions,
            loads,
            contributes,
            index_use: options.index_use,
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
                self.react(self.options.shorter_texts, at, several_lengths(&column.name));
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

    /// Returns the statements that read data sets in the form of the executors.
    pub fn finish_reads(&mut self) -> Vec<ReadStatement> {
        let reads = std::mem::take(&mut self.reads);
        for facts in &reads {
            self.check_by(facts);
        }
        // All UPDATE statements of a step set it: the last one of an iteration counts.
        let mut updates = reads.iter().map(|facts| facts.statement);
        let output_due = updates
            .any(|statement| statement == ReadVerb::Update)
            .then(|| self.variables.spare_number());
        let reads: Vec<ReadFacts> = reads.into_iter().map(|facts| self.with_group_formats(facts)).collect();
        let finished = reads.into_iter().map(|facts| {
            let kind = match (facts.statement, facts.by.is_empty()) {
                (ReadVerb::Set, _) if facts.key.is_some() => ReadKind::Key,
                (ReadVerb::Modify, _) if facts.key.is_some() => ReadKind::ModifyKey,
                (ReadVerb::Set, true) => match facts.point {
                    Some((point, _)) => ReadKind::Point(point),
                    None => ReadKind::Concatenate,
                },
                (ReadVerb::Set, false) if facts.in_runs => ReadKind::Runs,
                (ReadVerb::Set, false) => ReadKind::Interleave,
                (ReadVerb::Merge, true) => ReadKind::OneToOne,
                (ReadVerb::Merge, false) => ReadKind::Match,
                (ReadVerb::Modify, false) => ReadKind::ModifyBy {
                    checks_missing: facts.checks_missing,
                },
                (ReadVerb::Modify, true) => match facts.point {
                    Some((point, _)) => ReadKind::ModifyPoint(point),
                    None => ReadKind::Modify,
                },
                (ReadVerb::Update, _) => ReadKind::Update {
                    checks_missing: facts.checks_missing,
                },
            };
            let sources = facts.sources.into_iter().map(|source| Source {
                data_set: source.name,
                settings: source.settings,
                first: source.first,
                last: source.last,
                filter: source.conditions.into_filter(),
                loads: source.loads,
                contributes: source.contributes,
                index_use: source.index_use,
            });
            ReadStatement {
                kind,
                sources: sources.collect(),
                by: facts.by,
                end: facts.end,
                nobs: facts.nobs,
                current: facts.current,
                output_due: output_due.filter(|_| facts.statement == ReadVerb::Update),
                key: facts
                    .key
                    .zip(self.return_code)
                    .map(|((index, _), (_, return_code))| KeyLookup {
                        index,
                        unique: facts.unique,
                        return_code,
                    }),
                site: self.site(facts.at),
            }
        });
        finished.collect()
    }
}

/// Returns the message about a variable that is longer in a later data set.
pub(crate) fn several_lengths(name: &str) -> String {
    format!(
        "Multiple lengths were specified for the variable {name} by input data set(s). This can cause truncation of \
         data."
    )
}
