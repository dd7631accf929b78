//! PROC CONTENTS: describes data sets, in the listing and as a data set.

use feedrate_dataset::index::IndexFacts;
use feedrate_dataset::{DataSetName, Libraries, Reader};
use feedrate_language::parse::is_stored_step;
use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Environment, Listing, Severity};
use feedrate_rows::{Outcome, StepResult};
use feedrate_values::Spec;

use super::attributes::{self, OpenMember};
use super::out::{ContentsOut, Rows};
use super::{index_list, order, result_tables};
use crate::members::{Member, MemberType, MemberTypes, kind_of, members};

/// A PROC CONTENTS step.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The data set, or all of a library (`lib._all_`).
    pub data: ContentsOf,
    /// VARNUM: whether variables are listed in data set order rather than by name.
    pub in_order: bool,
    /// SHORT: whether only the names of variables are listed.
    pub short: bool,
    /// NOPRINT: whether there is no listing.
    pub silent: bool,
    /// OUT=.
    pub out: Option<Box<ContentsOut>>,
}

/// The data sets to describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentsOf {
    /// A single data set.
    One(DataSetName),
    /// All data sets of a library.
    All(String),
}

/// Returns true for a view that is a DATA step.
fn is_step_view(name: &DataSetName, kind: MemberType, libraries: &Libraries) -> bool {
    let text = match kind {
        MemberType::Data => None,
        MemberType::View => libraries.view(name).ok().flatten(),
    };
    text.is_some_and(|text| is_stored_step(&text))
}

impl Contents {
    pub(crate) fn run(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
        let libraries = &*environment.libraries;
        let described = match &self.data {
            ContentsOf::One(name) => {
                let kind = kind_of(libraries, name, MemberTypes::ALL)?;
                vec![(name.clone(), kind.unwrap_or(MemberType::Data))]
            }
            ContentsOf::All(library) => {
                let members = members(libraries, library, MemberTypes::DATA)?.into_iter();
                members.map(|Member { name, kind, .. }| (name, kind)).collect()
            }
        };
        let mut rows = Rows::new();
        for (name, kind) in described {
            let reader = environment.libraries.open_to_describe(&name)?;
            if self.out.is_some() {
                rows.add(&name, &reader);
            }
            if !self.silent {
                let width = environment.options.line_size as usize;
                let indexes = match kind {
                    MemberType::Data => environment.libraries.index_facts(&name),
                    MemberType::View => Ok(IndexFacts::default()),
                };
                // A fault of the indexes does not keep the rest from being described.
                let indexes = indexes.unwrap_or_else(|error| {
                    let log = &mut *environment.log;
                    log.message(Severity::Warning, &format!("{error}."));
                    IndexFacts::default()
                });
                let member = OpenMember {
                    name: &name,
                    kind,
                    is_step: is_step_view(&name, kind, environment.libraries),
                    reader: &reader,
                    indexes: &indexes,
                };
                self.list(&member, width, environment.listing);
            }
        }
        if let Some(out) = &self.out {
            // The step reports its own faults.
            let written = rows.write(out, environment);
            outcome.made.extend(written.made);
            outcome.ended = written.ended;
        }
        Ok(())
    }

    fn list(&self, member: &OpenMember<'_>, width: usize, listing: &mut dyn Listing) {
        let name = member.name;
        if !self.short {
            listing.heading("The CONTENTS Procedure");
            result_tables::attributes(name, &attributes::about(member), listing);
            // A view has no pages, and its file is its query.
            if member.kind == MemberType::Data {
                result_tables::host(name, &attributes::host(member), listing);
            }
        }
        self.variables(name, member.reader, width, listing);
        if !self.short {
            index_list::show(name, &member.indexes.indexes, width, listing);
            result_tables::order(name, &order::information(member.reader), listing);
        }
    }

    fn variables(&self, name: &DataSetName, reader: &Reader, width: usize, listing: &mut dyn Listing) {
        let variables = reader.schema().variables();
        let (lengths, _) = reader.stored_lengths();
        let mut order: Vec<usize> = (0..variables.len()).collect();
        if !self.in_order {
            order.sort_by_key(|&index| variables[index].name.to_lowercase());
        }
        if self.short {
            let names: Vec<&str> = order.iter().map(|&index| variables[index].name.as_str()).collect();
            return result_tables::short(&names.join(" "), listing);
        }
        let title = match self.in_order {
            true => ("Position", "Variables in Creation Order"),
            false => ("Variables", "Alphabetic List of Variables and Attributes"),
        };
        let heads = [
            ("Num", "#"),
            ("Variable", "Variable"),
            ("Type", "Type"),
            ("Len", "Len"),
            ("Format", "Format"),
            ("Informat", "Informat"),
            ("Label", "Label"),
        ];
        let spec = |spec: &Option<Spec>| spec.as_ref().map_or_else(String::new, ToString::to_string);
        let rows = order.iter().map(|&index| {
            let variable = &variables[index];
            let number = index + 1;
            let length = lengths[index];
            [
                Cell::number(number as f64, number.to_string()),
                Cell::head(variable.name.as_str()),
                Cell::text(variable.kind.name()),
                Cell::number(length.into(), length.to_string()),
                Cell::text(spec(&variable.format)),
                Cell::text(spec(&variable.informat)),
                Cell::text(variable.label.as_str()),
            ]
        });
        let rows: Vec<_> = rows.collect();
        // A column that is empty for all variables is omitted.
        let kept: Vec<usize> = (0..heads.len())
            .filter(|&column| column < 4 || rows.iter().any(|row| !row[column].text.is_empty()))
            .collect();
        let mut results = Results::new(title.0, title.1).with_keys(2);
        for &column in &kept {
            let (name, heading) = heads[column];
            results = match column {
                0 | 3 => results.number(name, heading),
                _ => results.text(name, heading),
            };
        }
        for row in rows {
            results.push(kept.iter().map(|&column| row[column].clone()).collect());
        }
        let member = Cell::text(name.to_string());
        results.show_with_keys(&[("Member", member)], width, listing);
    }
}
